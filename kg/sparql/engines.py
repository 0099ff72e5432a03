"""The two engines: pyoxigraph, and rdflib to check it against. Both give results as objects of pyoxigraph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import pyoxigraph as ox

from kg.sparql import sources
from kg.sparql.errors import QuerySyntaxError, RefusedQueryError
from kg.sparql.formats import QueryForm
from kg.sparql.syntax import graphs_named
from kg.sparql.terms import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import rdflib

    from kg.sparql.request import Request, Setup

    Result: TypeAlias = ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples | Iterator[ox.Triple]

# Among what is expected there stands what is wrong, a sentence in words.
_PLACE = re.compile(r"error at ([0-9]+):([0-9]+): expected (?:one of )?")
_CAUSE = re.compile(r"(?:^|, |(?<=expected )|(?<=one of ))([A-Z][a-z]++(?: \w++)++)(?=, |$)")
_SHOWN = 30

_URI_SPACE = ox.NamedNode(PREFIXES["void"] + "uriSpace")


class Engine(Protocol):
    """Answers queries.

    Attributes:
        base: What the data says its IRIs begin with, None where it says nothing or several things.
    """

    base: str | None

    def run(self, request: Request) -> Result:
        """Answer a query.

        Raises:
            QuerySyntaxError: It is wrong, or selects no variable for a parameter.
            RefusedQueryError: It asks for a graph that is not there.
        """


def make_engine(setup: Setup) -> Engine:
    """Open the data with an engine.

    Raises:
        InputError: The data cannot be read.
    """
    return RdflibEngine(setup.sources) if setup.engine == "rdflib" else OxigraphEngine(setup.sources)


class OxigraphEngine:
    """Oxigraph, on a store on disk or in memory.

    In a store that somebody else made and that has nothing but named graphs, the default graph is all of them together.
    """

    def __init__(self, data: sources.Sources) -> None:
        if data.store is not None:
            self._store = sources.open_store(data.store)
        else:
            self._store = ox.Store()
            sources.load(self._store, data.files)
        self._union = not any(True for _ in self._store.quads_for_pattern(None, None, None, ox.DefaultGraph()))
        self.base = _one_base(quad.object for quad in self._store.quads_for_pattern(None, _URI_SPACE, None, None))

    def run(self, request: Request) -> Result:
        """Answer a query."""
        default: list[ox.NamedNode | ox.BlankNode | ox.DefaultGraph] = list(map(ox.NamedNode, request.default_graphs))
        named: list[ox.NamedNode | ox.BlankNode] = list(map(ox.NamedNode, request.named_graphs))
        asked = graphs_named(request.text)
        for iri in (*request.default_graphs, *request.named_graphs, *asked):
            if not self._store.contains_named_graph(ox.NamedNode(iri)):
                raise _no_graph(iri)
        chosen = bool(default or named)
        try:
            return self._store.query(
                request.text,
                base_iri=request.base or self.base,
                prefixes=PREFIXES,
                use_default_graph_as_union=self._union and not chosen and not asked,
                default_graph=default if chosen else None,
                named_graphs=named if chosen else None,
                substitutions={ox.Variable(name): term for name, term in request.bindings.items()} or None,
            )
        except SyntaxError as error:
            raise _no_sparql(request.text, str(error)) from error
        except RuntimeError as error:
            raise _no_variable(request) from error


class RdflibEngine:
    """rdflib, in memory and slow: what Oxigraph is checked against."""

    def __init__(self, data: sources.Sources) -> None:
        import rdflib.plugins.sparql  # noqa: PLC0415 - half a second that Oxigraph need not wait for

        # In this process, which does nothing else: FROM names graphs of the data, and nothing is fetched.
        rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False
        rdflib.NORMALIZE_LITERALS = False
        self._graph = rdflib.Dataset(default_union=True)
        quads = sources.quads(data.files) if data.store is None else iter(sources.open_store(data.store))
        bases = set()
        for quad in quads:
            if quad.predicate == _URI_SPACE:
                bases.add(quad.object)
            graph = self._graph.default_graph
            if isinstance(quad.graph_name, ox.NamedNode):
                graph = self._graph.graph(_to_rdflib(quad.graph_name))
            graph.add((_to_rdflib(quad.subject), _to_rdflib(quad.predicate), _to_rdflib(quad.object)))
        self.base = _one_base(bases)

    def run(self, request: Request) -> Result:
        """Answer a query."""
        import pyparsing  # noqa: PLC0415
        import rdflib  # noqa: PLC0415

        if request.default_graphs or request.named_graphs:
            raise RefusedQueryError("The engine rdflib takes graphs only from the query", "Name them with FROM")
        for iri in graphs_named(request.text):
            if not self._graph.graph(rdflib.URIRef(iri)):
                raise _no_graph(iri)
        try:
            result = self._graph.query(
                request.text,
                initNs=PREFIXES,
                initBindings={name: _to_rdflib(term) for name, term in request.bindings.items()},
                base=request.base or self.base or "",
            )
        except pyparsing.ParseException as error:
            message = f"This is no SPARQL query: {error}"
            raise QuerySyntaxError(message) from error
        if request.form.gives_triples:
            return self._triples(result)
        data = result.serialize(format="json") or b""
        if request.form is QueryForm.SELECT and not set(request.bindings) <= {str(name) for name in result.vars or ()}:
            raise _no_variable(request)
        return ox.parse_query_results(data, ox.QueryResultsFormat.JSON)

    @staticmethod
    def _triples(result: rdflib.query.Result) -> Iterator[ox.Triple]:
        data = result.serialize(format="nt") or b""
        return (quad.triple for quad in ox.parse(data, ox.RdfFormat.N_TRIPLES))


def _to_rdflib(term: object) -> Any:
    import rdflib  # noqa: PLC0415

    if isinstance(term, ox.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return rdflib.BNode(term.value)
    assert isinstance(term, ox.Literal)
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    datatype = term.datatype.value
    plain = datatype == PREFIXES["xsd"] + "string"
    return rdflib.Literal(term.value, datatype=None if plain else rdflib.URIRef(datatype))


def _no_sparql(query: str, reason: str) -> QuerySyntaxError:
    """Say where a query goes wrong and why, instead of all that the engine would have taken there, half its grammar."""
    place = _PLACE.match(reason)
    if place is None:
        return QuerySyntaxError(f"This is no SPARQL query: {reason}")
    line, column = int(place[1]), int(place[2])
    rest = "".join(query.split("\n")[line - 1 : line])[column - 1 :].strip()
    cause = _CAUSE.search(reason, place.end())
    found = cause[1] if cause else "does not fit" if rest else "something is missing"
    before = f" before {rest[:_SHOWN]!r}" if rest and cause else f", {rest[:_SHOWN]!r}" if rest else ""
    return QuerySyntaxError(f"This is no SPARQL query: line {line}, column {column}{before}: {found}")


def _one_base(values: Iterable[object]) -> str | None:
    bases = {value.value for value in values if isinstance(value, (ox.Literal, ox.NamedNode))}
    return bases.pop() if len(bases) == 1 else None


def _no_graph(iri: str) -> RefusedQueryError:
    return RefusedQueryError(
        f"The data holds no graph <{iri}>, and none is fetched", "Leave FROM out, or load the file with the others"
    )


def _no_variable(request: Request) -> QuerySyntaxError:
    names = " or ".join(f"?{name}" for name in sorted(request.bindings))
    if request.form is QueryForm.ASK:
        return QuerySyntaxError(f"No triple pattern has {names}", "Put each parameter into one, or leave it away")
    return QuerySyntaxError(
        f"The query does not give {names} as a result",
        f"Name each parameter after {request.form}, or leave it away",
    )
