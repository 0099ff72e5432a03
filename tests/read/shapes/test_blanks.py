"""Long runs of blanks in what expressions look through, wherever a shape takes its values from."""

import json

import pytest

from tests.timing import assert_takes

BLANKS = " " * 60_000


@pytest.mark.parametrize(
    "members",
    [
        {"conference": f"ICLR{BLANKS}2017", "reviews": [], "accepted": True},
        {
            "content": {"title": "On Graphs", "abstract": "We do.", "venue": f"ICLR{BLANKS}2017"},
            "forum": "a",
            "id": "a",
        },
        {"bibtex": f"@inproceedings{{a, year={BLANKS}x}}", "status": "Poster", "track": "main", "site": "x"},
        {
            "proceeding": f"icml{BLANKS}2020",
            "paper_url": f"x{BLANKS}",
            "url_abs": f"x{BLANKS}",
            "arxiv_id": BLANKS + "x",
        },
        {"venue": f"accepted{BLANKS}x", "venueid": f"a/{BLANKS}b"},
        {"bibtex": f"@inproceedings{{a, booktitle={BLANKS}x}}"},
        {"id": "2101.00001", "categories": BLANKS + "x", "authors": f"A{BLANKS}(" * 3},
        {"decision": f"accept{BLANKS}x", "venue": BLANKS + "x", "year": BLANKS + "x", "keywords": BLANKS + "x,"},
    ],
)
def test_take_no_time(load, members):
    text = json.dumps([{"title": "On Graphs", "abstract": "We prove it.", **members}])
    assert_takes(1, lambda: load("x.json", text))
