import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.query.name_table import NameTable

NAMES = (
    "diffusion model",
    "latent diffusion model",
    "ImageNet",
    "Koopman operator",
    "LLM",
    "C++",
    "CIFAR-10",
    "CIFAR-100",
)
TABLE = NameTable(NAMES)


def near(text):
    return {NAMES[number]: found.how for number, found in TABLE.near(text).items()}


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Diffusion Models", "diffusion model"), ("LLMs", "LLM"), ("C++", "C++"), ("cifar 10", "CIFAR-10")],
)
def test_spelling_does_not_matter_and_punctuation_does(typed, name):
    assert [NAMES[number] for number in TABLE.exact(typed)] == [name]


def test_what_is_another_name_is_not_the_same():
    assert list(TABLE.exact("C")) == list(TABLE.exact("CIFAR")) == []


@pytest.mark.parametrize(
    ("typed", "name", "how"),
    [
        ("diff", "diffusion model", "prefix"),
        ("diffusion", "latent diffusion model", "word"),
        ("model diff", "diffusion model", "word"),
        ("difusion model", "diffusion model", "typo"),
        ("diffusion modle", "diffusion model", "typo"),
        ("koopmann", "Koopman operator", "typo"),
        ("Image Net", "ImageNet", "typo"),
        ("lattent difusion", "latent diffusion model", "typo"),
    ],
)
def test_what_comes_near_says_how(typed, name, how):
    assert near(typed)[name] == how


@pytest.mark.parametrize("typed", ["MLL", "graph", "operators of Koopman in many more words than there are in a name"])
def test_what_is_far_is_not_near(typed):
    assert near(typed) == {}


def test_typing_errors_can_be_left_out():
    assert TABLE.near("difusion model", typos=False) == {}


def test_fewer_errors_are_worth_more():
    table = NameTable(["transformer", "transformers"])
    one, two = table.near("transfomer"), table.near("trasfomer")
    assert max(each.worth for each in one.values()) > max(each.worth for each in two.values())


@given(st.text(max_size=40))
def test_any_text_can_be_asked_for_and_finds_itself(text):
    TABLE.near(text)
    if text:
        assert 0 in NameTable([text]).exact(text)


@given(st.text(alphabet="abcdefgh ", min_size=8, max_size=20).filter(str.strip), st.data())
def test_a_name_is_found_with_a_letter_left_out(name, data):
    name = " ".join(name.split())
    place = data.draw(st.integers(0, len(name) - 1))
    typed = name[:place] + name[place + 1 :]
    if len(typed) >= 8:
        table = NameTable([name])
        assert 0 in table.near(typed) or 0 in table.exact(typed)
