import json

import numpy as np
import pytest

from kg.extract.tagger.model import load_model, load_settings
from kg.resources import model_folder
from kg.train.annotations import parse
from kg.train.fit import fit, make_cases, neutral_settings, regression, save_settings
from tests.train.records import RECORDS


def test_a_regression_finds_the_odds():
    x = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 1.0]])
    y = np.array([1.0, 0.0, 1.0, 0.0])
    beta = regression(x, y, np.array([1000.0, 3000.0, 3000.0, 1000.0]), free=1)
    assert 1 / (1 + np.exp(-beta[0])) == pytest.approx(0.25, abs=0.01)
    assert 1 / (1 + np.exp(-beta.sum())) == pytest.approx(0.75, abs=0.01)


def test_observations_without_weight_do_not_count():
    x, y = np.ones((30, 1)), np.array([1.0] * 10 + [0.0] * 20)
    counts = np.array([1.0] * 20 + [0.0] * 10)
    assert regression(x, y, counts, free=1)[0] == pytest.approx(0.0, abs=1e-3)


def test_neutral_settings_can_be_loaded(tmp_path):
    path = tmp_path / "config.json"
    save_settings(neutral_settings(), path)
    assert load_settings(path).threshold == 0.5


@pytest.fixture(scope="module")
def fitted():
    model = load_model(model_folder("concept_tagger"))
    records = [parse({**record, "id": f"{record['id']}/{number}"}) for number in range(6) for record in RECORDS]
    return fit(make_cases(records, model), model)


def test_on_papers_that_are_alike_the_fit_is_right(fitted):
    assert fitted.reach > 0.8
    assert fitted.concepts.f1 > 0.8
    assert fitted.relations.f1 > 0.5


def test_the_threshold_is_the_least_confidence_of_what_is_judged(fitted):
    assert min(confidence for confidence, _ in fitted.judged) >= fitted.settings.threshold


def test_what_was_fitted_can_be_loaded(fitted, tmp_path):
    path = tmp_path / "config.json"
    save_settings(fitted.settings, path)
    assert load_settings(path).relation_threshold == fitted.settings.relation_threshold
    assert set(json.loads(path.read_text(encoding="utf-8"))["relation_weights"]) == {
        "appliedTo", "evaluatedOn", "basedOn", "outperforms", "broader", "benchmarkFor", "measures",
    }  # fmt: skip


def test_relations_that_never_hold_are_never_stated(fitted):
    assert fitted.settings.relation_weights["measures"][0] < -5
