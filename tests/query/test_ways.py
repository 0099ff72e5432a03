from kg.model import Relation
from kg.query.cards import paper_card
from kg.query.filters import Filter
from kg.query.incidence import Incidence
from kg.query.ways import link_tie, span_of_years, tie_of, ways_between
from tests.export.graphs import (
    ADAM,
    FIRST,
    GRADIENT_DESCENT,
    GROKNET,
    TINY_BENCH,
    TINY_BENCH_SPACED,
    UNTITLED,
    VERIFICATION,
    add_relation,
    sample_graph,
)

GRAPH = sample_graph()


def texts(ways):
    return [way.text for way in ways]


def test_all_ways_with_their_directions_and_papers():
    tie = tie_of(GRAPH, (TINY_BENCH,), VERIFICATION, Filter())
    assert texts(tie.ways) == ["→ benchmark for (2)", "same papers (2)"]
    assert tie.papers == (FIRST, UNTITLED)
    assert tie.ways[0].confidence == 1.0
    assert texts(tie_of(GRAPH, (VERIFICATION,), TINY_BENCH, Filter()).ways)[0] == "← benchmark for (2)"


def test_a_relation_of_the_vocabulary_has_no_paper():
    assert texts(ways_between(GRAPH, TINY_BENCH_SPACED, TINY_BENCH, Filter())) == ["broader (vocabulary)"]
    assert not list(ways_between(GRAPH, TINY_BENCH_SPACED, TINY_BENCH, Filter.of(years=2025)))


def test_a_doubtful_parent_is_not_told_of():
    graph = sample_graph()
    add_relation(graph, ADAM, Relation.BROADER, GROKNET, [(FIRST, 0, 0.2)])
    assert texts(ways_between(graph, ADAM, GROKNET, Filter())) == ["← based on", "same papers"]
    assert Incidence(graph).statements.relation.tolist() == Incidence(GRAPH).statements.relation.tolist()
    assert paper_card(graph, FIRST).statements == paper_card(GRAPH, FIRST).statements


def test_conditions_choose_relations_and_papers():
    assert texts(ways_between(GRAPH, GROKNET, ADAM, Filter.of(relations=["basedOn"]))) == ["→ based on"]
    assert texts(ways_between(GRAPH, TINY_BENCH, VERIFICATION, Filter.of(years=2025))) == [
        "→ benchmark for",
        "same papers",
    ]
    assert not list(ways_between(GRAPH, GROKNET, ADAM, Filter.of(roles=["introduces"])))


def test_of_several_the_one_with_most_papers_is_the_way():
    tie = tie_of(GRAPH, (GROKNET, TINY_BENCH), VERIFICATION, Filter())
    assert tie.via == TINY_BENCH
    assert set(texts(tie.ways)) == {"→ benchmark for (2)", "→ applied to", "same papers (2)"}


def test_a_statement_of_a_paper_that_is_not_there_does_not_count():
    graph = sample_graph()
    graph.remove_node(UNTITLED)
    [way, _] = ways_between(graph, TINY_BENCH, VERIFICATION, Filter())
    assert way.papers == (FIRST,)


def test_what_a_paper_does_with_a_concept():
    tie = link_tie(GRAPH, FIRST, ADAM)
    assert (texts(tie.ways), tie.ways[0].confidence, tie.papers) == (["→ uses"], 0.875, (FIRST,))
    assert tie.sentences[0].text.startswith("GrokNet builds on Adam")


def test_years_span_the_papers_that_have_one():
    assert span_of_years(GRAPH, [FIRST, UNTITLED]) == (2025, 2025)
    assert span_of_years(GRAPH, [UNTITLED]) is None
    assert tie_of(GRAPH, (ADAM,), GRADIENT_DESCENT, Filter()).papers == (FIRST,)
