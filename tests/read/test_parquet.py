import datetime
import decimal
import gzip
import io
import sys
import tracemalloc
import zipfile

import pytest

from kg.errors import InputError
from kg.model import Effect, Paper, Problem
from kg.read import compression, find, read

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def parquet(columns, **options):
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file, **options)
    return file.getvalue()


PAPERS = {
    "Paper Title": pa.array(["On Graphs", "On Trees"]).dictionary_encode(),
    "Abstract": ["We show it is so.", None],
    "Authors": [["Ada Lovelace", "Alan Turing"], None],
    "Year": [2024.0, float("nan")],
    "DOI": ["10.1000/x", None],
    "embedding": [[1.5, 2.5], None],
    "scores": pa.array([{"a": 1}, None]),
    "ids": pa.array([[("arxiv", 1)], None], pa.map_(pa.string(), pa.int64())),
    "price": [decimal.Decimal("1.5"), None],
    "blob": [b"\xff\xfe", None],
}


def test_rows_are_papers(load):
    papers, problems = load("x.parquet", parquet(PAPERS))
    first, second = papers
    assert problems == []
    assert (first.title, first.abstract, first.year, first.doi) == ("On Graphs", "We show it is so.", 2024, "10.1000/x")
    assert first.authors == ("Ada Lovelace", "Alan Turing")
    assert (first.source.path, first.source.index, second.source.index) == ("x.parquet", 0, 1)
    assert (second.title, second.abstract, second.authors, second.year) == ("On Trees", "", (), None)


def test_year_may_be_a_number_a_time_or_a_date(load):
    for values in ([2024], [datetime.datetime(2024, 5, 6)], [datetime.date(2024, 5, 6)], ["2024"]):
        papers, _ = load("x.parquet", parquet({"title": ["On Graphs"], "abstract": ["We do."], "year": values}))
        assert [paper.year for paper in papers] == [2024]


def test_rows_may_have_the_shape_of_json_records(load):
    columns = {
        "id": ["https://openalex.org/W1"],
        "title": ["On Graphs"],
        "abstract_inverted_index": pa.array(
            [[("is", [0, 3]), ("it", [1]), ("so", [2])]], pa.map_(pa.string(), pa.list_(pa.int64()))
        ),
        "publication_year": [2020],
        "authorships": [[{"author": {"display_name": "Ada Lovelace"}}]],
    }
    papers, _ = load("x.parquet", parquet(columns))
    assert [(p.title, p.abstract, p.year, p.authors) for p in papers] == [
        ("On Graphs", "is it so is", 2020, ("Ada Lovelace",))
    ]


def test_every_row_is_a_paper_or_a_problem(load):
    titles = [f"On Graphs {n}" if n % 3 else None for n in range(1000)]
    papers, problems = load(
        "x.parquet", parquet({"title": titles, "id": [str(n) for n in range(1000)]}, row_group_size=70)
    )
    skipped = [problem for problem in problems if problem.effect is Effect.SKIPPED]
    assert (len(papers), len(skipped)) == (666, 334)
    assert [problem.source.index for problem in skipped] == list(range(0, 1000, 3))


def test_parquet_may_be_compressed_or_in_an_archive(write):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("in/x.parquet", parquet(PAPERS))
    for name, data in (("a.parquet.gz", gzip.compress(parquet(PAPERS))), ("a.zip", file.getvalue())):
        (found,) = find(write(name, data))
        assert found.reader.name == "Parquet"
        assert [paper.title for paper in found.read() if isinstance(paper, Paper)] == ["On Graphs", "On Trees"]


def test_parquet_without_papers_names_its_columns(write):
    with pytest.raises(InputError, match=r"a Parquet file that holds no papers.*Its columns are: a, b"):
        read(write("x.parquet", parquet({"a": [1], "b": [2]})))
    with pytest.raises(InputError, match="a Parquet file that holds no papers"):
        read(write("y.parquet", parquet({"title": pa.array([], pa.string())})))


def test_without_pyarrow_the_error_says_what_to_install(write, monkeypatch):
    path = write("x.parquet", parquet(PAPERS))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"needs pyarrow to be read.*pip install 'kg-papers\[parquet\]'"):
        read(path)


def test_broken_parquet_is_read_or_refused(write):
    data = parquet({"title": [f"On Graphs {n}" for n in range(2000)]}, row_group_size=100, compression="none")
    for end in (4, 8, len(data) // 2, -1, -9):
        with pytest.raises(InputError):
            read(write("x.parquet", data[:end]))
    hurt = bytearray(data)
    middle = data.index(b"On Graphs 1234") - 400
    hurt[middle : middle + 300] = b"\xff" * 300
    items = list(read(write("y.parquet", bytes(hurt))))
    assert len([item for item in items if isinstance(item, Paper)]) >= 1000
    assert any(isinstance(item, Problem) and item.reason == "damaged Parquet" for item in items)


def test_row_that_points_nowhere_costs_itself_only(write):
    data = parquet(
        {"title": pa.array([f"On Graphs {n % 5}" for n in range(40)])}, compression="none", data_page_version="1.0"
    )
    seen = 0
    for place in range(data.index(b"On Graphs 4") + 11, len(data) - 300):
        hurt = bytearray(data)
        hurt[place] ^= 0x7
        try:
            items = list(read(write("x.parquet", bytes(hurt))))
        except InputError:
            continue
        lost = [item for item in items if isinstance(item, Problem) and item.effect is not Effect.NOTED]
        seen += any(problem.reason == "damaged Parquet" for problem in lost)
        assert items
    assert seen


def test_text_that_is_held_once_and_repeated_often_takes_little_memory_and_is_refused(write, monkeypatch):
    monkeypatch.setattr(compression, "FREE", 1 << 23)
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 5_000, pa.int32()), pa.array(["x" * 90_000]))
    path = write("x.parquet", parquet({"title": column}))
    assert path.stat().st_size < 50_000
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="unpacks to more than 250 times its size"):
            sum(1 for _ in find(path).files[0].read())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 9_000_000


def test_more_rows_than_bytes_can_hold_are_refused(write):
    rows = pa.array([None] * 1_100_000, pa.string())
    path = write("x.parquet", parquet({"title": rows}))
    assert path.stat().st_size < 100_000
    with pytest.raises(InputError, match="more than 10 rows for each of its bytes"):
        read(path)


def test_map_in_an_old_encoding_is_a_missing_value(load):
    places = pa.array([[("größe", [0])], [("graphs", [0]), ("help.", [1])]], pa.map_(pa.string(), pa.list_(pa.int64())))
    columns = {"title": ["On Sizes", "On Graphs"], "abstract_inverted_index": places}
    data = parquet(columns, compression="none").replace("größe".encode(), b"gr\xf6\xdfe  ")
    papers, problems = load("x.parquet", data)
    assert [(paper.title, paper.abstract) for paper in papers] == [("On Sizes", ""), ("On Graphs", "graphs help.")]
    assert problems == []
