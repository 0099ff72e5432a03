import json

import pytest
from click.testing import CliRunner

from kg.cli import main
from tests.train.records import RECORDS


@pytest.fixture
def write(tmp_path):
    """Write objects as JSON Lines; give the path."""

    def write(name, objects):
        path = tmp_path / name
        path.write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")
        return path

    return write


@pytest.fixture
def gold(write):
    return write("gold.jsonl", RECORDS)


@pytest.fixture
def run():
    """Call the command; give exit code, output and error output."""

    def call(*arguments):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        return result.exit_code, result.stdout, result.stderr

    return call
