import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.read.status import is_retracted, is_withdrawal, is_withdrawn, may_be_taken_back


@pytest.mark.parametrize(
    "notice",
    [
        "This paper has been withdrawn by the author(s), due to a crucial error in equation 3.",
        "This submission has been withdrawn by arXiv administrators because it copies another one.",
        "withdrawn",
        "Withdrawn.",
        "Withdrawn due to an error in the proof of the main theorem of this long paper.",
        "[Paper withdrawn]",
        "The authors have withdrawn this paper.",
        "We withdraw this paper, since its main lemma is wrong.",
        "We colour graphs. This paper has been withdrawn by its author.",
        "This article has been retracted.",
    ],
)
def test_notices(notice):
    assert is_withdrawal(notice)


@pytest.mark.parametrize(
    "abstract",
    [
        "",
        "We study when troops were withdrawn from cities.",
        "Withdrawn patients were followed for two years and compared with those who stayed.",
        "Withdrawal symptoms are common. We treat them.",
        "When a drug was withdrawn from the market, papers on it were retracted. We count them.",
        "We classify papers that were retracted. " * 10 + "This paper has been withdrawn by nobody.",
    ],
)
def test_abstracts_that_speak_of_withdrawal(abstract):
    assert not is_withdrawal(abstract)


@pytest.mark.parametrize(
    "title",
    [
        "[RETRACTED] On A",
        "(Retracted) On A",
        "RETRACTED: On A",
        "RETRACTED ARTICLE: On A",
        "Retracted Article: On A",
        "Retraction Note to: On A",
        "Retraction notice: On A",
        "Retraction: On A",
        "Retracted — On A",
        "**Paper retracted by author request (see pdf)** On A",
        "This paper has been retracted: On A",
        "On A (Retracted article. See vol. 12, pg. 3, 2019)",
        "On A [RETRACTED]",
    ],
)
def test_marks_of_retraction(title):
    assert is_retracted(title)


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Deformation Retractions of Graphs",
        "Retraction Mappings for Nets",
        "Retracted Papers in Medicine: a Survey",
        "Why Papers Are Retracted",
        "Robust Retractions on Manifolds (and Retraction-Free Ones)",
        "Retractable Wings",
    ],
)
def test_titles_on_retraction(title):
    assert not is_retracted(title)


def test_withdrawn_titles():
    assert is_withdrawn("WITHDRAWN: On A")
    assert is_withdrawn("[Withdrawn] On A")
    assert not is_withdrawn("Withdrawn Troops: a History")


WORDS = [
    "withdrawn",
    "WITHDRAWN:",
    "[Retracted]",
    "RETRACTED ARTICLE:",
    "this paper",
    "has been",
    "retracted",
    "On Graphs",
    "we",
]


@given(
    st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
)
def test_what_is_taken_back_is_seen_at_a_glance(title, abstract):
    if is_retracted(title) or is_withdrawn(title) or is_withdrawal(abstract):
        assert may_be_taken_back(title, abstract)
