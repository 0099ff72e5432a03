"""The vocabulary file: what its readers and the matcher rely on."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib.namespace import RDF, SKOS

from kg.ids import ONTOLOGY_IRI, mint
from kg.model import ConceptType
from kg.names import key, singular_name

FILE = Path(__file__).parents[1] / "ontology" / "vocabulary.ttl"
SCHEME = rdflib.URIRef("https://w3id.org/kg-papers/vocabulary/")
AMBIGUOUS = rdflib.URIRef(ONTOLOGY_IRI + "ambiguousLabel")
MAX_DEPTH = 6
MAX_HEADINGS = 25
HEADINGS = {
    ConceptType.METHOD: """
        causal method
        classical learning algorithm
        control and state estimation method
        game-theoretic concept
        generative modeling method
        information retrieval method
        interpretability method
        language and foundation model family
        learning paradigm
        mathematical and theoretical tool
        mathematical programming method
        model efficiency technique
        neural architecture
        neural network component
        optimization method
        probabilistic modeling method
        prompting and inference-time method
        representation and embedding method
        robotics technique
        search and planning method
        software and system
        statistical estimation method
        training objective
        training technique
        visual computing technique
    """,
    ConceptType.TASK: """
        3D vision task
        forecasting and time series task
        graph learning task
        image and video synthesis task
        interpretability problem
        language model problem
        learning problem
        multi-agent and game problem
        optimization problem
        phenomenon of training and generalization
        planning and decision problem
        programming and tool task
        question answering and dialogue task
        reasoning and knowledge task
        robot task
        robustness and security problem
        science and health application
        search and recommendation task
        speech and audio task
        statistical inference problem
        text production task
        text understanding task
        trust, fairness and privacy problem
        vision and language task
        visual recognition task
    """,
    ConceptType.BENCHMARK: """
        3D, depth and pose dataset
        agent benchmark
        code benchmark
        detection and segmentation dataset
        dialogue and preference dataset
        driving dataset
        face and person dataset
        game testbed
        graph dataset
        image classification dataset
        image synthesis and restoration dataset
        knowledge and reasoning benchmark
        language understanding dataset
        question answering dataset
        reinforcement learning environment
        retrieval and recommendation dataset
        robot learning benchmark
        safety and bias benchmark
        scientific and medical dataset
        speech and audio dataset
        tabular and time series dataset
        text corpus and knowledge base
        text production dataset
        video dataset
        vision-language dataset
    """,
    ConceptType.METRIC: """
        agreement and association measure
        classification metric
        decision quality metric
        detection and tracking metric
        efficiency measure
        geometric error measure
        image, video and audio quality metric
        learning-theoretic quantity
        molecular and protein metric
        prediction error measure
        probabilistic prediction metric
        retrieval and ranking metric
        robustness and fairness metric
        similarity and divergence measure
        speech recognition metric
        text quality metric
    """,
}
"""The heads of the trees, one a line."""


@dataclass(frozen=True)
class Entry:
    types: list[str]
    preferred: list[str]
    alternative: list[str]
    ambiguous: list[str]
    broader: list[str]
    definitions: list[str]
    top: bool
    texts: list[rdflib.Literal] = field(repr=False)

    @property
    def labels(self) -> list[str]:
        return self.preferred + self.alternative


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    return rdflib.Graph().parse(FILE, format="turtle")


@pytest.fixture(scope="module")
def entries(graph: rdflib.Graph) -> dict[str, Entry]:
    """Every entry by its IRI, in the order of the file's names."""

    def values(subject: rdflib.term.Node, predicate: rdflib.URIRef) -> list[str]:
        return sorted(str(value) for value in graph.objects(subject, predicate))

    subjects = sorted(set(graph.subjects()) - {SCHEME}, key=str)
    return {
        str(subject): Entry(
            types=values(subject, RDF.type),
            preferred=values(subject, SKOS.prefLabel),
            alternative=values(subject, SKOS.altLabel),
            ambiguous=values(subject, AMBIGUOUS),
            broader=values(subject, SKOS.broader),
            definitions=values(subject, SKOS.definition),
            top=(subject, SKOS.topConceptOf, SCHEME) in graph,
            texts=[value for value in graph.objects(subject) if isinstance(value, rdflib.Literal)],
        )
        for subject in subjects
    }


def surface(label: str) -> str:
    """What the matcher makes of a label: hyphens and plurals aside, and case unless it is one word with a capital."""
    text = singular_name(label)
    return (text if " " not in text else text.casefold()).replace("-", " ")


def test_both_libraries_read_the_same_triples(graph: rdflib.Graph) -> None:
    quads = pyoxigraph.parse(path=FILE, format=pyoxigraph.RdfFormat.TURTLE)
    oxigraph = {(str(q.subject), str(q.predicate), str(q.object)) for q in quads}
    assert oxigraph == {(s.n3(), p.n3(), o.n3()) for s, p, o in graph}


def test_every_entry_is_complete(entries: dict[str, Entry]) -> None:
    types = {ONTOLOGY_IRI + concept_type for concept_type in ConceptType}
    for iri, entry in entries.items():
        assert len(entry.types) == 1, iri
        assert entry.types[0] in types, iri
        assert len(entry.preferred) == 1, iri
        assert len(entry.definitions) <= 1, iri
        assert all(text.language == "en" and str(text) == str(text).strip() != "" for text in entry.texts), iri


def test_every_entry_is_in_the_scheme(graph: rdflib.Graph, entries: dict[str, Entry]) -> None:
    assert {str(subject) for subject in graph.subjects(SKOS.inScheme, SCHEME)} == set(entries)
    assert (SCHEME, RDF.type, SKOS.ConceptScheme) in graph


def test_only_known_properties_are_used(graph: rdflib.Graph, entries: dict[str, Entry]) -> None:
    known = {RDF.type, SKOS.prefLabel, SKOS.altLabel, AMBIGUOUS, SKOS.definition, SKOS.inScheme}
    known |= {SKOS.broader, SKOS.topConceptOf}
    assert {p for s, p, _ in graph if str(s) in entries} <= known


def test_names_are_minted_from_the_preferred_label(entries: dict[str, Entry]) -> None:
    assert {iri: str(SCHEME) + mint(entry.preferred[0]) for iri, entry in entries.items()} == {i: i for i in entries}


def test_no_label_belongs_to_two_entries(entries: dict[str, Entry]) -> None:
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for iri, entry in entries.items():
        for label in entry.labels:
            owners[key(label)].add(iri)
    assert {label: sorted(iris) for label, iris in owners.items() if len(iris) > 1} == {}


def test_no_label_repeats_what_the_matcher_finds_by_itself(entries: dict[str, Entry]) -> None:
    for entry in entries.values():
        counts = Counter(map(surface, entry.labels))
        assert [label for label in entry.labels if counts[surface(label)] > 1] == []


def test_an_ambiguous_label_is_no_plain_label(entries: dict[str, Entry]) -> None:
    plain = {label for entry in entries.values() for label in entry.labels}
    assert sorted(plain & {label for entry in entries.values() for label in entry.ambiguous}) == []


@pytest.mark.parametrize("label", ["SDP", "DA", "CL", "SR", "IL", "SSL", "AD", "SAM", "MAE", "PC", "AT", "LDA"])
def test_short_forms_with_several_meanings_are_ambiguous(entries: dict[str, Entry], label: str) -> None:
    assert any(label in entry.ambiguous for entry in entries.values())


def test_broader_concepts_form_shallow_trees_within_a_type(entries: dict[str, Entry]) -> None:
    for iri, entry in entries.items():
        chain = [iri]
        while entries[chain[-1]].broader:
            (parent,) = entries[chain[-1]].broader
            assert parent in entries, f"{chain[-1]} has an unknown broader concept"
            assert parent not in chain, f"{' > '.join(chain)} is a cycle"
            assert entries[parent].types == entry.types, f"{parent} is of another type than {iri}"
            chain.append(parent)
        assert len(chain) <= MAX_DEPTH, " > ".join(chain)


def test_the_heads_of_the_trees_are_headings_and_few(entries: dict[str, Entry]) -> None:
    headings = {iri: entry for iri, entry in entries.items() if entry.top}
    assert sorted(iri for iri, entry in entries.items() if not entry.broader) == sorted(headings)
    kinds = Counter(entry.types[0] for entry in headings.values())
    assert kinds.keys() == {ONTOLOGY_IRI + concept_type for concept_type in ConceptType}
    assert max(kinds.values()) <= MAX_HEADINGS
    assert {iri: entry.alternative + entry.ambiguous for iri, entry in headings.items()} == {
        iri: [] for iri in headings
    }
    assert headings.keys() <= {parent for entry in entries.values() for parent in entry.broader}


@pytest.mark.parametrize("concept_type", ConceptType)
def test_the_headings_are_known(entries: dict[str, Entry], concept_type: ConceptType) -> None:
    headings = [e.preferred[0] for e in entries.values() if e.top and e.types == [ONTOLOGY_IRI + concept_type]]
    assert sorted(headings) == sorted(line.strip() for line in HEADINGS[concept_type].strip().splitlines())


def test_the_vocabulary_covers_the_field(entries: dict[str, Entry]) -> None:
    concepts = [entry for entry in entries.values() if not entry.top]
    assert len(concepts) >= 2000
    assert sum(bool(entry.definitions) for entry in concepts) >= 500


def test_entries_stand_by_type_then_label() -> None:
    order = {name: rank for rank, name in enumerate(ConceptType)}
    blocks = FILE.read_text(encoding="utf-8").split("\n\n")
    entries = [block for block in blocks if " a kg:" in block]
    found = [
        (order[ConceptType(block.split(" a kg:")[1].split()[0])], label.casefold(), label)
        for block in entries
        for label in [block.split('skos:prefLabel "')[1].split('"@en')[0]]
    ]
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("label", "concept_type", "preferred"),
    [
        ("LLM", "Method", "large language model"),
        ("PPO", "Method", "Proximal Policy Optimization"),
        ("3DGS", "Method", "3D Gaussian Splatting"),
        ("finetuning", "Method", "fine-tuning"),
        ("lifelong learning", "Task", "continual learning"),
        ("NER", "Task", "named entity recognition"),
        ("OOD detection", "Task", "out-of-distribution detection"),
        ("CIFAR10", "Benchmark", "CIFAR-10"),
        ("MS-COCO", "Benchmark", "COCO"),
        ("FID", "Metric", "Fréchet inception distance"),
        ("AUROC", "Metric", "area under the ROC curve"),
    ],
)
def test_well_known_names_are_found(entries: dict[str, Entry], label: str, concept_type: str, preferred: str) -> None:
    (entry,) = [entry for entry in entries.values() if label in entry.labels]
    assert (entry.types, entry.preferred) == ([ONTOLOGY_IRI + concept_type], [preferred])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CIFAR-10", "CIFAR-100"),
        ("ImageNet-1K", "ImageNet-21K"),
        ("Llama 2", "Llama 3"),
        ("YOLOv5", "YOLOv8"),
        ("GPT-3.5", "GPT-4o"),
        ("MMLU", "MMLU-Pro"),
        ("WikiText-2", "WikiText-103"),
    ],
)
def test_versions_stay_apart(entries: dict[str, Entry], one: str, other: str) -> None:
    owner = {label: iri for iri, entry in entries.items() for label in entry.labels}
    assert owner[one] != owner[other]
