from datetime import UTC, datetime

import pyoxigraph as ox
import pytest

from kg.errors import OutputError
from kg.export import is_store
from kg.export.rdf import store, triples, write_store
from tests.export.graphs import sample_graph


def canonical(found):
    """Triples as a store keeps them."""
    memory = ox.Store()
    memory.extend(ox.Quad(triple.subject, triple.predicate, triple.object) for triple in found)
    return {quad.triple for quad in memory}


def test_store_is_opened_and_holds_the_triples(tmp_path):
    moment = datetime(2025, 7, 1, tzinfo=UTC)
    write_store(sample_graph(), tmp_path / "store", generated_at=moment)
    assert is_store(tmp_path / "store")
    found = ox.Store.read_only(str(tmp_path / "store"))
    assert {quad.triple for quad in found} == canonical(triples(sample_graph(), generated_at=moment))
    assert {type(quad.graph_name) for quad in found} == {ox.DefaultGraph}


@pytest.mark.parametrize("portion", [1, 500])
def test_store_that_is_loaded_in_portions_holds_all(tmp_path, monkeypatch, portion):
    monkeypatch.setattr(store, "_PORTION", portion)
    write_store(sample_graph(), tmp_path / "store")
    found = ox.Store.read_only(str(tmp_path / "store"))
    assert {quad.triple for quad in found} == canonical(triples(sample_graph()))


def test_nothing_is_added_to_what_is_there(tmp_path):
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="store: is not empty"):
        write_store(sample_graph(), tmp_path / "store")
    assert [path.name for path in (tmp_path / "store").iterdir()] == ["mine.txt"]
    assert not is_store(tmp_path / "store")


def test_place_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_store(sample_graph(), tmp_path / "file" / "store")
