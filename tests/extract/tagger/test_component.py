import pickle
import subprocess
import sys

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract import extract, make_pipeline
from kg.extract.tagger.component import CONCEPT_TAGGER, ConceptTagger
from kg.model import LINKS, ConceptType, Paper, Relation, Role

ABSTRACT = (
    "Visual question answering remains hard. We propose PixelScout, a graph neural network with cross-modal attention "
    "for visual question answering. On the VizBench dataset, PixelScout outperforms the BLIP-2 baseline by 4 points of "
    "accuracy."
)
from tests.timing import assert_linear


def concepts_of(nlp, abstract, title=""):
    [extraction] = extract([Paper(id="p", title=title, abstract=abstract)], nlp=nlp)
    return {concept.label: concept for concept in extraction.concepts}, extraction


def test_concepts_have_types_and_roles(tagging):
    found, _ = concepts_of(tagging, ABSTRACT)
    kinds = {label: (concept.type, concept.role) for label, concept in found.items()}
    assert kinds["PixelScout"] == (ConceptType.METHOD, Role.INTRODUCES)
    assert kinds["graph neural network"][0] is ConceptType.METHOD
    assert kinds["cross-modal attention"] == (ConceptType.METHOD, Role.USES)
    assert kinds["VizBench"] == (ConceptType.BENCHMARK, Role.USES)
    assert kinds["BLIP-2"] == (ConceptType.METHOD, Role.COMPARES)
    [task] = [concept for label, concept in found.items() if label.casefold() == "visual question answering"]
    assert (task.type, task.role) == (ConceptType.TASK, Role.ADDRESSES)


def test_relations_are_stated_in_a_sentence_between_the_papers_concepts(tagging):
    found, extraction = concepts_of(tagging, ABSTRACT)
    stated = {(r.head, r.type, r.tail.casefold()): r for r in extraction.relations}
    assert stated["PixelScout", Relation.APPLIED_TO, "visual question answering"].sentence == 1
    assert stated["PixelScout", Relation.EVALUATED_ON, "vizbench"].sentence == 2
    for relation in extraction.relations:
        assert {relation.head, relation.tail} <= set(found)
        assert 0 < relation.confidence <= 1


def test_without_the_tagger_there_is_none():
    nlp = make_pipeline(tagger=False)
    assert "kg_concept_tagger" not in nlp.pipe_names
    assert concepts_of(nlp, ABSTRACT)[1].relations == ()


PIECES = st.sampled_from(
    [
        *"We propose FastNet ( FN ) for machine translation on CIFAR-10 , . BLEU https://x.org/FastNet".split(),
        *("ﬁne-tuning", "İmageNet", "😀", "cafe\u0301 nets", "\u0301", "\n\n", "漢字", "C++"),
    ]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(PIECES, max_size=30), st.lists(PIECES, max_size=6))
def test_any_text_gives_a_valid_extraction(tagging, abstract, title):
    paper = Paper(id="p", title=" ".join(title).strip(), abstract=" ".join(abstract).strip())
    [extraction] = extract([paper], nlp=tagging)
    labels = [concept.label for concept in extraction.concepts]
    assert len(set(labels)) == len(labels)
    for concept in extraction.concepts:
        assert concept.role in LINKS[concept.type]
        assert 0 < concept.confidence <= 1
        for mention in concept.mentions:
            assert getattr(paper, mention.field)[mention.start : mention.end] == mention.text
            sentence = extraction.sentences[mention.sentence]
            assert sentence.start <= mention.start < mention.end <= sentence.end
    assert {end for r in extraction.relations for end in (r.head, r.tail)} <= set(labels)


@pytest.mark.parametrize("before", ["", "ﬁ ", "İ ", "😀👩‍👩‍👧 ", "e\u0301\u0327 ", "Straße ", "nets " * 700])
def test_offsets_are_exact_whatever_stands_before(tagging, before):
    found, _ = concepts_of(tagging, f"{before}We propose PixelScout for machine translation.")
    [mention] = found["PixelScout"].mentions
    assert mention.start == len(before) + len("We propose ")


def test_the_span_group_is_plain_data_that_survives_serialisation(tagging):
    doc = tagging(ABSTRACT)
    copy = spacy.tokens.Doc(tagging.vocab).from_bytes(doc.to_bytes())
    assert copy.spans[CONCEPT_TAGGER].attrs == doc.spans[CONCEPT_TAGGER].attrs
    spans = [(span.text, span.label_, span.id_) for span in doc.spans[CONCEPT_TAGGER]]
    assert [(span.text, span.label_, span.id_) for span in copy.spans[CONCEPT_TAGGER]] == spans
    assert {int(number) for *_, number in spans} <= set(range(len(doc.spans[CONCEPT_TAGGER].attrs["concepts"])))


def test_a_paper_has_the_same_result_in_any_company(tagging):
    papers = [Paper(id=str(n), abstract=ABSTRACT + " We use nets." * n) for n in range(4)]
    together = list(extract(papers, nlp=tagging))
    apart = [extraction for paper in reversed(papers) for extraction in extract([paper], nlp=tagging)]
    assert together == apart[::-1]


def test_processes_give_the_same_as_one(tagging):
    texts = [ABSTRACT, "We propose FastNet (FN).", "Large language models (LLMs) help."]
    one, two = (
        [[(s.text, s.label_) for s in doc.spans["mentions"]] for doc in tagging.pipe(texts, n_process=n)]
        for n in (1, 2)
    )
    assert one == two


def test_the_pipeline_can_be_saved_and_loaded_by_spacy_alone(tagging, tmp_path):
    tagging.to_disk(tmp_path / "pipeline")
    docs = tagging(ABSTRACT), spacy.load(tmp_path / "pipeline")(ABSTRACT)
    mentions, again = ([(span.text, span.label_) for span in doc.spans["mentions"]] for doc in docs)
    assert again == mentions


def test_the_component_is_pickled_without_its_model(tagging):
    tagging(ABSTRACT)
    data = pickle.dumps(tagging.get_pipe("kg_concept_tagger"))
    assert len(data) < 1000
    assert isinstance(pickle.loads(data), ConceptTagger)


def test_the_model_is_loaded_for_the_first_document_only():
    code = "import sys, kg.extract as e; e.make_pipeline(); sys.exit('onnxruntime' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.parametrize("unit", ["We propose FastNet. ", "FastNet, CIFAR-10, ", "LLM a{n} net, ", "("])
def test_time_grows_with_the_length_of_the_text(tagging, unit):
    def run(length):
        text = "".join(unit.replace("{n}", str(n)) for n in range(length // len(unit)))
        return list(extract([Paper(id="p", abstract=text)], nlp=tagging))

    run(100)
    assert_linear(run, 3_000, 12_000)
