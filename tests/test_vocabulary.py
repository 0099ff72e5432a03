"""What is read of a vocabulary file."""

import pytest

from kg.errors import VocabularyError
from kg.vocabulary import load_vocabulary

PREFIXES = """
@prefix kg: <https://w3id.org/kg-papers/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <https://w3id.org/kg-papers/vocabulary/> .
"""
LEARNING = """
: a skos:ConceptScheme .
:kinds a kg:Method ; skos:prefLabel "kind of learning"@en ; skos:topConceptOf : .
:RL a kg:Method ; skos:prefLabel "reinforcement learning"@en ; skos:broader :kinds ; kg:ambiguousLabel "RL"@en .
"""
BASE = "https://w3id.org/kg-papers/vocabulary/"


@pytest.fixture
def read(tmp_path):
    def run(text):
        path = tmp_path / "vocabulary.ttl"
        path.write_text(PREFIXES + text, encoding="utf-8")
        return load_vocabulary(path)

    return run


def test_a_heading_is_an_entry_that_no_name_leads_to(read):
    vocabulary = read(LEARNING)
    assert [(entry.label, entry.top) for entry in vocabulary.entries] == [
        ("reinforcement learning", False),
        ("kind of learning", True),
    ]
    assert vocabulary.by_id[BASE + "RL"].broader == (BASE + "kinds",)
    assert {name: entry.label for name, entry in vocabulary.by_key.items()} == {
        "reinforcement learning": "reinforcement learning"
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (": a skos:ConceptScheme .", "holds no concept"),
        (':RL a kg:Method ; skos:altLabel "RL"@en .', "has 0 labels and 1 types"),
        (':RL a kg:Method, kg:Task ; skos:prefLabel "RL"@en .', "has 1 labels and 2 types"),
        (":RL a kg:Method ;", "is no valid Turtle"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(read, text, found):
    with pytest.raises(VocabularyError, match=found):
        read(text)
