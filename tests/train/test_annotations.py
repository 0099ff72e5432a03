import gzip
import json

import pytest

from kg.errors import InputError
from kg.model import ConceptType, Relation, Role
from kg.train.annotations import abstract_only, parse, read_annotations
from kg.train.standoff import Texts

CONCEPT = {"type": "Method", "canon": "FastNet", "forms": ["FastNet"]}
RECORD = {"id": "p", "abstract": "We propose FastNet.", "concepts": [CONCEPT]}


def test_records_are_read_with_types_written_out_or_as_codes(gold):
    first, second = read_annotations([gold])
    assert [concept.types[0] for concept in first.concepts[:3]] == [
        ConceptType.METHOD,
        ConceptType.METHOD,
        ConceptType.TASK,
    ]
    assert first.concepts[-1].optional
    assert first.relations[1].type is Relation.BASED_ON
    assert second.title == ""
    assert second.concepts[1].types == (ConceptType.METHOD, ConceptType.TASK)
    assert second.concepts[2].roles == (Role.USES, Role.MENTIONS)


def test_compressed_files_are_read_too(gold, tmp_path):
    path = tmp_path / "gold.jsonl.gz"
    path.write_bytes(gzip.compress(gold.read_bytes()))
    assert read_annotations([path]) == read_annotations([gold])


def test_what_was_not_annotated_is_told_from_what_there_is_not():
    assert parse(RECORD).relations is None
    assert parse({**RECORD, "relations": []}).relations == ()
    assert parse(RECORD).concepts[0].roles == ()


def test_relations_may_be_triples():
    task = {"type": "Task", "canon": "parsing", "forms": ["parsing"]}
    record = {**RECORD, "concepts": [CONCEPT, task], "relations": [["FastNet", "appliedTo", "parsing"]]}
    assert parse(record).relations[0].type is Relation.APPLIED_TO


def test_a_line_of_kg_extract_is_a_record_whose_doubtful_concepts_are_optional():
    line = {
        "id": "p",
        "concepts": [
            {"type": "Method", "role": "introduces", "label": name, "forms": [name], "mentions": [], "confidence": sure}
            for name, sure in (("FastNet", 0.9), ("nets", 0.45))
        ],
        "relations": [{"head": "FastNet", "type": "broader", "tail": "nets", "sentence": 0, "confidence": 0.6}],
    }
    record = parse(line, texts=Texts({"p": ("", "FastNet beats nets.")}))
    assert [(concept.name, concept.optional) for concept in record.concepts] == [("FastNet", False), ("nets", True)]
    assert record.abstract == "FastNet beats nets."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": None}, "the id is no string"),
        ({"concepts": None}, "is no annotated paper"),
        ({"concepts": [{"type": "Thing", "canon": "x", "forms": ["x"]}]}, "'Thing' is not a valid ConceptType"),
        ({"concepts": [{"type": "Method", "canon": "x", "forms": []}]}, r"the forms of a concept are \[\]"),
        ({"concepts": [{"canon": "x", "forms": ["x"]}]}, "has no 'type'"),
        ({"concepts": [{**CONCEPT, "spans": [[3, 99]]}]}, r"the span \[3, 99\] lies outside"),
        ({"relations": [["FastNet", "appliedTo", "parsing"]]}, "relates 'parsing', which is none of its concepts"),
        ({"relations": [["FastNet", "knows", "FastNet"]]}, "'knows' is not a valid Relation"),
        ({"abstract": None}, "there is no abstract of 'p'"),
    ],
)
def test_a_record_that_breaks_the_format_is_told_with_its_line(write, change, message):
    path = write("gold.jsonl", [{**RECORD, "id": "other"}, {**RECORD, **change}])
    with pytest.raises(InputError, match=rf"gold\.jsonl:2: .*{message}"):
        read_annotations([path])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{no json}\n", "gold.jsonl:1: is no JSON"),
        (b"[1]\n", "gold.jsonl:1: is no JSON object"),
        (b"\xff", "cannot be read"),
    ],
)
def test_a_file_of_something_else_is_told(tmp_path, content, message):
    path = tmp_path / "gold.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_annotations([path])


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_annotations([tmp_path / "none.jsonl"])


def test_one_id_twice_is_told_with_both_places(gold, write):
    again = write("again.jsonl", [json.loads(gold.read_text(encoding="utf-8").splitlines()[0])])
    with pytest.raises(InputError, match=r"again\.jsonl:1: has the id 'p1' again, after .*gold\.jsonl:1"):
        read_annotations([gold, again])


def test_without_the_title_goes_what_only_it_names():
    concepts = [CONCEPT, {"type": "Task", "canon": "parsing", "forms": ["parsing"]}]
    record = parse(
        {**RECORD, "title": "Parsing", "concepts": concepts, "relations": [["FastNet", "appliedTo", "parsing"]]}
    )
    bare = abstract_only(record)
    assert (bare.title, bare.relations) == ("", ())
    assert [concept.name for concept in bare.concepts] == ["FastNet"]
