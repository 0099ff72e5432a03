import pytest

from kg.extract.vocabulary import VOCABULARY, variants


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Large-language models and an LLM.", ["Large-language models", "LLM"]),
        ("LLMs learn from CIFAR10, CIFAR 10 and CIFAR-10.", ["LLMs", "CIFAR10", "CIFAR 10", "CIFAR-10"]),
        ("CIFAR-100 is not CIFAR-1000.", []),
        ("We clip gradients with CLIP.", ["CLIP"]),
        ("MIMIC mimics MIMICs.", ["MIMIC", "MIMICs"]),
        ("A U-Net, two U Nets.", ["U-Net", "U Nets"]),
        ("BLEU scores rise; the BLEU too.", ["BLEU", "BLEU scores", "BLEU"]),
        ("SDP alone may be anything.", []),
        ("A text task is a heading, machine translation is not.", ["machine translation"]),
    ],
)
def test_names_are_found_in_all_their_spellings(nlp, text, found):
    doc = nlp.make_doc(text)
    doc = nlp.get_pipe("kg_vocabulary")(doc)
    assert [span.text for span in doc.spans[VOCABULARY]] == found


def test_spans_carry_type_and_entry(nlp):
    doc = nlp.get_pipe("kg_vocabulary")(nlp.make_doc("machine translation"))
    [span] = doc.spans[VOCABULARY]
    assert (span.label_, span.id_) == ("Task", "https://w3id.org/kg-papers/vocabulary/mt")


def test_variants_of_long_names_do_not_explode():
    assert len(set(variants("a b c d e f g h"))) == 2
