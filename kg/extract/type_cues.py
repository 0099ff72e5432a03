"""The words around a name that tell its type."""

from __future__ import annotations

import re
from typing import Final

from kg.model import ConceptType

_DATASET = r"""(?:data\s?sets?|benchmarks?|corpus|corpora|testbeds?|suites?|environments?|simulators?|leaderboards?|
    test\s+sets?|knowledge\s+bases?)"""
_NAME = r"[A-Z0-9][\w.+@/-]*(?:\s+(?:[A-Z0-9][\w.+@/-]*|\d+))*"
_JOINT = r"(?:\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*&\s*)"

_DATASET_NAME: Final = re.compile(
    r"""(?i:bench|benchmark|dataset|corpus|gym|arena|leaderboard|eval)(?:s|-?\d\w*|-\w+)?$|(?<=[a-z])QA$|(?<!^)Docs$|
    QA-?\d*$|^(?:Image|Mini|Tiny)?-?(?:CIFAR|MNIST|ImageNet|COCO|VTAB)""",
    re.VERBOSE,
)
_LIST_BEFORE: Final = re.compile(rf"(?:{_NAME}{_JOINT})*$")
_LIST_AFTER: Final = re.compile(
    rf"(?:\s*\([^()]{{0,80}}\))?(?:{_JOINT}{_NAME})*(?:\s+and\s+[\w\s-]{{1,30}}?)?\s+(?:[\w-]+\s+){{0,2}}?{_DATASET}\b",
    re.VERBOSE,
)
_DATASETS_LEAD: Final = re.compile(
    rf"""{_DATASET}(?:\s*(?:,|:|\(|—|–|-{{2,3}}))?\s*
    (?:(?:such\s+as|including|like|e\.g\.,?|i\.e\.,?|namely|called|from|of|on)\s+)?(?:the\s+)?$""",
    re.VERBOSE,
)
_EVALUATED_ON: Final = re.compile(
    r"""(?:evaluat\w*|experiment\w*|test(?:ed|ing|s)?|results?|accuracy|performance|trained|validat\w*|benchmark\w*|scor\w+|
    state-of-the-art|improv\w+|perplexity|FID|BLEU|conducted|outperform\w*|achiev\w*)\b[^.;]{0,80}?\bon\s+(?:the\s+)?$""",
    re.VERBOSE,
)
_APPOSED: Final = re.compile(
    r"""\s*(?:\([^()]{0,80}\)\s*)?(?:,|:|—|–|-{2,3}|\bis|\bas|,\s+which\s+is)?\s*(?:an?|the|our)\s+
    ((?:\(?[\w/-]+\)?\s+){0,8}?[\w/-]+?)\s*
    (?=[,.;:—–]|\b(?:that|which|for|to|of|with|designed|based|comprising|consisting|containing|where|in|on|by|built|from|
    covering|featuring|aimed|using|capable|tailored|and|inspired|spanning|grounded|specifically|derived|optimized)\b)""",
    re.VERBOSE,
)
_TYPE_NOUN: Final = re.compile(
    rf"""\b(?:(?P<Benchmark>{_DATASET})|(?P<Metric>metrics?|measures?|scores?|statistics?)|(?P<Task>tasks?|problem|setting|phenomenon|capability|effect|issue|challenge)|
    (?P<Method>methods?|approach(?:es)?|algorithms?|framework|models?|systems?|architecture|technique|pipeline|library|toolkit|
    tool|platform|procedure|strategy|paradigm|network|module|loss|optimizer|estimator|solver|planner|attack|defense))\b(?!-)""",
    re.VERBOSE,
)
_FOLLOWING_WORD: Final = re.compile(r"(?:\s*\([^()]{0,80}\))?\s+\w+")
_WE_CALL: Final = re.compile(r"(?:,?\s+(?:which|that))?\s+we\s+\w+(?:\s+(?:to\s+)?as)?\s+[\"“‘']*$")
_NEW_CLAUSE: Final = re.compile(r"[.,;]|\b(?:we|which|that)\b")


def names_dataset(name: str) -> bool:
    """Say whether a name alone tells that it is a dataset or benchmark.

    >>> [names_dataset(name) for name in ("CVE-Bench", "TriviaQA", "CIFAR-10", "ResNet-50")]
    [True, True, True, False]
    """
    return _DATASET_NAME.search(name) is not None


def type_in_apposition(text: str, sentence: tuple[int, int], place: tuple[int, int], *names: str) -> ConceptType:
    """Tell the type of what a paper introduces, from its names and the nouns beside them; Method where nothing tells.

    Args:
        text: The whole text.
        sentence: Offsets of the sentence.
        place: Offsets of the names in it, with what stands between them.
        names: The names.

    >>> text = "We release Foo, a corpus of maps."
    >>> type_in_apposition(text, (0, len(text)), (11, 14), "Foo").value
    'Benchmark'
    """
    if any(names_dataset(name) for name in names):
        return ConceptType.BENCHMARK
    before = _WE_CALL.sub("", text[max(sentence[0], place[0] - 90) : place[0]]).rstrip(" ,:(—–-")
    before = _NEW_CLAUSE.split(before)[-1]
    return (
        next(filter(None, (_type_noun(name.split()[-1].lower()) for name in names)), None)
        or type_apposed_after(text, sentence, place)
        or type_of_next_word(text, place[1])
        or _type_noun(before)
        or ConceptType.METHOD
    )


def type_of_next_word(text: str, end: int) -> ConceptType | None:
    """Tell the type of a name from the noun right after it: *the FAS problem*."""
    word = _FOLLOWING_WORD.match(text, end)
    return _type_noun(word.group()) if word else None


def type_apposed_after(text: str, sentence: tuple[int, int], name: tuple[int, int]) -> ConceptType | None:
    """Tell the type of a name from the apposition that follows it: *X, a new dataset for …*."""
    apposition = _APPOSED.match(text, name[1], sentence[1])
    return _type_noun(apposition.group(1)) if apposition else None


def _type_noun(phrase: str) -> ConceptType | None:
    """Give the type that the last telling noun of a phrase names."""
    found = None
    for match in _TYPE_NOUN.finditer(phrase):
        found = match.lastgroup
    return ConceptType(found) if found else None


def type_of_list(text: str, sentence: tuple[int, int], name: tuple[int, int]) -> ConceptType | None:
    """Say Benchmark where a name stands in a list of datasets: *on A, B and the C datasets*, *benchmarks such as A*."""
    before = text[max(sentence[0], name[0] - 160) : name[0]]
    names_before = _LIST_BEFORE.search(before)
    before = before[: names_before.start()] if names_before else before
    after = text[name[1] : min(sentence[1], name[1] + 160)]
    if _LIST_AFTER.match(after) or _DATASETS_LEAD.search(before) or _EVALUATED_ON.search(before):
        return ConceptType.BENCHMARK
    return None
