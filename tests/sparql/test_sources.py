import gzip

import pyoxigraph as ox
import pytest

from kg.errors import InputError
from kg.export.rdf import triples
from kg.sparql import connect
from kg.sparql.sources import find

DATA = '<https://example.org/a> <https://example.org/p> "x" .\n'
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


def count(opened):
    (row,) = opened.query(COUNT).rows()
    return int(row["n"].value)


@pytest.mark.parametrize("extension", ["ttl", "nt", "nq", "trig", "jsonld", "rdf"])
@pytest.mark.parametrize("packed", [False, True])
def test_files_of_every_syntax(tmp_path, extension, packed):
    data = ox.serialize(
        [ox.Quad(*[ox.NamedNode("https://example.org/a")] * 2, ox.Literal("x"))],
        format=ox.RdfFormat.from_extension(extension),
    )
    path = tmp_path / f"data.{extension}{'.gz' if packed else ''}"
    path.write_bytes(gzip.compress(data) if packed else data)
    with connect(path) as opened:
        assert count(opened) == 1


def test_several_files_are_one_graph_and_their_blank_nodes_stay_apart(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.ttl").write_text("_:x <https://example.org/p> 1 .", encoding="utf-8")
    for engine in ("oxigraph", "rdflib"):
        with connect(tmp_path / "a.ttl", tmp_path / "b.ttl", engine=engine) as opened:
            assert count(opened) == 2


def test_named_graphs_are_asked_together_or_one_by_one(tmp_path):
    path = tmp_path / "data.trig"
    path.write_text("<a:s> <a:p> 1 . <a:g> { <a:s> <a:p> 2 } <a:h> { <a:s> <a:p> 2, 3 }", encoding="utf-8")
    for engine in ("oxigraph", "rdflib"):
        with connect(path, engine=engine) as opened:
            assert count(opened) == 3
            values = [row["o"].value for row in opened.query("SELECT ?o FROM <a:g> { ?s ?p ?o }")]
            assert values == ["2"]
            named = opened.query("SELECT ?g ?o { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?o")
            assert [(row["g"].value, row["o"].value) for row in named][-1] == ("a:h", "3")
    with connect(path) as opened:
        (row,) = opened.query(COUNT, default_graphs=["a:h"]).rows()
        assert row["n"].value == "2"


def test_a_store_is_found_in_a_folder_and_preferred(graph, exports, tmp_path):
    store = ox.Store(str(tmp_path / "store"))
    store.bulk_extend(ox.Quad(*triple) for triple in triples(graph))
    store.flush()
    del store
    with connect(exports) as opened:
        expected = count(opened)
    for path in (tmp_path, tmp_path / "store"):
        with connect(path, workers=2) as opened:
            assert count(opened) == expected
    with pytest.raises(InputError, match="asked alone"):
        find([tmp_path, exports])


def test_folders_give_turtle_first(tmp_path):
    for name in ("graph.nt", "graph.ttl", "graph.nt.gz"):
        (tmp_path / name).write_text(DATA, encoding="utf-8")
    assert find([tmp_path]).files == (tmp_path / "graph.ttl",)


BAD = {
    "missing.ttl": (lambda path: None, "is not there"),
    "folder": (lambda path: path.mkdir(), "neither a store nor"),
    "graph.csv": (lambda path: path.write_text(DATA), "tells a syntax"),
    "noname": (lambda path: path.write_text(DATA), "tells a syntax"),
    "wrong.ttl": (lambda path: path.write_text("<a:s> <a:p> .\n"), "is not Turtle"),
    "latin.ttl": (lambda path: path.write_bytes(b'<a:s> <a:p> "\xe9" .'), "is not Turtle"),
    "cut.nt.gz": (lambda path: path.write_bytes(gzip.compress(DATA.encode() * 9)[:-12]), "no whole gzip file"),
    "plain.nt.gz": (lambda path: path.write_text(DATA), "no whole gzip file"),
    "damaged.nt.gz": (lambda path: path.write_bytes(gzip.compress(DATA.encode())[:10] + b"\xff" * 40), "no whole gzip"),
    "context.jsonld": (
        lambda path: path.write_text('{"@context": "https://example.org/context.jsonld", "@id": "a:s", "p": 1}'),
        "its context elsewhere, and nothing is fetched",
    ),
}


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("name", BAD)
def test_bad_sources_are_named(tmp_path, name, workers):
    make, reason = BAD[name]
    make(tmp_path / name)
    with pytest.raises(InputError, match=reason) as caught:
        connect(tmp_path / name, workers=workers)
    assert name in str(caught.value)


def test_a_store_that_is_broken(tmp_path):
    (tmp_path / "CURRENT").write_text("MANIFEST-000099\n", encoding="utf-8")
    with pytest.raises(InputError, match="is no store that can be opened"):
        connect(tmp_path)
