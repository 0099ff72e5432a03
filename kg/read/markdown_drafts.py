"""An entry of a Markdown list while it is being put together, and what a heading or prose under it may be."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.read import lists
from kg.read import markdown_names as names
from kg.read.markdown_links import is_paper_link
from kg.read.markdown_people import people_after_title, people_of
from kg.read.markdown_rows import Entry, make_entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.read.markdown_blocks import Block, Inline

BELOW_HEADINGS = 7
"""The level of a bold line that stands for a heading."""

_YEAR_ALONE = re.compile(r"\W*((?:19|20)[0-9]{2})\W*")
SECTIONS = re.compile(
    r"\W*+(?:[\d.]+\s+)?(?:about|acknowledge?ments?|api|authors?|background|build(?:ing)?|changelog|citations?|citing|community|"
    r"configuration|contact|content|contents|contribut\w+|data|datasets?|demo|development|documentation|evaluation|examples?|"
    r"faq|features?|getting started|how to .*|install\w*.*|introduction|issues?|licen[cs]e|links?|maintainers?|meta ?data|models?|news|notes?|"
    r"overview|pre-?requisites|quick ?start|references?|release.*|requirements?|resources|results|roadmap|running.*|setup|star "
    r"history|support|table of contents|tests?|testing|todo|training|tutorials?|updates?|usage|what is .*)\W*",
    re.IGNORECASE,
)
NUMBERED = re.compile(r"[\s*_]*\[[0-9]{1,4}\][\s*_]*")
"""What a reference begins with."""
_QUOTE = re.compile(r"[\"“]")
_TO_READERS = re.compile(r"[\W_]*(?:if you (?:find|found|like|use)|please cite)\b", re.IGNORECASE)
_FEWEST_WORDS = 12
LONGEST_TITLE = 300


@dataclass(slots=True)
class Draft:
    """An entry that is being put together.

    Attributes:
        level: Of the heading that it begins with; 0 without one.
        body: Paragraphs under the title that nothing is said about.
        sure: Whether something is said to be the abstract.
        translated: Whether the abstract's label is that of a translation.
        text: Of an item; its title where nothing in it looks like one, and an abstract says that it is a paper.
        more: Text of an item below its first paragraph.
        leads: Whether an item leads to what is a paper by its address or its name.
        listed: Whether items under it, each with a label, say whose it is or where.
        facts: What the headings above one name that is not sure to be a paper.
    """

    line: int
    title: str = ""
    level: int = 0
    body: list[str] = field(default_factory=list)
    abstract: list[str] = field(default_factory=list)
    pairs: list[tuple[str, object]] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    sure: bool = False
    translated: bool = False
    text: str = ""
    more: str = ""
    leads: bool = False
    listed: bool = False
    facts: tuple[tuple[str, object], ...] = ()

    @property
    def waits(self) -> bool:
        """Whether an item under it announces an abstract, which another paragraph of the item holds."""
        return self.listed and self.sure and not self.abstract

    def entry(self, context: tuple[tuple[str, object], ...]) -> Entry:
        """Make the entry, as it is known by now."""
        return make_entry(
            self.line, self.title, [("abstract", "\n\n".join(self.abstract)), *self.pairs, *context], self.addresses
        )


def describe(heading: Draft, label: str, value: str, addresses: list[str]) -> None:
    """Take what an item under a heading says of it, and the addresses in the item."""
    if not heading.listed:
        heading.title, year = names.split_year(heading.title)
        heading.pairs += [("year", year)] if year else []
    heading.listed = heading.listed or any(map(is_paper_link, addresses))
    heading.listed = heading.listed or (label == "paper" and heading.level == BELOW_HEADINGS)
    heading.addresses += addresses
    if label == "abstract":
        heading.abstract, heading.sure, heading.listed = [value] if value else [], True, True
    else:
        heading.pairs += names.labelled(label, value)


def titled(block: Block) -> Draft:
    """Begin an entry with an item whose first line, by its label, is a title; its other lines may have labels, too."""
    draft = Draft(block.line, level=BELOW_HEADINGS, addresses=[address for _, address in block.inline.links])
    draft.listed = any(map(is_paper_link, draft.addresses))
    for label, value in map(names.split_label, block.inline.text.split("\n")):
        if label == "title":
            draft.title = names.clean_title(value)
        elif label and (label != "abstract" or is_abstract(value)):
            describe(draft, label, value, [])
    return draft


def complete(item: Draft) -> None:
    """Find in an item's text whose the paper is, where it appeared and when."""
    _, found, rest = item.text.partition(item.title) if item.title else ("", "", "")
    people = people_of(rest if found else item.text) or (people_after_title(rest) if found else "")
    if people and not any(name == "authors" for name, _ in item.pairs):
        item.pairs.append(("authors", people))
    for text in (item.text, f"{item.title}\n{item.more}"):
        item.pairs += names.edition(text, item.title)
    item.title, year = names.split_year(item.title)
    if year:
        item.pairs.append(("year", year))


def reference(block: Block, title: str, facts: tuple[tuple[str, object], ...]) -> Entry:
    """Make an entry of a reference: names, a title in quotes, where it appeared and when."""
    text = block.inline.text
    people = people_of(_QUOTE.split(NUMBERED.sub("", text, count=1), maxsplit=1)[0])
    pairs = [("authors", people), *names.edition(text, title), *facts]
    return make_entry(block.line, title, pairs, [address for _, address in block.inline.links])


def from_headings(drafts: Iterable[Draft], sure: set[int], *, alone: bool) -> Iterator[Entry]:
    """Take headings with prose under them for papers where nothing speaks against it.

    Args:
        drafts: What begins with a heading, and is not said to be a paper.
        sure: The levels of headings that are said to be papers.
        alone: Whether the text has no other entries.
    """
    candidates = [draft for draft in drafts if draft.level in sure or _prose(draft)]
    if not sure and not (alone and all(map(_reads_like_a_paper, candidates))):
        return
    for draft in candidates:
        if sure and (draft.level not in sure or SECTIONS.fullmatch(draft.title) or not names.is_telling(draft.title)):
            continue
        draft.abstract = _prose(draft)
        people = people_of("\n".join(part for part in draft.body if part not in draft.abstract))
        draft.pairs += [("authors", people)] if people else []
        yield draft.entry(draft.facts)


def context(heading: str) -> tuple[tuple[str, object], ...]:
    """Find the venue and the year that a heading names."""
    text = names.clean_title(heading.split("\n", maxsplit=1)[0])
    if alone := _YEAR_ALONE.fullmatch(text):
        return (("year", alone[1]),)
    found = lists.parse_heading(text) if text else None
    return (("venue", found.venue), ("year", str(found.year))) if found else ()


def is_paper(item: Inline) -> bool:
    """Tell an item that leads to a paper and has a title."""
    return any(is_paper_link(address) for _, address in item.links) and bool(names.item_title(item))


def is_abstract(text: str) -> bool:
    """Tell what may be an abstract from a few words about one.

    >>> is_abstract("Present and concise (150 words)"), is_abstract("We prove that graphs help in many cases, and that trees do too.")
    (False, True)
    """
    long_enough = len(text.split()) >= _FEWEST_WORDS or len(text) - sum(map(str.isascii, text)) > 3 * _FEWEST_WORDS
    return long_enough and not lists.why_no_abstract(" ".join(text.split()))


def continues(text: str) -> bool:
    """Tell whether a paragraph under an abstract may be more of it, not what readers are asked to do."""
    return not lists.why_no_abstract(text) and not _TO_READERS.match(text)


def _prose(draft: Draft) -> list[str]:
    """Give the paragraphs under a title that are long enough, and like an abstract."""
    return [
        part
        for part in draft.body
        if len(part.split()) >= _FEWEST_WORDS and not lists.why_no_abstract(part.replace("\n", " "))
    ]


def _reads_like_a_paper(draft: Draft) -> bool:
    """Tell a title that may be a paper's from one of a section."""
    telling = len(draft.title.split()) > 2 or (names.is_telling(draft.title) and not draft.title.isascii())
    return telling and len(draft.title) <= LONGEST_TITLE and not SECTIONS.fullmatch(draft.title)
