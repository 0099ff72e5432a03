"""The query-evaluation cases of W3C's SPARQL 1.1 suite that apply to a store that is only read.

Run from the project's folder: ``python -m tests.benchmarks.w3c_queries SUITE``, where SUITE is the folder ``sparql11`` of
https://github.com/w3c/rdf-tests. Left out are the entailment regimes and federated queries, and all that is no query
evaluation: updates, the protocols, syntax.
"""

from __future__ import annotations

import csv
import io
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox
import rdflib
from rdflib import RDF, Namespace, URIRef
from rdflib.collection import Collection
from rdflib.compare import isomorphic

from kg.errors import KgError
from kg.sparql import Format, QueryForm, connect, query_form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.sparql import Answer

MF = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
QT = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-query#")
FOLDERS = (
    "aggregates bind bindings cast construct csv-tsv-res exists functions grouping json-res negation project-expression "
    "property-path subquery"
).split()
TESTS = {MF.QueryEvaluationTest, MF.CSVResultFormatTest}


def cases(suite: Path) -> Iterator[tuple[str, rdflib.Graph, URIRef]]:
    """The cases of the folders that apply, in the order of their manifests."""
    for folder in FOLDERS:
        manifest = rdflib.Graph().parse(suite / folder / "manifest.ttl")
        for entries in manifest.objects(None, MF.entries):
            for case in Collection(manifest, entries):
                if manifest.value(case, RDF.type) in TESTS:
                    yield f"{folder}/{str(case).rpartition('#')[2]}", manifest, URIRef(str(case))


def local(iri: object) -> Path:
    return Path(str(iri).removeprefix("file://"))


def run(manifest: rdflib.Graph, case: URIRef) -> bool:
    """Whether the answer is the expected one."""
    action = manifest.value(case, MF.action)
    query = local(manifest.value(action, QT.query))
    text = query.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "store")
        store = ox.Store(str(data))
        store.add_graph(ox.NamedNode("urn:default"))
        for source, graph in quads(manifest, action, text):
            store.extend(ox.Quad(*triple, graph) for triple in source)
        del store
        form = query_form(text)
        result = local(manifest.value(case, MF.result))
        chosen = Format.CSV if result.suffix == ".csv" else None
        with connect(data, time_limit=20) as connection:
            # A dataset as it stands, not as the union that the data's own graphs make.
            names = named(manifest, action)
            chosen_by_query = "FROM <" in text
            graphs = {"default_graphs": ["urn:default"], "named_graphs": names} if names and not chosen_by_query else {}
            with connection.query(text, format=chosen, base_iri=query.as_uri(), **graphs) as answer:
                return same(answer, form, result)


def quads(manifest: rdflib.Graph, action: Any, text: str) -> Iterator[tuple[Any, ox.NamedNode | ox.DefaultGraph]]:
    for data in manifest.objects(action, QT.data):
        yield parse(local(data)), ox.NamedNode("urn:default") if named(manifest, action) else ox.DefaultGraph()
        if "FROM <" in text:
            yield parse(local(data)), ox.NamedNode(str(data))
    for data in manifest.objects(action, QT.graphData):
        yield parse(local(data)), ox.NamedNode(str(data))


def named(manifest: rdflib.Graph, action: Any) -> list[str]:
    return [str(data) for data in manifest.objects(action, QT.graphData)]


def parse(file: Path) -> Any:
    return [quad.triple for quad in ox.parse(path=file, base_iri=file.as_uri(), rename_blank_nodes=True)]


def same(answer: Answer, form: QueryForm, result: Path) -> bool:
    if form.gives_triples:
        expected = rdflib.Graph().parse(result)
        return isomorphic(expected, rdflib.Graph().parse(data=answer.read(), format="nt"))
    if result.suffix == ".csv":
        return cells(answer.read().decode()) == cells(result.read_text(encoding="utf-8"))
    if result.suffix in {".ttl", ".rdf"}:
        return rows_of(answer.variables, answer.rows()) == rows_of_graph(result)
    expected_rows = ox.parse_query_results(path=result)
    if isinstance(expected_rows, ox.QueryBoolean):
        return bool(expected_rows) == answer.boolean
    names = tuple(variable.value for variable in expected_rows.variables)
    return rows_of(names, expected_rows) == rows_of(names, answer.rows())


def cells(text: str) -> Counter[frozenset[tuple[str, str]]]:
    """The rows of a CSV file as a bag, in any order of columns."""
    rows = csv.DictReader(io.StringIO(text))
    return Counter(
        frozenset((name, "_:" if cell.startswith("_:") else cell) for name, cell in row.items()) for row in rows
    )


def rows_of(names: tuple[str, ...], rows: Any) -> Counter[tuple[object, ...]]:
    """The rows as a bag; blank nodes are only told apart from other terms."""
    return Counter(tuple(term(row[name]) for name in sorted(names)) for row in rows)


def rows_of_graph(file: Path) -> Counter[tuple[object, ...]]:
    rs = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/result-set#")
    graph = rdflib.Graph().parse(file)
    names = sorted(str(name) for name in graph.objects(None, rs.resultVariable))
    rows: list[dict[str, object]] = []
    for solution in graph.objects(None, rs.solution):
        found = {}
        for binding in graph.objects(solution, rs.binding):
            value = graph.value(binding, rs.value)
            found[str(graph.value(binding, rs.variable))] = term(
                next(iter(ox.parse(f"<urn:s> <urn:p> {value.n3()} .", format=ox.RdfFormat.TURTLE))).object
            )
        rows.append(found)
    return Counter(tuple(row.get(name) for name in names) for row in rows)


def term(value: object) -> object:
    """A term to compare: numbers and truth values by value, blank nodes as one."""
    if value is None or isinstance(value, ox.NamedNode):
        return value
    if not isinstance(value, ox.Literal):
        return "blank"
    kind = value.datatype.value.rpartition("#")[2]
    if kind in {"integer", "decimal", "double", "float"}:
        return (kind, round(float(value.value), 9))
    if kind == "boolean":
        return (kind, value.value in {"true", "1"})
    return (value.value, value.language, kind)


def main(suite: str) -> None:
    """Run all and say which failed."""
    passed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for name, manifest, case in cases(Path(suite).resolve()):
        folder = name.partition("/")[0]
        total[folder] += 1
        try:
            good = run(manifest, case)
            note = "another answer"
        except (KgError, ValueError, SyntaxError) as error:
            good, note = False, str(error)
        passed[folder] += good
        if not good:
            sys.stdout.write(f"failed {name}: {note}\n")
    for folder in total:
        sys.stdout.write(f"{folder:<20} {passed[folder]:4} of {total[folder]}\n")
    sys.stdout.write(f"{'all':<20} {passed.total():4} of {total.total()}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
