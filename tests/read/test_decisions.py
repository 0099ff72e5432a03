import json

import pytest

from kg.model import Paper
from kg.read import read
from kg.read.decisions import judge_decision


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("Reject", "rejected"),
        ("rejected", "rejected"),
        ("Desk Reject", "rejected"),
        ("desk_rejected", "rejected"),
        ("Not accepted", "rejected"),
        ("Withdrawn", "withdrawn"),
        ("withdraw", "withdrawn"),
        ("Retracted", "retracted"),
        ("Rejected.", "rejected"),
        ("Reject (after rebuttal)", "rejected"),
        ("Rejected - out of scope", "rejected"),
        ("Rejected_Submission", "rejected"),
        ("Desk Rejected Submission", "rejected"),
        ("rejected at ICLR", "rejected"),
        ("Paper withdrawn by the authors", "withdrawn"),
        ("Withdrawn after reviews", "withdrawn"),
        ("withdrawn_submission", "withdrawn"),
        ("Article retracted: duplicate", "retracted"),
        ("Accept (Oral)", ""),
        ("accepted", ""),
        ("published", ""),
        ("final", ""),
        ("Rejected hypotheses", ""),
        ("Rejecting", ""),
        ("Rejected, then accepted elsewhere", ""),
        ("Not accepted yet", ""),
        ("Not rejected", ""),
        ("Declined to answer", ""),
        ("Withdrawal symptoms", ""),
        ("Withdrawing", ""),
        ("Conditional reject", ""),
        ("Invite to Workshop Track", ""),
        ("ok", ""),
        ("", ""),
        ("Rejecting " + "all of these words would be a text of its own, not a decision", ""),
    ],
)
def test_decisions(value, reason):
    verdict = judge_decision("decision", value)
    assert (verdict[0] if verdict else "") == reason


@pytest.mark.parametrize("column", ["decision", "Decision", "Final Decision", "status"])
def test_columns_and_members_of_decisions_are_heeded(write, column):
    table = write("x.csv", f'title,abstract,{column}\nOn graphs,"We prove it.",Accept\nOn trees,"We do not.",Reject\n')
    rows = [
        {"title": "On graphs", "abstract": "We prove it.", column: "Accept"},
        {"title": "On trees", column: "Reject"},
    ]
    lines = write("x.jsonl", "\n".join(map(json.dumps, rows)))
    for path in (table, lines):
        papers = [item for item in read(path) if isinstance(item, Paper)]
        problems = [item for item in read(path) if not isinstance(item, Paper)]
        assert [paper.title for paper in papers] == ["On graphs"]
        assert [(problem.reason, problem.raw) for problem in problems] == [("rejected", "On trees")]
        assert len([item for item in read(path, include_rejected=True) if isinstance(item, Paper)]) == 2
