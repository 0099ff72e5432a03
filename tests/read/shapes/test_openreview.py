import json

import pytest

from kg.model import Effect
from kg.read import find, read_files
from tests.read.conftest import split

CONTENT = {
    "title": "Sparse Maps",
    "abstract": "We draw *maps* with $\\ell_1$ norms, 35% sparser.",
    "TL;DR": "Sparse maps are good.",
    "authors": ["Ada Lovelace", "Emmy Noether"],
    "authorids": ["ada@example.org", "~Emmy_Noether1"],
    "keywords": ["maps", "sparsity"],
    "pdf": "/pdf/0123.pdf",
    "paperhash": "lovelace|sparse_maps",
}
V1 = {
    "id": "Hk3xY_Z-a1",
    "forum": "Hk3xY_Z-a1",
    "replyto": None,
    "referent": None,
    "ddate": None,
    "cdate": 1540035843524,
    "invitation": "Maps.cc/2019/Conference/-/Blind_Submission",
    "signatures": ["Maps.cc/2019/Conference/Paper7/Authors"],
    "content": CONTENT,
}


def v2(**content):
    given = CONTENT | {"venue": "Maps 2024 poster", "venueid": "Maps.cc/2024/Conference"} | content
    return {
        "id": "aZ0bY1cX2d",
        "forum": "aZ0bY1cX2d",
        "cdate": 1699999999999,
        "pdate": 1705410000000,
        "invitations": ["Maps.cc/2024/Conference/-/Submission", "Maps.cc/2024/Conference/-/Edit"],
        "content": {name: {"value": value} for name, value in given.items()},
    }


def reply(invitation, **content):
    return {
        "id": "r1",
        "forum": V1["forum"],
        "replyto": V1["forum"],
        "invitation": f"Maps.cc/2019/Conference/-/Paper7/{invitation}",
        "content": content,
    }


def of(*notes, load):
    return load("notes.json", json.dumps(notes, indent=2))


@pytest.mark.parametrize(
    "wrap",
    [
        lambda note: note,
        lambda note: [note],
        lambda note: {"notes": [note], "count": 1},
        lambda note: [{"venue": "Maps.cc", "year": 2019, "submissions": [note]}],
        lambda note: {note["id"]: note},
    ],
    ids=["bare", "list", "notes", "crawl", "by id"],
)
def test_version_1_is_read_in_every_wrapping(load, wrap):
    papers, problems = load("notes.json", json.dumps(wrap(V1)))
    assert not problems
    (paper,) = papers
    assert paper.title == "Sparse Maps"
    assert paper.abstract.endswith("35% sparser.")
    assert paper.authors == ("Ada Lovelace", "Emmy Noether")
    assert paper.keywords == ("maps", "sparsity")
    assert (paper.venue, paper.year) == ("Maps 2019", 2019)
    assert paper.url == "https://openreview.net/forum?id=Hk3xY_Z-a1"
    assert paper.ids == ("openreview:Hk3xY_Z-a1",)


def test_version_2_is_unwrapped(load):
    papers, problems = of(v2(), load=load)
    assert not problems
    (paper,) = papers
    assert (paper.title, paper.venue, paper.year) == ("Sparse Maps", "Maps 2024", 2024)
    assert paper.authors == ("Ada Lovelace", "Emmy Noether")
    assert paper.keywords == ("maps", "sparsity")


def test_notes_on_lines_are_read(load):
    papers, problems = load("notes.jsonl", f"{json.dumps(V1)}\n{json.dumps(v2(title='Dense Maps'))}\n")
    assert not problems
    assert [p.year for p in papers] == [2019, 2024]


REPLIES = {
    "Official_Review": ("a review", {"title": "Weak", "review": "They are secret words.", "rating": "3"}),
    "Meta_Review": ("a meta-review", {"metareview": "secret words", "recommendation": "Reject"}),
    "Decision": ("a decision", {"title": "Paper Decision", "decision": "Reject", "comment": "secret words"}),
    "Public_Comment": ("a comment", {"title": "Hi", "comment": "secret words"}),
    "Rebuttal": ("a rebuttal", {"rebuttal": "secret words"}),
    "Withdrawal": ("a notice of withdrawal", {"withdrawal_confirmation": "secret words"}),
    "Something": ("a reply to a submission", {"title": "secret words"}),
}


@pytest.mark.parametrize(("invitation", "kind", "content"), [(k, *v) for k, v in REPLIES.items()])
def test_what_is_said_about_submissions_is_no_paper_and_stays_out(load, invitation, kind, content):
    papers, problems = of(V1, reply(invitation, **content), load=load)
    assert [p.title for p in papers] == ["Sparse Maps"]
    assert [(p.reason, p.detail, p.raw, p.effect) for p in problems] == [("not a paper", kind, "", Effect.SKIPPED)]
    assert "secret" not in repr(problems)


def test_replies_within_a_submission_stay_out(load):
    replies = [reply(invitation, **content) for invitation, (_, content) in REPLIES.items() if invitation != "Decision"]
    note = {**V1, "notes": replies, "revisions": [V1], "details": {"replies": replies}}
    for text in (json.dumps([note]), json.dumps(note), json.dumps({"notes": replies, **note})):
        papers, problems = load("notes.json", text)
        assert [p.title for p in papers] == ["Sparse Maps"]
        assert "secret" not in repr([papers, problems])


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        (v2(venueid="Maps.cc/2024/Conference/Withdrawn_Submission"), "withdrawn"),
        (v2(venueid="Maps.cc/2024/Conference/Desk_Rejected_Submission"), "rejected"),
        (v2(venueid="Maps.cc/2024/Conference/Rejected_Submission"), "rejected"),
        (v2(venueid="TMLR/Rejected"), "rejected"),
        (v2(venue="Maps 2024 Conference Withdrawn Submission"), "withdrawn"),
        (v2(venue="Submitted to Maps 2024"), "rejected"),
        (v2(venue="Maps 2024 Submitted"), "rejected"),
        (V1 | {"invitation": "Maps.cc/2020/Conference/-/Withdrawn_Submission"}, "withdrawn"),
        (V1 | {"invitation": "Maps.cc/2020/Conference/-/Desk_Rejected_Submission"}, "rejected"),
        (V1 | {"ddate": 1540035843524}, "withdrawn"),
        (V1 | {"content": CONTENT | {"withdrawal": "Confirmed"}}, "withdrawn"),
        (V1 | {"notes": [reply("Decision", decision="Reject")]}, "rejected"),
        (V1 | {"details": {"directReplies": [reply("Acceptance_Decision", decision="Reject")]}}, "rejected"),
    ],
)
def test_rejected_and_withdrawn_are_skipped_and_read_where_wanted(load, write, note, reason):
    papers, problems = of(note, load=load)
    assert not papers
    assert [(p.reason, p.effect, p.raw) for p in problems] == [(reason, Effect.SKIPPED, "Sparse Maps")]
    wanted, problems = split(read_files(find(write("notes.json", json.dumps(note)), include_rejected=True)))
    assert [p.title for p in wanted] == ["Sparse Maps"]
    assert not problems


@pytest.mark.parametrize(
    ("note", "venue", "year"),
    [
        (v2(venue="Maps 2024 oral"), "Maps 2024", 2024),
        (v2(venue="Maps 2024 notable top 5%"), "Maps 2024", 2024),
        (v2(venue="Maps 2024 spotlightposter"), "Maps 2024", 2024),
        (v2(venue="Maps 2024 OralPoster"), "Maps 2024", 2024),
        (v2(venue="Accepted by TMLR", venueid="TMLR"), "TMLR", 2024),
        (v2(venue="NeurMaps 2023 Accept (spotlight)", venueid="NeurMaps.cc/2023/Conference"), "NeurMaps 2023", 2023),
        (v2(venue="Maps 2025 Conference Submission", venueid="Maps.cc/2025/Conference/Submission"), None, 2025),
        (v2(venue="Submitted to TMLR", venueid="TMLR/Submitted"), "Submitted to TMLR", 2024),
        (v2(venue="TMLR", venueid="TMLR") | {"pdate": None}, "TMLR", 2023),
        (V1 | {"notes": [reply("Decision", decision="Accept (Poster)")]}, "Maps 2019", 2019),
        (V1 | {"invitation": "Maps.org/2018/Workshop/Old/-/Submission"}, "Maps 2018 Workshop Old", 2018),
        (V1 | {"invitation": "Maps/-/Submission", "cdate": "x", "tcdate": 10**40}, "Maps", None),
    ],
)
def test_accepted_and_submitted_are_read_with_venue_and_year(load, note, venue, year):
    papers, problems = of(note, load=load)
    assert not problems
    assert [p.year for p in papers] == [year]
    assert venue is None or papers[0].venue == venue


@pytest.mark.parametrize(
    ("given", "authors"),
    [
        (["Anonymous"], ()),
        ("Ada Lovelace, Emmy Noether", ("Ada Lovelace", "Emmy Noether")),
        ([{"fullname": "Ada Lovelace", "username": "~Ada1", "email": "ada@example.org"}], ("Ada Lovelace",)),
        (None, ()),
    ],
)
def test_authors_may_be_hidden_or_written_in_any_form(load, given, authors):
    papers, _ = of(v2(authors=given), load=load)
    assert papers[0].authors == authors


@pytest.mark.parametrize(("given", "keywords"), [("maps; graphs", ("maps", "graphs")), ([], ()), (None, ())])
def test_keywords_may_be_text_or_missing(load, given, keywords):
    papers, _ = of(v2(keywords=given), load=load)
    assert papers[0].keywords == keywords


def test_summary_is_no_abstract(load):
    papers, _ = of(v2(abstract=""), load=load)
    assert [(p.title, p.abstract) for p in papers] == [("Sparse Maps", "")]


def test_addresses_do_not_get_out(load):
    items = of(V1, v2(), v2(title=""), {**V1, "ddate": 1}, load=load)
    assert "ada@" not in repr(items)
    assert "~Emmy" not in repr(items)


def test_preprint_is_told_by_its_pdf(load):
    papers, _ = of(V1 | {"content": CONTENT | {"pdf": "https://arxiv.org/abs/1301.3781"}}, load=load)
    assert papers[0].ids == ("arxiv:1301.3781", "openreview:Hk3xY_Z-a1")


@pytest.mark.parametrize("value", [None, 7, 1e400, True, [], [[7]], [{}], {}, {"value": {}}, "\ud800", "a\0b"])
@pytest.mark.parametrize("name", [*V1, "notes", "details", "invitations", "pdate", *(f"content.{n}" for n in CONTENT)])
def test_any_value_anywhere_is_one_paper_or_one_problem(load, name, value):
    _, dot, inner = name.partition(".")
    note = V1 | ({"content": CONTENT | {inner: value}} if dot else {name: value})
    papers, problems = of(note, {"title": "Last"}, load=load)
    lost = [p for p in problems if p.effect is Effect.SKIPPED]
    assert len(papers) + len(lost) == 2


FLAT = {
    "id": "aZ0bY1cX2d",
    "number": 3,
    "title": "Sparse Maps",
    "abstract": "We draw maps.",
    "authors": ["Ada Lovelace"],
    "authorids": ["ada@example.org"],
    "venue": "Maps 2024 poster",
    "venueid": "Maps.cc/2024/Conference",
}


def test_a_submission_whose_content_lies_flat_has_venue_year_and_id(load):
    (paper,), _ = load("x.json", json.dumps([FLAT]))
    assert (paper.id, paper.venue, paper.year) == ("openreview:aZ0bY1cX2d", "Maps 2024", 2024)
    assert (paper.authors, paper.url) == (("Ada Lovelace",), "https://openreview.net/forum?id=aZ0bY1cX2d")
    assert "example.org" not in repr(paper)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"venueid": "Maps.cc/2024/Conference/Rejected_Submission"}, "rejected"),
        ({"venueid": "Maps.cc/2024/Conference/Withdrawn_Submission"}, "withdrawn"),
        ({"venue": "Submitted to Maps 2024"}, "rejected"),
        ({"Decision": "Reject"}, "rejected"),
    ],
)
def test_a_rejected_submission_whose_content_lies_flat_is_left_out(load, told, reason):
    papers, (problem,) = load("x.json", json.dumps([{**FLAT, **told}]))
    assert (papers, problem.reason) == ([], reason)


def test_a_conference_sites_own_numbers_are_no_ids_of_openreview(load):
    record = {"id": "1-01", "forum": "1-01", "content": {"title": "Sparse Maps", "abstract": "We draw.", "authors": []}}
    (paper,), _ = load("maps.json", json.dumps([record]))
    assert (paper.id, paper.url, paper.ids) == ("maps/1-01", "", ())
