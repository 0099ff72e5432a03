import json

import pytest

from kg.model import ConceptType, Link, Relation
from kg.query.compare import compare
from tests.export.graphs import (
    ADAM,
    ALPHA_CROWN,
    FIRST,
    GRADIENT_DESCENT,
    GROKNET,
    TINY_BENCH,
    TINY_BENCH_SPACED,
    add_link,
    add_paper,
    add_relation,
    sample_graph,
)


@pytest.fixture
def graph():
    return sample_graph()


def aspects(answer):
    return {
        aspect.heading: tuple(
            [entry.label for entry in column] for column in (aspect.both, aspect.first, aspect.second)
        )
        for aspect in answer.aspects
    }


def test_what_two_methods_have_in_common_and_apart(graph):
    answer = compare(graph, GROKNET, GRADIENT_DESCENT)
    assert (answer.first.label, answer.second.label, answer.shared_papers) == ("GrokNet", "gradient descent", 1)
    found = aspects(answer)
    assert found["tasks"] == (["neural network verification"], [], [])
    assert found["benchmarks"] == (["Tiny.Bench"], [], [])
    assert found["metrics"] == ([], ["F1@10"], [])  # the first paper only mentions gradient descent
    assert found["based on"] == ([], ["Adam"], [])
    assert "methods" not in found


def test_sides_change_places(graph):
    one, other = aspects(compare(graph, GROKNET, ADAM)), aspects(compare(graph, ADAM, GROKNET))
    assert {name: (both, second, first) for name, (both, first, second) in one.items()} == other


def test_neither_is_part_of_the_comparison(graph):
    columns = aspects(compare(graph, GROKNET, ADAM))
    assert not {"GrokNet", "Adam"} & {label for column in columns.values() for labels in column for label in labels}


def test_who_is_better_by_whose_word(graph):
    [verdict] = compare(graph, ALPHA_CROWN, GROKNET).verdicts
    assert (verdict.winner, verdict.party, verdict.paper) == (GROKNET, GROKNET, FIRST)
    assert verdict.sentence.text == "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench."


def test_a_third_paper_is_no_party(graph):
    paper = add_paper(graph, "third", abstract="GrokNet loses to α-CROWN.", year=2026)
    add_link(graph, paper, Link.USES, GROKNET, [("abstract", "GrokNet", 0)])
    add_link(graph, paper, Link.USES, ALPHA_CROWN, [("abstract", "α-CROWN", 0)])
    add_relation(graph, ALPHA_CROWN, Relation.OUTPERFORMS, GROKNET, [(paper, 0, 0.9)])
    verdicts = compare(graph, GROKNET, ALPHA_CROWN).verdicts
    assert [(each.winner, each.party, each.year) for each in verdicts] == [
        (GROKNET, GROKNET, 2025),
        (ALPHA_CROWN, "", 2026),
    ]


def test_a_paper_that_compares_without_a_verdict_is_listed(graph):
    graph.remove_edge(GROKNET, ALPHA_CROWN, Relation.OUTPERFORMS.value)
    [verdict] = compare(graph, GROKNET, ALPHA_CROWN).verdicts
    assert (verdict.winner, verdict.party, verdict.paper) == ("", GROKNET, FIRST)


def test_benchmarks_are_compared_by_the_methods_tried_on_them(graph):
    found = aspects(compare(graph, TINY_BENCH, TINY_BENCH_SPACED))
    assert "GrokNet" in found["methods"][1]
    assert "C++" in found["methods"][2]


def test_a_concept_with_itself_has_all_in_common(graph):
    answer = compare(graph, GROKNET, GROKNET)
    assert all(not aspect.first and not aspect.second for aspect in answer.aspects)


def test_concepts_without_papers_have_nothing_to_compare(graph):
    for label in ("one", "two"):
        graph.add_node(f"concept/{label}", kind=ConceptType.TASK.value, label=label, aliases=[], definition="")
    answer = compare(graph, "concept/one", "concept/two")
    assert (answer.aspects, answer.verdicts, answer.table().rows) == ((), (), ())


def test_a_limit_cuts_and_counts_what_is_left(graph):
    answer = compare(graph, TINY_BENCH, TINY_BENCH_SPACED, limit=1)
    [methods] = [aspect for aspect in answer.aspects if aspect.heading == "methods"]
    assert (len(methods.first), methods.left) == (1, (0, 3, 1))


def test_it_is_a_table_and_plain_values(graph):
    answer = compare(graph, GROKNET, ADAM)
    assert ("tasks", "both", "neural network verification", 1) in [row[:4] for row in answer.table()]
    assert json.loads(json.dumps(answer.to_dict()))["first"]["label"] == "GrokNet"
