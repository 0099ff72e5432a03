import json
import shutil

import pytest

from kg.errors import ModelError
from kg.extract.tagger.model import FILES, load_model, load_settings
from kg.extract.tagger.words import split
from kg.resources import model_folder


def test_the_model_is_small_enough_to_travel():
    assert sum((model_folder("concept_tagger") / name).stat().st_size for name in FILES) < 30e6


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"encoder\.onnx: is missing"):
        load_model(tmp_path)


def test_a_broken_encoder_is_told(tmp_path):
    for name in FILES:
        shutil.copyfile(model_folder("concept_tagger") / name, tmp_path / name)
    (tmp_path / "encoder.onnx").write_bytes(b"no model")
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"threshold": None, "more": 1}, "does not hold the numbers"),
        ({"weights": {"unheard of": 1.0}}, "unheard of"),
        ({"relation_weights": {}}, "appliedTo"),
    ],
)
def test_settings_that_do_not_fit_are_refused(tmp_path, change, message):
    path = tmp_path / "config.json"
    settings = json.loads((model_folder("concept_tagger") / "config.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps({**settings, **change}), encoding="utf-8")
    with pytest.raises(ModelError, match=message):
        load_settings(path)


def test_no_words_no_concepts(model):
    assert model.tag((), sentence_of=[], hints={}) == ([], [])


def test_only_signs_give_nothing(model):
    words = split("( ) , \u0301 😀")
    assert model.tag(words, sentence_of=[1] * len(words), hints={}) == ([], [])
