"""What is malformed: each costs itself alone, and is said; what is hostile takes bounded memory and time."""

import io
import tracemalloc

import pytest

from kg.errors import InputError
from kg.model import Effect
from kg.read import read
from kg.read.bibtex.fields import Strings
from kg.read.bibtex.reader import BAD_STRING, MENDED
from kg.read.bibtex.scan import UNBALANCED, scan
from kg.read.lines import TOO_LONG
from tests.timing import assert_linear, assert_takes

GOOD = "@article{{{0},\n title = {{On Graphs of Kind {0}}}\n}}\n".format


def effects(problems):
    return [(problem.source.line, problem.reason, problem.effect) for problem in problems]


@pytest.mark.parametrize(
    "fields",
    [
        " title = {On Graphs}\n year = 2021\n",
        ' title = "On Graphs"\n year = "2021"\n',
        " title = {On Graphs},, year = 2021,\n",
        " title = {On Graphs}, % its title, = as it was\n year = 2021\n",
        " title = {On Graphs}, note, year = 2021\n",
        " title = {On Graphs}, note = , year = 2021\n",
        " title = {On Graphs}}, year = {2021}\n",
        " title = {On Graphs}},\n year = {2021}\n",
        " title = {On Graphs} (draft), year = {2021}\n",
        ' title = "On Graphs", note = "the "odd" one", year = 2021\n',
        ' title = "On Graphs", note = "a {"} b, c", year = 2021\n',
        ' title = "On Graphs", note = "G\\"odel", year = 2021\n',
        " title = On Graphs, year = 2021\n",
        " title = {On Graphs}, title = {On Graphs}, year = 2021",
        " title = {On Graphs}, file = {C:\\ada\\x.pdf}, note = {a \\\\}, year = 2021",
        " title = {On Graphs}, note = {\\{}, year = 2021",
        " title = {On Graphs}, year = 2021, note",
        " title = {On Graphs}, abstract = {For n,\n volume = 3, k = {2},\n x=2}, year = 2021",
    ],
)
def test_no_field_is_glued_to_another_or_lost(load, fields):
    papers, problems = load("refs.bib", GOOD(1) + f"@article{{key,\n{fields}}}\n" + GOOD(2))
    assert [(paper.title, paper.year) for paper in papers] == [
        ("On Graphs of Kind 1", None),
        ("On Graphs", 2021),
        ("On Graphs of Kind 2", None),
    ]
    assert all(problem.effect is Effect.NOTED for problem in problems)


def test_a_missing_comma_is_noted_with_its_field(load):
    _, [problem] = load("refs.bib", "@article{key,\n title = {On Graphs}\n year = 2021\n}\n")
    assert (problem.reason, problem.detail) == (MENDED, "no comma before year, in its line 3")


@pytest.mark.parametrize(
    ("written", "id_"),
    [("title = {On Graphs}", "title-"), (", title = {On Graphs}", "title-"), ("key\n title = {On Graphs}", "refs/key")],
)
def test_a_missing_key_costs_nothing(load, written, id_):
    [paper], _ = load("refs.bib", f"@article{{{written}}}")
    assert paper.title == "On Graphs"
    assert paper.id.startswith(id_)


def test_braces_that_do_not_match_cost_their_entry_alone(load):
    bad = "@article{bad,\n title = {On {Graphs},\n file = {C:\\Users\\ada\\x.pdf},\n}\n\n"
    papers, problems = load("savedrecs.bib", "".join(map(GOOD, range(250))) + bad + "".join(map(GOOD, range(250, 499))))
    assert len(papers) == 499
    assert effects(problems) == [(751, UNBALANCED, Effect.SKIPPED)]
    assert "line 2" in problems[0].detail
    assert "Users" not in repr(problems)


@pytest.mark.parametrize(
    "fields",
    [
        " title = {On {Graphs},\n year = {2021}},\n",
        " title = {On {Graphs}, author = {Ada Lovelace}}, year = 2021\n",
        ' title = "On Graphs\n year = 2021",\n',
        " abstract = {On {Graphs},\n\tFile = {C:/Users/ada/x.pdf}},\n",
    ],
)
def test_a_value_that_holds_the_fields_after_it_is_a_problem(load, fields):
    papers, problems = load("refs.bib", GOOD(1) + f"@article{{bad,\n{fields}}}\n" + GOOD(2))
    assert len(papers) == 2
    assert effects(problems) == [(4, UNBALANCED, Effect.SKIPPED)]
    assert "Users" not in repr(problems)


def test_a_quotation_mark_without_an_end_costs_its_entry_alone(load):
    papers, problems = load("refs.bib", GOOD(1) + '@article{bad,\n title = "On Graphs,\n year = 2021\n}\n' + GOOD(2))
    assert len(papers) == 2
    assert effects(problems) == [(4, UNBALANCED, Effect.SKIPPED)]


@pytest.mark.parametrize("after", ["", GOOD(2)])
def test_an_entry_without_its_last_brace_is_kept(load, after):
    papers, problems = load("refs.bib", GOOD(1) + "@article{open,\n title = {On Trees},\n year = 2021\n\n" + after)
    assert papers[1].title == "On Trees"
    assert len(papers) == 2 + bool(after)
    assert effects(problems) == [(4, MENDED, Effect.NOTED)]


def test_a_file_that_was_cut_says_so(load):
    papers, problems = load("refs.bib", GOOD(1) + "@article{cut,\n title = {On Tre")
    assert len(papers) == 1
    assert effects(problems) == [(4, UNBALANCED, Effect.SKIPPED)]


def test_a_comment_without_an_end_hides_no_entries(load):
    papers, problems = load("refs.bib", "@comment{ {open\n" + GOOD(1) + GOOD(2))
    assert len(papers) == 2
    assert [problem.effect for problem in problems] == [Effect.NOTED]


def test_a_string_that_is_not_defined_is_kept_as_its_name(load):
    [paper], [problem] = load("refs.bib", "@article{a,\n title = {On Graphs},\n journal = tois,\n month = mar\n}")
    assert paper.venue == "tois"
    assert "tois" in problem.detail


def test_strings_that_double_stay_small(load):
    bombs = ["@string{s0 = {aaaaaaaaaa}}"] + [f"@string{{s{i} = s{i - 1} # s{i - 1}}}" for i in range(1, 60)]
    entries = ["@article{a, title = {On Graphs}, journal = s59}", f"@article{{b, title = {' # '.join(['s9'] * 1000)}}}"]
    papers, problems = load("refs.bib", "\n".join([*bombs, *entries]))
    assert [paper.title for paper in papers] == ["On Graphs"]
    assert len(papers[0].venue) < 20_000
    assert {problem.reason for problem in problems} == {BAD_STRING, TOO_LONG}


def test_a_million_strings_take_bounded_memory():
    strings = Strings()
    refused = [bool(strings.define(f"s{i}", "x")) for i in range(400_000)]
    assert (refused[0], refused[-1]) == (False, True)
    assert refused.count(False) < 200_000


@pytest.mark.parametrize("sign", ["{", '"'])
def test_braces_nested_deep_are_no_harm(load, sign):
    deep = "{" * 100_000 + "x" + "}" * 100_000
    text = GOOD(1) + f"@article{{deep,\n title = {{On Graphs}},\n note = {deep},\n abstract = {deep}}}\n" + GOOD(2)
    papers, problems = load("refs.bib", text)
    assert [paper.title for paper in papers][::2] == ["On Graphs of Kind 1", "On Graphs of Kind 2"]
    assert problems == []
    papers, problems = load("refs.bib", GOOD(1) + f"@article{{deep,\n title = {'{' * 100_000}\n" + GOOD(2))
    assert len(papers) == 2
    assert effects(problems) == [(4, UNBALANCED, Effect.SKIPPED)]


class Endless(io.TextIOBase):
    """An entry of one field of many characters, which are never all there."""

    def __init__(self, size, after):
        self._parts = iter(["@article{long, title = {", *["x" * 8000] * (size // 8000), "}}\n", after])

    def readline(self, _size=-1):
        return next(self._parts, "")


def test_a_field_without_an_end_in_sight_takes_bounded_memory():
    limit = 1 << 20
    tracemalloc.start()
    blocks = list(scan(Endless(1 << 28, GOOD(1)), limit=limit))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [block.problem and block.problem[0] for block in blocks] == [TOO_LONG, None]
    assert peak < 4 * limit


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "@" * n,
        lambda n: "@article{" * n,
        lambda n: "@a{b,\n" * (n // 8),
        lambda n: "@a{b, c={\\{}\n" * (n // 8),
        lambda n: "@a{b, c={\\{}} " * (n // 8),
        lambda n: "@comment{\n@a{b,\n" * (n // 8),
        lambda n: "@comment(\n" * n,
        lambda n: "@\n" * n,
        lambda n: "@ %\n" * n,
        lambda n: "@a{b, " + "," * n,
        lambda n: "@a{b, " + "\n" * n + "x",
        lambda n: "@a{b, c = {d}" + " " * n + "x",
        lambda n: "@a{b, " + "c" * n,
        lambda n: "@a{b, " + "c=1," * n + "}",
        lambda n: "@a{b, " + "c " * n + "}",
        lambda n: '@a{b, c = "' + '"' * n + "}",
        lambda n: '@a{b, c = "' + '" ' * n + "}",
        lambda n: "@a{b, c = " + "#" * n + "}",
        lambda n: "@a{b, title = {" + "{a}" * n + "}}",
        lambda n: "@a{b, title = {x}, author = {" + " and" * n + "}}",
        lambda n: "@a{b, title = {x}, author = {" + " " * n + "}}",
        lambda n: "@a{b, title = {x}, author = {" + "," * n + "}}",
        lambda n: "@a{b, title = {x}, crossref = {" + "a," * n + "}}",
        lambda n: "@book{b, title = {x}, crossref = {c}}\n" * (n // 10),
        lambda n: "@a{b, title={x}},\n" * (n // 8),
        lambda n: "@a{b, c={x}}, d={e" * n,
    ],
)  # fmt: skip
def test_time_is_linear(write, make):
    def run(n):
        path = write("refs.bib", GOOD(1) + make(n))
        try:
            count = sum(1 for _ in read(path))
        except InputError:
            count = 0
        assert count >= 1

    assert_linear(run, 1_000, 8_000)


def test_an_address_in_a_broken_field_gets_into_no_problem(load):
    papers, problems = load(
        "x.bib", "@misc{a, title={On Graphs}, note=ada@example.org}\n@misc{b, title={On Trees}, year=ada@example.org}\n"
    )
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert problems
    assert not any("example.org" in part for problem in problems for part in (problem.detail, problem.raw))


@pytest.mark.parametrize("pump", ["\n", "\n ", " ", "\ufeff"])
def test_telling_what_stands_before_the_first_entry_is_linear(load, pump):
    def run():
        papers, _ = load("x.bib", pump * 20_000 + GOOD("a"))
        assert len(papers) == 1

    assert_takes(2, run)
