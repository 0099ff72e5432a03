import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kg
from kg.errors import ModelError
from kg.extract import fingerprint as module
from kg.extract.fingerprint import CODE, fingerprint
from kg.extract.tagger.model import FILES
from kg.resources import model_folder

PROGRAM = """
import sys
from kg.extract import extract
from kg.model import Paper
list(extract([Paper("a", "FastNet", "We propose FastNet for parsing.")]))
print("\\n".join(sorted(name for name in sys.modules if name.startswith("kg."))))
"""


@pytest.fixture
def model(tmp_path):
    return Path(shutil.copytree(model_folder("concept_tagger"), tmp_path / "model"))


def test_the_same_model_elsewhere_is_the_same(model):
    assert fingerprint(model=model) == fingerprint() == fingerprint(model=str(model))


@pytest.mark.parametrize("name", FILES)
def test_every_file_of_a_model_counts(model, name):
    with (model / name).open("r+b") as file:
        file.seek(100)
        byte = file.read(1)
        file.seek(100)
        file.write(bytes([byte[0] ^ 1]))
    assert fingerprint(model=model) != fingerprint()


def test_what_only_describes_a_model_does_not_count(model):
    (model / "README.md").write_text("new", encoding="utf-8")
    assert fingerprint(model=model) == fingerprint()


def test_a_folder_without_a_model_is_refused(tmp_path, model):
    (model / "heads.npz").unlink()
    for folder in (tmp_path / "none", model):
        with pytest.raises(ModelError, match="is missing"):
            fingerprint(model=folder)


def test_the_vocabulary_and_versions_and_code_count(tmp_path, monkeypatch):
    known = {fingerprint()}
    vocabulary = tmp_path / "vocabulary.ttl"
    vocabulary.write_text("# another one", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(module, "ontology_file", lambda name: vocabulary)
        known.add(fingerprint())
    with monkeypatch.context() as patch:
        patch.setattr(module, "version", lambda name: "0")
        known.add(fingerprint())
    for name in CODE:
        with monkeypatch.context() as patch:
            patch.setattr(module, "CODE", tuple(set(CODE) - {name}))
            known.add(fingerprint())
    assert len(known) == 3 + len(CODE)


def test_all_code_that_extraction_runs_counts():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(kg.__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    # These only find files and tell errors.
    passive = {"kg._callable", "kg.errors", "kg.resources"}
    modules = set(done.stdout.split()) - passive
    counted = {f"kg.{name.removesuffix('.py')}" for name in CODE}
    assert modules
    assert {name for name in modules if ".".join(name.split(".")[:2]) not in counted} == set()
