import json
import subprocess
import sys

import pyoxigraph as ox
import pytest
from click.testing import CliRunner

from kg.cli import main
from kg.sparql import named_queries


@pytest.fixture
def run(exports):
    def call(*arguments, **options):
        result = CliRunner().invoke(main, ["sparql", "-g", str(exports), *map(str, arguments)], **options)
        return result.exit_code, result.stdout, result.stderr

    return call


def test_a_named_query_as_a_table(run):
    code, out, err = run("compared-with", "-p", "method=GrokNets")
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [["method", "other", "papers"], ["GrokNet", "α-CROWN", "1"]]


def test_a_query_in_every_format(run):
    query = "SELECT ?label { <concept/Adam> skos:prefLabel ?label }"
    assert run(query)[1] == "label\nAdam\n"
    assert run(query, "-f", "csv")[1].split() == ["label", "Adam"]
    assert run(query, "-f", "tsv")[1] == '?label\n"Adam"@en\n'
    assert json.loads(run(query, "--json")[1])["results"]["bindings"][0]["label"]["value"] == "Adam"
    assert '<literal xml:lang="en">Adam</literal>' in run(query, "-f", "xml")[1]
    construct = "CONSTRUCT WHERE { <concept/Adam> skos:prefLabel ?label }"
    for form, syntax in (("ttl", "ttl"), ("nt", "nt"), ("json", "jsonld"), ("xml", "rdf"), ("table", "ttl")):
        code, out, _ = run(construct, "-f", form)
        assert code == 0
        (quad,) = ox.parse(out, ox.RdfFormat.from_extension(syntax))
        assert quad.object == ox.Literal("Adam", language="en")


def test_questions_of_yes_or_no(run):
    assert run("ASK { ?s a kg:Paper }")[1] == "yes\n"
    assert run("ASK { ?s a kg:Nothing }")[1] == "no\n"
    assert run("SELECT * { ?s a kg:Nothing }")[1] == "no rows\n"


def test_a_file_and_standard_input(run, tmp_path):
    path = tmp_path / "mine.rq"
    path.write_text("# What?\n# param c (Concept): a concept\nSELECT ?c { ?c a kg:Metric }", encoding="utf-8")
    assert run(path)[1] == "c\nconcept/F1%4010\n"
    assert run(path, "-f", "tsv", "-p", "c=F1@10")[1].count("\n") == 2
    assert run("-", input="ASK {}")[1] == "yes\n"
    code, _, err = run(tmp_path / "none.rq")
    assert code == 2
    assert "none.rq" in err


def test_parameters_of_any_query_are_terms(run):
    query = "SELECT ?c ?l { ?c skos:prefLabel ?l }"
    assert run(query, "-f", "csv", "-p", 'l="C++"@en')[1].count("\n") == 2
    assert run(query, "-f", "csv", "-p", "l=C++")[1].count("\n") == 1
    assert run(query, "-f", "csv", "-p", "c=<concept/Adam>")[1].count("\n") == 2
    assert run(query, "-p", "nonsense")[0] == 2


def test_a_table_has_a_limit_and_says_so(run):
    query = "SELECT ?s { ?s ?p ?o }"
    code, out, err = run(query)
    assert (code, len(out.splitlines())) == (0, 51)
    assert err == "kg: only the first 50 rows are shown; -n NUMBER shows more\n"
    assert len(run(query, "-n", "3")[1].splitlines()) == 4
    assert len(run(query, "-f", "tsv")[1].splitlines()) > 51


def test_list_and_show(run):
    listed = run("--list")[1]
    assert all(f"{query.name}\n    {query.question}" in listed for query in named_queries())
    shown = run("evidence", "--show")[1]
    assert shown.startswith("# Which sentences")


def test_out(run, tmp_path):
    target = tmp_path / "answer.csv"
    assert run("two-types", "-f", "csv", "-o", target)[:2] == (0, "")
    assert target.read_text(encoding="utf-8").startswith("concept,conceptLabel,type")


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("SELECT", "no SPARQL query"),
        ("DROP ALL", "only read"),
        ("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", "another server"),
        ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", "holds no graph"),
        ("no-such-query", "No query is named"),
    ],
)
def test_errors_are_one_line(run, query, reason):
    code, out, err = run(query)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("kg: ")
    assert reason in err


def test_a_query_without_end_is_stopped(run):
    code, out, err = run("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a", "--time-limit", "0.5")
    assert (code, out) == (2, "")
    assert "longer than 0.5 seconds" in err


def test_texts_from_papers_are_harmless_on_a_terminal(run):
    code, out, _ = run("SELECT ?x { VALUES ?x { '\\u001b[31mred\\nline' } }")
    assert code == 0
    assert out.splitlines()[1:] == ["�[31mred line"]


def test_it_needs_neither_spacy_nor_onnx():
    script = (
        "import sys; from kg.cli import main\n"
        "try: main(['sparql', 'ASK {}'])\n"
        "except SystemExit: pass\n"
        "assert not {'spacy', 'onnxruntime', 'rdflib', 'networkx'} & set(sys.modules), sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "yes\n"
