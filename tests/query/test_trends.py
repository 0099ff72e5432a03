from math import sqrt

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import ConceptType, Link, Relation
from kg.query import KnowledgeGraph
from kg.query.filters import Filter
from kg.query.trends import trend_score, trends
from tests.export.graphs import add_concept, add_link, add_paper, add_relation

YEARS = range(2020, 2026)


def graph_of(**counts):
    """Ten papers a year, of which so many have each concept."""
    graph = nx.MultiDiGraph(base="https://example.org/", generator="", inputs=[])
    papers = {
        (year, number): add_paper(
            graph, f"{year}-{number}", abstract="All of " + ", ".join(counts), year=year, venue=f"V{number % 2}"
        )
        for year in YEARS
        for number in range(10)
    }
    for label, by_year in counts.items():
        node = add_concept(graph, label, ConceptType.TASK if label == "task" else ConceptType.METHOD)
        for year, count in zip(YEARS, by_year, strict=True):
            for number in range(count):
                add_link(graph, papers[year, number], Link.USES, node, [("abstract", label, 0)])
    return graph


@pytest.fixture
def graph():
    return graph_of(
        new=[0, 0, 1, 2, 5, 9], old=[8, 7, 5, 2, 1, 0], steady=[5] * 6, rare=[0, 0, 0, 0, 1, 1], task=[1, 1, 2, 2, 3, 3]
    )


def test_what_rises_comes_first_and_what_falls_last(graph):
    answer = trends(KnowledgeGraph(graph))
    assert [row.label for row in answer.rows] == ["new", "task", "steady", "old"]
    assert [row.label for row in answer.rising] == ["new", "task"]
    assert [row.label for row in answer.falling] == ["old"]
    assert answer.rows[0].counts == (0, 0, 1, 2, 5, 9)
    assert answer.rows[0].shares[-1] == 0.9
    assert answer.rows[2].score == 0


def test_conditions_choose_concepts_and_papers(graph):
    assert [row.label for row in trends(KnowledgeGraph(graph), only=Filter.of(kinds=["Task"])).rows] == ["task"]
    assert "rare" in [row.label for row in trends(KnowledgeGraph(graph), only=Filter.of(min_papers=2)).rows]
    last = trends(KnowledgeGraph(graph), only=Filter.of(years=(2024, None)))
    assert list(last.years) == [2024, 2025]
    assert trends(KnowledgeGraph(graph), only=Filter.of(venues=["V0"])).years == dict.fromkeys(YEARS, 5)


def test_a_limit_keeps_both_ends(graph):
    assert [row.label for row in trends(KnowledgeGraph(graph), limit=2).rows] == ["new", "old"]
    assert [row.label for row in trends(KnowledgeGraph(graph), limit=3).rows] == ["new", "task", "old"]


def test_named_concepts_are_shown_whatever_their_number(graph):
    answer = KnowledgeGraph(graph).trends(["rare", "old"])
    assert [row.label for row in answer.rows] == ["rare", "old"]


def test_papers_of_narrower_concepts_count_once(graph):
    add_relation(graph, "concept/new", Relation.BROADER, "concept/old", [])
    [row] = KnowledgeGraph(graph).trends("old", under=True).rows
    assert row.counts == (8, 7, 5, 2, 5, 9)


def test_papers_without_a_year_are_counted_apart(graph):
    add_paper(graph, "undated", abstract="No year.")
    answer = trends(KnowledgeGraph(graph))
    assert (answer.undated, sum(answer.years.values())) == (1, 60)


def test_one_year_has_no_trend():
    answer = trends(KnowledgeGraph(graph_of(only=[3, 0, 0, 0, 0, 0])), only=Filter.of(years=2020))
    assert [(row.label, row.score) for row in answer.rows] == [("only", 0.0)]


def test_an_empty_graph_has_no_years():
    answer = trends(KnowledgeGraph(nx.MultiDiGraph()))
    assert (dict(answer.years), answer.rows, answer.table().rows) == ({}, (), ())


def test_the_table_has_a_column_a_year(graph):
    table = trends(KnowledgeGraph(graph)).table()
    assert table.columns == ("concept", "type", "papers", "score", *map(str, YEARS), "node")
    assert table.rows[0][4:-1] == (0, 0, 1, 2, 5, 9)


def test_a_condition_that_leaves_nothing_is_named(graph):
    ask = KnowledgeGraph(graph).trends
    assert ask(years=1999).note == ask("steady", years=1999).note == "nothing is left by year 1999"
    assert ask(min_papers=1000, kinds=["Method"]).note == "nothing is left by at least 1000 papers"
    assert ask().note == ""


def test_papers_without_a_year_have_no_trend(graph):
    for _, data in graph.nodes(data=True):
        if data["kind"] == "paper":
            data["year"] = None
    assert KnowledgeGraph(graph).trends(years=(1999, None)).note == "no paper with a concept has a year"


COUNTS = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=2, max_size=8)


@given(COUNTS)
def test_the_score_is_the_slope_in_standard_errors(pairs):
    totals = {2000 + 2 * place: total for place, (total, _) in enumerate(pairs)}
    counts = {year: min(count, totals[year]) for year, (_, count) in zip(totals, pairs, strict=True)}
    # The statistic is the correlation of year and having the concept, over all papers, times the root of their number.
    years = [year for year, total in totals.items() for _ in range(total)]
    having = [int(number < counts[year]) for year, total in totals.items() for number in range(total)]
    n = len(years)
    mean_year, mean = sum(years) / n, sum(having) / n
    covariance = sum((year - mean_year) * (each - mean) for year, each in zip(years, having, strict=True))
    spread = sqrt(sum((year - mean_year) ** 2 for year in years) * sum((each - mean) ** 2 for each in having))
    expected = sqrt(n) * covariance / spread if spread > 1e-9 else 0.0
    assert trend_score(counts, totals) == pytest.approx(expected, abs=1e-6)


@given(COUNTS)
def test_turned_round_in_time_a_rise_is_a_fall(pairs):
    totals = {2000 + place: total for place, (total, _) in enumerate(pairs)}
    counts = {year: min(count, totals[year]) for year, (_, count) in zip(totals, pairs, strict=True)}
    back = {-year: count for year, count in counts.items()}, {-year: total for year, total in totals.items()}
    assert trend_score(*back) == pytest.approx(-trend_score(counts, totals), abs=1e-6)
