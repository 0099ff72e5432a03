"""The annotations that the project publishes, without the texts."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.extract.tagger.heads import ROLES, ROLES_OF, TYPES
from kg.model import RELATION_TYPES, ConceptType, Relation, Role
from kg.train.annotations import read_annotations, read_lines

FOLDER = Path(__file__).parent.parent.parent / "annotations"
PAPERS = {"abstracts.jsonl.gz": 4959}


@pytest.fixture(scope="module", params=sorted(PAPERS))
def file(request):
    return FOLDER / request.param


@pytest.fixture(scope="module")
def records(file):
    return [record for _, record in read_lines(file)]


def test_each_paper_is_there_once_in_the_order_of_the_ids(file, records):
    ids = [record["id"] for record in records]
    assert len(ids) == PAPERS[file.name]
    assert ids == sorted(set(ids))


def test_no_paper_is_in_two_files():
    ids = [record["id"] for name in PAPERS for _, record in read_lines(FOLDER / name)]
    assert len(ids) == len(set(ids))


def test_the_file_holds_no_text_of_the_papers(file, records):
    for record in records:
        assert set(record) == {"id", "digest", "concepts", "relations"}
        for concept in record["concepts"]:
            assert {"type", "role", "canon", "spans"} <= set(concept) <= {"type", "role", "canon", "opt", "spans"}
            assert len(concept["canon"]) < 100
    header = file.read_bytes()[:10]
    assert header[3:8] == bytes(5)  # neither file name nor time


def test_types_roles_and_relations_are_those_of_the_model(records):
    for record in records:
        types = {concept["canon"]: ConceptType(concept["type"]) for concept in record["concepts"]}
        assert len(types) == len(record["concepts"])
        for concept in record["concepts"]:
            assert ROLES.index(Role(concept["role"])) in ROLES_OF[TYPES.index(ConceptType(concept["type"]))]
            assert concept["spans"]
            assert all(0 <= start < end for start, end in concept["spans"])
        for relation in record["relations"]:
            pair = types[relation["head"]], types[relation["tail"]]
            assert pair in RELATION_TYPES[Relation(relation["type"])]


def test_without_the_texts_it_is_told_which_are_missing():
    with pytest.raises(
        InputError, match=r"abstracts\.jsonl\.gz:1: is no annotated paper: there is no abstract of '3dv2025/"
    ):
        read_annotations([FOLDER / "abstracts.jsonl.gz"])
