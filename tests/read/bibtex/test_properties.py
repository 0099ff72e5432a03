"""Any entries come back as they were written; any text gives papers and problems, none twice and none lost."""

import io
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model import Effect, Paper
from kg.read import read
from kg.read.bibtex import READER
from kg.read.bibtex.markup import address, people, prose
from kg.read.bibtex.scan import scan
from kg.read.contract import Document
from kg.read.values import identifier

NO_RECORDS = ("string", "preamble", "comment")

few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

words = st.lists(
    st.sampled_from("graph tree größe α-CROWN C++ 100% of the 论文 x@y".split()), min_size=1, max_size=6
).map(" ".join)
names = st.sampled_from(["Ada Lovelace", "Alan M. Turing", "José Li"])
entries = st.lists(
    st.fixed_dictionaries(
        {
            "key": st.from_regex(r"[a-zA-Z0-9:;_/.+-]{1,12}", fullmatch=True).filter(identifier),
            "title": words.map("A study of {}".format),
            "authors": st.lists(names, unique=True, max_size=3),
            "year": st.integers(1900, 2099),
            "open": st.sampled_from(["{", "("]),
            "quote": st.sampled_from(['""', "{}"]),
            "type": st.sampled_from(["article", "Misc", "INPROCEEDINGS", "online"]),
            "end": st.sampled_from(["", ","]),
            "blank": st.sampled_from(["", " ", "\n", "\r\n  "]),
        }
    ),
    min_size=1,
    max_size=6,
    unique_by=(lambda entry: entry["key"], lambda entry: entry["title"]),
)


def written(entry):
    left, right = entry["quote"]
    values = {
        "title": left + entry["title"] + right,
        "author": "{" + " and ".join(entry["authors"]) + "}",
        "year": entry["year"],
    }
    blank = entry["blank"]
    fields = ",".join(f"{blank}{name}{blank}={blank}{value}" for name, value in values.items())
    close = {"{": "}", "(": ")"}[entry["open"]]
    return f"@{entry['type']}{blank}{entry['open']}{entry['key']},{fields}{entry['end']}{blank}{close}\n"


@few
@given(entries=entries, between=st.sampled_from(["", "\n", "some words\n", "% a remark\n", "@comment{x}\n"]))
def test_entries_come_back_as_they_were_written(tmp_path, entries, between):
    path = tmp_path / "refs.bib"
    path.write_text(between + between.join(map(written, entries)), encoding="utf-8", newline="")
    back = list(read(path))
    assert [(p.id, p.title, list(p.authors), p.year) for p in back] == [
        (f"refs/{e['key']}", e["title"], e["authors"], e["year"]) for e in entries
    ]


pieces = st.sampled_from(
    [
        *("@article{a,", "\n@misc{b,\n", "@string{s = ", "@comment{", "@preamble{", "@", "{", "}", "(", ")", '"', ",", "="),
        *("#", "%", "\\", "\\{", "\\}", "\n", "\r", " title = {On Graphs}", "title = s", ' author = "A and B"', "crossref = {a}"),
        *("xdata = {b}", "year = 2021", "\\'{e}", "$", "\ufeff", "\0", "\ud7ff", "é", "and", " and "),
    ]
)  # fmt: skip
texts = st.one_of(st.text(max_size=200), st.lists(pieces, max_size=40).map("".join))


@settings(few, max_examples=100)
@given(text=texts)
def test_any_text_gives_papers_and_problems_or_one_clear_error(tmp_path, text):
    path = tmp_path / "refs.bib"
    path.write_text("@article{first, title = {On the First Graph}}\n" + text, encoding="utf-8", newline="")
    try:
        back = list(read(path))
    except InputError:
        return
    assert any(isinstance(item, Paper) for item in back)


@settings(few, max_examples=100)
@given(lines=st.lists(st.one_of(entries, st.lists(pieces, max_size=6).map("".join)), max_size=8))
def test_records_in_are_papers_and_problems(lines):
    text = "".join(line + "\n" if isinstance(line, str) else "".join(map(written, line)) for line in lines)
    text = "@article{first, title = {On the First Graph}}\n" + text
    back = list(READER.read(Document(Path("refs.bib"), "refs.bib", "refs", text, io.StringIO(text, newline=""))))
    records = [block.line for block in scan(io.StringIO(text, newline="")) if block.word not in NO_RECORDS]
    made = [item.source.line for item in back if isinstance(item, Paper) or item.effect is Effect.SKIPPED]
    assert made == records


@given(st.text(st.sampled_from("{}\\'\"a b,and=&$_^~é"), max_size=40))
def test_values_of_any_form_are_read(text):
    prose(text)
    address(text)
    people(text)
    assert prose(prose(text)).count("{") <= text.count("{")
