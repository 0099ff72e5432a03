import json

PAPER = {
    "id": 1091,
    "authors": [{"name": "Ada Lovelace", "org": "a@example.org", "id": 7}],
    "title": "On Graphs",
    "year": 2013,
    "n_citation": 1,
    "doc_type": "Conference",
    "doi": "",
    "references": [1, 2],
    "venue": {"raw": "International Conference on Graphs", "id": 9},
    "indexed_abstract": {"IndexLength": 4, "InvertedIndex": {"graphs": [1], "We": [0], "prove": [3]}},
    "fos": [{"name": "Graph", "w": 0.4}],
}


def test_restores_the_abstract_and_names_the_venue(load):
    (paper,), problems = load("dblp.v12.json", json.dumps([PAPER]))
    assert (paper.title, paper.abstract) == ("On Graphs", "We graphs prove")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Lovelace",), 2013, "International Conference on Graphs")
    assert paper.id == "dblp.v12/1091"
    assert not problems


def test_reads_plain_abstracts_of_later_versions(load):
    members = {name: value for name, value in PAPER.items() if name not in {"indexed_abstract", "id"}}
    (paper,), _ = load("x.json", json.dumps({**members, "_id": "53e9", "abstract": "We prove graphs."}))
    assert (paper.id, paper.abstract, paper.venue) == (
        "x/53e9",
        "We prove graphs.",
        "International Conference on Graphs",
    )


def test_counts_every_record(load):
    records = [
        PAPER,
        {**PAPER, "id": 2, "title": "", "indexed_abstract": None},
        {**PAPER, "id": 3, "title": "On Trees"},
    ]
    papers, problems = load("x.jsonl", "\n".join(map(json.dumps, records)))
    assert (len(papers), len(problems)) == (2, 1)
