import json

import pytest

from tests.query.graphs import concept


def labels(found):
    return [row.label for row in found.rows]


@pytest.mark.parametrize("measure", ["npmi", "log-likelihood", "pagerank"])
def test_the_special_partner_goes_before_the_hub(lessons, measure):
    order = labels(lessons.related("lifelong learning", measure=measure))
    assert order.index("replay") < (order.index("network") if "network" in order else len(order))


def test_why_tells_papers_statements_and_what_both_are_tied_to(lessons):
    found = {row.label: row for row in lessons.related("replay").rows}
    memo = found["MemoNet"]
    assert (memo.papers, memo.shared) == (1, 1)
    assert memo.why.startswith("← based on; in 1 paper together, 0.4 by chance; both with ")
    assert "Shifted MNIST" in memo.through
    assert found["generative replay"].why == "narrower (vocabulary); in no paper together"


def test_what_shares_no_paper_is_found_too(lessons):
    found = {row.label: row for row in lessons.related("treebank", limit=None).rows}
    assert found["parsing"].shared == 1
    assert all(row.through for row in found.values() if not row.shared)


def test_only_the_types_asked_for_and_no_more_than_the_limit(lessons):
    assert {row.kind for row in lessons.related("replay", kinds=["Task"]).rows} == {"Task"}
    assert len(lessons.related("replay", limit=2).rows) == 2


def test_a_concept_alone_has_none(lessons):
    found = lessons.related("lonely")
    assert (found.rows, found.note) == ((), "nothing is related to it: no paper has it together with another concept")


def test_a_type_that_leaves_nothing_is_named(lessons):
    found = lessons.related("replay", kinds=["Metric"])
    assert (found.rows, found.note) == ((), "nothing related to it is left by kind Metric")
    assert lessons.related("replay").note == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [({"measure": "cosine"}, "choose from npmi, log-likelihood, pagerank"), ({"limit": -1}, "limit is -1")],
)
def test_what_is_no_measure_is_refused(lessons, options, words):
    with pytest.raises(ValueError, match=words):
        lessons.related("replay", **options)


def test_as_dict_it_is_json_and_as_table_a_row_a_concept(lessons):
    found = lessons.related("replay")
    assert json.loads(json.dumps(found.to_dict()))["rows"][0]["label"] == labels(found)[0]
    assert [row["node"] for row in found.table().to_dicts()] == [concept(label) for label in labels(found)]


def test_the_seeds_give_what_a_reader_expects(seeds):
    assert labels(seeds.related("Koopman operator"))[0] == "KoNODE"
