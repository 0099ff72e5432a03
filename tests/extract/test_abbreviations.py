import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.abbreviations import LONG_FORMS, SHORT_FORMS, definitions


def pairs(text):
    return [(text[slice(*d.short)], text[slice(*d.long)]) for d in definitions(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We use Proximal Policy Optimization (PPO) here.", [("PPO", "Proximal Policy Optimization")]),
        ("We use PPO (Proximal Policy Optimization) here.", [("PPO", "Proximal Policy Optimization")]),
        ("Large language models (LLMs) hallucinate.", [("LLMs", "Large language models")]),
        ("State-space models (SSMs) are back.", [("SSMs", "State-space models")]),
        ("the Chance Adjusted Probabilistic Agreement (CAPA)", [("CAPA", "Chance Adjusted Probabilistic Agreement")]),
        ("Raptor (Random Planar Tensor Reduction) is train-free.", [("Raptor", "Random Planar Tensor Reduction")]),
        (
            "a Cognitive Physical Informed Neural Network (CoPINN)",
            [("CoPINN", "Cognitive Physical Informed Neural Network")],
        ),
        ("We use variational autoencoders (VAEs; Kingma and Welling).", [("VAEs", "variational autoencoders")]),
        ("semidefinite programming (henceforth SDP)", [("SDP", "semidefinite programming")]),
        ("a key-value (KV) cache", [("KV", "key-value")]),
        ("question answering [QA]", [("QA", "question answering")]),
    ],
)
def test_definitions(text, found):
    assert pairs(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "It improves by 3 points (see Table 2).",
        "We train on ImageNet (2012).",
        "The loss of the model (GRU) is low.",
        "Results (a) and (b) differ.",
        "We use the (i) first and (ii) second one.",
        "A model. Bigger (AMB) ones.",
        "It beats some LLMs (e.g., LLaMA-1 13B) and large small models (e.g. LSM).",
        "(PPO)",
        "",
    ],
)
def test_no_definitions(text):
    assert pairs(text) == []


def test_the_shortest_long_form_is_taken():
    [(_, long)] = pairs("In recent years, deep reinforcement learning (RL) works.")
    assert long == "reinforcement learning"


@given(st.text(alphabet=st.sampled_from("aBc ()[],.-;P"), max_size=80))
def test_any_text_gives_forms_that_lie_in_it(text):
    for definition in definitions(text):
        short, long = text[slice(*definition.short)], text[slice(*definition.long)]
        assert 0 < len(short) < len(long)


def test_the_component_survives_serialisation():
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_abbreviations")
    doc = nlp("We use Proximal Policy Optimization (PPO) and trust regions (TRs).")
    copy = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    for group, texts in (
        (SHORT_FORMS, ["PPO", "TRs"]),
        (LONG_FORMS, ["Proximal Policy Optimization", "trust regions"]),
    ):
        assert [span.text for span in copy.spans[group]] == texts


def test_many_brackets_take_linear_time():
    text = "Proximal Policy Optimization (PPO) " * 2000
    assert len(pairs(text)) == 2000
