import json

import pytest

from kg.model import ConceptType, Link
from kg.query.filters import Filter
from kg.query.maps import task_map
from tests.export.graphs import (
    ADAM,
    GRADIENT_DESCENT,
    GROKNET,
    TINY_BENCH,
    VERIFICATION,
    add_concept,
    add_link,
    add_paper,
    sample_graph,
)


@pytest.fixture
def graph():
    return sample_graph()


def cells(answer):
    return {
        (answer.methods[cell.method].label, answer.benchmarks[cell.benchmark].label): len(cell.papers)
        for cell in answer.cells
    }


def test_methods_meet_the_benchmarks_of_their_papers(graph):
    answer = task_map(graph, [VERIFICATION])
    assert (answer.label, answer.papers) == ("neural network verification", 2)
    assert cells(answer) == {
        ("GrokNet", "Tiny.Bench"): 1,
        ("Adam", "Tiny.Bench"): 1,
        ("α-CROWN", "Tiny.Bench"): 1,
        ("gradient descent", "Tiny.Bench"): 1,  # the first paper only mentions it
    }
    assert [method.label for method in answer.methods if method.introduced] == ["GrokNet"]


def test_papers_of_other_tasks_do_not_count(graph):
    other = add_paper(graph, "other", abstract="Adam on Tiny.Bench for sorting.")
    sorting = add_concept(graph, "sorting", ConceptType.TASK)
    add_link(graph, other, Link.USES, ADAM, [("abstract", "Adam", 0)])
    add_link(graph, other, Link.EVALUATES_ON, TINY_BENCH, [("abstract", "Tiny.Bench", 0)])
    add_link(graph, other, Link.ADDRESSES, sorting, [("abstract", "sorting", 0)])
    assert cells(task_map(graph, [VERIFICATION]))["Adam", "Tiny.Bench"] == 1
    assert cells(task_map(graph, [sorting])) == {("Adam", "Tiny.Bench"): 1}
    assert cells(task_map(graph, [VERIFICATION, sorting]))["Adam", "Tiny.Bench"] == 2


def test_years_and_venues_choose_papers(graph):
    assert task_map(graph, [VERIFICATION], only=Filter.of(years=2025)).papers == 1
    assert task_map(graph, [VERIFICATION], only=Filter.of(venues=["ICML"])).papers == 1
    assert task_map(graph, [VERIFICATION], only=Filter.of(years=1999)).methods == ()


def test_methods_that_meet_a_benchmark_come_first(graph):
    for number in range(3):
        paper = add_paper(graph, f"theory {number}", abstract="Duality for neural network verification.")
        duality = add_concept(graph, "duality", ConceptType.METHOD)
        add_link(graph, paper, Link.USES, duality, [("abstract", "Duality", 0)])
        add_link(graph, paper, Link.ADDRESSES, VERIFICATION, [("abstract", "neural network verification", 0)])
    answer = task_map(graph, [VERIFICATION])
    assert [method.label for method in answer.methods][-1] == "duality"
    assert len(answer.methods[-1].papers) == 3


def test_limits_cut_and_count_what_is_left(graph):
    answer = task_map(graph, [VERIFICATION], limit=1, benchmarks=1)
    assert (len(answer.methods), answer.methods_left, answer.benchmarks_left) == (1, 3, 0)


def test_the_table_has_a_row_a_method_and_a_column_a_benchmark(graph):
    answer = task_map(graph, [VERIFICATION])
    table = answer.table()
    assert table.columns == ("method", "papers", "Tiny.Bench", "node")
    assert ("GrokNet", 1, 1, GROKNET) in table.rows
    assert ("gradient descent", 1, 1, GRADIENT_DESCENT) in table.rows


def test_a_concept_without_papers_has_an_empty_map(graph):
    empty = add_concept(graph, "nothing yet", ConceptType.TASK)
    answer = task_map(graph, [empty])
    assert (answer.papers, answer.methods, answer.benchmarks, answer.counts()) == (0, (), (), [])


@pytest.mark.parametrize(
    ("only", "note"),
    [
        (Filter.of(years=1999), "none of its papers is left by year 1999"),
        (Filter.of(venues=["KDD"], years=2025), "none of its papers is left by venue kdd"),
        (Filter(), ""),
    ],
)
def test_a_condition_that_leaves_nothing_is_named(graph, only, note):
    answer = task_map(graph, [VERIFICATION], only=only)
    assert answer.note == note
    assert bool(answer.methods) == (note == "")


def test_no_papers_and_no_methods_are_told_apart(graph):
    task = add_concept(graph, "nothing yet", ConceptType.TASK)
    assert task_map(graph, [task]).note == "no paper has it"
    paper = add_paper(graph, "alone", abstract="We do nothing yet.")
    add_link(graph, paper, Link.ADDRESSES, task, [("abstract", "nothing yet", 0)])
    assert task_map(graph, [task]).note == "none of its papers works with a method"


def test_it_is_plain_values(graph):
    answer = task_map(graph, [VERIFICATION])
    assert json.loads(json.dumps(answer.to_dict()))["cells"][0]["papers"]
