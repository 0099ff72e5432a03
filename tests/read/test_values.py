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
    ("value", "names"),
    [
        (["Ada Lovelace", "Alan Turing"], ["Ada Lovelace", "Alan Turing"]),
        ([{"name": "Ada Lovelace"}, {"given": "Alan", "family": "Turing"}], ["Ada Lovelace", "Alan Turing"]),
        ([{"first": "Ada", "middle": ["B.", "C."], "last": "Lovelace"}], ["Ada B. C. Lovelace"]),
        ([{"author": {"display_name": "Ada Lovelace"}, "raw": "x"}], ["Ada Lovelace"]),
        ({"name": "Ada Lovelace"}, ["Ada Lovelace"]),
        ("Ada Lovelace; Alan Turing", ["Ada Lovelace", "Alan Turing"]),
        ("Lovelace, Ada; Turing, Alan & Noether, Emmy", ["Lovelace, Ada", "Turing, Alan", "Noether, Emmy"]),
        ("Lovelace, Ada and Turing, Alan M.", ["Lovelace, Ada", "Turing, Alan M."]),
        ("Ada Lovelace and Alan Turing", ["Ada Lovelace", "Alan Turing"]),
        ("Ada Lovelace, Alan Turing and Emmy Noether", ["Ada Lovelace", "Alan Turing", "Emmy Noether"]),
        ("Ada Lovelace, Alan Turing, and Emmy Noether", ["Ada Lovelace", "Alan Turing", "Emmy Noether"]),
        ("Lovelace A., Turing A.M.", ["Lovelace A.", "Turing A.M."]),
        ("Lovelace, A., Turing, A.M.", ["Lovelace, A.", "Turing, A.M."]),
        ("Gatica, G.N., Sequeira, F.A.", ["Gatica, G.N.", "Sequeira, F.A."]),
        ("Lovelace, Ada", ["Lovelace, Ada"]),
        ("Lovelace, Ada K.", ["Lovelace, Ada K."]),
        ("García López, Ana", ["García López, Ana"]),
        ("Lovelace, Ada (57190000001)", ["Lovelace, Ada"]),
        ("[No author name available]", []),
        ("Ada Lovelace", ["Ada Lovelace"]),
        ("Ada Lovelace, Alan Turing", ["Ada Lovelace", "Alan Turing"]),
        ("['Ada Lovelace', \"Conor O'Neill\"]", ["Ada Lovelace", "Conor O'Neill"]),
        ('["Ada Lovelace", "Alan Turing"]', ["Ada Lovelace", "Alan Turing"]),
        ("Ada Lovelace <ada@example.org>; alan@example.org", ["Ada Lovelace"]),
        ("Ada Lovelace &lt;ada&#64;example.org&gt;; alan&commat;example.org", ["Ada Lovelace"]),
        (["Ada Lovelace ada&#x40;example.org"], ["Ada Lovelace"]),
        ("Erd&ouml;s, P.; R&eacute;nyi, A.", ["Erdös, P.", "Rényi, A."]),
        ("Paul Erd&#246;s, Alfr&eacute;d R&eacute;nyi", ["Paul Erdös", "Alfréd Rényi"]),
        (
            "Ada Lovelace & Mu; Turing, Alan &amp; Hopper, Grace",
            ["Ada Lovelace", "Mu", "Turing, Alan", "Hopper, Grace"],
        ),
        (
            "[{'name': 'Ada Lovelace', 'id': 3}, {'id': 4, 'name': \"Conor O'Neill\"}]",
            ["Ada Lovelace", "Conor O'Neill"],
        ),
        (
            [{"ForeName": "Ada", "LastName": "Lovelace"}, {"author_name": "Alan Turing"}],
            ["Ada Lovelace", "Alan Turing"],
        ),
        (["123", "Wei Wang 0023", "Lovelace, Ada 0001"], ["Wei Wang", "Lovelace, Ada"]),
        ("Ada Lovelace and others", ["Ada Lovelace"]),
        ("Lovelace, Ada; Turing, Alan and Noether, Emmy", ["Lovelace, Ada", "Turing, Alan", "Noether, Emmy"]),
        ("Lovelace, Ada; Institute of Arts and Letters", ["Lovelace, Ada", "Institute of Arts and Letters"]),
        ("Lovelace, Ada (57190000001); Turing, Alan (7)", ["Lovelace, Ada", "Turing, Alan"]),
        ("Lovelace A, Turing A, et al.", ["Lovelace A", "Turing A"]),
        ("Ada Lovelace et al.", ["Ada Lovelace"]),
        ("Ada Lovelace et.al.", ["Ada Lovelace"]),
        ("Ada Lovelace et. al", ["Ada Lovelace"]),
        ("Jon Etal", ["Jon Etal"]),
        ([{"given_name": "Ada", "family_name": "Lovelace"}], ["Ada Lovelace"]),
        ([{"given-name": "Ada", "surname": "Lovelace"}], ["Ada Lovelace"]),
        ([{"forename": "Ada", "surname": "Lovelace"}], ["Ada Lovelace"]),
        ([{"fullname": "Ada Lovelace", "institution": "X"}], ["Ada Lovelace"]),
        ([{"name": "Ada", "surname": "Lovelace", "fullName": "Lovelace, Ada K."}], ["Lovelace, Ada K."]),
        ([{"name": "Ada", "surname": "Lovelace"}], ["Ada Lovelace"]),
        ([{"name": "Lovelace, Ada", "family": "Lovelace"}], ["Lovelace, Ada"]),
        ([{"family": "Lovelace"}, {"last": "Turing", "given": None}], ["Lovelace", "Turing"]),
        (
            "[arxiv.Result.Author('Ada Lovelace'), arxiv.Result.Author(\"Conor O'Neill\")]",
            ["Ada Lovelace", "Conor O'Neill"],
        ),
        ("[Author('Ada Lovelace']", ["[Author('Ada Lovelace']"]),
        ("Ada Lovelace | Alan Turing", ["Ada Lovelace", "Alan Turing"]),
        ("Lovelace, Ada\nTuring, Alan", ["Lovelace, Ada", "Turing, Alan"]),
        ("Lovelace, Ada and\n  Turing, Alan", ["Lovelace, Ada", "Turing, Alan"]),
        ("李白；杜甫", ["李白", "杜甫"]),
        ("李白、杜甫、王维", ["李白", "杜甫", "王维"]),
        ("nan", []),
        ("Anderson Brand, Alandra Land", ["Anderson Brand", "Alandra Land"]),
        (None, []),
        ([None, 3, True, {}, {"email": "a@example.org"}, ""], []),
        (7, []),
    ],
)
def test_authors(value, names):
    assert values.authors(value) == tuple(names)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (["a", "b", "a"], ["a", "b"]),
        ("a; b, c; d", ["a", "b, c", "d"]),
        ("R&amp;D; k&auml;se", ["R&D", "käse"]),
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


@pytest.mark.parametrize("sign", [",", ", ", ";,", " ;", "\t", "et al., "])
def test_authors_take_linear_time(sign):
    assert values.authors(["Ada" + sign * 40_000 + "x"])


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["$", ">", "<jats:title>", "<p>", "</p>", "a", " ", "<br/>"])).map("".join)
)
@example("$><jats:title>$")
def test_label_is_one_line_and_stays_as_it_is(raw):
    label = values.label(raw)
    assert "\n" not in label
    assert values.label(label) == label


def test_authors_with_long_runs_of_blanks_are_split_in_linear_time():
    def run():
        assert values.authors(f"Ada Lovelace, Alan{' ' * 200_000}Turing") == ("Ada Lovelace", "Alan Turing")

    assert_takes(5, run)


@given(st.text() | st.sampled_from(["  a\u00a0b ", "a\u200bc", "N/A", "a\x85b", "\ud800", "x" * 201, "\u3000"]))
def test_an_id_is_one_printable_text_without_blanks_around_it(raw):
    printable = "".join(filter(str.isprintable, " ".join(values.text(raw).split())))
    assert values.identifier(raw) in ("", printable)
    if len(printable) > 200 or not printable:
        assert values.identifier(raw) == ""


def test_a_name_is_the_same_author_whenever_it_comes():
    names = ["Ada Lovelace", "Lovelace, Ada (12)", "ada@example.org", "et al.", "x" * 300]
    assert values.authors(names) == values.authors(names) == ("Ada Lovelace", "Lovelace, Ada", "x" * 300)


@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n \r\n", "\u2029"])
def test_a_title_is_one_line(between):
    assert values.title(f"On N{between}Graphs") == "On N Graphs"
