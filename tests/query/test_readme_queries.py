"""The README's answers to questions, asked anew: each line shown comes in the answer, in that order.

Lines that depend on what the trained tagger finds are left out of the README (``…``); how wide columns are does not count.
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from kg.cli import main

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ASKING = {"search", "show", "near", "related", "path", "compare", "map", "trends", "stats"}


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def commands():
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("kg ") and line.split()[1] in ASKING]


def squeezed(text):
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def call(line):
        result = CliRunner().invoke(main, [*shlex.split(line)[1:], "--graph", str(ROOT / "exports")])
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    return call


def test_there_is_something_to_ask():
    assert len(blocks("console")) >= 3
    assert len(commands()) >= 5
    assert blocks("pycon")


@pytest.mark.parametrize("block", blocks("console"))
def test_answers_are_as_shown(run, block):
    command, *shown = squeezed(block)
    assert command.startswith("$ kg ")
    answer = iter(squeezed(run(command.removeprefix("$ "))))
    missing = [line for line in shown if line != "…" and line not in answer]
    assert missing == []


@pytest.mark.parametrize("line", commands())
def test_commands_answer(run, line, tmp_path):
    out = run(line)
    assert out or any(tmp_path.iterdir())


@pytest.mark.parametrize("block", blocks("pycon"))
def test_python_answers_are_as_shown(block, monkeypatch):
    monkeypatch.chdir(ROOT)
    # A block goes on from those before it.
    session = "".join(blocks("pycon")[: blocks("pycon").index(block) + 1])
    example = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(example).failed == 0
