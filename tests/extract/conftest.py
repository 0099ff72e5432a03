import pytest

from kg.extract import extract, make_pipeline
from kg.model import Paper

VOCABULARY = """
@prefix kg: <https://w3id.org/kg-papers/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <https://w3id.org/kg-papers/vocabulary/> .
:llm a kg:Method ; skos:prefLabel "large language model"@en ; skos:altLabel "LLM"@en .
:ppo a kg:Method ; skos:prefLabel "proximal policy optimization"@en ; skos:altLabel "PPO"@en .
:clip a kg:Method ; skos:prefLabel "CLIP"@en .
:mimic a kg:Benchmark ; skos:prefLabel "MIMIC"@en .
:unet a kg:Method ; skos:prefLabel "U-Net"@en .
:sdp a kg:Method ; skos:prefLabel "semidefinite programming"@en ; kg:ambiguousLabel "SDP"@en .
:mt a kg:Task ; skos:prefLabel "machine translation"@en .
:cifar a kg:Benchmark ; skos:prefLabel "CIFAR-10"@en .
:bleu a kg:Metric ; skos:prefLabel "BLEU"@en ; skos:altLabel "BLEU score"@en .
:text_task a kg:Task ; skos:prefLabel "text task"@en ; skos:topConceptOf : .
"""


@pytest.fixture(scope="session")
def vocabulary_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("vocabulary") / "vocabulary.ttl"
    path.write_text(VOCABULARY, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def nlp(vocabulary_file):
    return make_pipeline(vocabulary=vocabulary_file, tagger=False)


@pytest.fixture
def concepts(nlp):
    """Extract from one abstract; give the paper's concepts by label."""

    def run(abstract, title=""):
        [extraction] = extract([Paper(id="p", title=title, abstract=abstract)], nlp=nlp)
        return {concept.label: concept for concept in extraction.concepts}

    return run
