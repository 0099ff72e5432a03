from pathlib import Path

import pytest
from click.testing import CliRunner

from kg.cli import main
from kg.graph import save_graph
from tests.export.graphs import sample_graph

SEEDS = Path(__file__).parent.parent.parent / "exports"


@pytest.fixture
def run(monkeypatch):
    """Call the command at 80 columns; give exit code, output and error output."""

    def call(*arguments, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)
        return result.exit_code, result.stdout, result.stderr

    return call


@pytest.fixture
def folder(tmp_path):
    """A folder with a small graph by hand."""
    save_graph(sample_graph(), tmp_path / "graph.json")
    return tmp_path


@pytest.fixture
def ask(run, folder):
    """Ask that graph; give what is printed."""

    def call(*arguments, columns=80):
        code, out, err = run(*arguments, "--graph", folder, columns=columns)
        assert (code, err) == (0, "")
        return out

    return call
