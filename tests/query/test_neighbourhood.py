import json
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.ids import BASE_IRI
from kg.model import ConceptType
from kg.query import KnowledgeGraph
from tests.export.graphs import add_concept
from tests.query.graphs import concept, graph_of, paper


def rows(found):
    return {row.label: row for row in found.rows}


def ways(row):
    return {(way.relation, way.direction) for way in row.ways}


def test_statements_and_shared_papers_are_in_one_result(lessons):
    found = rows(lessons.neighbourhood("replay"))
    assert ways(found["MemoNet"]) == {("basedOn", "in"), ("sharesPapers", "")}
    assert ways(found["lifelong learning"]) == {("sharesPapers", "")}
    assert found["lifelong learning"].papers == (paper("a"), paper("b"), paper("c"))
    assert found["lifelong learning"].years == (2018, 2021)


def test_what_the_vocabulary_alone_says_needs_no_paper(lessons):
    row = rows(lessons.neighbourhood("replay"))["generative replay"]
    assert (ways(row), row.papers, row.years, row.sentences) == ({("broader", "in")}, (), None, ())
    assert row.ways[0].text == "narrower (vocabulary)"


def test_a_statement_is_cited_by_its_sentence(lessons):
    row = rows(lessons.neighbourhood("Shifted MNIST"))["MemoNet"]
    assert row.sentences[0].text == "It wins on Shifted MNIST."
    assert row.sentences[0].confidence == 0.6


def test_a_hub_does_not_go_before_what_is_special(lessons):
    order = [row.label for row in lessons.neighbourhood("lifelong learning").rows]
    assert order.index("replay") < order.index("network")
    assert order.index("MemoNet") < order.index("network")


def test_scores_of_the_first_hop_are_shares_of_the_whole(lessons):
    found = lessons.neighbourhood("network", limit=None)
    assert sum(row.score for row in found.rows) == pytest.approx(1)
    assert [row.score for row in found.rows] == sorted((row.score for row in found.rows), reverse=True)


def test_each_hop_finds_what_is_new_and_says_through_what(lessons):
    found = lessons.neighbourhood("treebank", depth=3)
    hops = {depth: {row.label for row in found.rows if row.depth == depth} for depth in (1, 2, 3)}
    assert hops[1] == {"parsing", "network"}
    assert "lifelong learning" in hops[2]
    assert hops[3] == {"generative replay"}
    assert {row.via for row in found.rows if row.depth == 2} == {concept("network")}
    assert len(found.total) == 3


def test_a_hop_too_many_changes_nothing(lessons):
    assert lessons.neighbourhood("treebank", depth=50, limit=None) == lessons.neighbourhood(
        "treebank", depth=5, limit=None
    )


def test_depth_none_is_the_concept_alone(lessons):
    found = lessons.neighbourhood("replay", depth=0)
    assert (found.rows, found.note, list(found.subgraph)) == ((), "", [concept("replay")])


@pytest.mark.parametrize("options", [{"depth": -1}, {"limit": -5}])
def test_less_than_nothing_is_refused(lessons, options):
    with pytest.raises(ValueError, match="give 0 or more"):
        lessons.neighbourhood("replay", **options)


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        ({"kinds": ["Benchmark"]}, {"Shifted MNIST"}),
        ({"relations": ["basedOn"]}, {"MemoNet"}),
        ({"roles": ["introduces"]}, {"MemoNet"}),
        ({"years": 2021}, {"lifelong learning"}),
        ({"years": (None, 2018)}, {"lifelong learning", "network", "forgetting"}),
        ({"venues": ["icml"]}, {"lifelong learning", "network", "forgetting"}),
        ({"min_papers": 2}, {"lifelong learning", "network"}),
        ({"relations": ["sharesPapers"], "years": 2020, "kinds": "Task"}, {"lifelong learning"}),
    ],
)
def test_conditions_leave_what_meets_them(lessons, options, labels):
    assert set(rows(lessons.neighbourhood("replay", **options))) == labels


def test_conditions_on_papers_hold_for_the_papers_of_the_rows(lessons):
    for row in lessons.neighbourhood("replay", venues=["ICML"]).rows:
        assert set(row.papers) <= {paper("a"), paper("c")}
        assert {sentence.paper for sentence in row.sentences} <= set(row.papers)


def test_the_farthest_hop_is_ranked_too():
    labels = [f"c{number}" for number in range(160)]
    papers = {f"p{number}": f"{one} with {other}." for number, (one, other) in enumerate(pairwise(labels))}
    papers |= {
        "weak": "Here is c159. There is faint.",
        "strong": "We have c159 with clear.",
        "more": "Again c159 with clear.",
    }
    graph = KnowledgeGraph(graph_of(dict.fromkeys(["faint", "clear", *labels], "Method"), papers))
    found = graph.neighbourhood("c0", depth=200)
    assert found.rows[-2].score < 1e-45
    assert [row.label for row in found.rows[-2:]] == ["clear", "faint"]
    assert all(row.via == concept(label) for row, label in zip(found.rows, labels, strict=False))


def test_the_roles_and_years_asked_for_hold_together(lessons):
    found = lessons.neighbourhood("lifelong learning", relations=["basedOn", "sharesPapers"], roles=["introduces"])
    assert [row.label for row in found.rows] == ["MemoNet"]
    found = lessons.neighbourhood("replay", relations=["basedOn"], roles=["introduces"], years=2020)
    assert [row.label for row in found.rows] == ["MemoNet"]
    assert not lessons.neighbourhood("replay", relations=["basedOn"], roles=["compares"], years=2020).rows


def test_types_are_chosen_at_the_end_of_the_way(lessons):
    found = lessons.neighbourhood("treebank", depth=2, kinds=["Benchmark"])
    assert [(row.label, row.depth) for row in found.rows] == [("Shifted MNIST", 2)]
    assert found.rows[0].via in found.subgraph


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"years": 1999}, "left by year 1999"),
        ({"kinds": ["Metric"], "years": 2020}, "left by kind Metric"),
        ({"relations": ["basedOn"], "years": 2021}, "left by relation basedOn and year 2021 together"),
    ],
)
def test_a_filter_that_leaves_nothing_says_which(lessons, options, words):
    found = lessons.neighbourhood("replay", **options)
    assert found.rows == ()
    assert found.note.startswith("nothing near replay is ")
    assert found.note.endswith(words)


def test_a_concept_alone_says_so(lessons):
    assert lessons.neighbourhood("lonely").note.startswith("lonely shares no paper")


def test_narrower_concepts_are_taken_together(lessons):
    narrow = lessons.neighbourhood("generative replay", under=True)
    assert [row.label for row in narrow.rows] == ["replay"]
    wide = lessons.neighbourhood("replay", under=True)
    assert wide.under == (concept("generative replay"),)
    assert "generative replay" not in rows(wide)


def test_a_paper_has_its_concepts_around_it(lessons):
    found = lessons.neighbourhood(paper("b"))
    assert set(rows(found)) == {"MemoNet", "replay", "lifelong learning", "network", "Shifted MNIST"}
    assert ways(rows(found)["MemoNet"]) == {("introduces", "out")}
    assert rows(found)["MemoNet"].score > rows(found)["network"].score
    assert {row.depth for row in lessons.neighbourhood(paper("b"), depth=2).rows} == {1, 2}


def test_a_long_way_off_there_are_still_ways():
    labels = [f"link {number}" for number in range(40)]
    papers = {str(number): f"The {one} and the {other}." for number, (one, other) in enumerate(pairwise(labels))}
    chain = KnowledgeGraph(graph_of(dict.fromkeys(labels, "Method"), papers))
    found = chain.neighbourhood("link 0", depth=50)
    assert [row.label for row in found.rows] == labels[1:]
    assert all(row.ways and row.score > 0 for row in found.rows)


def test_a_paper_alone_is_not_two():
    graph = KnowledgeGraph(graph_of({"one": "Task"}, {"a": "The one."}))
    assert graph.neighbourhood(paper("a"), min_papers=2).note.endswith("left by at least 2 papers")


def test_the_subgraph_holds_what_the_rows_rest_on_and_nothing_false(lessons):
    found = lessons.neighbourhood("replay", limit=3)
    part = found.subgraph
    for row in found.rows:
        assert {row.node, *row.papers} <= set(part)
    for head, tail, key, edge in part.edges(keys=True, data=True):
        assert lessons.nx.has_edge(head, tail, key)
        assert all(statement["paper"] in part for statement in edge.get("statements", ()))
    assert isinstance(nx.degree_centrality(part), dict)


def test_as_dict_it_is_json_and_as_table_a_row_a_neighbour(lessons):
    found = lessons.neighbourhood("replay", depth=2)
    data = json.loads(json.dumps(found.to_dict()))
    assert [row["label"] for row in data["rows"]] == [row.label for row in found.rows]
    assert "_graph" not in data
    assert [row["concept"] for row in found.table().to_dicts()] == [row.label for row in found.rows]


def test_a_graph_of_one_concept_and_no_paper():
    graph = nx.MultiDiGraph(base=BASE_IRI)
    add_concept(graph, "alone", ConceptType.TASK)
    assert KnowledgeGraph(graph).neighbourhood("alone", depth=50).rows == ()


@given(st.data())
def test_whatever_is_asked_every_row_has_a_way_and_passes(lessons, data):
    name = data.draw(st.sampled_from([node for node in lessons.nx if node.startswith("concept/")]))
    options = {
        "depth": data.draw(st.integers(1, 3)),
        "kinds": data.draw(st.sets(st.sampled_from(["Method", "Task", "Benchmark"]))),
        "years": data.draw(st.sampled_from([None, 2020, (2019, None), (None, 2021)])),
        "min_papers": data.draw(st.integers(0, 2)),
        "under": data.draw(st.booleans()),
    }
    found = lessons.neighbourhood(name, **options)
    assert len({row.node for row in found.rows}) == len(found.rows)
    for row in found.rows:
        assert row.ways
        assert len(row.papers) >= (options["min_papers"] if options["min_papers"] > 1 else 0)
        assert not options["kinds"] or row.kind in options["kinds"]
        assert row.node != found.centre


def test_the_seeds_give_what_a_reader_expects(seeds):
    labels = [row.label for row in seeds.neighbourhood("Koopman operator", limit=5).rows]
    assert labels[0] == "KoNODE"
    assert "VinePPO" in rows(seeds.neighbourhood("Proximal Policy Optimization"))
    assert "catastrophic forgetting" in rows(seeds.neighbourhood("continual learning"))
