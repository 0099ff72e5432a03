import gzip
import hashlib
import io
import sys
import zipfile
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.read import find, read, read_files

LIST = b"ICML 2025 Papers\n\nWe show A.\n\nWe show B.\n"


@pytest.fixture
def pipe(monkeypatch, tmp_path):
    """Gives standard input some bytes, and the folder of temporary files, which is empty."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def pipe(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        return tmp_path

    return pipe


def archive():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("in/a.txt", LIST)
        packed.writestr("b.txt", LIST)
    return file.getvalue()


def test_standard_input_is_read_and_what_it_leaves_is_removed(pipe):
    folder = pipe(LIST)
    inputs = find("-")
    assert [(file.name, file.explicit) for file in inputs] == [("stdin", True)]
    assert inputs.files[0].fingerprint() == {"path": "stdin", "sha256": hashlib.sha256(LIST).hexdigest()}
    assert len(list(folder.iterdir())) == 1
    for _ in range(2):
        assert [(item.id, str(item.source)) for item in read_files(inputs)] == [
            ("stdin-01", "stdin:3"),
            ("stdin-02", "stdin:5"),
        ]
    del inputs
    assert list(folder.iterdir()) == []


def test_standard_input_may_be_compressed_or_an_archive(pipe):
    folder = pipe(gzip.compress(LIST))
    assert [item.id for item in read("-")] == ["stdin-01", "stdin-02"]
    pipe(archive())
    assert [str(item.source) for item in read(["-"])] == [
        *("stdin/b.txt:3", "stdin/b.txt:5", "stdin/in/a.txt:3", "stdin/in/a.txt:5"),
    ]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"no papers"])
def test_standard_input_that_cannot_be_read_is_an_error(pipe, data):
    folder = pipe(data)
    with pytest.raises(InputError) as error:
        read("-")
    assert error.value.path == Path("stdin")
    del error
    assert list(folder.iterdir()) == []


def test_standard_input_that_is_not_there_is_an_error(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="stdin: no standard input"):
        find("-")
