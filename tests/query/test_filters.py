import pytest

from kg.query.filters import Filter

PAPER = {"year": 2024, "venue": "ICML 2024"}


@pytest.mark.parametrize(
    ("years", "passes"),
    [
        (2024, True),
        (2023, False),
        ((2020, 2024), True),
        ((2025, None), False),
        ((None, 2024), True),
        (None, True),
    ],
)
def test_years(years, passes):
    assert Filter.of(years=years).has_year(PAPER) is passes


def test_a_paper_without_a_year_passes_only_where_none_is_asked_for():
    assert Filter().has_year({"year": None})
    assert not Filter.of(years=(None, 3000)).has_year({"year": None})


@pytest.mark.parametrize(
    ("venue", "passes"), [("ICML", True), ("icml  2024", True), ("ICM", False), ("ICML 2025", False), ("", True)]
)
def test_venues_by_name_or_its_first_words(venue, passes):
    assert Filter.of(venues=[venue]).has_venue(PAPER) is passes


def test_words_are_read_in_any_case_and_alone():
    chosen = Filter.of(kinds="task", relations=["BASEDON", "sharespapers"])
    assert (chosen.kinds, chosen.relations) == ({"Task"}, {"basedOn", "sharesPapers"})


@pytest.mark.parametrize(
    ("role", "links"),
    [
        ("uses", {"uses"}),
        ("compares", {"comparesWith"}),
        ("evaluatesOn", {"evaluatesOn"}),
        ("introduces", {"introduces"}),
    ],
)
def test_roles_and_links_are_both_understood(role, links):
    assert links <= Filter.of(roles=[role]).links


def test_the_role_of_using_covers_benchmarks_and_metrics():
    assert Filter.of(roles=["uses"]).links == {"uses", "evaluatesOn", "reports"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kinds": ["Methods"]}, "'Methods' is no kind: choose from Method, Task"),
        ({"relations": ["uses"]}, "is no relation: choose from appliedTo"),
        ({"roles": ["x" * 1000]}, "is no role: choose from introduces"),
        ({"years": (2025, 2020)}, "from 2025 on and until 2020"),
        ({"min_papers": -1}, "min_papers is -1"),
        ({"years": "2025"}, "years is '2025': give a year"),
        ({"years": (2020, 2021, 2022)}, "give a year, or a first and a last one"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(options, message):
    with pytest.raises(ValueError, match=message) as caught:
        Filter.of(**options)
    assert len(str(caught.value)) < 300


def test_a_list_of_two_years_is_a_span():
    assert Filter.of(years=[2020, 2025]) == Filter.of(years=(2020, 2025))


def test_each_condition_is_told_alone():
    chosen = Filter.of(kinds=["Task"], years=(None, 2020), venues=["ACL"], min_papers=2)
    assert [words for words, _ in chosen.conditions()] == ["kind Task", "years –2020", "venue acl", "at least 2 papers"]
    assert [condition.kinds for _, condition in chosen.conditions()] == [{"Task"}, set(), set(), set()]
