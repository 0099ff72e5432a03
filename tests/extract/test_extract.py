import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract import extract, make_pipeline
from kg.extract.concepts import breakable
from kg.extract.jsonl import to_dict
from kg.model import LINKS, ConceptType, Paper, Role
from tests.timing import assert_linear


def test_a_short_form_and_its_long_form_are_one_concept(concepts):
    concept = concepts("Semidefinite programming (SDP) is slow, and SDPs grow.")["Semidefinite programming"]
    assert concept.forms == ("Semidefinite programming", "SDP", "SDPs")
    assert (concept.short, concept.type) == ("SDP", ConceptType.METHOD)
    assert concept.entry.endswith("/sdp")


def test_a_short_form_defined_in_the_title_counts_in_the_abstract(concepts):
    found = concepts("AMN is fast.", title="Adaptive Multi-prompt Networks (AMN)")
    assert [mention.field for mention in found["Adaptive Multi-prompt Networks"].mentions] == [
        "title",
        "title",
        "abstract",
    ]


def test_what_the_paper_defines_goes_before_what_the_field_means(concepts):
    found = concepts("Patched Pixel Networks (PPO) are odd, as Patched Pixel Operators (PPO) are. PPO is short.")
    assert all(not concept.entry for concept in found.values())


def test_a_definition_goes_before_a_longer_known_name_around_it(concepts):
    found = concepts("Neural machine translation (NMT) is hard. We use neural machine translation (NMT).")
    assert {concept.label: concept.short for concept in found.values()} == {"Neural machine translation": "NMT"}


def test_a_name_inside_an_address_is_no_mention(concepts):
    found = concepts("We propose Fast Nets (FaN). Code: https://example.org/lab/FaN and git.io/FaN.")
    assert [mention.text for mention in found["Fast Nets"].mentions] == ["Fast Nets", "FaN"]


def test_the_longest_name_wins(concepts):
    assert "CLIP" not in concepts("We propose CLIP-Adapter, a tuner.")


@pytest.mark.parametrize(
    ("text", "label", "role"),
    [
        ("Our method outperforms CLIP by far.", "CLIP", Role.COMPARES),
        ("Compared with CLIP, our method is fast.", "CLIP", Role.COMPARES),
        ("We compare our net with CLIP.", "CLIP", Role.COMPARES),
        ("Unlike CLIP, it is fast.", "CLIP", Role.COMPARES),
        ("It outperforms CLIP on CIFAR-10.", "CIFAR-10", Role.USES),
        ("We build on CLIP here.", "CLIP", Role.USES),
        ("Recent work has been driven by CLIP models.", "CLIP", Role.MENTIONS),
        ("We address machine translation.", "machine translation", Role.ADDRESSES),
        ("Experiments on CIFAR-10 show it.", "CIFAR-10", Role.USES),
        ("It gains 3 BLEU.", "BLEU", Role.USES),
    ],
)
def test_roles_follow_the_words_before(concepts, text, label, role):
    assert concepts(text)[label].role is role


def test_mentions_and_sentences_lie_where_they_say(nlp):
    paper = Paper(id="p", title="FastNet 🚀", abstract="A 😀 net. We propose FastNet for CIFAR-10. FastNet wins.")
    [extraction] = extract([paper], nlp=nlp)
    text_of = {"title": paper.title, "abstract": paper.abstract}
    for concept in extraction.concepts:
        for mention in concept.mentions:
            assert text_of[mention.field][mention.start : mention.end] == mention.text
            sentence = extraction.sentences[mention.sentence]
            assert sentence.field == mention.field
            assert sentence.start <= mention.start < mention.end <= sentence.end
    assert [text_of[s.field][s.start : s.end].strip() for s in extraction.sentences] == [
        "FastNet 🚀",
        "A 😀 net.",
        "We propose FastNet for CIFAR-10.",
        "FastNet wins.",
    ]


WORDS = st.sampled_from(
    [
        *"We propose our FastNet (FN) LLMs large language models , . : ( ) on CIFAR-10 dataset".split(),
        "😀",
        "ﬁ",
        "İ",
        "\n",
        "a",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=30), st.lists(WORDS, max_size=8))
def test_any_text_gives_a_valid_extraction(nlp, abstract, title):
    paper = Paper(id="p", title=" ".join(title).strip(), abstract=" ".join(abstract).strip())
    [extraction] = extract([paper], nlp=nlp)
    taken = set()
    for concept in extraction.concepts:
        assert concept.role in LINKS[concept.type]
        assert concept.label == concept.forms[0]
        assert set(concept.forms) == {mention.text for mention in concept.mentions}
        for mention in concept.mentions:
            assert getattr(paper, mention.field)[mention.start : mention.end] == mention.text
            span = {(mention.field, at) for at in range(mention.start, mention.end)}
            assert not span & taken
            taken |= span


@pytest.mark.parametrize(
    "unit",
    [
        "(",
        "'s",
        "Proximal Widget Optimization (PWO) ",
        "We propose FastNet. ",
        "our FastNet, AB-C1, ",
        "A ",
        "LLM ",
        "((a))",
    ],
)
def test_time_grows_with_the_length_of_the_text(nlp, unit):
    def run(length):
        return list(extract([Paper(id="p", abstract=(unit * length)[:length])], nlp=nlp))

    run(100)
    assert_linear(run, 4_000, 16_000)


def test_long_runs_of_signs_keep_their_length():
    text = "a " + "(" * 1000 + "'s" * 1000 + " b"
    assert len(breakable(text)) == len(text)
    assert max(len(word) for word in breakable(text).split()) <= 201
    assert breakable("C++, (a), …") == "C++, (a), …"


def test_the_public_json_form(nlp):
    [extraction] = extract([Paper(id="p1", abstract="We propose FastNet. It works.")], nlp=nlp)
    assert to_dict(extraction) == {
        "id": "p1",
        "concepts": [
            {
                "type": "Method",
                "role": "introduces",
                "label": "FastNet",
                "forms": ["FastNet"],
                "mentions": [{"field": "abstract", "start": 11, "end": 18, "text": "FastNet", "sentence": 0}],
                "confidence": 0.8,
            }
        ],
        "relations": [],
    }


def test_results_come_in_the_order_of_the_papers(nlp):
    papers = [Paper(id=str(n), abstract=f"We propose Net-{n}X.") for n in range(30)]
    assert [extraction.paper.id for extraction in extract(papers, nlp=nlp)] == [paper.id for paper in papers]


def test_the_pipeline_can_be_saved_and_loaded_by_spacy_alone(nlp, tmp_path):
    nlp.to_disk(tmp_path / "pipeline")
    text = "We propose SDP-CROWN on ImageNet-1K. LLMs (large language models) help."
    docs = nlp(text), spacy.load(tmp_path / "pipeline")(text)
    mentions, again = ([(span.text, span.label_) for span in doc.spans["mentions"]] for doc in docs)
    assert again == mentions
    assert ("ImageNet-1K", "Benchmark") in mentions


def test_processes_give_the_same_as_one(vocabulary_file):
    nlp = make_pipeline(vocabulary=vocabulary_file, tagger=False)
    texts = ["We propose FastNet (FN).", "Large language models (LLMs) help."] * 3
    one = [[s.text for s in doc.spans["mentions"]] for doc in nlp.pipe(texts)]
    two = [[s.text for s in doc.spans["mentions"]] for doc in nlp.pipe(texts, n_process=2)]
    assert one == two
