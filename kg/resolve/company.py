"""Which meaning of a short form fits the company it keeps."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_PRIOR = 5.0  # papers' worth of belief that a meaning keeps the company that everything keeps
_LEAST_SHARED, _LEAST_CERTAIN = 2, 0.95
_UNKNOWN = math.log(2.0)


class Company:
    """Counts beside which other concepts the meanings stand in the papers that say which they mean.

    The choice is that of a naive Bayes classifier with the corpus as its prior (Gale, Church and Yarowsky 1992 tell word
    senses apart like this), made only where it is as good as certain.

    Args:
        papers: The names of the concepts of each paper.
        meanings: The names whose company counts.
    """

    def __init__(self, papers: Iterable[Collection[str]], meanings: set[str]) -> None:
        self._everywhere: Counter[str] = Counter()
        self._beside: dict[str, Counter[str]] = defaultdict(Counter)
        self._total = 0
        for names in papers if meanings else ():
            self._total += 1
            self._everywhere.update(names)
            for meaning in meanings & set(names):
                self._beside[meaning].update(names)

    def choose(self, meanings: Collection[str], names: Collection[str]) -> str | None:
        """Choose the meaning that fits a paper which has concepts of these names; None where none is nearly certain."""
        scores = {meaning: self._score(meaning, names) for meaning in sorted(meanings)}
        if not scores:
            return None
        best = max(scores, key=lambda meaning: (scores[meaning], meaning))
        # One more meaning may be in no paper's definition; it keeps the company that everything keeps.
        certainty = 1 / sum(math.exp(score - scores[best]) for score in (*scores.values(), _UNKNOWN))
        shared = len(self._beside[best].keys() & set(names))
        return best if certainty >= _LEAST_CERTAIN and shared >= _LEAST_SHARED else None

    def _score(self, meaning: str, names: Collection[str]) -> float:
        """The logarithm of the probability of the meaning and the names, but for a constant."""
        beside = self._beside[meaning]
        papers = beside[meaning]
        score = math.log(papers + 1)
        for name in sorted(names):
            usual = self._everywhere[name] / max(1, self._total)
            if name != meaning and usual:
                score += math.log((beside[name] / usual + _PRIOR) / (papers + _PRIOR))
        return score
