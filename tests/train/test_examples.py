from kg.extract.tagger.heads import RELATIONS, ROLES, TYPES
from kg.extract.tagger.words import surface
from kg.model import ConceptType, Relation, Role
from kg.train.annotations import abstract_only, parse
from kg.train.examples import example_of, share
from tests.train.records import RECORDS


def places(example):
    return [[surface(example.words, mention) for mention in concept.mentions] for concept in example.concepts]


def test_concepts_are_found_in_title_and_abstract():
    example = example_of(parse(RECORDS[0]))
    assert places(example)[0] == ["FastNet"] * 3
    first = example.concepts[0]
    assert (TYPES[first.type], ROLES[first.role]) == (ConceptType.METHOD, Role.INTRODUCES)
    assert (0, RELATIONS.index(Relation.OUTPERFORMS), 4) in example.relations


def test_without_title_there_is_less_to_find():
    example = example_of(abstract_only(parse(RECORDS[0])))
    assert places(example)[0] == ["FastNet"] * 2
    assert not any(word.title for word in example.words)


def test_raw_forms_are_found_in_clean_text():
    assert places(example_of(parse(RECORDS[1])))[1] == ["α-Trees"]


def concept(kind, name, **more):
    return {"type": kind, "canon": name, "forms": [name], **more}


def test_of_overlapping_places_the_longer_stands():
    record = {
        "id": "p",
        "abstract": "graph neural network",
        "concepts": [concept("M", "graph"), concept("M", "graph neural network")],
    }
    assert places(example_of(parse(record))) == [["graph neural network"]]


def test_roles_and_relations_that_types_cannot_have_are_left_out():
    record = {
        "id": "p",
        "abstract": "FastNet parsing",
        "concepts": [concept("M", "FastNet", role="addresses"), concept("T", "parsing")],
        "relations": [["FastNet", "evaluatedOn", "parsing"], ["FastNet", "appliedTo", "FastNet"]],
    }
    example = example_of(parse(record))
    assert example.concepts[0].role is None
    assert example.relations == ()


def test_relations_that_were_not_annotated_are_not_none():
    record = {"id": "p", "abstract": "FastNet", "concepts": [concept("M", "FastNet")]}
    assert example_of(parse(record)).relations is None


def test_the_share_is_even_and_fixed():
    shares = [share(f"paper {number}") for number in range(2000)]
    assert 0.12 < sum(value < 0.15 for value in shares) / len(shares) < 0.18
    assert share("nips2018/11203") == share("nips2018/11203")
