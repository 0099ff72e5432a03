"""Twenty questions on the abstracts in ``seeds/``, with the answers that a reader of them would give.

They ask for what any decent extractor finds, systems that papers introduce and concepts known by name, so that they hold
whatever model the graph was built with. Sentences are looked up in the files as given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kg
from kg.names import key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kg.query import KnowledgeGraph
    from kg.query.evidence import Sentence

ROOT = Path(__file__).parent.parent.parent
# What is left of a text when mark-up, punctuation and spaces are set aside, which cleaning changes.
LETTERS = re.compile(r"[^a-z0-9]+")


@dataclass
class Answer:
    """What an answer names, and the sentences that it cites for it."""

    labels: list[str]
    sentences: list[Sentence] = field(default_factory=list)


def near(name: str, **conditions: object) -> Callable[[KnowledgeGraph], Answer]:
    def ask(graph: KnowledgeGraph) -> Answer:
        rows = graph.neighbourhood(name, limit=None, **conditions).rows
        return Answer([row.label for row in rows], [each for row in rows for each in row.sentences])

    return ask


def introduced_by(name: str) -> Callable[[KnowledgeGraph], Answer]:
    def ask(graph: KnowledgeGraph) -> Answer:
        papers = graph.show(name).introduced_by
        return Answer([paper.link for paper in papers], [paper.sentence for paper in papers])

    return ask


def on_card(name: str, heading: str) -> Callable[[KnowledgeGraph], Answer]:
    def ask(graph: KnowledgeGraph) -> Answer:
        entries = [
            entry for group in graph.show(name, limit=50).groups if group.heading == heading for entry in group.entries
        ]
        return Answer([entry.label for entry in entries], [entry.sentence for entry in entries if entry.sentence])

    return ask


def search(text: str) -> Callable[[KnowledgeGraph], Answer]:
    return lambda graph: Answer([hit.label for hit in graph.search(text, limit=3)])


def in_common(first: str, second: str) -> Callable[[KnowledgeGraph], Answer]:
    def ask(graph: KnowledgeGraph) -> Answer:
        answer = graph.compare(first, second, limit=50)
        return Answer(
            [entry.label for aspect in answer.aspects for entry in aspect.both],
            [verdict.sentence for verdict in answer.verdicts if verdict.sentence],
        )

    return ask


def path(first: str, second: str) -> Callable[[KnowledgeGraph], Answer]:
    def ask(graph: KnowledgeGraph) -> Answer:
        found = graph.path(first, second).paths
        steps = [step for each in found for step in each.steps]
        return Answer([label for each in found for label in each.labels], [s for step in steps for s in step.sentences])

    return ask


def related(name: str) -> Callable[[KnowledgeGraph], Answer]:
    def ask(graph: KnowledgeGraph) -> Answer:
        rows = graph.related(name, limit=10).rows
        return Answer([row.label for row in rows], [each for row in rows for each in row.sentences])

    return ask


def cells(task: str) -> Callable[[KnowledgeGraph], Answer]:
    def ask(graph: KnowledgeGraph) -> Answer:
        answer = graph.map(task, limit=100, benchmarks=100)
        pairs = ((answer.methods[cell.method], answer.benchmarks[cell.benchmark]) for cell in answer.cells)
        return Answer([f"{method.label} × {benchmark.label}" for method, benchmark in pairs])

    return ask


QUESTIONS: dict[str, tuple[Callable[[KnowledgeGraph], Answer], set[str], str]] = {
    "What is PPO?": (search("PPO"), {"Proximal Policy Optimization"}, ""),
    "What was it called, reinforcment lerning?": (search("reinforcment lerning"), {"reinforcement learning"}, ""),
    "Who introduces VinePPO?": (introduced_by("VinePPO"), {"introduces"}, "we propose VinePPO"),
    "Which benchmark of exploits of web applications is new?": (
        introduced_by("CVE-Bench"),
        {"introduces"},
        "we introduce CVE-Bench, a real-world cybersecurity benchmark",
    ),
    "Who introduces RE-Bench?": (introduced_by("RE-Bench"), {"introduces"}, "We introduce RE-Bench"),
    "What is VinePPO evaluated on?": (
        on_card("VinePPO", "evaluated on"),
        {"MATH", "GSM8K"},
        "outperforms PPO and other baselines across MATH and GSM8K",
    ),
    "What is VinePPO good for?": (on_card("VinePPO", "used for"), {"credit assignment"}, "we propose VinePPO"),
    "Which benchmark is FHBI evaluated on?": (
        on_card("FHBI", "evaluated on"),
        {"VTAB-1K"},
        "nine baseline methods on the VTAB-1K benchmark",
    ),
    "Where does ReinboT do well?": (
        on_card("ReinboT", "evaluated on"),
        {"CALVIN"},
        "state-of-the-art performance on the CALVIN",
    ),
    "Which benchmarks are there for code generation?": (
        near("code generation", kinds=["Benchmark"]),
        {"HumanEval"},
        "on HumanEval",
    ),
    "What has AR-Bench to do with?": (
        near("AR-Bench"),
        {"large language model"},
        "we present AR-Bench, a novel benchmark",
    ),
    "What is done against catastrophic forgetting?": (
        near("catastrophic forgetting"),
        {"incremental learning", "continual learning"},
        "mitigating catastrophic forgetting",
    ),
    "What goes with diffusion models in adversarial attacks?": (
        near("DiffAdvMAP"),
        {"diffusion model"},
        "learned by the diffusion model",
    ),
    "What does SDP-CROWN build on?": (
        near("SDP-CROWN", kinds=["Method"]),
        {"semidefinite programming"},
        "combines the tightness of SDP relaxations",
    ),
    "How do Koopman operators meet neural ODEs?": (
        path("Koopman operator", "neural ordinary differential equation"),
        {"Koopman operator", "neural ordinary differential equation"},
        "Koopman",
    ),
    "What is close to Koopman operators that I do not know yet?": (
        related("Koopman operator"),
        {"KoNODE"},
        "by employing Koopman operators",
    ),
    "On what does ResQ compare with SpinQuant?": (in_common("ResQ", "SpinQuant"), {"WikiText"}, ""),
    "Which methods were tried on which benchmarks for credit assignment?": (
        cells("credit assignment"),
        {"VinePPO × MATH", "VinePPO × GSM8K"},
        "",
    ),
    "What was tried on both MATH and GSM8K?": (in_common("MATH", "GSM8K"), {"VinePPO"}, ""),
    "What does Soft Reasoning use?": (
        near("Soft Reasoning", kinds=["Method"]),
        {"Bayesian optimization", "large language model"},
        "Bayesian optim",
    ),
}


@pytest.fixture(scope="module")
def graph() -> KnowledgeGraph:
    return kg.load(ROOT / "exports")


@pytest.fixture(scope="module")
def seeds() -> str:
    return letters("".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "seeds").glob("*.txt"))))


def letters(text: str) -> str:
    return LETTERS.sub("", text.lower())


def test_there_are_twenty() -> None:
    assert len(QUESTIONS) == 20


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_reader_of_the_abstracts_would_give_this_answer(graph: KnowledgeGraph, question: str) -> None:
    ask, expected, words = QUESTIONS[question]
    answer = ask(graph)
    assert expected <= set(answer.labels)
    assert any(words in sentence.text for sentence in answer.sentences) or not words


def cited(graph: KnowledgeGraph) -> Iterator[Sentence]:
    for ask, _, _ in QUESTIONS.values():
        yield from ask(graph).sentences


def test_every_sentence_cited_is_in_the_abstracts(graph: KnowledgeGraph, seeds: str) -> None:
    found = list(cited(graph))
    assert len(found) > 50
    # A formula is spelled anew when it becomes plain text; what stands around it is looked up.
    unfound = [sentence.text for sentence in found if not any(part in seeds for part in parts(sentence.text))]
    assert unfound == []


def parts(text: str) -> Iterable[str]:
    """The sentence without mark-up, else its longest stretch of plain words."""
    yield letters(text)
    yield letters(max(re.split(r"[^A-Za-z ,.()-]+", text), key=len))


def test_every_sentence_names_what_it_is_cited_for(graph: KnowledgeGraph) -> None:
    for name in ("VinePPO", "credit assignment", "reinforcement learning", "large language model", "Koopman operator"):
        answer = graph.neighbourhood(name, limit=None)
        names = names_of(graph, answer.centre)
        for row in answer.rows:
            either = names | names_of(graph, row.node)
            for sentence in row.sentences:
                spans = {key(sentence.text[start:end]) for start, end in sentence.spans}
                assert spans & either, (name, row.label, sentence.text)


def names_of(graph: KnowledgeGraph, node: str) -> set[str]:
    data = graph.nx.nodes[node]
    return {key(name) for name in (data["label"], *data["aliases"])}
