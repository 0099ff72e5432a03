import os

import pytest
from hypothesis import settings

from kg.extract import parallel
from tests.extract import stand_in

# A busy machine is no failure; and in CI the same examples are tried each time.
settings.register_profile("kg", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("kg")


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """Let extraction be quick, and give what has been extracted since it was asked last."""
    stand_in.install(parallel, monkeypatch.setattr)
    monkeypatch.setenv("KG_TEST_TEXTS", str(tmp_path / "texts"))

    def seen():
        try:
            return sorted((tmp_path / "texts").read_text(encoding="utf-8").split())
        finally:
            (tmp_path / "texts").unlink(missing_ok=True)

    (tmp_path / "texts").touch()
    return seen
