from kg.model import Link, Relation
from kg.query.words import in_words, towards


def test_every_link_and_relation_has_words():
    for name in (*Link, *Relation):
        assert not any(letter.isupper() for letter in in_words(name))


def test_a_hierarchy_is_told_from_where_one_stands():
    assert (towards("broader", "out"), towards("broader", "in")) == ("broader", "narrower")
    assert (towards("appliedTo", "out"), towards("appliedTo", "in")) == ("→ applied to", "← applied to")
    assert towards("sharesPapers", "") == "same papers"
