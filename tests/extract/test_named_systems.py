import pytest

from kg.model import ConceptType, Role

OWN = [
    ("We propose SDP-CROWN, a hybrid verification framework.", "SDP-CROWN", "Method"),
    ("We introduce TEDUO, a novel training pipeline for agents.", "TEDUO", "Method"),
    (
        "We develop Raptor (Random Planar Tensor Reduction), a train-free method.",
        "Random Planar Tensor Reduction",
        "Method",
    ),
    ("This paper presents CVE-Bench, a real-world cybersecurity benchmark.", "CVE-Bench", "Benchmark"),
    ("We release a new corpus of maps called Atlas-1M.", "Atlas-1M", "Benchmark"),
    ("We propose a new metric, Per-Token Entropy (PTE), for meshes.", "Per-Token Entropy", "Metric"),
    ("To this end, we propose Soft Reasoning, an embedding-based search framework.", "Soft Reasoning", "Method"),
    ("The result is a fast solver dubbed Erwin.", "Erwin", "Method"),
    ("A Knowledge Embedding Network (KEN) is designed for CT.", "Knowledge Embedding Network", "Method"),
    ("This leads to our Twisted Sampler (TwiSa), which is fast.", "Twisted Sampler", "Method"),
    ("Scaling needs care. ViTok achieves good results.", "ViTok", "Method"),
    ("We replace the backbone. Extensive tests show the effectiveness of PF-PPO.", "PF-PPO", "Method"),
]


@pytest.mark.parametrize(("text", "label", "kind"), OWN)
def test_the_papers_own_systems(concepts, text, label, kind):
    concept = concepts(text)[label]
    assert (concept.role, concept.type) == (Role.INTRODUCES, kind)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Proximal policy optimization (PPO) is costly. We propose a new PPO loss.", "Proximal policy optimization"),
        ("Large language models (LLMs) are studied. Our LLM achieves little.", "Large language models"),
        ("Odd widget trees (OWTs) are popular. Our OWT achieves little.", "Odd widget trees"),
        ("We compare with SpinQuant and others.", "SpinQuant"),
        ("Knowledge distillation (KD) is useful. We propose a KD loss called Foo-KD.", "Knowledge distillation"),
    ],
)
def test_what_others_made_is_not_the_papers_own(concepts, text, label):
    assert concepts(text)[label].role is not Role.INTRODUCES


@pytest.mark.parametrize(
    "text",
    [
        "Code is at https://github.com/lab/FastNet and lab.github.io/FastNet.",
        "In NeurIPS'22 and ICML we ran on GPUs; it is NP-hard. See Fig. 3A.",
        "We study Bayesian methods in a State-of-the-Art setting.",
        "The human-AI gap grows in-Distribution.",
        "With 1.3B parameters and 207B tokens in 3D.",
    ],
)
def test_what_is_no_name(concepts, text):
    assert not concepts(text)


def test_a_name_is_the_papers_own_in_all_its_places(concepts):
    concept = concepts("Nets are slow. FastNet runs. We propose FastNet. FastNet wins over SlowNet.")["FastNet"]
    assert [mention.sentence for mention in concept.mentions] == [1, 2, 3]
    assert concept.role is Role.INTRODUCES


@pytest.mark.parametrize(
    ("text", "benchmarks"),
    [
        ("We evaluate on the Replica, TUM-RGBD, and ScanNet++ datasets.", {"TUM-RGBD", "ScanNet++"}),
        ("Experiments on benchmarks such as VTAB-1K, DomainNet-126 show gains.", {"VTAB-1K", "DomainNet-126"}),
        ("It achieves better results on ToolQA than before.", {"ToolQA"}),
    ],
)
def test_benchmarks_stand_in_lists_of_datasets(concepts, text, benchmarks):
    found = concepts(text)
    assert {label for label, concept in found.items() if concept.type is ConceptType.BENCHMARK} == benchmarks
    assert all(found[label].role is Role.USES for label in benchmarks)


def test_names_end_before_punctuation(concepts):
    assert set(concepts("We test on ImageNet-1K. And SE(3)-Former. Then ScanNet++.")) >= {"ImageNet-1K", "ScanNet++"}


@pytest.mark.parametrize(
    "text",
    [
        "A method called FooNet has been proposed by Finn et al. for this.",
        "Smith et al. introduced FooNet.",
        "Recent work proposed FooNet.",
        "The so called FooNet is slow.",
    ],
)
def test_what_a_sentence_gives_to_others_is_not_the_papers_own(concepts, text):
    assert all(concept.role is not Role.INTRODUCES for concept in concepts(text).values())


def test_quotation_marks_are_no_part_of_a_name(concepts):
    found = concepts("We study 'feasible action search' (FAS) here. We propose a tool called 'FooNet' too.")
    assert set(found) == {"feasible action search", "FooNet"}


def test_the_noun_after_a_definition_tells_its_type(concepts):
    assert concepts("We study the feasible action search (FAS) problem.")["feasible action search"].type == "Task"
