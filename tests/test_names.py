import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.names import key, plural_name, singular, singular_name

SINGULARS = {
    "policies": "policy",
    "matrices": "matrix",
    "analyses": "analysis",
    "hypotheses": "hypothesis",
    "vertices": "vertex",
    "criteria": "criterion",
    "boxes": "box",
    "losses": "loss",
    "biases": "bias",
    "approaches": "approach",
    "caches": "cache",
    "databases": "database",
    "heuristics": "heuristic",
    "movies": "movie",
    "LLMs": "LLM",
    "SSMs": "SSM",
    "GPs": "GP",
    "GANs": "GAN",
    "BERTs": "BERT",
    "U-Nets": "U-Net",
    "transformers": "transformer",
}
NO_PLURALS = [
    *["bias", "loss", "Lasso", "Bayes", "GPS", "AIS", "dynamics", "robotics", "series", "k-means", "corpus", "process"],
    *["analysis", "Keras", "atlas", "lens", "news", "canvas", "C++", "AWS", "iOS"],
]


@pytest.mark.parametrize(("many", "one"), SINGULARS.items())
def test_plurals_have_a_singular(many, one):
    assert singular(many) == one


@pytest.mark.parametrize("word", NO_PLURALS)
def test_what_is_no_plural_stays(word):
    assert singular(word) == word


@pytest.mark.parametrize("word", [*SINGULARS.values(), "class", "index", "study", "array", "patch", "axis"])
def test_plural_and_back(word):
    assert singular(plural_name(word)) == word


def test_the_head_word_is_the_one_before_a_preposition():
    assert singular_name("mixtures of experts") == "mixture of experts"
    assert plural_name("rate of convergence") == "rates of convergence"


@pytest.mark.parametrize(
    "names",
    [
        ("large language model", "Large Language Models", "large-language models", "LARGE LANGUAGE MODEL"),
        ("CIFAR-10", "CIFAR10", "CIFAR 10", "cifar-10"),
        ("Llama-2", "LLaMA 2", "Llama 2"),
        ("α-CROWN", "alpha-CROWN", "α‑CROWN"),
        ("state-space model", "state space models", "State–Space Models"),
        ("Adam's", "Adam"),
        ("“benign overfitting”", "benign overfitting"),
        ("mixture of experts", "mixtures-of-experts"),
        ("ﬁne-tuning", "fine-tuning"),
    ],
)
def test_spellings_of_one_name_have_one_key(names):
    assert len({key(name) for name in names}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C"),
        ("CIFAR-10", "CIFAR-100"),
        ("ImageNet-1K", "ImageNet-21K"),
        ("Llama 2", "Llama 3"),
        ("L1", "L2"),
        ("YOLOv5", "YOLOv8"),
        ("GPT-3.5", "GPT-35"),
        ("GPT-4", "GPT-4o"),
        ("F1", "F1@10"),
        ("ScanNet", "ScanNet++"),
        ("bias", "bia"),
        ("A*", "A"),
    ],
)
def test_different_names_have_different_keys(one, other):
    assert key(one) != key(other)


@given(st.text(min_size=1))
def test_a_key_is_never_empty(name):
    assert key(name)


@given(st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=1, max_size=4))
def test_hyphens_and_case_do_not_matter(words):
    assert key("-".join(words)) == key(" ".join(words)) == key(" ".join(words).title())
