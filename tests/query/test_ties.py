import math

import numpy as np
import pytest

from kg.query.filters import Filter
from tests.query.graphs import concept


def ties(graph, label, **conditions):
    matrix = graph.incidence
    found = graph.ties(Filter.of(**conditions)).ties(matrix.numbers_of([concept(label)]))
    return {
        graph.nx.nodes[node]["label"]: (int(found.papers[number]), float(found.strength[number]))
        for node, number in matrix.concept_number.items()
        if found.strength[number]
    }


def test_strength_is_weight_times_the_surprise(lessons):
    found = ties(lessons, "replay")
    # Three papers of seven have it, three lifelong learning; b and c name both in one sentence, a does not.
    assert found["lifelong learning"] == (3, pytest.approx((1 + 2 + 2) * math.log1p(3 / (3 * 3 / 7))))
    # One paper has both in one sentence and states something with confidence 0.9.
    assert found["MemoNet"] == (1, pytest.approx((2 + 2 * 0.9) * math.log1p(1 / (1 * 3 / 7))))


def test_the_vocabulary_counts_as_a_sure_statement_of_no_paper(lessons):
    assert ties(lessons, "replay")["generative replay"] == (0, pytest.approx(2 * math.log1p(1 / (1 * 3 / 7))))


def test_only_mentioning_counts_half(lessons):
    graph = lessons.nx
    strong = ties(lessons, "treebank")["parsing"][1]
    weak = type(lessons)(graph.copy())
    weak.nx.remove_edge("paper/d", concept("parsing"))
    weak.nx.add_edge(
        "paper/d", concept("parsing"), key="mentions", **graph.edges["paper/d", concept("parsing"), "addresses"]
    )
    assert ties(weak, "treebank")["parsing"][1] == pytest.approx(strong / 2)


def test_a_concept_has_no_tie_to_itself(lessons):
    assert "replay" not in ties(lessons, "replay")


@pytest.mark.parametrize(
    ("conditions", "labels"),
    [
        ({"relations": ["basedOn"], "roles": ["introduces"]}, {"MemoNet"}),
        ({"relations": ["basedOn"], "roles": ["compares"]}, set()),
        ({"relations": ["basedOn"], "years": 2021}, set()),
        ({"relations": ["broader"]}, {"generative replay"}),
        ({"relations": ["broader"], "venues": ["ICML"]}, set()),
    ],
)
def test_conditions_hold_for_statements_too(lessons, conditions, labels):
    assert set(ties(lessons, "replay", **conditions)) == labels


def test_several_concepts_are_one_centre(lessons):
    matrix = lessons.incidence
    centre = matrix.numbers_of([concept("replay"), concept("MemoNet")])
    found = lessons.ties(Filter()).ties(centre)
    assert found.papers[matrix.concept_number[concept("lifelong learning")]] == 3
    assert not found.strength[centre].any()


def test_a_paper_is_tied_most_to_its_rarest_concept(lessons):
    matrix = lessons.incidence
    found = lessons.ties(Filter()).of_paper(matrix.paper_number["paper/d"])
    assert found.papers.sum() == 3
    assert matrix.concepts[int(np.argmax(found.strength))] == concept("treebank")
