"""What we write ourselves conforms."""

from pathlib import Path

import pytest

from kg.export import RDF_FORMATS
from kg.export.rdf import write_rdf, write_store
from kg.validate import validate
from tests.export.graphs import sample_graph

EXPORTS = Path(__file__).parents[2] / "exports"


@pytest.mark.parametrize("ending", [*RDF_FORMATS, "store"])
def test_a_graph_of_odd_names_and_hostile_texts(tmp_path, ending):
    path = tmp_path / (f"graph.{ending}" if ending != "store" else ending)
    (write_store if ending == "store" else write_rdf)(sample_graph(), path)
    report = validate(path)
    assert report.conforms, report.to_text()
    assert report.triples > 400


def test_the_graph_of_the_seeds():
    report = validate(EXPORTS)
    assert report.conforms, report.to_text()
