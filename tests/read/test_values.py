import re
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyoxigraph import NamedNode

from kg.read import values
from kg.text.abstracts import mark_sections
from tests.timing import assert_takes


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (["a", "b", "a"], ["a", "b"]),
        ("a; b, c; d", ["a", "b, c", "d"]),
        ("R&amp;D; k&auml;se", ["R&D", "käse"]),
        ("graphs\ntrees\nlarge cats", ["graphs", "trees", "large cats"]),
        ("graphs, large\ntrees", ["graphs", "large trees"]),
        ("graphs · trees", ["graphs", "trees"]),
        ("a, b", ["a", "b"]),
        ("a", ["a"]),
        ("['a', 'b\\'s']", ["a", "b's"]),
        ([{"display_name": "a"}, {"term": "b"}], ["a", "b"]),
        ("[draft", ["[draft"]),
        ("['a' or b]", ["['a' or b]"]),
        ("", []),
        (None, []),
        ({"a": 1}, []),
    ],
)
def test_keywords(value, words):
    assert values.keywords(value) == tuple(words)


@pytest.mark.parametrize(
    ("value", "year"),
    [
        (2021, 2021),
        (2021.0, 2021),
        ("2021", 2021),
        ("2021.0", 2021),
        ("2021-03-04", 2021),
        ("2021/03", 2021),
        ("20210304", 2021),
        ("202103", 2021),
        ("202113", None),
        ("20/04/2020", 2020),
        ("March 1, 2002", 2002),
        ("Mon, 2 Apr 2007 19:18:42 GMT", 2007),
        (date(2019, 1, 2), 2019),
        ([["2020"]], None),
        (-1, None),
        (0, None),
        (True, None),
        (float("nan"), None),
        (float("inf"), None),
        ("1540035843524", None),
        ("n/a", None),
        ("x" * 10**6 + "2020", None),
        (None, None),
    ],
)
def test_year(value, year):
    assert values.year(value) == year


@pytest.mark.parametrize(
    ("value", "doi"),
    [
        ("10.1000/AbC.1", "10.1000/abc.1"),
        ("https://doi.org/10.1000/ABC", "10.1000/abc"),
        ("http://dx.doi.org/10.1000/a", "10.1000/a"),
        ("https://doi.org/10.1000%2Fa", "10.1000/a"),
        ("doi:10.1000/a", "10.1000/a"),
        ("DOI 10.1000/a", "10.1000/a"),
        (" 10.1000/a. ", "10.1000/a"),
        ("10.1000/(x)<1>", "10.1000/(x)<1>"),
        ("https://example.org/10.1000/a", ""),
        ("none", ""),
        (None, ""),
    ],
)
def test_doi(value, doi):
    assert values.doi(value) == doi


@pytest.mark.parametrize(
    ("value", "url"),
    [
        ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        ("https://example.org/%20", "https://example.org/%20"),
        ('https://example.org/"><script>', "https://example.org/%22%3E%3Cscript%3E"),
        ("https://example.org/ä", "https://example.org/%C3%A4"),
        (["/pdf/1.pdf", "https://example.org"], "https://example.org"),
        ("https://example.org/100%", "https://example.org/100%25"),
        ("https://example.org/1; https://example.org/2", "https://example.org/1"),
        ("https://example.org/1;https://example.org/2", "https://example.org/1"),
        ("https://example.org/1|http://example.org/2", "https://example.org/1"),
        ("['https://example.org/1', 'https://example.org/2']", "https://example.org/1"),
        ("['https://example.org/1']", "https://example.org/1"),
        ("[Link('https://example.org/1v2', title=None)]", "https://example.org/1v2"),
        ("https://example.org/1,", "https://example.org/1"),
        ("https://example.org/a,b;c=d'e", "https://example.org/a,b;c=d'e"),
        ("https://example.org/" + ";" * 10**6, "https://example.org/"),
        ("https://;", ""),
        ("https://example.org:port/", ""),
        ("https://ada:secret@example.org/", ""),
        ("https://", ""),
        ("https:///x", ""),
        ("javascript:alert('x')", ""),
        ("/pdf/1.pdf", ""),
        (None, ""),
    ],
)
def test_url(value, url):
    assert values.url(value) == url


@given(st.text('ab/:#?%[]@.0é "<>\\^`{|}\ud800\0', max_size=30))
def test_url_is_an_iri(rest):
    if address := values.url(f"see https://{rest}"):
        assert NamedNode(address).value == address


@given(st.lists(st.sampled_from(["https://", "http://", "a.org", "b-c", "?d=e", ":80", "..", *"/@&~#'% "])))
def test_an_address_that_stays_as_it_is_is_told_at_a_glance(parts):
    raw = "".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values, "_PLAIN_URL", re.compile(r"(?!)"))
        slowly = values.url(raw)
    assert values.url(raw) == slowly


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "a"),
        (["a", "b"], "a b"),
        ([{"type": "Other", "text": "a"}, {"text": "b"}], "a b"),
        ({"value": "a"}, "a"),
        ({"unknown": "a"}, ""),
        (12, "12"),
        (None, ""),
        (False, ""),
        (float("nan"), ""),
        ([["a"]], ""),
    ],
)
def test_text(value, text):
    assert values.text(value) == text


@pytest.mark.parametrize(
    "placeholder",
    [
        *("[No abstract available]", "(No Abstract)", "Abstract Unavailable", "n/a", "N/A", "None", "nan", "null", "-"),
        *(
            "withdrawn",
            "Withdrawn by the authors.",
            "This paper has been withdrawn by the author(s)",
            "Placeholder ",
            "--",
        ),
        *("Part of", "Discussion of", "We", "Coming soon", "See PDF", "© 2021 Elsevier Ltd", "Abstract:"),
        *("Abstract", "TBA", "...", "No abstract provided.", "The submission was withdrawn."),
    ],
)
def test_placeholders_are_no_abstract(placeholder):
    assert not values.abstract(placeholder)


@pytest.mark.parametrize(
    "real",
    [
        "We do.",
        "一种基于图的方法",
        "Toy net",
        "Abstract Meaning Representation is hard.",
        "None of the known methods works.",
        "This paper has been long in the making.",
    ],
)
def test_real_abstracts_stay(real):
    assert values.abstract(real) == real


def test_what_stands_around_an_abstract_goes():
    assert values.abstract("<jats:title>Abstract</jats:title><jats:p>We do.</jats:p>") == "We do."
    assert values.abstract("Abstract We do. (C) 2019 Elsevier B.V. All rights reserved.") == "We do."
    assert values.title("Abstract Meaning: A Summary © 2021 IEEE") == "Abstract Meaning: A Summary © 2021 IEEE"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", " \n  "])
def test_labels_that_have_a_line_to_themselves_are_told_from_sentences(end):
    raw = end.join(["Background", "Graphs matter.", "Materials and Methods", "We parse.", "RESULTS:", "It helps."])
    abstract = "Background: Graphs matter. Materials and Methods: We parse. RESULTS: It helps."
    assert " ".join(values.abstract(raw).split()) == abstract


@pytest.mark.parametrize(
    "raw",
    [
        "We compare the\nResults\nof others.",
        "We show\nResults\nThat help.",
        "Data\nis what we use.",
        "Results",
        "Methods\n",
    ],
)
def test_words_of_a_sentence_are_no_labels(raw):
    assert values.abstract(raw) == " ".join(raw.split())


LINES = ["Methods", "Results", "Background:", "We parse.", "we", "Abstract", "", " ", "IEEE", "© 2021 IEEE.", "$x$"]


@given(st.lists(st.sampled_from(LINES)), st.sampled_from(["\n", "\r\n", " ", "\n\n"]))
def test_an_abstract_stays_as_it_is_when_it_is_cleaned_again(lines, end):
    once = values.abstract(end.join(lines))
    assert values.abstract(once) == once


@pytest.mark.parametrize("unit", ["\nMethods\n", "Methods\n", "\n", " \n", ".\n ", "Methods "])
def test_labels_take_linear_time(unit):
    raw = unit * (200_000 // len(unit))
    assert_takes(0.5, lambda: mark_sections(raw))


def test_title_that_only_begins_like_a_notice_stays():
    assert values.title("Withdrawn: on the limits of A") == "Withdrawn: on the limits of A"
    assert not values.title("untitled")


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["$", ">", "<jats:title>", "<p>", "</p>", "a", " ", "<br/>"])).map("".join)
)
@example("$><jats:title>$")
def test_label_is_one_line_and_stays_as_it_is(raw):
    label = values.label(raw)
    assert "\n" not in label
    assert values.label(label) == label


@given(st.text() | st.sampled_from(["  a\u00a0b ", "a\u200bc", "N/A", "a\x85b", "\ud800", "x" * 201, "\u3000"]))
def test_an_id_is_one_printable_text_without_blanks_around_it(raw):
    printable = "".join(filter(str.isprintable, " ".join(values.text(raw).split())))
    assert values.identifier(raw) in ("", printable)
    if len(printable) > 200 or not printable:
        assert values.identifier(raw) == ""


@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n \r\n", "\u2029"])
def test_a_title_is_one_line(between):
    assert values.title(f"On N{between}Graphs") == "On N Graphs"
