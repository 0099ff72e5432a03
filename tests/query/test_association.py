import math

import networkx as nx
import numpy as np
import pytest

from kg.query import association
from kg.query.incidence import Incidence
from tests.query.graphs import concept, graph_of

GRAPH = graph_of(
    dict.fromkeys(("hub", "replay", "forgetting", "parsing", "far", "stated"), "Method"),
    {
        "1": "A hub and replay and forgetting.",
        "2": "A hub and replay and forgetting.",
        "3": "A hub and parsing.",
        "4": "A hub and parsing.",
        "5": "A hub.",
        "6": "The far and forgetting.",
        "7": "Nothing.",
        "8": "Nothing.",
    },
    [("far", "basedOn", "stated", [])],
)
MATRIX = Incidence(GRAPH)


def score(measure, one, other):
    return measure(MATRIX, MATRIX.concept_number[concept(one)])[MATRIX.concept_number[concept(other)]]


def test_shared_papers_are_counted():
    assert score(association.shared_papers, "replay", "forgetting") == 2
    assert score(association.shared_papers, "replay", "replay") == 0


def test_normalised_mutual_information_is_that_of_the_formula():
    value = math.log(2 * 8 / (2 * 3)) / -math.log(2 / 8) * (2 / 3) * (2 / 3)
    assert score(association.npmi, "replay", "forgetting") == pytest.approx(value)


def test_the_likelihood_ratio_is_that_of_the_table():
    observed = np.array([[2, 0], [1, 5]])
    expected = np.outer(observed.sum(1), observed.sum(0)) / 8
    value = 2 * sum(o * math.log(o / e) for o, e in zip(observed.flat, expected.flat, strict=True) if o)
    assert score(association.log_likelihood, "replay", "forgetting") == pytest.approx(value)


@pytest.mark.parametrize("measure", [association.npmi, association.log_likelihood, association.pagerank])
def test_a_hub_is_not_nearer_than_what_is_special(measure):
    assert score(measure, "replay", "forgetting") > score(measure, "replay", "hub")


@pytest.mark.parametrize("measure", [association.npmi, association.log_likelihood])
def test_what_shares_no_paper_or_fewer_than_by_chance_scores_nothing(measure):
    assert score(measure, "replay", "far") == 0
    assert score(measure, "forgetting", "hub") >= 0


def test_a_walk_also_reaches_what_shares_no_paper():
    papers = {str(number): "A hub and parsing." for number in range(20)}
    papers |= {"one": "Here replay and forgetting.", "two": "Then forgetting and far."}
    concepts = dict.fromkeys(("hub", "parsing", "replay", "forgetting", "far", "stated"), "Method")
    matrix = Incidence(graph_of(concepts, papers, [("far", "basedOn", "stated", [])]))
    number = {label: matrix.concept_number[concept(label)] for label in concepts}
    near = association.pagerank(matrix, number["replay"])
    assert near[number["forgetting"]] > near[number["far"]] > near[number["stated"]] > 0
    assert near[number["hub"]] == near[number["parsing"]] == 0


def test_the_walk_is_the_sum_of_its_steps_less_chance():
    bipartite = nx.Graph(
        (("paper", int(row)), int(column)) for row, column in zip(MATRIX.paper, MATRIX.concept, strict=True)
    )
    bipartite.add_edges_from(("statement", MATRIX.concept_number[concept(end)]) for end in ("far", "stated"))
    start = MATRIX.concept_number[concept("replay")]
    walker = {node: float(node == start) for node in bipartite}
    total = dict.fromkeys(bipartite, 0.0)
    for hop in range(200):
        for node, value in walker.items():
            total[node] += 0.15 * 0.85**hop * value
        for _ in range(2):
            walker = {node: sum(walker[end] / bipartite.degree(end) for end in bipartite[node]) for node in bipartite}
    scores = association.pagerank(MATRIX, start)
    for label in ("forgetting", "hub", "parsing", "far"):
        number = MATRIX.concept_number[concept(label)]
        chance = bipartite.degree(number) / bipartite.number_of_edges()
        assert scores[number] == pytest.approx(max(0, total[number] - 0.85 * chance), abs=1e-3)


def test_in_a_graph_without_links_nothing_is_near():
    matrix = Incidence(graph_of({"one": "Task", "two": "Task"}, {}))
    for measure in (association.npmi, association.log_likelihood, association.pagerank):
        assert measure(matrix, 0).tolist() == [0, 0]
