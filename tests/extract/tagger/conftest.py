import pytest

from kg.extract import make_pipeline
from kg.extract.tagger.model import load_model
from kg.resources import model_folder


@pytest.fixture(scope="session")
def model():
    return load_model(model_folder("concept_tagger"))


@pytest.fixture(scope="session")
def tagging():
    """The pipeline with the tagger, and the package's own vocabulary."""
    return make_pipeline()
