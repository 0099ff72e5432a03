"""The numbers of the last judgement, fitted on held-back papers: what training itself does not choose.

The tagger judges names and relations by two logistic regressions (:mod:`kg.extract.tagger.names`,
:mod:`kg.extract.tagger.relations`). Their weights are fitted here, and their thresholds chosen for the best F1; that of
concepts by cross-validation, the weights for each fifth of the papers fitted on the others.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kg.extract import document, make_pipeline
from kg.extract.tagger.component import read_document
from kg.extract.tagger.heads import RELATIONS, TYPES
from kg.extract.tagger.model import Settings
from kg.extract.tagger.names import FEATURES, select
from kg.extract.tagger.relations import EVIDENCE, evidence
from kg.extract.tagger.words import surface
from kg.train.annotations import Annotated, abstract_only
from kg.train.examples import paper_of, share
from kg.train.scoring import Item, Tally, annotated_items, judge, keys_of, matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from kg.extract.tagger.component import Reading
    from kg.extract.tagger.heads import Analysis
    from kg.extract.tagger.model import TaggerModel
    from kg.extract.tagger.names import Found, Names
    from kg.model import Relation

Floats = NDArray[np.float64]

BIASES = (-2.0, 0.0, 2.0)
"""What is added to *O* when spans are proposed."""

_RIDGE, _FREE_RIDGE = 3.0, 0.01  # penalties of weights, and of the biases among them
_ROUNDS, _SMALL = 30, 1e-6
_FOLDS = 5
_LOW = 0.2  # confidence from which finds are looked at in the search for the threshold
_THRESHOLDS = tuple(number / 100 for number in range(25, 70, 2))
_RELATION_THRESHOLDS = tuple(number / 100 for number in range(6, 60))
_FEWEST = 4  # right pairs that a relation's weights can be fitted on
_NEVER = -9.0


@dataclass(frozen=True, slots=True)
class Case:
    """A held-back paper: its annotations, what the pipeline sees of it, and the names it might hold."""

    record: Annotated
    gold: list[Item]
    reading: Reading
    seen: Analysis
    names: Names


@dataclass(frozen=True, slots=True)
class Fit:
    """What was fitted, and how good it is.

    Attributes:
        settings: The numbers.
        reach: The share of the annotated concepts that are among the names to be judged.
        concepts: Counts of concepts, cross-validated.
        judged: Confidence of each find and whether it is right, cross-validated.
        relations: Counts of relations, on the papers that their weights were fitted on.
    """

    settings: Settings
    reach: float
    concepts: Tally
    judged: list[tuple[float, bool]]
    relations: Tally


def neutral_settings() -> Settings:
    """Give numbers that judge nothing, for a model whose numbers are not fitted yet."""
    return Settings(
        threshold=0.5,
        biases=BIASES,
        weights=dict.fromkeys(FEATURES, 0.0),
        relation_weights={relation.value: (0.0,) * len(EVIDENCE) for relation in RELATIONS},
        relation_threshold=0.5,
    )


def make_cases(records: Iterable[Annotated], model: TaggerModel) -> list[Case]:
    """Let the components before the tagger, and the encoder, read the abstracts of held-back papers."""
    nlp = make_pipeline(tagger=False)
    cases = []
    with nlp.select_pipes(disable=["kg_mentions", "kg_roles"]):
        for record in map(abstract_only, records):
            reading = read_document(nlp(document(nlp, paper_of(record))))
            if reading.words:
                seen = model.analyse(reading.words)
                names = model.names(seen, definitions=reading.definitions, hints=reading.hints)
                cases.append(Case(record, annotated_items(record), reading, seen, names))
    return cases


def fit(cases: Sequence[Case], model: TaggerModel) -> Fit:
    """Fit weights and thresholds.

    Args:
        cases: Held-back papers, as the model sees them.
        model: The model; its own numbers play no part.
    """
    tables = [_table(case) for case in cases]
    folds = [int(share(case.record.id + "/tune") * _FOLDS) for case in cases]
    found: list[list[Item]] = [[] for _ in cases]
    for fold in sorted(set(folds)):
        others = [table for table, own in zip(tables, folds, strict=True) if own != fold] or tables
        weights = _concept_weights(others).astype(np.float32)
        for at, case in enumerate(cases):
            if folds[at] == fold:
                found[at] = _items(case.names, select(case.names, weights, _LOW))
    threshold, concepts = _best(_concept_rows(cases, found), _wanted_concepts(cases), _THRESHOLDS)
    judged = [row for case, items in zip(cases, found, strict=True) for row in judge(case.gold, items)]

    weights = np.round(_concept_weights(tables), 5)
    chosen = [select(case.names, weights.astype(np.float32), threshold) for case in cases]
    relation_weights, relation_threshold, relations = _fit_relations(cases, chosen, model)
    settings = Settings(
        threshold=threshold,
        biases=BIASES,
        weights=dict(zip(FEATURES, weights.tolist(), strict=True)),
        relation_weights=relation_weights,
        relation_threshold=relation_threshold,
    )
    kept = [row for row in judged if row[0] >= threshold]
    return Fit(settings, _reach(cases), concepts, kept, relations)


def regression(x: Floats, y: Floats, counts: Floats, *, free: int) -> Floats:
    """Fit a logistic regression by Newton's method, with a ridge.

    Args:
        x: Features, a row an observation.
        y: 1 or 0 for each.
        counts: How much each counts.
        free: The first so many features are biases, which the ridge hardly holds back.
    """
    beta = np.zeros(x.shape[1])
    penalty = np.full(x.shape[1], _RIDGE)
    penalty[:free] = _FREE_RIDGE
    for _ in range(_ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (counts * (p - y)) + penalty * beta
        hessian = (x * (counts * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        change = np.linalg.solve(hessian, gradient)
        beta -= change
        if np.abs(change).max() < _SMALL:
            break
    return beta


def _table(case: Case) -> tuple[Floats, Floats, Floats]:
    """Give the features of every name as every type, whether that is right, and 0 as its count where it is optional."""
    x: list[NDArray[Any]] = [np.zeros((0, len(FEATURES)))]
    y, counts = [], []
    for rows in case.names.groups.values():
        own = _keys(case.names, rows)
        x.append(case.names.features(rows))
        for kind in TYPES:
            fitting = [item.optional for item in case.gold if kind in item.types and not own.isdisjoint(item.keys)]
            y.append(bool(fitting) and not all(fitting))
            counts.append(not (fitting and all(fitting)))
    return np.concatenate(x).astype(np.float64), np.array(y, dtype=np.float64), np.array(counts, dtype=np.float64)


def _keys(names: Names, rows: Iterable[int]) -> frozenset[str]:
    return keys_of("", [surface(names.words, names.spans[row]) for row in rows])


def _concept_weights(tables: Sequence[tuple[Floats, Floats, Floats]]) -> Floats:
    x, y, counts = (np.concatenate(part) for part in zip(*tables, strict=True))
    return regression(x, y, counts, free=len(TYPES))


def _items(names: Names, found: Sequence[Found]) -> list[Item]:
    items = []
    for one in found:
        forms = [surface(names.words, span) for span in one.spans]
        items.append(Item(one.label, keys_of(one.label, forms), (TYPES[one.type],), confidence=one.confidence))
    return items


def _reach(cases: Sequence[Case]) -> float:
    hits = []
    for case in cases:
        proposed = frozenset().union(*(_keys(case.names, rows) for rows in case.names.groups.values()))
        hits += [not item.keys.isdisjoint(proposed) for item in case.gold if not item.optional]
    return sum(hits) / len(hits) if hits else 0.0


_Row = tuple[float, frozenset[tuple[int, ...]]]
"""The confidence of a find, and what of the annotations it is right about."""


def _concept_rows(cases: Sequence[Case], found: Sequence[Sequence[Item]]) -> list[_Row]:
    return [
        (item.confidence, frozenset((at, number) for number in numbers))
        for at, (case, items) in enumerate(zip(cases, found, strict=True))
        for item, numbers in zip(items, matches(case.gold, items), strict=True)
    ]


def _wanted_concepts(cases: Sequence[Case]) -> set[tuple[int, ...]]:
    return {(at, n) for at, case in enumerate(cases) for n, item in enumerate(case.gold) if not item.optional}


def _best(
    rows: Sequence[_Row], wanted: AbstractSet[tuple[int, ...]], thresholds: Sequence[float]
) -> tuple[float, Tally]:
    """Choose the threshold of the best F1; of equals the lowest."""
    tallies = []
    for threshold in thresholds:
        kept = [right for confidence, right in rows if confidence >= threshold]
        hits = len(frozenset().union(*kept) & wanted)
        tallies.append(Tally(hits, sum(not right for right in kept), len(wanted) - hits))
    best = max(range(len(thresholds)), key=lambda at: (tallies[at].f1, -at))
    return thresholds[best], tallies[best]


def _fit_relations(
    cases: Sequence[Case], chosen: Sequence[Sequence[Found]], model: TaggerModel
) -> tuple[dict[str, list[float]], float, Tally]:
    values: dict[Relation, list[tuple[float, ...]]] = {relation: [] for relation in RELATIONS}
    right: dict[Relation, list[frozenset[tuple[int, ...]]]] = {relation: [] for relation in RELATIONS}
    wanted: set[tuple[int, ...]] = set()
    for at, (case, found) in enumerate(zip(cases, chosen, strict=True)):
        if case.record.relations is None:
            continue
        stated = _stated(case, at)
        wanted |= stated
        meant = matches(case.gold, _items(case.names, found))
        roles, judged = model.judge(case.seen, found)
        for pair, relation, row in evidence(judged, found, roles, sentence_of=case.reading.sentence_of):
            number = RELATIONS.index(relation)
            pairs = {(at, head, number, tail) for head in meant[pair.head] for tail in meant[pair.tail]}
            values[relation].append(row)
            right[relation].append(frozenset(pairs & stated))
    weights: dict[str, list[float]] = {}
    rows: list[_Row] = []
    for relation in RELATIONS:
        x = np.array(values[relation], dtype=np.float64).reshape(-1, len(EVIDENCE))
        beta = _relation_weights(x, right[relation])
        weights[relation.value] = beta.tolist()
        rows += zip((1 / (1 + np.exp(-x @ beta))).tolist(), right[relation], strict=True)
    return weights, *_best(rows, wanted, _RELATION_THRESHOLDS)


def _relation_weights(x: Floats, right: Sequence[frozenset[tuple[int, ...]]]) -> Floats:
    y = np.array([bool(one) for one in right], dtype=np.float64)
    if y.sum() < _FEWEST:
        return np.array([_NEVER] + [0.0] * (len(EVIDENCE) - 1))
    return np.round(regression(x, y, np.ones(len(y)), free=1), 4)


def _stated(case: Case, at: int) -> set[tuple[int, ...]]:
    """Give a paper's annotated relations by the numbers of their concepts."""
    numbers = {item.name: number for number, item in enumerate(case.gold)}
    return {
        (at, numbers[r.head], RELATIONS.index(r.type), numbers[r.tail])
        for r in case.record.relations or ()
        if r.head in numbers and r.tail in numbers
    }


def save_settings(settings: Settings, path: Path) -> None:
    """Write what :func:`kg.extract.tagger.model.load_settings` reads."""
    path.write_text(json.dumps(asdict(settings), indent=1) + "\n", encoding="utf-8")
