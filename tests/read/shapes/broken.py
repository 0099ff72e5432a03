"""Records with odd values in the place of some: each is a paper or a problem all the same."""

import io
import random
from pathlib import Path

from kg.model import Paper, Problem
from kg.read.contract import Document
from kg.read.shapes import read_object

ODD = [None, True, 7, "", "x", [], {}, [None], [{}], {"title": "A"}, {"value": ["x"]}, "\ud835", 1e400]


def _broken(value, chance):
    """Put odd values in the place of some."""
    if chance.random() < 0.15:
        return chance.choice(ODD)
    if isinstance(value, dict):
        return {name: _broken(inner, chance) for name, inner in value.items()}
    return [_broken(inner, chance) for inner in value] if isinstance(value, list) else value


def check_broken(content):
    """Check that whatever stands in the first record of some content, it is one paper or one problem."""
    records = content
    while not isinstance(records, list):
        records = max(records.values(), key=lambda inner: isinstance(inner, list | dict) and "status" not in inner)
    chance = random.Random(7)
    document = Document(Path("x.json"), "x.json", "x", "", io.StringIO())
    for number in range(200):
        broken = {name: _broken(value, chance) for name, value in records[0].items()}
        item = read_object(broken, document=document, source=document.source(index=number), number=number + 1)
        assert isinstance(item, Paper | Problem)
        repr(item).encode()
