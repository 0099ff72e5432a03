import random

import numpy as np
import pytest

from kg.extract.tagger.decode import LABELS
from kg.extract.tagger.encode import encode
from kg.extract.tagger.heads import RELATIONS, RELATIONS_OF, TYPES
from kg.extract.tagger.lexicon import Lexicon, load_lexicon
from kg.extract.tagger.model import load_tokenizer
from kg.extract.tagger.words import surface
from kg.resources import model_folder
from kg.train.annotations import parse
from kg.train.examples import example_of
from kg.train.targets import Targets, allowed_relations, negatives, padded, word_labels
from tests.train.records import RECORDS

EXAMPLE = example_of(parse(RECORDS[0]))


@pytest.fixture(scope="module")
def code():
    folder = model_folder("concept_tagger")
    return encode(EXAMPLE.words, load_tokenizer(folder / "tokenizer.json"), load_lexicon(folder / "lexicon.npz"))


def test_words_get_labels_and_optional_ones_less_weight():
    labels, weights = word_labels(EXAMPLE, 0.3)
    named = {}
    for word, label, weight in zip(EXAMPLE.words, labels, weights, strict=True):
        named.setdefault(word.text, (LABELS[label], weight))
    assert named["FastNet"] == ("B-Method", 1.0)
    assert (named["graph"][0], named["neural"][0], named["network"][0]) == ("B-Method", "I-Method", "I-Method")
    assert named["accuracy"] == ("B-Metric", 0.3)
    assert named["propose"] == ("O", 1.0)


def test_negatives_are_spans_that_no_one_marked_and_do_not_end_in_function_words():
    marked = {mention for concept in EXAMPLE.concepts for mention in concept.mentions}
    lexicon = Lexicon.of({"two point": 0})
    spans = set().union(*(negatives(EXAMPLE, lexicon, random.Random(seed)) for seed in range(50)))
    texts = {surface(EXAMPLE.words, span) for span in spans}
    assert spans.isdisjoint(marked)
    assert "two points" in texts
    assert "neural network" in texts
    assert not {"the", "we", "by", ","} & {
        part.lower() for text in texts for part in (text.split()[0], text.split()[-1])
    }
    assert all(EXAMPLE.words[a].title == EXAMPLE.words[b - 1].title for a, b in spans)


def targets(code, *, limit=512, hide_roles=False, offset=100):
    made = Targets()
    made.add(EXAMPLE, code, [(3, 4)], offset=offset, limit=limit, optional=0.3, hide_roles=hide_roles)
    return made


def test_spans_are_pieces_of_the_batch(code):
    made = targets(code)
    assert made.first[0] == 100 + code.first[EXAMPLE.concepts[0].mentions[0][0]]
    assert all(first <= last < 100 + len(code.ids) for first, last in zip(made.first, made.last, strict=True))
    assert sorted(set(made.types)) == [0, 1, 2, 3, 4]
    assert [weight for kind, weight in zip(made.types, made.type_weights, strict=True) if kind == 1 + 3] == [0.3]


def test_pairs_are_those_that_can_be_related_and_the_stated_ones_are_marked(code):
    made = targets(code)
    stated = [relation for relation in made.relations if relation]
    expected = [1 + RELATIONS.index(r) for r in ("appliedTo", "basedOn", "outperforms")]
    assert sorted(stated) == sorted(expected)
    assert {divmod(kinds, len(TYPES)) for kinds in made.pair_types} <= set(RELATIONS_OF)
    assert [row for rows in made.concept_pairs for row in rows] == list(range(len(made.pairs)))
    assert all(0 < role <= 5 for row in made.pairs for role in row[5:7])


def test_hidden_roles_are_unknown_to_the_pairs(code):
    assert {role for row in targets(code, hide_roles=True).pairs for role in row[5:7]} == {0}


def test_what_lies_beyond_the_limit_is_left_out(code):
    made = targets(code, limit=12)
    assert max(made.last) < 112
    assert len(made.types) < len(targets(code).types)


def test_rows_are_filled_up():
    np.testing.assert_array_equal(padded([[1], [2, 3]]), [[1, -1], [2, 3]])


def test_a_pair_of_types_allows_what_the_guidelines_say():
    assert [RELATIONS[number - 1] for number in allowed_relations(1) if number] == ["appliedTo"]
    assert allowed_relations(1 * len(TYPES) + 0) == [0]
