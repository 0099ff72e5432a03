import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox
import pytest

import kg
from kg.errors import InputError, OutputError
from kg.graph import load_graph, paper_key
from kg.provenance import process

SEEDS = Path(__file__).parent.parent / "seeds"
OUTPUTS = {"graph.json", "graph.ttl", "graph.html", "report.json"}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the seeds' graph once."""
    out = tmp_path_factory.mktemp("built")
    report = kg.build(SEEDS, out)
    return out, report


@pytest.fixture(scope="module")
def graph(built):
    return load_graph(built[0] / "graph.json")


def concept(graph, name):
    """Give the node that has a name as its label or alias."""
    [node] = [
        node
        for node, data in graph.nodes(data=True)
        if data["kind"] != "paper" and name in (data["label"], *data["aliases"])
    ]
    return node


def test_all_seeds_are_in_the_graph(graph, built):
    papers = [data for _, data in graph.nodes(data=True) if data["kind"] == "paper"]
    assert len(papers) == built[1].papers == 95
    assert not built[1].problems
    assert {(data["venue"], data["year"]) for data in papers} == {("ICML", 2025)}


OWN_SYSTEMS = {
    "SDP-CROWN": ("Method", "000_7c551897c6610526-01"),
    "TEDUO": ("Method", "000_7c551897c6610526-02"),
    "Raptor": ("Method", "000_7c551897c6610526-07"),
    "CoPINN": ("Method", "000_7c551897c6610526-08"),
    "ResQ": ("Method", "000_7c551897c6610526-09"),
    "Soft Reasoning": ("Method", "000_7c551897c6610526-10"),
    "LUNO": ("Method", "000_7c551897c6610526-11"),
    "RE-Bench": ("Benchmark", "000_7c551897c6610526-14"),
    "CVE-Bench": ("Benchmark", "000_7c551897c6610526-15"),
    "CAPA": ("Metric", "000_7c551897c6610526-16"),
    "MetaOptimize": ("Method", "001_15d4eb74312fc08a-02"),
    "CoSo": ("Method", "001_15d4eb74312fc08a-03"),
    "PGM": ("Method", "001_15d4eb74312fc08a-05"),
    "PRISM": ("Method", "001_15d4eb74312fc08a-08"),
    "GLGENN": ("Method", "001_15d4eb74312fc08a-09"),
    "KoNODE": ("Method", "001_15d4eb74312fc08a-11"),
    "SRM": ("Method", "001_15d4eb74312fc08a-12"),
    "FAST": ("Method", "001_15d4eb74312fc08a-14"),
    "AMCN": ("Method", "001_15d4eb74312fc08a-17"),
    "ASOR": ("Method", "001_15d4eb74312fc08a-18"),
    "APT": ("Method", "002_ecfdaabf84a0e8a6-04"),
    "STOP": ("Method", "002_ecfdaabf84a0e8a6-09"),
    "UCGS": ("Method", "002_ecfdaabf84a0e8a6-11"),
    "DiffAdvMAP": ("Method", "002_ecfdaabf84a0e8a6-13"),
    "DIS-CO": ("Method", "002_ecfdaabf84a0e8a6-15"),
    "MovieTection": ("Benchmark", "002_ecfdaabf84a0e8a6-15"),
    "FHBI": ("Method", "002_ecfdaabf84a0e8a6-17"),
    "TimeBridge": ("Method", "002_ecfdaabf84a0e8a6-18"),
    "AR-Bench": ("Benchmark", "003_0200085d7ff69bd7-01"),
    "PTME": ("Metric", "003_0200085d7ff69bd7-03"),
    "LangDAug": ("Method", "003_0200085d7ff69bd7-05"),
    "PF-PPO": ("Method", "003_0200085d7ff69bd7-07"),
    "DA-KD": ("Method", "004_0871bb4f140bf29a-01"),
    "BDL": ("Method", "004_0871bb4f140bf29a-01"),
    "LSPO": ("Method", "004_0871bb4f140bf29a-05"),
    "TRT-SMC": ("Method", "004_0871bb4f140bf29a-07"),
    "ReinboT": ("Method", "004_0871bb4f140bf29a-08"),
    "AMC": ("Method", "004_0871bb4f140bf29a-09"),
    "VinePPO": ("Method", "004_0871bb4f140bf29a-11"),
    "Mirage": ("Method", "004_0871bb4f140bf29a-13"),
    "Confidential Guardian": ("Method", "004_0871bb4f140bf29a-13"),
    "ViTok": ("Method", "004_0871bb4f140bf29a-14"),
    "Erwin": ("Method", "004_0871bb4f140bf29a-15"),
}


@pytest.mark.parametrize("name", OWN_SYSTEMS)
def test_systems_are_typed_and_introduced_by_their_paper(graph, name):
    kind, paper = OWN_SYSTEMS[name]
    node = concept(graph, name)
    assert graph.nodes[node]["kind"] == kind
    assert graph.has_edge(paper_key(paper), node, "introduces")
    introducing = [source for source, _, link in graph.in_edges(node, keys=True) if link == "introduces"]
    assert introducing == [paper_key(paper)]


def test_the_names_of_large_language_models_are_one_node(graph):
    assert concept(graph, "LLM") == concept(graph, "LLMs") == concept(graph, "large language models")


def test_every_mention_is_where_it_says(graph):
    mentions = 0
    for paper, _, data in graph.edges(data=True):
        for mention in data.get("mentions", ()):
            text = graph.nodes[paper][mention["field"]]
            assert text[mention["start"] : mention["end"]] == mention["text"]
            field, start, end = graph.nodes[paper]["sentences"][mention["sentence"]]
            assert field == mention["field"]
            assert start <= mention["start"] < mention["end"] <= end
            mentions += 1
    assert mentions > 500


def test_every_concept_is_linked_and_every_link_has_evidence(graph):
    for node, data in graph.nodes(data=True):
        if data["kind"] != "paper":
            assert graph.in_degree(node) > 0
    assert all(data["mentions"] for _, _, data in graph.edges(data=True) if "mentions" in data)


def test_a_relation_cites_a_sentence_that_names_both_ends_where_there_is_one(graph):
    named = {
        (paper, concept): {mention["sentence"] for mention in data["mentions"]}
        for paper, concept, data in graph.edges(data=True)
        if "mentions" in data
    }
    cited = 0
    for head, tail, data in graph.edges(data=True):
        for statement in data.get("statements", ()):
            both = named[statement["paper"], head] & named[statement["paper"], tail]
            assert not both or statement["sentence"] in both
            cited += bool(both)
    assert cited > 100


def test_the_report_counts_what_is_in_the_graph(graph, built):
    out, report = built
    saved = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert saved["papers"] == 95
    nothing = {"skipped": {}, "merged": {}, "noted": {}}
    assert saved["problems"] == {
        "count": 0,
        "by_effect": dict.fromkeys(nothing, 0),
        "by_reason": {},
        "by_effect_and_reason": nothing,
        "list": [],
    }
    assert [(file["records"], file["papers"]) for file in saved["inputs"]] == 5 * [(19, 19)]
    assert sum(saved["concepts"].values()) == graph.number_of_nodes() - 95
    assert sum(saved["links"].values()) + sum(saved["relations"].values()) == graph.number_of_edges()
    assert saved["files"] == {name: (out / name).stat().st_size for name in OUTPUTS - {"report.json"}}
    assert [file["path"] for file in saved["inputs"]] == [path.name for path in sorted(SEEDS.iterdir())]
    assert report.concepts == saved["concepts"]


def test_the_turtle_says_what_the_graph_says(graph, built):
    store = ox.Store()
    store.bulk_load(path=str(built[0] / "graph.ttl"), format=ox.RdfFormat.TURTLE)
    query = """
        PREFIX kg: <https://w3id.org/kg-papers/ontology#>
        PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
        SELECT ?paper ?label WHERE { ?paper kg:introduces ?concept . ?concept skos:prefLabel ?label }"""
    found = {(row["paper"].value, row["label"].value) for row in store.query(query)}
    base = graph.graph["base"]
    assert found == {
        (base + paper, graph.nodes[node]["label"])
        for paper, node, link in graph.edges(keys=True)
        if link == "introduces"
    }


def digest(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".kg"}


def test_another_hash_seed_and_another_order_give_the_same_bytes(built, tmp_path):
    files = sorted(SEEDS.iterdir())
    shutil.copytree(SEEDS, tmp_path / "elsewhere" / "seeds")
    backwards = sorted((tmp_path / "elsewhere" / "seeds").iterdir(), reverse=True)
    for seed, order in (("1", backwards), ("2", files)):
        out = tmp_path / seed
        command = [sys.executable, "-m", "kg", "build", *map(str, order), "--out", str(out)]
        subprocess.run(
            command, check=True, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, timeout=300
        )
    assert digest(built[0]) == digest(tmp_path / "1") == digest(tmp_path / "2")


PAPERS = '{"id": "a", "title": "FastNet", "abstract": "We propose FastNet."}\n{"id": "b"}\n'


def test_the_report_says_of_each_file_what_became_of_its_records(tmp_path):
    title = {"title": "Colouring Graphs", "authors": ["Ada Lovelace"]}
    first = [
        title,
        {"id": "x"},
        {"title": "On Rice", "abstract": "withdrawn"},
        {"id": "y", "title": "Cats", "doi": "odd"},
    ]
    second = [{**title, "doi": "10.1000/1", "abstract": "We propose FastNet."}, {"title": "Dogs Are Nice"}, None]
    for name, records in (("a.json", first), ("b.json", second)):
        (tmp_path / name).write_text(json.dumps(records), encoding="utf-8")
    report = kg.build([tmp_path / "a.json", tmp_path / "b.json"], tmp_path / "out")
    saved = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    counts = [
        {name: value for name, value in file.items() if name not in {"path", "sha256"}} for file in saved["inputs"]
    ]
    assert counts == [
        {"records": 4, "papers": 2, "skipped": 2, "merged": 0},
        {"records": 3, "papers": 1, "skipped": 1, "merged": 1},
    ]
    assert all(file["records"] == file["papers"] + file["skipped"] + file["merged"] for file in counts)
    assert saved["problems"]["by_effect"] == {"skipped": 3, "merged": 1, "noted": 1}
    assert saved["problems"]["by_effect_and_reason"]["merged"] == {"same title and authors": 1}
    assert {problem["effect"] for problem in saved["problems"]["list"]} == {"skipped", "merged", "noted"}
    assert report.papers == 3
    graph = kg.load(tmp_path / "out").nx
    [paper] = [data for _, data in graph.nodes(data=True) if data.get("doi")]
    assert paper["sources"] == ["a.json[0]", "b.json[0]"]
    assert (paper["paper"], paper["ids"]) == ("10.1000/1", ["doi:10.1000/1"])


def test_a_bad_record_costs_itself_only(tmp_path):
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    report = kg.build(tmp_path / "papers.jsonl", tmp_path / "out")
    assert report.papers == 1
    [problem] = report.problems
    assert str(problem.source) == "papers.jsonl:2"
    saved = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert saved["problems"]["list"][0]["source"] == "papers.jsonl:2"
    assert sum(saved["problems"]["by_reason"].values()) == 1


def test_a_failing_build_leaves_what_was_there(tmp_path, monkeypatch):
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    kg.build(tmp_path / "papers.jsonl", tmp_path / "out")
    before = digest(tmp_path / "out")
    (tmp_path / "more.jsonl").write_text('{"title": "SlowNet is slow"}\n', encoding="utf-8")

    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["kg.build"], "write_page", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kg.build(tmp_path / "more.jsonl", tmp_path / "out")
    assert digest(tmp_path / "out") == before
    with pytest.raises(KeyboardInterrupt):
        kg.build(tmp_path / "more.jsonl", tmp_path / "new" / "deep")
    assert [path.name for path in (tmp_path / "new" / "deep").iterdir()] == [".kg"]
    with pytest.raises(KeyboardInterrupt):
        kg.build(tmp_path / "more.jsonl", tmp_path / "newer" / "deep", keep=False)
    assert not (tmp_path / "newer").exists()


def test_a_missing_input_is_refused_before_anything_is_made(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        kg.build(tmp_path / "none.json", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_records_without_a_paper_among_them_are_refused(tmp_path):
    (tmp_path / "papers.jsonl").write_text('{"id": "b"}\n{"id": "c"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"no paper.*papers\.jsonl:1"):
        kg.build(tmp_path / "papers.jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_in_place_of_the_output_folder_is_refused(tmp_path):
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="out"):
        kg.build(tmp_path / "papers.jsonl", tmp_path / "out")
    assert (tmp_path / "out").read_text(encoding="utf-8") == "mine"


def test_the_base_iri_is_everywhere(tmp_path):
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    kg.build(tmp_path / "papers.jsonl", tmp_path / "out", base="https://example.org/kg/")
    turtle = (tmp_path / "out" / "graph.ttl").read_text(encoding="utf-8")
    assert "https://example.org/kg/" in turtle
    assert load_graph(tmp_path / "out" / "graph.json").graph["base"] == "https://example.org/kg/"


def test_more_formats_and_a_store_hold_what_the_turtle_holds_and_go_with_the_next_build(tmp_path):
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    out = tmp_path / "out"
    report = kg.build(tmp_path, out, rdf=["nt.gz", "trig", "nt.gz"], store=True)
    assert {path.name for path in out.iterdir()} == OUTPUTS | {".kg", "graph.nt.gz", "graph.trig", "store"}
    assert {"graph.nt.gz", "graph.trig"} < set(report.files)
    with gzip.open(out / "graph.nt.gz") as lines:
        triples = {quad.triple for quad in ox.parse(lines, format=ox.RdfFormat.N_TRIPLES)}
    assert triples == {quad.triple for quad in ox.parse(path=str(out / "graph.ttl"), format=ox.RdfFormat.TURTLE)}
    assert triples == {quad.triple for quad in ox.parse(path=str(out / "graph.trig"), format=ox.RdfFormat.TRIG)}
    assert len(ox.Store.read_only(str(out / "store"))) == len(triples)
    again = kg.build(tmp_path, out)  # which must not read what the first build wrote
    assert again.papers == report.papers == 1
    assert {path.name for path in out.iterdir()} == OUTPUTS | {".kg"}


def test_a_format_that_is_none_is_refused_before_anything_is_made(tmp_path):
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    with pytest.raises(ValueError, match=r"'n3' is no format of RDF: name one of ttl, nt, jsonld"):
        kg.build(tmp_path / "papers.jsonl", tmp_path / "out", rdf=["n3"])
    assert not (tmp_path / "out").exists()


def test_the_graph_tells_what_it_was_made_with(graph):
    assert graph.graph["process"] == process()
