"""The address of the ontology, whose terms are its fragments."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.ids import ONTOLOGY_IRI
from kg.resources import ontology_file
from kg.serve.graphs import choose_graph, graph_formats, graph_response
from kg.serve.nodes import facts
from kg.serve.pages import page, root
from kg.sparql.terms import PREFIXES

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from kg.serve.service import Service

_DOCUMENT = ONTOLOGY_IRI.removesuffix("#")


async def ontology(request: Request) -> Response:
    """Answer for the ontology, as a page or as triples."""
    chosen, media_type = choose_graph(request)
    location = f"{root(request)}/ontology"
    if chosen is None:
        return _page(request, location)
    return graph_response(_triples(), chosen, media_type, prefixes=PREFIXES, location=location)


def _page(request: Request, location: str) -> Response:
    service: Service = request.app.state.service
    groups = [
        {
            "heading": service.site.name(subject.value),
            "fragment": subject.value.removeprefix(ONTOLOGY_IRI),
            "rows": facts(
                [(one.predicate, one.object, None) for one in said],
                service.site,
                root(request),
                _DOCUMENT,
                shown=100,
            ),
        }
        for subject, said in groupby(_triples(), key=lambda triple: triple.subject)
        if isinstance(subject, ox.NamedNode)
    ]
    node = {"title": "Ontology", "iri": ONTOLOGY_IRI, "formats": graph_formats(location), "facts": groups}
    empty = {"kinds": [], "explorer": "", "texts": [], "evidence": [], "more_evidence": ""}
    return page(request, "node.html", page="ontology", node=empty | node)


@cache
def _triples() -> tuple[ox.Triple, ...]:
    file = ontology_file("kg.ttl")
    return tuple(quad.triple for quad in ox.parse(path=str(file), format=ox.RdfFormat.TURTLE))
