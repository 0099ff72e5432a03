import pytest

from kg.model import Paper, Problem
from kg.read import read


@pytest.fixture
def write(tmp_path):
    """Writes a file, as text or as bytes, and gives its path."""

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def load(write):
    """Reads one file of the given content; gives papers and problems."""

    def load(name, content):
        return split(read(write(name, content)))

    return load


@pytest.fixture
def load_paths():
    """Reads paths; gives papers and problems."""
    return lambda paths: split(read(paths))


def split(items):
    items = list(items)
    return [i for i in items if isinstance(i, Paper)], [i for i in items if isinstance(i, Problem)]
