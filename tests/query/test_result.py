import json
from dataclasses import dataclass, field

from kg.query.result import Answer, plain


@dataclass(frozen=True)
class Sample(Answer):
    pair: tuple[int, ...]
    names: frozenset[str]
    score: float
    inner: "Sample | None" = None
    graph: object = field(default=None, compare=False)


def test_an_answer_becomes_what_json_takes():
    sample = Sample((1, 2), frozenset({"b", "a"}), 2 / 3, Sample((), frozenset(), 0.5), graph=object())
    inner = {"pair": [], "names": [], "score": 0.5, "inner": None}
    assert sample.to_dict() == {"pair": [1, 2], "names": ["a", "b"], "score": 0.666667, "inner": inner}
    assert json.loads(json.dumps(sample.to_dict())) == sample.to_dict()


def test_scalars_stay_as_they_are():
    assert [plain(value) for value in ("x", None, True, 3)] == ["x", None, True, 3]
