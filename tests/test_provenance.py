import hashlib
import shutil
import subprocess

import pytest

from kg.provenance import process
from kg.resources import model_folder, ontology_file


def test_without_options_it_is_the_package():
    described = process()
    assert described["model"]["path"] == "concept_tagger"
    vocabulary = ontology_file("vocabulary.ttl").read_bytes()
    assert described["vocabulary"] == {"path": "vocabulary.ttl", "sha256": hashlib.sha256(vocabulary).hexdigest()}
    assert "rules" not in described


def test_a_model_is_told_by_its_content_not_its_place(tmp_path):
    shutil.copytree(model_folder("concept_tagger"), tmp_path / "deep" / "mine")
    described = process(model=tmp_path / "deep" / "mine")
    assert described["model"] == {"path": "mine", "sha256": process()["model"]["sha256"]}
    (tmp_path / "deep" / "mine" / "config.json").write_text("{}")
    assert process(model=tmp_path / "deep" / "mine")["model"]["sha256"] != process()["model"]["sha256"]


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="needs sha256sum; on Debian: apt-get install coreutils")
def test_the_digest_of_a_model_can_be_checked_by_hand():
    command = "LC_ALL=C sh -c 'sha256sum * | sha256sum'"
    shown = subprocess.run(command, shell=True, cwd=model_folder("concept_tagger"), capture_output=True, check=True)
    assert shown.stdout.split()[0].decode() == process()["model"]["sha256"]


def test_rules_and_parameters(tmp_path):
    (tmp_path / "rules.yaml").write_text("[]")
    described = process(rules=tmp_path / "rules.yaml", min_confidence=0.5)
    assert described["rules"] == {"path": "rules.yaml", "sha256": hashlib.sha256(b"[]").hexdigest()}
    assert described["parameters"] == {"min_confidence": 0.5}
