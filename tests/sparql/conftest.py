import pytest

from kg.export.rdf import write_rdf
from kg.sparql import connect, connect_graph
from tests.export.graphs import sample_graph


@pytest.fixture(scope="session")
def graph():
    return sample_graph()


@pytest.fixture(scope="session")
def exports(graph, tmp_path_factory):
    """A folder as kg build writes it, with the graph made by hand."""
    folder = tmp_path_factory.mktemp("exports")
    write_rdf(graph, folder / "graph.ttl")
    return folder


@pytest.fixture(scope="session")
def connection(exports):
    with connect(exports) as opened:
        yield opened


@pytest.fixture(scope="session")
def rdflib_connection(exports):
    with connect(exports, engine="rdflib", time_limit=120) as opened:
        yield opened


@pytest.fixture(scope="session")
def seeds():
    """The seeds' own export."""
    with connect("exports") as opened:
        yield opened


@pytest.fixture
def fresh(graph):
    """A connection of its own, for what ends its process."""
    with connect_graph(graph) as opened:
        yield opened
