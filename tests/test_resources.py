import pytest

from kg import resources
from kg.errors import InputError
from kg.resources import ontology_file


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "kg"
    folder.mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", folder)
    return folder


def put(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_source_tree_has_the_ontology_beside_the_package():
    assert ontology_file("kg.ttl").read_text(encoding="utf-8").startswith("@prefix kg:")


def test_installed_package_has_it_inside(package):
    inside = put(package / "ontology" / "queries" / "one.rq")
    put(package.parent / "ontology" / "queries" / "one.rq")
    put(package.parent / "pyproject.toml")
    assert ontology_file("queries/one.rq") == inside


def test_source_tree_of_an_editable_install(package):
    beside = put(package.parent / "ontology" / "kg.ttl")
    put(package.parent / "pyproject.toml")
    assert ontology_file("kg.ttl") == beside


def test_folder_of_another_package_is_not_taken_for_ours(package):
    put(package.parent / "ontology" / "kg.ttl")
    with pytest.raises(InputError, match=r"kg\.ttl: is missing from the package\. Install kg-papers again\."):
        ontology_file("kg.ttl")
