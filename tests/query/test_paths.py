import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.query import KnowledgeGraph
from tests.query.graphs import graph_of


def labels(found):
    return [list(path.labels) for path in found.paths]


def knowledge(concepts, papers, relations=()):
    return KnowledgeGraph(graph_of(dict.fromkeys(concepts.split(), "Method"), papers, relations))


def test_a_special_concept_leads_rather_than_a_hub():
    graph = knowledge(
        "start hub replay end",
        {str(number): "A hub." for number in range(9)}
        | {"a": "The start and a hub and replay.", "b": "A hub and replay and the end."},
    )
    assert labels(graph.path("start", "end", limit=2)) == [["start", "replay", "end"], ["start", "hub", "end"]]


def test_what_shares_a_paper_meets_at_once_and_then_elsewhere():
    graph = knowledge(
        "start end way same",
        {"a": "The start and the same end.", "b": "From the start a way.", "c": "A way to the end."},
    )
    assert labels(graph.path("start", "end")) == [["start", "end"], ["start", "way", "end"]]


def test_each_step_has_its_evidence(lessons):
    [path, *_] = lessons.path("parsing", "replay").paths
    assert path.labels == ("parsing", "network", "replay")
    for step, (one, other) in zip(path.steps, pairwise(path.labels), strict=True):
        assert (step.source_label, step.target_label) == (one, other)
        assert step.ways
        assert step.sentences[0].paper in step.papers


def test_a_statement_makes_a_step_cheaper():
    papers = {"a": "The start and one. The start and two.", "b": "To one the end. To two the end."}
    graph = knowledge("start one two end", papers, [("start", "basedOn", "two", [("a", 1, 0.9)])])
    assert labels(graph.path("start", "end", limit=1)) == [["start", "two", "end"]]


def test_the_vocabulary_joins_what_no_paper_does(lessons):
    [path] = lessons.path("generative replay", "replay").paths
    assert [way.text for way in path.steps[0].ways] == ["broader (vocabulary)"]


def test_where_no_path_leads_it_says_so(lessons):
    found = lessons.path("lonely", "replay")
    assert (found.paths, found.note) == ((), "no papers and statements lead from lonely to replay")


def test_a_concept_and_itself(lessons):
    assert lessons.path("replay", "Replays").note == "both names mean replay"


def test_a_limit_of_none_and_less(lessons):
    assert lessons.path("replay", "network", limit=0).paths == ()
    with pytest.raises(ValueError, match="limit is -1"):
        lessons.path("replay", "network", limit=-1)


def test_as_dict_it_is_json_and_as_table_a_row_a_step(lessons):
    found = lessons.path("parsing", "MemoNet")
    assert json.loads(json.dumps(found.to_dict()))["paths"][0]["labels"] == list(found.paths[0].labels)
    assert len(found.table()) == sum(len(path.steps) for path in found.paths)


@given(st.data())
def test_paths_join_the_ends_score_in_order_and_share_nothing_between(lessons, data):
    nodes = st.sampled_from([node for node in lessons.nx if node.startswith("concept/")])
    one, other = data.draw(nodes), data.draw(nodes)
    found = lessons.path(one, other, limit=4)
    between = [node for path in found.paths for node in path.nodes[1:-1]]
    assert len(between) == len(set(between))
    assert [path.score for path in found.paths] == sorted((path.score for path in found.paths), reverse=True)
    for path in found.paths:
        assert (path.nodes[0], path.nodes[-1]) == (one, other)
        assert all(step.ways for step in path.steps)
        assert 0 < path.score <= 1
    assert [path.score for path in lessons.path(other, one, limit=4).paths] == pytest.approx(
        [path.score for path in found.paths]
    )
