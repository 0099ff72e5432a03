"""One data set for the tests of the server, with few workers and short limits."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import anyio
import pytest
from starlette.testclient import TestClient

from kg.export.rdf import triples
from kg.serve import Limits, make_app
from kg.sparql import connect_graph
from tests.export.graphs import sample_graph

# Its module is imported when first used: then in a thread, where pytest's rewriting may meet that of another
# (https://github.com/python/cpython/issues/106905).
assert anyio.open_file

LIMITS = Limits(workers=1, result_bytes=1 << 20, request_bytes=1 << 14)
HASTY = Limits(seconds=1.0, quick_seconds=0.3, workers=1, waiting=2)
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o }"


def run_async(work):
    """Run a coroutine in a loop of its own: the browser that other tests hold open has one running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture(scope="session")
def graph():
    return sample_graph()


@pytest.fixture(scope="session")
def all_triples(graph):
    return set(triples(graph))


@pytest.fixture(scope="session")
def explorer(tmp_path_factory):
    page = tmp_path_factory.mktemp("serve") / "graph.html"
    page.write_text("<!doctype html><title>explorer</title>", encoding="utf-8")
    return page


@pytest.fixture(scope="session")
def app(graph, explorer):
    connection = connect_graph(graph, workers=LIMITS.workers + LIMITS.slow_workers)
    return make_app(connection, explorer=explorer, limits=LIMITS)


@pytest.fixture(scope="session")
def client(app):
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture(scope="session")
def hasty(graph):
    """A client of a server that gives queries little time."""
    app = make_app(connect_graph(graph, workers=HASTY.workers + HASTY.slow_workers), limits=HASTY)
    with TestClient(app) as client:
        yield client


@pytest.fixture
def ask(client):
    """Sends a query in the simplest way."""

    def ask(query, accept="", **fields):
        return client.get("/sparql", params={"query": query, **fields}, headers={"Accept": accept})

    return ask
