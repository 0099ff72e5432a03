import json
from xml.etree import ElementTree

import pytest

from kg.cli import main
from kg.cli.base import Commands
from kg.graph import save_graph
from kg.model import ConceptType, Link, Relation
from tests.cli.test_ask import VERBS
from tests.export.graphs import VERIFICATION, add_concept, add_link, add_paper, add_relation, sample_graph


def test_a_concepts_card_has_all_that_is_said_of_it(ask):
    out = ask("show", "groknets")
    for part in (
        "GrokNet · Method",
        "used for",
        "neural network verification",
        "outperforms",
        "α-CROWN",
        "1 introduces it",
    ):
        assert part in out
    assert "“We introduce GrokNet" in out


def test_a_card_quotes_each_concept_where_wanted(ask):
    assert ask("show", "GrokNet", "--sentences").count("“") > ask("show", "GrokNet").count("“")


def test_spellings_of_one_name_are_named_once(ask):
    [line] = [line for line in ask("show", "GrokNet").splitlines() if "also called" in line]
    assert line.split("also called")[1].split(",") == ["   grok-net"]


def test_a_concept_of_no_paper_has_a_card(ask, folder):
    graph = sample_graph()
    node = add_concept(graph, "optimizer", ConceptType.METHOD)
    add_relation(graph, "concept/gradient_descent", Relation.BROADER, node, [])
    save_graph(graph, folder / "graph.json")
    lines = [" ".join(line.split()) for line in ask("show", "optimizer").splitlines()]
    assert lines == ["optimizer · Method", "", "narrower gradient descent", "papers none; it joins others"]


def test_a_papers_card_has_its_concepts_and_its_abstract(ask):
    out = ask("show", "GrokNet: Adam-style verification for C++")
    for part in ("Ada Lovelace", "ICML 2025", "10.1000/182", "introduces", "GrokNet — outperforms — α-CROWN"):
        assert part in out


def test_a_comparison_says_who_is_better_by_whose_word(ask):
    out = ask("compare", "α-CROWN", "GrokNet")
    assert "in common     neural network verification" in out
    assert "GrokNet is better, by the word of a paper that introduces GrokNet" in out


def test_a_map_is_a_table_and_a_picture(ask, tmp_path):
    out = ask("map", "neural network verification")
    assert "method" in out
    assert "Tiny.Bench" in out
    assert "GrokNet *" in out
    ask("map", "neural network verification", "-o", tmp_path / "map.svg")
    ElementTree.parse(tmp_path / "map.svg")


def test_a_map_of_many_benchmarks_shows_what_fits_and_counts_the_rest(ask, folder):
    graph = sample_graph()
    paper = add_paper(
        graph, "many", abstract="neural network verification on " + ", ".join(f"Data{n}" for n in range(20))
    )
    add_link(graph, paper, Link.ADDRESSES, VERIFICATION, [("abstract", "neural network verification", 0)])
    add_link(graph, paper, Link.USES, "concept/Adam", [])
    for number in range(20):
        node = add_concept(graph, f"Data{number}", ConceptType.BENCHMARK)
        add_link(graph, paper, Link.EVALUATES_ON, node, [("abstract", f"Data{number}", 0)])
    save_graph(graph, folder / "graph.json")
    heading = next(line for line in ask("map", "neural network verification").splitlines() if "method" in line)
    shown = len(heading.split()) - 2
    assert 1 <= shown < 8
    assert f"not shown: {21 - shown} benchmarks" in ask("map", "neural network verification")


def test_trends_of_one_year_say_so(ask):
    graph_of_one_year = ask("trends", "GrokNet", "--years", "2025")
    assert "a trend takes two years" in graph_of_one_year
    assert "100.0%" in graph_of_one_year


def test_trends_of_several_years_have_bars(ask):
    assert "█" in ask("trends", "gradient descent")
    assert "rising" in ask("trends", "--min-papers", "1")


def test_trends_as_a_picture(ask, tmp_path):
    ask("trends", "GrokNet", "--svg", "-o", tmp_path / "picture")
    ElementTree.parse(tmp_path / "picture")


def test_stats_count(ask):
    out = ask("stats")
    assert "3" in out.splitlines()[0]
    assert json.loads(ask("stats", "--json"))["concepts"]["Method"] == 6


def test_a_file_that_cannot_be_written_is_named(run, folder, tmp_path):
    code, _, err = run("stats", "--graph", folder, "-o", tmp_path / "no" / "where.txt")
    assert code == 2
    assert "where.txt" in err
    assert len(err.splitlines()) == 1


def test_help_has_the_verbs_in_sections(run):
    _, out, _ = run("--help")
    assert isinstance(main, Commands)
    positions = [out.index(f"\n  {verb} ") for verb in ("build", "search", "near", "compare", "map", "stats")]
    assert positions == sorted(positions)
    assert all(f"\n  {verb} " in out for verb in main.commands)
    assert "..." not in "".join(line for line in out.splitlines() if line.split()[:1] and line.split()[0] in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_every_verb_fits_80_columns(run, verb):
    code, out, _ = run(verb, "--help")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
