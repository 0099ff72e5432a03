import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.sentences import sentence_starts


def split(text):
    starts = sentence_starts(text)
    return [text[a:b].strip() for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["We study nets, e.g. ResNets, in depth.", "They work."],
        ["Models, i.e., LLMs, vs. Humans are compared w.r.t. BLEU.", "Both fail."],
        ["We follow Smith et al. (2020) here.", "We differ in Fig. 3 and Eq. (4)."],
        ["This was shown by Smith et al. for i.i.d. data.", "We go on."],
        ["It reads text, images, etc.", "The code is public."],
        ["Accuracy rises by 3.5% to 81.2.", "Is that enough?", "Yes!"],
        ["The estimator of J. Pearl is used.", "It is unbiased."],
        ["He said “it works.”", "We agree (mostly).", "3D data are next."],
        ["See https://example.org/a.b.html for code.", "GPT-4 is used."],
        ["One sentence without a stop"],
    ],
)
def test_abbreviations_do_not_end_sentences(sentences):
    assert split(" ".join(sentences)) == sentences


def test_a_missing_space_after_a_full_stop_is_no_obstacle():
    assert split("It helps workers.The tool is free.") == ["It helps workers.", "The tool is free."]


def test_a_blank_line_ends_a_sentence_without_a_stop():
    assert split("A title without stop\n\nThe abstract.") == ["A title without stop", "The abstract."]


@given(st.text(alphabet=st.sampled_from('aA .!?\n()"”e.g')))
def test_sentences_cover_the_text(text):
    starts = sentence_starts(text)
    assert starts == sorted(set(starts))
    assert not text[: starts[0] if starts else len(text)].strip()
    assert all(not text[start].isspace() for start in starts)


def test_the_component_marks_the_first_tokens():
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_sentences")
    doc = nlp("We use e.g. BERT. It helps.")
    assert [sentence.text for sentence in doc.sents] == ["We use e.g. BERT.", "It helps."]
