import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read import find, read
from kg.read.tagged import READERS

few = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])

DIALECTS = {
    "ris": [
        "TY  - JOUR",
        "TI  - On {0}",
        "AU  - Lovelace, A{0}",
        "AB  - We do {0}",
        "and see.",
        "PY  - 2020",
        "ER  - ",
    ],
    "nbib": [
        "PMID- {1}",
        "OWN - NLM",
        "TI  - On {0}",
        "AB  - We do {0}",
        "      and see.",
        "FAU - Lovelace, A{0}",
        "DP  - 2020",
    ],
    "ciw": ["PT J", "AU Lovelace, A{0}", "TI On {0}", "SO X", "AB We do {0}", "   and see.", "PY 2020", "ER"],
    "enw": ["%0 Journal Article", "%A Lovelace, A{0}", "%T On {0}", "%X We do {0}", "and see.", "%D 2020"],
}
ENDS = ("\n", "\r\n", "\r")


def raw(path):
    return [item for file in find(path) for item in file.read()]


def content(items):
    return [(p.title, p.abstract.replace("\n\n", " "), p.authors, p.year) for p in items if isinstance(p, Paper)]


@pytest.mark.parametrize("suffix", DIALECTS)
@few
@given(data=st.data(), count=st.integers(1, 5))
def test_line_ends_and_blank_lines_change_no_record(tmp_path, suffix, data, count):
    lines = [line.format("ABCDE"[n], 11 + n) for n in range(count) for line in DIALECTS[suffix]]
    breaks = st.builds(
        lambda end, blank: end + blank, st.sampled_from(ENDS), st.sampled_from(["", "", "", "\n", " \r\n", "\n\n"])
    )
    ends = data.draw(st.lists(breaks, min_size=len(lines), max_size=len(lines)))
    path = tmp_path / f"x.{suffix}"
    path.write_bytes("".join(line + end for line, end in zip(lines, ends, strict=True)).encode())
    items = raw(path)
    assert not [item for item in items if isinstance(item, Problem)]
    assert content(items) == [
        (f"On {name}", f"We do {name} and see.", (f"Lovelace, A{name}",), 2020) for name in "ABCDE"[:count]
    ]


pieces = st.sampled_from(
    [
        *(
            "TY  - JOUR\n",
            "TY - X\n",
            "ER  - \n",
            "ER -\n",
            "TI  - On A\n",
            "AB  - We do.\n",
            "KW  - a\n",
            "PMID- 1\n",
            "PMID- 0\n",
        ),
        *(
            "OWN - ERIC\n",
            "FAU - A\n",
            "LID - 10.1000/a [doi]\n",
            "FN X\nVR 1.0\n",
            "PT J\n",
            "TI On B\n",
            "AB We see.\n",
            "ER\n",
            "EF\n",
        ),
        *(
            "%0 Journal Article\n",
            "%T On C\n",
            "%A B\n",
            "%X We go.\n",
            "%",
            "\n",
            "\r",
            "\ufeff",
            "\u2028",
            "\x0c",
            "      more\n",
        ),
        *(
            "https://example.org\n",
            "1.\n",
            "Record #1 of 2\n",
            "words and words\n",
            "DE a; b\n",
            "DO  - x\n",
            "PY  - 9\n",
            "\x85",
            "\0",
        ),
    ]
)
hostile = st.one_of(st.text(max_size=200), st.lists(pieces, max_size=30).map("".join))


@pytest.mark.parametrize("suffix", DIALECTS)
@few
@given(text=hostile)
def test_whatever_stands_in_a_file_it_is_read_or_refused(tmp_path, suffix, text):
    path = tmp_path / f"x.{suffix}"
    path.write_bytes(text.encode("utf-8", "replace"))
    try:
        items = list(read(path))
    except InputError:
        return
    ids = [item.id for item in items if isinstance(item, Paper)]
    assert len(ids) == len(set(ids))
    assert all(item.title or item.abstract for item in items if isinstance(item, Paper))


@pytest.mark.parametrize("suffix", DIALECTS)
def test_records_in_are_papers_and_problems_out(write, load_paths, suffix):
    first, *body = DIALECTS[suffix]
    whole = ["\n".join(DIALECTS[suffix]).format(name, 11 + n) for n, name in enumerate("ABA")]
    empty = "\n".join([first.format("", 14), *(line for line in body if "{0}" not in line and "see" not in line)])
    papers, problems = load_paths(write(f"x.{suffix}", "\n\n".join([*whole, empty, ""])))
    assert len(papers) == len({paper.id for paper in papers})
    assert len(papers) + sum(problem.effect is not Effect.NOTED for problem in problems) == 4
    assert [problem.reason for problem in problems if problem.effect is Effect.SKIPPED] == ["no title or abstract"]


def test_detection_takes_linear_time():
    for head in ("\n" * 200_000, " " * 200_000, "TY" * 100_000, "%T " * 70_000, "PT J\n" * 40_000, "@a" * 100_000):
        for reader in READERS:
            reader.sniff(head)
