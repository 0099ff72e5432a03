"""OpenReview: notes as its API gives them, version 1 (bare values) and 2 (each in ``{"value": …}``), and as crawlers do.

Written by hand: openreview-py is a client of the service. Submissions and what was said about them are the same kind of
object; only submissions are read, and of their own parts none that others wrote. A submission's one-sentence summary
(*TL;DR*) is not taken for an abstract.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kg import paper_ids
from kg.read.decisions import judge_members
from kg.read.record import NOT_A_PAPER, REJECTED, RETRACTED, WITHDRAWN
from kg.read.shapes.contract import Record, Shape
from kg.read.values import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kg.model import Paper, Problem

_VERDICTS = (
    (re.compile(r"withdr[ae]w", re.IGNORECASE), WITHDRAWN),
    (re.compile(r"reject|\bnot accepted\b", re.IGNORECASE), REJECTED),
    (re.compile(r"retract", re.IGNORECASE), RETRACTED),
)
_NOT_ACCEPTED = re.compile(r"\s*submitted to\b|.*\bsubmitted\s*\Z", re.IGNORECASE)
_UNDER_REVIEW = re.compile(r"(?:submission|submitted|under_?review|decision_pending|assigning_ae)\Z", re.IGNORECASE)
_KINDS = (
    (re.compile(r"meta_?review", re.IGNORECASE), "a meta-review"),
    (re.compile(r"decision|acceptance", re.IGNORECASE), "a decision"),
    (re.compile(r"rebuttal|author_response", re.IGNORECASE), "a rebuttal"),
    (re.compile(r"withdraw", re.IGNORECASE), "a notice of withdrawal"),
    (re.compile(r"desk_reject", re.IGNORECASE), "a notice of rejection"),
    (re.compile(r"comment|discussion", re.IGNORECASE), "a comment"),
    (re.compile(r"review|rating|assessment", re.IGNORECASE), "a review"),
    (re.compile(r"revision", re.IGNORECASE), "a revision"),
)
_REPLY_FIELDS = ("review", "rating", "decision", "comment", "recommendation", "metareview", "rebuttal")
_ACCEPTED = re.compile(r"\A\s*+accepted\s+(?:by|to|at|for)\s+", re.IGNORECASE)
_SHORTEST_ID = 9
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_DOMAIN = re.compile(r"\.[A-Za-z]{2,4}\Z")
_PRESENTATION = re.compile(
    r"(?<![\s,(])[\s,(]++(?:accept(?:ed)?+\s*+)?\(?(?:(?:long|short|regular|main|conditional)\s*+)?"
    r"(?:(?:oral|spotlight)?poster|oral|spotlight|notable[- ]top[- ][0-9]++%|talk|accept(?:ed)?)\)?\s*+\Z",
    re.IGNORECASE,
)


def fits(members: Mapping[str, object]) -> bool:
    """Tell notes by their content, an object, and the forum or the invitation that every note has."""
    return isinstance(members.get("content"), dict) and (
        "forum" in members or "invitation" in members or "invitations" in members
    )


def read(record: Record) -> Paper | Problem:
    """Make a paper of a submission that is neither rejected nor withdrawn."""
    note = record.members
    content = _unwrap(note["content"])
    if kind := _reply(note, content):
        return record.skip(NOT_A_PAPER, kind)
    if not record.document.include_rejected and (verdict := _verdict(note, content)):
        reason, detail = verdict
        return record.skip(reason, detail, content.get("title"))
    name = text(note.get("forum")).strip() or text(note.get("id")).strip()
    # Sites made with MiniConf have records of this form, with ids of their own.
    forum = paper_ids.openreview(name) if len(name) >= _SHORTEST_ID else ""
    group = _group(note, content)
    return record.paper(
        (
            ("openreview id", forum),
            ("arxiv id", _arxiv(text(content.get("pdf")))),
            ("title", content.get("title")),
            ("abstract", content.get("abstract")),
            ("authors", _authors(content.get("authors"))),
            ("year", _year(note, content, group)),
            ("venue", _venue(text(content.get("venue")), group)),
            ("url", f"https://openreview.net/forum?id={forum}" if forum else ""),
            ("doi", content.get("doi")),
            ("keywords", content.get("keywords")),
        ),
        key=name,
    )


def fits_flat(members: Mapping[str, object]) -> bool:
    """Tell submissions whose content was put beside the rest, as tables and crawls have them."""
    about = text(members.get("venueid")) or text(members.get("invitation"))
    return "/" in about and "title" in members and not isinstance(members.get("content"), dict)


def read_flat(record: Record) -> Paper | Problem:
    """Make a paper of such a submission; a table's names of decisions count too."""
    note: dict[str, object] = {**record.members, "content": record.members}
    verdict = judge_members(record.members)
    if verdict and not record.document.include_rejected:
        return record.skip(*verdict, note["title"])
    return read(replace(record, members=note))


def _unwrap(content: object) -> dict[str, object]:
    """Take values out of the objects that version 2 of the API has around them."""
    if not isinstance(content, dict):
        return {}
    return {
        name: value.get("value") if isinstance(value, dict) and "value" in value else value
        for name, value in content.items()
    }


def _reply(note: Mapping[str, object], content: Mapping[str, object]) -> str:
    """Tell what a note is that is no submission."""
    own, forum, replyto = (text(note.get(name)) for name in ("id", "forum", "replyto"))
    replies = (replyto and replyto != own) or (own and forum and own != forum)
    revises = text(note.get("referent"))
    if not (replies or revises or ("abstract" not in content and any(name in content for name in _REPLY_FIELDS))):
        return ""
    if revises and not replies:
        return "a revision"
    last = " ".join(invitation.rpartition("/-/")[2] for invitation in _invitations(note))
    if found := next((kind for pattern, kind in _KINDS if pattern.search(last)), ""):
        return found
    kinds = (kind for pattern, kind in _KINDS if any(pattern.search(name) for name in content))
    return next(kinds, "a reply to a submission")


def _verdict(note: Mapping[str, object], content: Mapping[str, object]) -> tuple[str, str] | None:
    """Find the reason and the words that say that a submission is no paper of its venue."""
    if text(note.get("ddate")):
        return WITHDRAWN, "deleted from OpenReview"
    venueid, venue = text(content.get("venueid")), text(content.get("venue"))
    for name, value in (
        ("venueid", venueid.rpartition("/")[2]),
        ("venue", venue),
        ("withdrawal", "withdrawn" if text(content.get("withdrawal")).casefold() == "confirmed" else ""),
        *(("invitation", each.rpartition("/-/")[2]) for each in _invitations(note) if each.endswith("_Submission")),
        ("decision", text(content.get("decision"))[:100]),
        *(("decision", decision) for decision in _decisions(note)),
    ):
        if found := next((reason for pattern, reason in _VERDICTS if pattern.search(value)), ""):
            return found, f"{name}: {value[:100]}"
    if _NOT_ACCEPTED.match(venue) and not _UNDER_REVIEW.search(venueid):
        return REJECTED, f"venue: {venue[:100]}"
    return None


def _decisions(note: Mapping[str, object]) -> Iterator[str]:
    """Find the decisions among the replies that stand within a submission."""
    details = note.get("details")
    inner = details if isinstance(details, dict) else {}
    for replies in (note.get("notes"), note.get("replies"), inner.get("replies"), inner.get("directReplies")):
        for reply in replies if isinstance(replies, list) else ():
            if isinstance(reply, dict) and any("Decision" in invitation for invitation in _invitations(reply)):
                yield text(_unwrap(reply.get("content")).get("decision"))[:100]


def _invitations(note: Mapping[str, object]) -> list[str]:
    several = note.get("invitations")
    return [*(map(text, several) if isinstance(several, list) else ()), text(note.get("invitation"))]


def _group(note: Mapping[str, object], content: Mapping[str, object]) -> str:
    """Find the venue's id, such as ``ICLR.cc/2024/Conference``."""
    venueid = text(content.get("venueid"))
    return venueid or next((group for each in _invitations(note) if (group := each.partition("/-/")[0])), "")


def _year(note: Mapping[str, object], content: Mapping[str, object], group: str) -> str:
    for value in (group, text(content.get("venue"))):
        if found := _YEAR.search(value):
            return found[0]
    for name in ("pdate", "odate", "cdate", "tcdate"):
        milliseconds = text(note.get(name))
        if milliseconds.isdecimal() and len(milliseconds) <= 14:
            return str(datetime.fromtimestamp(int(milliseconds) / 1000, UTC).year)
    return ""


def _venue(venue: str, group: str) -> str:
    """Name a venue without the form of presentation (*ICLR 2024 poster*, *Accepted by TMLR*), else by its id."""
    if venue:
        return _ACCEPTED.sub("", _PRESENTATION.sub("", venue), count=1)
    parts = [_DOMAIN.sub("", part) for part in group.split("/")]
    return " ".join(part for part in parts if part not in {"Conference", "Submission"} and part)


def _authors(value: object) -> list[str] | str:
    """Take names, also those with a profile; addresses stay out."""
    if isinstance(value, list):
        return [text(_name(author)) for author in value]
    return text(value)


def _name(author: object) -> object:
    return author.get("fullname", author) if isinstance(author, dict) else author


def _arxiv(pdf: str) -> str:
    return pdf if "arxiv.org/" in pdf else ""


SHAPES = (
    Shape("OpenReview notes", frozenset({"content"}), fits, read),
    Shape("OpenReview submissions in one piece", frozenset({"venueid", "invitation"}), fits_flat, read_flat),
)
