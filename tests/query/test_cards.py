import json

import networkx as nx
import pytest

from kg.model import ConceptType, Link, Relation
from kg.query import KnowledgeGraph
from kg.query.cards import concept_card, paper_card
from tests.export.graphs import (
    ADAM,
    ALPHA_CROWN,
    CPP,
    F1_AT_10,
    FIRST,
    GRADIENT_DESCENT,
    GROKNET,
    HOSTILE_PAPER,
    TINY_BENCH,
    TINY_BENCH_SPACED,
    UNTITLED,
    VERIFICATION,
    add_concept,
    add_link,
    add_paper,
    add_relation,
    sample_graph,
)


@pytest.fixture
def graph():
    return sample_graph()


def labels(entries):
    return [entry.label for entry in entries]


def groups(card):
    return {group.heading: labels(group.entries) for group in card.groups}


def test_a_method_is_shown_with_what_it_is_for_and_better_than(graph):
    card = concept_card(graph, GROKNET)
    assert groups(card) == {
        "used for": ["neural network verification"],
        "evaluated on": ["Tiny.Bench"],
        "measured by": ["F1@10"],
        "based on": ["Adam"],
        "outperforms": ["α-CROWN"],
    }
    assert labels(card.introduced_by) == ["GrokNet: Adam-style verification for C++"]
    assert (card.links, card.years) == ({"introduces": 1}, {2025: 1})


def test_the_other_end_says_the_converse(graph):
    assert groups(concept_card(graph, ALPHA_CROWN))["outperformed by"] == ["GrokNet"]
    assert groups(concept_card(graph, ADAM))["basis of"] == ["GrokNet"]
    assert groups(concept_card(graph, F1_AT_10)) == {"measures": ["neural network verification"]}


def test_a_task_has_methods_and_benchmarks(graph):
    card = concept_card(graph, VERIFICATION)
    found = groups(card)
    assert found["benchmarks"] == ["Tiny.Bench"]
    assert found["methods"][0] == "GrokNet"  # stated; the others only share papers
    assert set(found["methods"]) == {"GrokNet", "Adam", "α-CROWN", "gradient descent"}


def test_what_a_paper_only_names_is_not_worked_with(graph):
    benchmark = concept_card(graph, TINY_BENCH)
    [methods] = [group for group in benchmark.groups if group.heading == "evaluated here"]
    by_label = {entry.label: entry for entry in methods.entries}
    assert "C++" not in by_label  # the first paper only mentions it
    assert by_label["gradient descent"].papers == 1  # used in one paper, mentioned in the other


def test_parents_and_children_with_and_without_a_paper_that_says_so(graph):
    assert labels(concept_card(graph, ADAM).broader) == ["gradient descent"]
    assert labels(concept_card(graph, GRADIENT_DESCENT).narrower) == ["Adam"]
    [parent] = concept_card(graph, TINY_BENCH_SPACED).broader
    assert (parent.label, parent.stated) == ("Tiny.Bench", 0)


@pytest.mark.parametrize("node", [GROKNET, VERIFICATION, TINY_BENCH, CPP, GRADIENT_DESCENT])
def test_every_sentence_is_the_papers_and_names_what_it_is_cited_for(graph, node):
    card = concept_card(graph, node)
    cited = [entry for group in card.groups for entry in group.entries] + list(card.papers)
    assert cited
    for entry in cited:
        sentence = entry.sentence
        data = graph.nodes[sentence.paper]
        assert sentence.text in data["title"] + "\n" + data["abstract"]
        names = {graph.nodes[node]["label"], *graph.nodes[node]["aliases"], entry.label}
        assert {sentence.text[start:end] for start, end in sentence.spans} & names


def test_a_sentence_that_names_one_alone_names_the_entry(graph):
    paper = add_paper(graph, "apart", abstract="We use Quick. It does well on Slow.")
    quick = add_concept(graph, "Quick", ConceptType.METHOD)
    slow = add_concept(graph, "Slow", ConceptType.BENCHMARK)
    add_link(graph, paper, Link.USES, quick, [("abstract", "Quick", 0)])
    add_link(graph, paper, Link.EVALUATES_ON, slow, [("abstract", "Slow", 1)])
    [group] = concept_card(graph, quick).groups
    assert group.entries[0].sentence.text == "It does well on Slow."


def test_a_limit_cuts_and_counts_what_is_left(graph):
    card = concept_card(graph, VERIFICATION, limit=1)
    assert (len(card.papers), card.papers_left) == (1, 1)
    assert {group.heading: (len(group.entries), group.left) for group in card.groups} == {
        "methods": (1, 3),
        "benchmarks": (1, 0),
        "measured by": (1, 0),
    }


def test_a_concept_of_no_paper_has_a_card(graph):
    node = add_concept(graph, "optimizer", ConceptType.METHOD)
    add_relation(graph, GRADIENT_DESCENT, Relation.BROADER, node, [])
    card = concept_card(graph, node)
    assert (card.papers, card.groups, card.years, labels(card.narrower)) == ((), (), {}, ["gradient descent"])


@pytest.mark.parametrize(("confidence", "shown"), [(0.3, []), (0.6, ["gradient descent"])])
def test_a_parent_that_one_paper_states_doubtfully_is_no_parent(graph, confidence, shown):
    add_relation(graph, ADAM, Relation.BROADER, GRADIENT_DESCENT, [(FIRST, 0, confidence)])
    assert labels(concept_card(graph, ADAM).broader) == shown
    below = labels(concept_card(graph, GRADIENT_DESCENT).narrower)
    assert ("Adam" in below) == bool(shown)


def test_a_paper_is_shown_with_its_concepts_and_what_it_states(graph):
    card = paper_card(graph, FIRST)
    assert groups(card)["introduces"] == ["GrokNet"]
    assert groups(card)["evaluatesOn"] == ["Tiny.Bench"]
    said = [(each.head_label, each.relation, each.tail_label) for each in card.statements]
    assert ("GrokNet", "outperforms", "α-CROWN") in said
    assert all(each.sentence.paper == FIRST for each in card.statements)
    numbers = [each.sentence.number for each in card.statements]
    assert numbers == sorted(numbers)


def test_statements_of_other_papers_are_not_this_papers(graph):
    assert [(each.head_label, each.relation) for each in paper_card(graph, UNTITLED).statements] == [
        ("Tiny.Bench", "benchmarkFor")
    ]


@pytest.mark.parametrize("node", [GROKNET, VERIFICATION, TINY_BENCH, F1_AT_10, FIRST, HOSTILE_PAPER, UNTITLED])
def test_a_card_is_plain_values_and_always_the_same(graph, node):
    cards = [KnowledgeGraph(each).show(node) for each in (graph, nx.MultiDiGraph(graph))]
    first, second = (json.dumps(card.to_dict(), ensure_ascii=False) for card in cards)
    assert first == second
