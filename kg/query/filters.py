"""Which papers and which neighbours count."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

from kg.model import LINKS, ConceptType, Link, Relation, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

SHARES_PAPERS = "sharesPapers"
"""How two concepts are linked that are in one paper, beside the values of :class:`kg.model.Relation`."""

Years = int | tuple[int | None, int | None]
"""One year, or the first and the last, ends included; ``None`` for an open end."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on neighbours (types, relations, number of papers) and on the papers that link them.

    An empty condition lets everything pass. :meth:`of` makes one and checks its words.

    Attributes:
        kinds: Types of concepts.
        relations: Ways of being linked: values of :class:`kg.model.Relation`, or :data:`SHARES_PAPERS`.
        links: What the paper does with the neighbour: values of :class:`kg.model.Link`.
        years: First and last year of a paper, ends included; ``None`` for an open end.
        venues: Venues of a paper, casefolded.
        min_papers: How many papers must speak for a neighbour.
        under: Whether the concepts narrower than the centre count as the centre.
    """

    kinds: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    years: tuple[int | None, int | None] = (None, None)
    venues: frozenset[str] = frozenset()
    min_papers: int = 1
    under: bool = False

    @classmethod
    def of(
        cls,
        *,
        kinds: Iterable[str] = (),
        relations: Iterable[str] = (),
        roles: Iterable[str] = (),
        years: Years | None = None,
        venues: Iterable[str] = (),
        min_papers: int = 1,
        under: bool = False,
    ) -> Filter:
        """Check the conditions, written in any case, and put them into one form.

        Args:
            kinds: Types of concepts.
            relations: Values of :class:`kg.model.Relation`, or "sharesPapers".
            roles: Values of :class:`kg.model.Role` or of :class:`kg.model.Link`; a role means all its links.
            years: One year, or the first and the last.
            venues: Names of venues; "ICML" includes "ICML 2025".
            min_papers: At least 0.
            under: Whether narrower concepts count as the centre.

        Raises:
            ValueError: A word is not known, or the numbers make no sense.

        >>> sorted(Filter.of(roles=["compares", "REPORTS"]).links)
        ['comparesWith', 'reports']
        """
        return cls(
            kinds=_words("kind", kinds, {kind.value: (kind.value,) for kind in ConceptType}),
            relations=_words("relation", relations, {name: (name,) for name in (*Relation, SHARES_PAPERS)}),
            links=_words("role", roles, _LINKS_OF),
            years=_span(years),
            venues=frozenset(" ".join(venue.split()).casefold() for venue in _several(venues) if venue.strip()),
            min_papers=at_least_none(min_papers, "min_papers"),
            under=under,
        )

    @property
    def limits_papers(self) -> bool:
        """Whether a paper must meet some condition."""
        return bool(self.links or self.venues or self.years != (None, None))

    def has_year(self, paper: Mapping[str, Any]) -> bool:
        """Tell whether a paper's year passes; one without a year passes only where no year is asked for."""
        first, last = self.years
        year = paper.get("year")
        if year is None:
            return first is None and last is None
        return (first is None or year >= first) and (last is None or year <= last)

    def has_venue(self, paper: Mapping[str, Any]) -> bool:
        """Tell whether a paper's venue passes."""
        venue = " ".join((paper.get("venue") or "").split()).casefold()
        return not self.venues or any(venue == each or venue.startswith(each + " ") for each in self.venues)

    def has_paper(self, paper: Mapping[str, Any]) -> bool:
        """Tell whether a paper passes, whatever it does with a concept."""
        return self.has_year(paper) and self.has_venue(paper)

    def have_papers(self, papers: Iterable[Mapping[str, Any]]) -> list[bool]:
        """Tell of each paper whether it passes; many papers share few years and venues."""
        known: dict[tuple[Any, Any], bool] = {}
        passed = []
        for paper in papers:
            when_and_where = paper.get("year"), paper.get("venue")
            if when_and_where not in known:
                known[when_and_where] = self.has_paper(paper)
            passed.append(known[when_and_where])
        return passed

    def conditions(self) -> Iterator[tuple[str, Filter]]:
        """Give each condition that is set: in words, and alone as a filter.

        >>> [words for words, _ in Filter.of(kinds=["task"], years=(2024, None)).conditions()]
        ['kind Task', 'years 2024–']
        """
        first, last = self.years
        if self.kinds:
            yield "kind " + _or(self.kinds), Filter(kinds=self.kinds)
        if self.relations:
            yield "relation " + _or(self.relations), Filter(relations=self.relations)
        if self.links:
            yield "role " + _or(self.links), Filter(links=self.links)
        if self.years != (None, None):
            span = f"year {first}" if first == last else f"years {first or ''}–{last or ''}"
            yield span, Filter(years=self.years)
        if self.venues:
            yield "venue " + _or(self.venues), Filter(venues=self.venues)
        if self.min_papers > 1:
            yield f"at least {self.min_papers} papers", Filter(min_papers=self.min_papers)

    def blame(self, leaves_any: Callable[[Filter], bool]) -> str:
        """Say which condition leaves nothing, where all together do.

        Args:
            leaves_any: Tells whether a filter leaves anything.

        >>> Filter.of(kinds=["task"], years=2024).blame(lambda only: not only.kinds)
        'kind Task'
        >>> Filter.of(kinds=["task"], years=2024).blame(lambda only: True)
        'kind Task and year 2024 together'
        """
        conditions = list(self.conditions())
        alone = [words for words, condition in conditions if not leaves_any(condition)]
        return ", ".join(alone) or " and ".join(words for words, _ in conditions) + " together"


_LINKS_OF: dict[str, tuple[str, ...]] = {link.value: (link.value,) for link in Link} | {
    role.value: tuple(sorted({links[role].value for links in LINKS.values() if role in links})) for role in Role
}


def _words(what: str, given: Iterable[str], known: Mapping[str, Iterable[str]]) -> frozenset[str]:
    meant = {word.casefold(): meaning for word, meaning in known.items()}
    chosen: set[str] = set()
    for word in _several(given):
        if word.strip().casefold() not in meant:
            message = f"{word!r:.80} is no {what}: choose from {', '.join(known)}"
            raise ValueError(message)
        chosen.update(meant[word.strip().casefold()])
    return frozenset(chosen)


def _several(given: Iterable[str]) -> Iterable[str]:
    """Take one word for a list of one: a string is also a list of letters."""
    return (given,) if isinstance(given, str) else given


def _span(years: Years | None) -> tuple[int | None, int | None]:
    first, last = (years, years) if years is None or isinstance(years, Integral) else _first_and_last(years)
    if first is not None and last is not None and first > last:
        message = f"no year is from {first} on and until {last}: give the earlier one first"
        raise ValueError(message)
    return first, last


def _first_and_last(years: object) -> tuple[int | None, int | None]:
    if (
        isinstance(years, (tuple, list))
        and len(years) == 2
        and all(isinstance(year, Integral | None) for year in years)
    ):
        return years[0], years[1]
    message = f"years is {years!r:.80}: give a year, or a first and a last one"
    raise ValueError(message)


def kinds_of_nodes(kinds: Iterable[str]) -> frozenset[str]:
    """Check kinds of nodes, written in any case: types of concepts, and "paper".

    Raises:
        ValueError: One is not known.

    >>> sorted(kinds_of_nodes(["task", "Paper"]))
    ['Task', 'paper']
    """
    return _words("kind", kinds, {kind: (kind,) for kind in (*map(str, ConceptType), "paper")})


def at_least_none(number: int, what: str) -> int:
    """Check a number that cannot be negative.

    Raises:
        ValueError: It is.
    """
    if number < 0:
        message = f"{what} is {number}: give 0 or more"
        raise ValueError(message)
    return number


def _or(words: Iterable[str]) -> str:
    return " or ".join(sorted(words))
