import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kg.model import Link, Relation
from kg.query.incidence import LINK_BITS, RELATION_BITS, Incidence, Rows
from tests.export.graphs import ADAM, FIRST, GROKNET, TINY_BENCH, TINY_BENCH_SPACED, UNTITLED, sample_graph


def test_papers_and_concepts_of_each_other():
    matrix = Incidence(sample_graph())
    assert matrix.papers_of(TINY_BENCH) == (FIRST, UNTITLED)
    assert GROKNET in matrix.concepts_of(FIRST)
    assert matrix.degree[matrix.concept_number[TINY_BENCH]] == 2


def test_a_link_has_its_role_and_the_sentences_of_its_mentions():
    matrix = Incidence(sample_graph())
    [entry] = matrix.by_concept.of([matrix.concept_number[GROKNET]])
    assert matrix.links[entry] == LINK_BITS[Link.INTRODUCES]
    assert matrix.sentences[entry] == 0b11


def test_a_statement_stands_at_both_ends_and_the_vocabulary_is_paper_minus_one():
    said = Incidence(sample_graph()).statements
    assert len(said.near) == 2 * 11
    [entry] = said.by_concept.of([Incidence(sample_graph()).concept_number[TINY_BENCH_SPACED]])
    assert (said.paper[entry], said.relation[entry]) == (-1, RELATION_BITS[Relation.BROADER])


def test_a_paper_that_has_a_concept_twice_counts_once():
    graph = sample_graph()
    graph.add_edge(FIRST, ADAM, key="mentions", mentions=[], confidence=1.0)
    matrix = Incidence(graph)
    [entry] = matrix.by_concept.of([matrix.concept_number[ADAM]])
    assert matrix.links[entry] == LINK_BITS[Link.USES] | LINK_BITS[Link.MENTIONS]


def test_sentences_beyond_the_mask_share_its_last_bit():
    graph = sample_graph()
    [edge] = graph[FIRST][ADAM].values()
    edge["mentions"].append({"field": "abstract", "start": 0, "end": 1, "text": "W", "sentence": 10_000})
    assert Incidence(graph).sentences.min() >= 0


@given(st.lists(st.integers(0, 5)), st.lists(st.integers(0, 5)))
def test_rows_are_those_of_a_plain_search(rows, wanted):
    found = Rows.by(np.array(rows, dtype=np.int64), 6).of(wanted)
    assert found.tolist() == [entry for row in wanted for entry, its in enumerate(rows) if its == row]
