"""The words around a name that tell what it is and what the paper does with it."""

from __future__ import annotations

import re
from typing import Final

from kg.extract.nouns import type_of
from kg.model import ConceptType, Role

_NOVEL = (
    r"(?:(?:a|an|the|our|two|three|novel|new|simple|general|generic|unified|first|scalable|efficient|effective|"
    r"lightweight|powerful|principled|practical|flexible|fast|robust|comprehensive|large-scale|open|open-source|"
    r"end-to-end|and|both|also|so-called)\s+|,\s+)*"
)
_MAKE = (
    r"propos|introduc|present|develop|design|devis|build|built|creat|construct|releas|contribut|describ|offer|unveil|"
    r"formulat|establish|provid|curat|collect|implement|study|studi|launch|put\s+forward|giv"
)
_NAMED_AS = (
    r"call(?:ed|s|ing)?(?:\s+(?:it|this|the\s+\w+|this\s+\w+|our\s+\w+))?|(?:dub|dubb|nam|term|coin|titl|denot)(?:ed|ing|e)?"
    r"(?:\s+(?:it|this))?(?:\s+(?:as|by))?|namely|referr?(?:ed)?\s+to\s+(?:it\s+)?as|refer\s+to\s+(?:this|it)\s+as|"
    r"abbreviated(?:\s+as)?|known\s+as|named\s+as|i\.e\.,?"
)
_GENERIC = (
    r"(?:method|approach|algorithm|framework|model|system|architecture|technique|benchmark|dataset|data\s+set|corpus|suite|"
    r"pipeline|library|toolkit|tool|platform|metric|measure|protocol|procedure|strategy|paradigm|network|module|loss|"
    r"optimizer|estimator|solution|variant|agent|environment|simulator|testbed|scheme|method\w*|solver|planner|attack|"
    r"defense|package|software|family|class|extension|objective|regularizer|sampler|theory|formalism|collection|task)"
)
INTRODUCES: Final = re.compile(
    rf"\b(?:{_MAKE})(?:e|es|ed|ing|s|d)?\s+(?:and\s+\w+\s+)?{_NOVEL}(?:{_GENERIC}\s+)?[\"“‘'(]*"
    rf"|\b(?:{_NAMED_AS})\s*:?\s+{_NOVEL}[\"“‘'(]*"
    rf"|\b(?:[Oo]ur|[Tt]his|proposed|propose|introduce|present|novel|new)\s+(?:[\w-]+\s+){{0,6}}?{_GENERIC}"
    rf"\s*(?:,|:|—|–|-{{2,3}}|\()\s*(?:{_NOVEL})?[\"“‘']*"
)
"""Ends where a name may begin that the paper introduces."""

OURS: Final = re.compile(rf"\b[Oo]ur\s+(?:proposed\s+|novel\s+|new\s+)?(?:{_GENERIC}\s+)?[\"“‘']*")
"""Ends where a name may begin that is likely the paper's own."""

_DATASET_NAME = re.compile(
    r"(?i:bench|benchmark|dataset|corpus|gym|arena|leaderboard|world|eval)(?:s|-?\d\w*|-\w+)?$|(?<=[a-z])QA$|QA-?\d*$|"
    r"^(?:Image|Mini|Tiny)?-?(?:CIFAR|MNIST|ImageNet|COCO|VTAB)"
)
_DATASET_NOUN = r"(?:data\s?sets?|benchmarks?|corpus|corpora|testbeds?|suites?|environments?|simulators?|leaderboards?|test\s+sets?)"
_NAME = r"[A-Z0-9][\w.+@/-]*(?:\s+(?:[A-Z0-9][\w.+@/-]*|\d+))*"
_LIST_BEFORE = re.compile(rf"(?:{_NAME}(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*))*$")
_LIST_AFTER = re.compile(
    rf"^(?:\s*\([^()]*\))?(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*){_NAME})*(?:\s+and\s+[\w\s-]{{1,30}}?)?\s+(?:[\w-]+\s+){{0,2}}?{_DATASET_NOUN}\b"
)
_DATASETS_LEAD = re.compile(
    rf"{_DATASET_NOUN}(?:\s*(?:,|:|\(|—|–|-{{2,3}}))?\s*(?:(?:such\s+as|including|like|e\.g\.,?|i\.e\.,?|namely|called|from|of|on)\s+)?(?:the\s+)?$"
)
_EVALUATED_ON = re.compile(
    r"(?:evaluat\w*|experiment\w*|test(?:ed|ing|s)?|results?|accuracy|performance|trained|validat\w*|benchmark\w*|scor\w+|"
    r"state-of-the-art|improv\w+|perplexity|FID|BLEU|conducted|outperform\w*|achiev\w*)\b[^.;]{0,80}?\bon\s+(?:the\s+)?$"
)
_APPOSED = re.compile(
    r"\s*(?:\([^()]*\)\s*)?(?:,|:|—|–|-{2,3}|\bis|\bas|,\s+which\s+is)?\s*(?:an?|the|our)\s+((?:[\w/-]+\s+){0,7}?[\w/-]+?)\s*"
    r"(?=[,.;:(—–]|\b(?:that|which|for|to|of|with|designed|based|comprising|consisting|containing|where|in|on|by|built|"
    r"covering|featuring|aimed|using|capable|tailored|and|from|inspired|spanning|grounded|specifically|derived)\b)"
)
_TYPE_NOUN = re.compile(
    rf"\b(?:(?P<benchmark>{_DATASET_NOUN})|(?P<metric>metrics?|measures?|scores?)|(?P<task>tasks?|problem|setting)|"
    r"(?P<method>methods?|approach|algorithms?|framework|models?|systems?|architecture|technique|pipeline|library|toolkit|"
    r"tool|platform|procedure|strategy|paradigm|network|module|loss|optimizer|estimator|solver|planner|attack|defense))\b"
)


def names_dataset(name: str) -> bool:
    """Say whether a name alone tells that it is a dataset or benchmark.

    >>> [names_dataset(name) for name in ("CVE-Bench", "TriviaQA", "CIFAR-10", "ResNet-50")]
    [True, True, True, False]
    """
    return _DATASET_NAME.search(name) is not None


def type_in_apposition(text: str, sentence: tuple[int, int], name: tuple[int, int]) -> ConceptType:
    """Tell the type of a name that a paper introduces, from the noun beside it.

    Args:
        text: The whole text.
        sentence: Offsets of the sentence.
        name: Offsets of the name in it.
    """
    if names_dataset(text[slice(*name)]):
        return ConceptType.BENCHMARK
    after = _APPOSED.match(text, name[1], sentence[1])
    if after:
        kind = _last_type(after.group(1))
        if kind:
            return kind
    before = text[max(sentence[0], name[0] - 90) : name[0]]
    clause = re.split(r"[.;]|\b(?:we|which|that)\b", before)[-1]
    return _last_type(clause) or type_of(text[slice(*name)]) or ConceptType.METHOD


def _last_type(phrase: str) -> ConceptType | None:
    found = None
    for match in _TYPE_NOUN.finditer(phrase):
        found = match.lastgroup
    return {
        "benchmark": ConceptType.BENCHMARK,
        "metric": ConceptType.METRIC,
        "task": ConceptType.TASK,
        "method": ConceptType.METHOD,
        None: None,
    }[found]


def type_of_list(text: str, sentence: tuple[int, int], name: tuple[int, int]) -> ConceptType | None:
    """Say Benchmark where a name stands in a list of datasets: *on A, B and the C datasets*, *benchmarks such as A*."""
    before = text[max(sentence[0], name[0] - 160) : name[0]]
    before = before[: _LIST_BEFORE.search(before).start()]  # type: ignore[union-attr]  # it matches the empty end
    after = text[name[1] : min(sentence[1], name[1] + 160)]
    if _LIST_AFTER.match(after) or _DATASETS_LEAD.search(before) or _EVALUATED_ON.search(before):
        return ConceptType.BENCHMARK
    return None


_ROLE_CUES: Final = (
    (Role.COMPARES, re.compile(
        r"\b(?:outperform\w*|surpass\w*|compared\s+(?:to|with|against)|compar\w+\s+favou?rably|in\s+comparison\s+(?:to|with)|"
        r"better\s+than|superior\s+to|over\s+(?:existing|prior|previous|state-of-the-art|strong|the\s+)|baselines?|"
        r"exceed\w*|unlike|(?:faster|slower|lower|higher|more\s+\w+|fewer\s+\w+|less\s+\w+)\s+than|relative\s+to|"
        r"in\s+contrast\s+to|rather\s+than|instead\s+of|as\s+opposed\s+to|on\s+par\s+with|versus|vs\.)")),
    (Role.USES, re.compile(
        r"\b(?:evaluat\w*|experiment\w*|on\s+the|us(?:e|es|ing|ed)|leverag\w*|based\s+on|built?\s+(?:on|upon)|employ\w*|"
        r"combin\w*|via|through|extend\w*|apply\w*|appli\w+|incorporat\w*|integrat\w*|by\s+means|inspired|with)\b")),
)  # fmt: skip
_BACKGROUND = re.compile(
    r"^(?:[^.]{0,60}\b(?:recent|recently|existing|prior|previous|traditional|conventional|typical|current|classical|many|"
    r"most|despite|although|while|has\s+been|have\s+been|have\s+become|remains?|however)\b)",
    re.IGNORECASE,
)


def role_before(clause: str) -> Role | None:
    """Tell a role from the words before a mention, the nearest cue first; None where there is none."""
    best: tuple[int, Role] | None = None
    for role, pattern in _ROLE_CUES:
        for match in pattern.finditer(clause):
            if best is None or match.start() >= best[0]:
                best = (match.start(), role)
    return best[1] if best else None


def is_background(sentence: str) -> bool:
    """Say whether a sentence speaks of what others did before."""
    return _BACKGROUND.search(sentence) is not None
