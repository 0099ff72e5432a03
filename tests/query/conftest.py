from pathlib import Path

import pytest

from kg.query import KnowledgeGraph, load
from tests.query.graphs import graph_of


@pytest.fixture(scope="session")
def seeds():
    """The graph of the seeds, as it is committed."""
    return load(Path(__file__).parents[2] / "exports")


@pytest.fixture(scope="session")
def lessons():
    """Seven papers on lifelong learning: a hub (network), a rare partner (replay), a system, a benchmark, an outsider."""
    concepts = {
        "lifelong learning": "Task",
        "forgetting": "Task",
        "replay": "Method",
        "network": "Method",
        "MemoNet": "Method",
        "generative replay": "Method",
        "Shifted MNIST": "Benchmark",
        "parsing": "Task",
        "treebank": "Benchmark",
        "lonely": "Method",
    }
    papers = {
        "a": (
            2018,
            "ICML 2018",
            "We study lifelong learning with a network. Earlier work uses replay against forgetting.",
        ),
        "b": (
            2020,
            "NeurIPS",
            "MemoNet brings replay to lifelong learning. MemoNet is a network. It wins on Shifted MNIST.",
        ),
        "c": (2021, "ICML 2021", "In lifelong learning, replay is old."),
        "d": (None, "", "A network can parse. We do parsing with a network on a treebank."),
        "e": (2022, "ACL", "A network does parsing."),
        "f": (2023, "ACL", "Another network is here."),
        "g": (2024, "ICML 2024", "The word lonely stands here, alone."),
    }
    relations = [
        ("MemoNet", "basedOn", "replay", [("b", 0, 0.9)]),
        ("MemoNet", "evaluatedOn", "Shifted MNIST", [("b", 2, 0.6)]),
        ("generative replay", "broader", "replay", []),
    ]
    return KnowledgeGraph(graph_of(concepts, papers, relations, roles={("b", "MemoNet"): "introduces"}))
