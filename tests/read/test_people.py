"""Authors as lists, mappings and text."""

import pytest

from kg.read import people
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
        (["exper- &#64; tise"], ["expertise"]),
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
        ("Lovelace, Ada, Turing, Alan, and Hopper, Grace", ["Lovelace, Ada", "Turing, Alan", "Hopper, Grace"]),
        ("Lovelace, Ada, Jr. and Hopper, Grace", ["Lovelace, Ada, Jr.", "Hopper, Grace"]),
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
    assert people.authors(value) == tuple(names)


@pytest.mark.parametrize("sign", [",", ", ", ";,", " ;", "\t", "et al., "])
def test_authors_take_linear_time(sign):
    assert people.authors(["Ada" + sign * 40_000 + "x"])


def test_authors_with_long_runs_of_blanks_are_split_in_linear_time():
    def run():
        assert people.authors(f"Ada Lovelace, Alan{' ' * 200_000}Turing") == ("Ada Lovelace", "Alan Turing")

    assert_takes(5, run)


def test_a_name_is_the_same_author_whenever_it_comes():
    names = ["Ada Lovelace", "Lovelace, Ada (12)", "ada@example.org", "et al.", "x" * 300]
    assert people.authors(names) == people.authors(names) == ("Ada Lovelace", "Lovelace, Ada", "x" * 300)
