from kg.export.page.overview import main_concepts
from kg.model import ConceptType, Link, Relation
from tests.export.graphs import add_concept, add_link, add_paper, add_relation, sample_graph
from tests.export.page.reading import shared_graph


def ties(main):
    """How close concepts are, by their keys."""
    return {(main.concepts[head], main.concepts[tail]): weight for head, tail, weight in main.ties}


def test_it_has_the_most_shared_concepts_and_no_more_than_asked_for():
    main = main_concepts(shared_graph(10, 30), most=11)
    assert len(main.concepts) == 11
    assert main.concepts[0] == "concept/hub"
    assert main.papers.tolist() == [10] + [2] * 10


def test_concepts_of_the_same_papers_are_closest():
    close = ties(main_concepts(shared_graph(10, 20)))
    assert close["concept/concept_1", "concept/concept_11"] == 1
    assert ("concept/concept_1", "concept/concept_5") not in close


def test_the_closest_ties_are_drawn_and_they_are_few():
    main = main_concepts(shared_graph(2, 300))
    assert 0 < main.lines <= 3 * len(main.concepts)
    assert main.lines < len(main.ties) <= 8 * len(main.concepts)


def test_a_stated_relation_brings_concepts_together():
    graph = shared_graph(10, 10)
    pair = "concept/hub", "concept/concept_1"
    silent = ties(main_concepts(graph))[pair]
    add_relation(graph, "concept/concept_1", Relation.BROADER, "concept/hub", [])
    assert ties(main_concepts(graph))[pair] > silent


def test_a_small_graph_is_shown_whole():
    graph = sample_graph()
    assert set(main_concepts(graph).concepts) == {node for node, kind in graph.nodes(data="kind") if kind != "paper"}


def test_few_shared_concepts_are_joined_by_new_ones_that_go_with_them():
    graph = shared_graph(40, 40)
    lonely = [add_concept(graph, f"lonely {number}", ConceptType.METHOD) for number in range(90)]
    for number, concept in enumerate(lonely):
        paper = add_paper(graph, f"lonely {number}", abstract=f"hub lonely {number}")
        add_link(graph, paper, Link.INTRODUCES if number % 2 else Link.MENTIONS, concept, [("abstract", "lonely", 0)])
        if number < 60:
            add_link(graph, paper, Link.USES, "concept/hub", [("abstract", "hub", 0)])
    concepts = main_concepts(graph).concepts
    shown = [number for number, concept in enumerate(lonely) if concept in concepts]
    assert shown
    assert all(number < 60 for number in shown)
    assert {number for number in range(60) if number % 2} <= set(shown)
