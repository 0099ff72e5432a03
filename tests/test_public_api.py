import subprocess
import sys

import kg
from kg.model import Paper


def test_what_the_package_exports_is_there():
    assert sorted(kg.__all__) == kg.__all__
    assert all(callable(getattr(kg, name)) for name in kg.__all__)


def test_stages_can_be_called_whatever_was_imported_first(tmp_path):
    (tmp_path / "papers.jsonl").write_text('{"abstract": "We propose FastNet."}\n', encoding="utf-8")
    program = f"""
import kg
from kg.read import find
from kg.extract import make_pipeline
[paper] = kg.read({str(tmp_path / "papers.jsonl")!r})
[extraction] = kg.extract([paper], nlp=make_pipeline())
print(extraction.concepts[0].label)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "FastNet\n"


def test_importing_the_package_does_nothing_heavy():
    program = "import sys, kg; sys.exit(any(name in sys.modules for name in ('spacy', 'networkx', 'rdflib', 'pyvis')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_read_and_extract_from_python(tmp_path):
    (tmp_path / "papers.csv").write_text("id,title,abstract\na,FastNet,We propose FastNet.\nb,,\n", encoding="utf-8")
    papers = (record for record in kg.read(tmp_path / "papers.csv") if isinstance(record, Paper))
    [extraction] = kg.extract(papers)
    assert (extraction.paper.id, extraction.concepts[0].label) == ("a", "FastNet")


def test_an_unknown_attribute_is_named():
    assert not hasattr(kg, "nonsense")
