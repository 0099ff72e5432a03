import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import extract, make_pipeline
from kg.extract.packed import pack, unpack
from kg.model import (
    ConceptType,
    Extraction,
    Mention,
    Paper,
    PaperConcept,
    PaperRelation,
    Relation,
    Role,
    Sentence,
)

TEXT = st.text(max_size=30)
CONFIDENCE = st.floats(0, 1)


@st.composite
def extractions(draw):
    paper = Paper("a", draw(TEXT), draw(TEXT))
    number = st.integers(0, 40)

    @st.composite
    def mention(draw):
        field, start, end = draw(st.sampled_from(["title", "abstract"])), draw(number), draw(number)
        return Mention(field, start, end, getattr(paper, field)[start:end], draw(number))

    def several(strategy):
        return st.lists(strategy, max_size=3).map(tuple)

    sentence = st.builds(Sentence, st.sampled_from(["title", "abstract"]), number, number)
    concept = st.builds(
        PaperConcept,
        TEXT,
        st.sampled_from(ConceptType),
        st.sampled_from(Role),
        several(TEXT),
        several(mention()),
        CONFIDENCE,
        TEXT,
        TEXT,
    )
    relation = st.builds(PaperRelation, TEXT, st.sampled_from(Relation), TEXT, number, CONFIDENCE)
    return Extraction(paper, draw(several(sentence)), draw(several(concept)), draw(several(relation)))


@given(extractions())
def test_what_is_packed_comes_back_the_same(extraction):
    again = unpack(extraction.paper, pack(extraction))
    assert again == extraction
    assert repr(again) == repr(extraction)  # the types too, which equal enums and strings would hide


def test_a_lone_surrogate_is_no_obstacle():
    extraction = Extraction(Paper("a", "\ud800"), (), (PaperConcept("\ud800", *CONCEPT),))
    assert unpack(extraction.paper, pack(extraction)) == extraction


CONCEPT = (ConceptType.METHOD, Role.USES, (), ())


def test_the_pipeline_s_results_come_back_the_same():
    papers = [
        Paper(
            "a",
            "FastNet: graph neural networks",
            "We propose FastNet, a graph neural network (GNN). The GNN outperforms GraphSAGE on CIFAR-10.",
        )
    ]
    for tagger in (False, True):
        [extraction] = extract(papers, nlp=make_pipeline(tagger=tagger))
        assert extraction.concepts
        assert unpack(extraction.paper, pack(extraction)) == extraction


def test_other_texts_are_not_taken_for_it():
    with pytest.raises(ValueError, match="zip"):
        unpack(Paper("a", "b"), b"[[0,0],[],[]]")
