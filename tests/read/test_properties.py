import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model import Paper, Problem
from kg.read import read
from kg.read.identity import fold_title
from kg.read.json_records import stream_records

few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

word = st.sampled_from(["graph", "größe", "α-CROWN", "x²", "learning", "the", "2.0", "C++", "GPT-3.5", "naïve", "论文"])
words = st.lists(word, min_size=3, max_size=8).map(" ".join)
names = st.builds("{} {}".format, st.sampled_from(["Ada", "José", "D."]), st.sampled_from(["Turing", "O'Neill", "Li"]))
papers = st.builds(
    Paper,
    id=st.text("abAB01./:_-", min_size=1, max_size=8).map("7{}".format),
    title=words,
    abstract=st.one_of(st.just(""), words.map(lambda w: f'{w}, "{w}"; it is.')),
    authors=st.lists(names, unique=True, max_size=4).map(tuple),
    year=st.one_of(st.none(), st.integers(1900, 2099)),
    venue=st.sampled_from(["", "ICML", "Journal of Machine Learning Research"]),
    url=st.sampled_from(["", "https://example.org/a?b=1"]),
    doi=st.sampled_from(["", "10.1000/a.b-c"]),
    keywords=st.lists(words, unique=True, max_size=3).map(tuple),
)
# Papers that share an id or a title may be one.
keys = (lambda paper: paper.id, lambda paper: paper.doi or paper.id, lambda paper: fold_title(paper.title))
collections = st.lists(papers, min_size=1, max_size=6, unique_by=keys)
FIELDS = ("id", "title", "abstract", "authors", "year", "venue", "url", "doi", "keywords")


def record_of(paper, convert=list):
    values = {field: getattr(paper, field) for field in FIELDS}
    return {field: convert(value) if isinstance(value, tuple) else value for field, value in values.items()}


def as_json(papers, indent):
    return json.dumps(list(map(record_of, papers)), indent=indent)


def as_lines(papers, _indent):
    return "\n".join(json.dumps(record_of(paper), ensure_ascii=False) for paper in papers)


def as_table(delimiter):
    def write(papers, _indent):
        file = io.StringIO()
        writer = csv.DictWriter(file, FIELDS, delimiter=delimiter)
        writer.writeheader()
        writer.writerows(record_of(paper, convert="; ".join) for paper in papers)
        return file.getvalue()

    return write


@pytest.mark.parametrize("write_format", [as_json, as_lines, as_table(","), as_table("\t"), as_table(";")])
@few
@given(papers=collections, indent=st.sampled_from([None, 0, 2]))
def test_papers_come_back_as_they_were_written(tmp_path, write_format, papers, indent):
    path = tmp_path / "papers"
    path.write_text(write_format(papers, indent), encoding="utf-8", newline="")
    back = list(read(path))
    assert [record_of(paper) for paper in back] == [record_of(paper) for paper in papers]


pieces = st.sampled_from(
    [
        *(
            b"ICML 2025 Papers\n\n",
            b"We show A.\n\n",
            b"id,title,abstract\n",
            b'1,"A',
            b'"',
            b'"",',
            b"{",
            b"}",
            b"[",
            b"]",
        ),
        *(
            b'{"title": "A"}',
            b'{"papers": [',
            b'"title": ',
            b"NaN",
            b"1e999",
            b'"\\ud800"',
            b"\n",
            b"\r",
            b"\r\n",
            b"\0",
            b",",
        ),
        *(
            b"\xef\xbb\xbf",
            b"\xff\xfe",
            b"\xe9",
            b"\x81",
            b"\xc3\xa9",
            b"\xe2\x80\xa8",
            b"\t",
            b";",
            b"|",
            b"#",
            b"sep=;\n",
        ),
        *(b"[" * 3000, b"x" * 3000, b"'", b"\\", b"%PDF-", b"null,"),
    ]
)
hostile = st.one_of(st.binary(max_size=300), st.lists(pieces, max_size=25).map(b"".join))


@pytest.mark.parametrize("name", ["x", "x.json", "x.csv", "x.jsonl", "x.txt"])
@few
@given(data=hostile)
def test_whatever_a_file_holds_it_is_read_or_refused(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    try:
        items = list(read(path))
    except InputError:
        return
    assert items
    ids = [item.id for item in items if isinstance(item, Paper)]
    assert len(ids) == len(set(ids))
    for item in items:
        if isinstance(item, Paper):
            assert item.title or item.abstract
            assert item.id
        else:
            assert isinstance(item, Problem)
            assert item.reason
            assert len(item.raw) <= 200
        repr(item).encode()
        assert str(item.source).startswith(name)
    assert list(read(path)) == items


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*FIELDS, "x", "papers"]), inner, max_size=6)
    ),
    max_leaves=25,
)


@few
@given(value=json_values)
def test_any_json_is_read_or_refused(tmp_path, value):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    try:
        items = list(read(path))
    except InputError:
        return
    assert all(isinstance(item, Paper | Problem) for item in items)
    if isinstance(value, list):
        records = list(stream_records(io.StringIO(json.dumps(value))))
        assert {item.source.index for item in items} == set(range(len(records)))
