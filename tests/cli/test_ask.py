import csv
import io
import json
import shlex
import subprocess
import sys

import pyoxigraph as ox
import pytest
from rich.cells import cell_len

from kg.graph import load_graph, save_graph
from kg.model import ConceptType, Link
from tests.cli.conftest import SEEDS
from tests.export.graphs import TINY_BENCH, VERIFICATION, add_concept, add_link, add_paper, sample_graph

VERBS = {
    "search": ["verification"],
    "near": ["neural network verification"],
    "related": ["neural network verification"],
    "path": ["Adam", "Tiny.Bench"],
    "show": ["neural network verification"],
    "compare": ["GrokNet", "Adam"],
    "map": ["neural network verification"],
    "trends": ["gradient descent"],
    "stats": [],
}
TABLES = sorted(set(VERBS) - {"show"})


@pytest.fixture
def hard(folder):
    """The small graph with names that are long, wide, without a space, and hostile."""
    graph = sample_graph()
    names = [
        "a method " + "with a long name " * 10,
        "大規模言語モデルによる強化学習" * 3,
        "Donau" * 40,
        "\x1b[31mred\x07 \u202e",
    ]
    paper = add_paper(
        graph,
        "hard",
        title="題" * 90,
        abstract=f"{', '.join(names)} for neural network verification on Tiny.Bench.",
        year=2024,
    )
    for name in names:
        add_link(graph, paper, Link.USES, add_concept(graph, name, ConceptType.METHOD), [("abstract", name, 1)])
    add_link(graph, paper, Link.ADDRESSES, VERIFICATION, [("abstract", "neural network verification", 1)])
    add_link(graph, paper, Link.EVALUATES_ON, TINY_BENCH, [("abstract", "Tiny.Bench", 1)])
    save_graph(graph, folder / "graph.json")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.usefixtures("hard")
def test_every_answer_fits_the_terminal_and_cannot_control_it(ask, verb, columns):
    out = ask(verb, *VERBS[verb], columns=columns)
    assert out.strip()
    assert max(map(cell_len, out.splitlines())) <= columns
    assert not any(char in out for char in "\x1b\x07\u202e")


@pytest.mark.parametrize("verb", VERBS)
def test_json_is_json_and_always_the_same(ask, verb):
    first, second = (ask(verb, *VERBS[verb], "--json") for _ in range(2))
    assert json.loads(first)
    assert first == second


@pytest.mark.parametrize("verb", TABLES)
@pytest.mark.usefixtures("hard")
def test_csv_is_a_table(ask, verb):
    rows = list(csv.reader(io.StringIO(ask(verb, *VERBS[verb], "--csv"))))
    assert len(rows) > 1
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize("verb", VERBS)
def test_a_file_gets_what_the_terminal_would(ask, tmp_path, verb):
    shown = ask(verb, *VERBS[verb])
    for name in ("answer.txt", "answer"):
        assert ask(verb, *VERBS[verb], "-o", tmp_path / name) == ""
        assert (tmp_path / name).read_text(encoding="utf-8") == shown


@pytest.mark.parametrize("verb", VERBS)
def test_the_ending_of_a_file_chooses_its_form(ask, tmp_path, verb):
    ask(verb, *VERBS[verb], "-o", tmp_path / "answer.json")
    assert (tmp_path / "answer.json").read_text(encoding="utf-8") == ask(verb, *VERBS[verb], "--json")


@pytest.mark.parametrize(("verb", "name"), [("show", "card.csv"), ("near", "near.svg"), ("stats", "stats.html")])
def test_a_form_that_an_answer_does_not_have_is_not_made_up(run, folder, tmp_path, verb, name):
    code, _, err = run(verb, *VERBS[verb], "--graph", folder, "-o", tmp_path / name)
    assert code == 2
    assert ".json" in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("verb", VERBS)
def test_a_missing_graph_is_named_in_one_line(run, tmp_path, verb):
    code, out, err = run(verb, *VERBS[verb], "--graph", tmp_path / "nowhere")
    assert (code, out) == (2, "")
    assert err.startswith("kg: ")
    assert "nowhere" in err
    assert "kg build" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"search", "stats"}))
@pytest.mark.parametrize("name", ["no such thing", '"', "\x00\x1b[31m", "x" * 10_000, "大"])
def test_an_unknown_name_is_named_in_one_line(run, folder, verb, name):
    others = VERBS[verb][1:]
    code, out, err = run(verb, *others, "--graph", folder, "--", name)
    assert (code, out) == (2, "")
    assert err.startswith("kg: ")
    assert len(err.splitlines()) == 1
    assert len(err) < 1000
    assert "\x1b" not in err


@pytest.mark.parametrize("verb", [["near", "x"], ["stats"], ["trends"], ["search", "x"], ["path", "a", "b"]])
def test_an_empty_graph_is_no_crash(run, folder, verb):
    graph = sample_graph()
    graph.remove_nodes_from(list(graph))
    save_graph(graph, folder / "graph.json")
    code, _, err = run(*verb, "--graph", folder)
    assert (code, err) == (0, "") if verb[0] in ("stats", "trends", "search") else code == 2
    assert len(err.splitlines()) <= 1


def test_counts_of_an_empty_graph_have_no_empty_heading(run, folder):
    graph = sample_graph()
    graph.remove_nodes_from(list(graph))
    save_graph(graph, folder / "graph.json")
    assert "most papers" not in run("stats", "--graph", folder)[1]


def test_a_search_forgives_typing_errors_and_says_what_matched(ask):
    assert "GrokNet" in ask("search", "goknet")
    assert "adaptive moment estimation" in ask("search", "adaptive", "moment")
    assert "nothing" in ask("search", "zzzzzzzz")


def test_near_shows_how_and_where_it_says_so(ask):
    out = ask("near", "neural", "network", "verification")
    assert "Tiny.Bench" in out
    assert "← applied to" in out
    assert "“GrokNet builds on Adam, a kind of gradient descent" in out
    assert "“" not in ask("near", "neural network verification", "--sentences", "0")


def test_near_with_hops_says_through_what(ask):
    out = ask("near", "α-CROWN", "--depth", "2", "--relation", "outperforms", "--relation", "basedOn")
    assert "hop 1" in out
    assert "through" in out
    assert "Adam" in out.split("hop 2")[1]


def test_near_says_which_condition_left_nothing(ask):
    assert "1999" in ask("near", "GrokNet", "--years", "1999")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["map", "neural network verification", "--years", "1999"], "left by year 1999"),
        (["trends", "--min-papers", "99"], "left by at least 99 papers"),
        (["related", "GrokNet", "--kind", "Metric"], "left by kind Metric"),
        (["search", "GrokNet", "--kind", "Task"], "no Task goes by a name like"),
        (["path", "Adam", "Adam"], "both names mean Adam"),
    ],
)
def test_an_empty_answer_says_why(ask, arguments, words):
    assert words in ask(*arguments)


def test_near_as_turtle_is_the_same_part_of_the_graph(ask):
    store = ox.Store()
    store.load(ask("near", "GrokNet", "--ttl").encode(), format=ox.RdfFormat.TURTLE)
    papers = list(store.query("SELECT ?paper { ?paper a <https://w3id.org/kg-papers/ontology#Paper> }"))
    assert len(papers) == 1


def test_near_as_a_page_has_its_name_as_heading(ask):
    page = ask("near", "GrokNet", "--html")
    assert page.startswith("<!doctype html>")
    assert "Near GrokNet" in page
    assert "untitled" not in page


@pytest.mark.parametrize("years", ["2025", "2020-2025", "2020-", "-2025", "2020–2025"])
def test_years_are_written_in_several_ways(ask, years):
    assert "Tiny.Bench" in ask("near", "GrokNet", f"--years={years}")


@pytest.mark.parametrize("years", ["", "-", "soon", "2025-2020", "20-20-20", "99999"])
def test_years_that_are_none_are_refused(run, folder, years):
    code, _, err = run("near", "GrokNet", f"--years={years}", "--graph", folder)
    assert code == 2
    assert "--years" in err


def test_a_path_shows_each_step(ask):
    out = ask("path", "α-CROWN", "Adam")
    assert "α-CROWN" in out
    assert "Adam" in out
    assert "“" in out


def test_related_says_why(ask):
    assert "paper" in ask("related", "GrokNet")


def test_asking_loads_neither_spacy_nor_onnx_nor_rdf():
    program = f"""
import sys
from kg.cli import main
main(["near", "credit assignment", "--graph", {str(SEEDS)!r}], standalone_mode=False)
heavy = [name for name in ("spacy", "onnxruntime", "rdflib", "pyoxigraph", "pyvis") if name in sys.modules]
sys.exit(", ".join(heavy) or 0)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_help_loads_no_graph_library():
    program = "import sys; from kg.cli import main; main(['--help'], standalone_mode=False); sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


def test_a_pipe_that_closes_early_is_no_error():
    asking = [
        sys.executable,
        "-m",
        "kg",
        "near",
        "large language model",
        "--limit",
        "100",
        "--graph",
        str(SEEDS),
        "--json",
    ]
    command = f"{shlex.join(asking)} | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (result.stdout, result.stderr) == ("{\n", "")


def test_a_terminal_of_few_letters_gets_escapes(tmp_path):
    save_graph(sample_graph(), tmp_path / "graph.json")
    command = [sys.executable, "-m", "kg", "show", "α-CROWN", "--graph", str(tmp_path)]
    result = subprocess.run(
        command, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": "."}
    )
    assert rb"\u03b1-CROWN" in result.stdout


def test_the_graph_on_the_disk_is_left_alone(ask, folder):
    before = (folder / "graph.json").read_bytes()
    ask("near", "GrokNet", "--depth", "3")
    assert (folder / "graph.json").read_bytes() == before
    assert load_graph(folder / "graph.json")
