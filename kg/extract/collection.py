"""All papers' extractions: made where they are not kept, and read from disk each time they are gone through."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, cast, overload

from kg.errors import ModelError
from kg.extract import confident
from kg.extract.fingerprint import fingerprint
from kg.extract.packed import unpack
from kg.extract.parallel import Alone, Workers, workers_for
from kg.model import Extraction, Paper, Problem, Source
from kg.read.set_aside import SetAside

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from kg.extract.keep import Kept
    from kg.stages import Step

FAILED = "extraction failed"
_MISSING = -1


class Papers(Sequence[Paper]):
    """Papers set aside on disk, as long as the block lasts, so that they can be gone through several times."""

    def __init__(self) -> None:
        self._aside = SetAside()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._aside.__exit__(kind, error, traceback)

    def extend(self, papers: Iterable[Paper]) -> None:
        """Add papers.

        Raises:
            InputError: The disk is full.
        """
        for paper in papers:
            self._aside.add(paper)

    def __len__(self) -> int:
        return len(self._aside)

    @overload
    def __getitem__(self, number: int) -> Paper: ...
    @overload
    def __getitem__(self, number: slice) -> list[Paper]: ...
    def __getitem__(self, number: int | slice) -> Paper | list[Paper]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        return cast("Paper", self._aside[number])


class Extractions(Collection[Extraction]):
    """Papers' extractions in the papers' order, of which one is in memory at a time.

    Args:
        papers: The papers.
        kept: Where their extractions are.
        numbers: The number there of each paper's extraction, -1 where it has none and is passed over.
        least: Least confidence of a concept, and of a relation, to be given.
    """

    def __init__(self, papers: Papers, kept: Kept, numbers: array[int], *, least: float = 0.0) -> None:
        self._papers, self._kept, self._numbers, self._least = papers, kept, numbers, least

    @property
    def numbers(self) -> list[int]:
        """The numbers of all that is given."""
        return [number for number in self._numbers if number != _MISSING]

    def __len__(self) -> int:
        return len(self._numbers) - self._numbers.count(_MISSING)

    def __iter__(self) -> Iterator[Extraction]:
        for place, number in enumerate(self._numbers):
            if number != _MISSING:
                yield confident(unpack(self._papers[place], self._kept[number]), self._least)

    def __contains__(self, extraction: object) -> bool:
        return any(extraction == each for each in self)


def extract_all(
    papers: Papers,
    kept: Kept,
    *,
    model: str | Path | None = None,
    jobs: int | None = None,
    least: float = 0.0,
    problems: list[Problem],
    step: Step,
) -> Extractions:
    """Extract all papers whose extractions are not kept, and keep them.

    Args:
        papers: The papers.
        kept: Where extractions are kept.
        model: The folder of the tagger; the package's own where it is None.
        jobs: How many processes there may be; as many as there are cores where it is None, and none beside this one
            where it is 1 or the papers are few.
        least: Least confidence of a concept, and of a relation, to be given.
        problems: Takes a problem for each paper whose extraction fails.
        step: Is told how far it is.

    Raises:
        ModelError: There is no such tagger, or it was changed meanwhile.
        OutputError: There is no room to keep them.
        WorkerError: Processes cannot be started.
    """
    numbers = array("q", (kept.find(paper) or _MISSING for paper in papers))
    missing = [place for place, number in enumerate(numbers) if number == _MISSING]
    step.keep(len(numbers) - len(missing))
    # Closed at once, whatever happens: its processes are not to work on for nobody.
    with closing(_packed(papers, missing, model=model, jobs=jobs, problems=problems, step=step)) as results:
        for batch in results:
            for place, packed in batch:
                numbers[place] = kept.add(papers[place], packed)
            kept.commit_now_and_then()
    kept.commit()
    if missing and fingerprint(model=model) != kept.fingerprint:
        kept.forget_new()
        raise ModelError(model or "the tagger", "was changed while papers were extracted with it", "Build again")
    return Extractions(papers, kept, numbers, least=least)


def extract_each(
    papers: Papers,
    *,
    model: str | Path | None = None,
    jobs: int | None = None,
    least: float = 0.0,
    problems: list[Problem],
    step: Step,
) -> Generator[Extraction]:
    """Extract all papers and give each result as it comes, in the papers' order; nothing is kept.

    Args:
        papers: The papers.
        model: The folder of the tagger; the package's own where it is None.
        jobs: As for :func:`extract_all`.
        least: Least confidence of a concept, and of a relation, to be given.
        problems: Takes a problem for each paper whose extraction fails.
        step: Is told how far it is.

    Raises:
        ModelError: There is no such tagger.
        WorkerError: Processes cannot be started.
    """
    places = range(len(papers))
    with closing(_packed(papers, places, model=model, jobs=jobs, problems=problems, step=step)) as results:
        for batch in results:
            for place, packed in batch:
                yield confident(unpack(papers[place], packed), least)


def _packed(
    papers: Papers,
    places: Sequence[int],
    *,
    model: str | Path | None,
    jobs: int | None,
    problems: list[Problem],
    step: Step,
) -> Generator[list[tuple[int, bytes]]]:
    """Give the packed extractions of the papers at some places, each with its place, batch by batch."""
    count = workers_for(len(places), jobs)
    texts = ((paper.title, paper.abstract) for paper in map(papers.__getitem__, places))
    rest = iter(places)
    with Workers(model, count) if count > 1 else Alone(model) as extractor:
        for results in extractor.extract(texts):
            batch = []
            # The batch's results come first: zip would otherwise take a place that belongs to the next batch.
            for result, place in zip(results, rest, strict=False):
                if isinstance(result, str):
                    problems.append(_problem(papers[place], result))
                else:
                    batch.append((place, result))
            yield batch
            step.advance(len(results), workers=extractor.memory)


def _problem(paper: Paper, reason: str) -> Problem:
    return Problem(paper.source or Source(""), FAILED, reason, (paper.title or paper.abstract)[:200])
