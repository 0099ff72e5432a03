import pytest

from kg.names import key
from kg.spelling import american

SAME = """
optimisation optimization|colour segmentation color segmentation|language modelling language modeling
tumour detection tumor detection|neighbour embedding neighbor embedding|generalised linear model generalized linear model
behaviour cloning behavior cloning|labelled data labeled data|visualisation visualization|centre loss center loss
fibre bundle fiber bundle|catalogue catalog|grey-level gray-level|discretisation error discretization error
analyse analyze|artefact removal artifact removal|travelling salesman traveling salesman|centred kernel centered kernel
parallelising parallelizing|tokeniser tokenizer|unregularised unregularized|reparameterisation reparameterization
""".replace("\n", "|").split("|")
PAIRS = [
    (" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])) for line in SAME if (words := line.split())
]


@pytest.mark.parametrize(("british", "american_"), PAIRS)
def test_both_spellings_are_one_name(british, american_):
    assert key(british) == key(american_)
    assert key(british.title()) == key(american_)


@pytest.mark.parametrize(
    "name",
    [
        *("noise", "denoising", "self-supervised learning", "weakly-supervised", "pairwise", "precise", "imprecise"),
        *("revised", "promising", "exercise", "surprise", "four hours", "contour", "source", "compromise", "rising"),
        *("store", "core", "feature", "structure", "pre-trained", "residual", "basis", "hypothesis", "analyses"),
        *("fulfilling", "calling", "filling", "falling", "sequence", "inference", "reference", "difference", "aerial"),
    ],
)
def test_what_only_looks_british_stays(name):
    assert american(name) == name


def test_american_names_stay():
    for _, name in PAIRS:
        assert american(name.casefold()) == name.casefold()
