"""The process that extracts, batch after batch, until its input ends or it is killed."""

from __future__ import annotations

import pickle
import sys
from typing import TYPE_CHECKING

from kg.child import begin
from kg.errors import KgError, ModelError, VocabularyError
from kg.extract.packed import pack
from kg.model import Paper
from kg.stages import peak_memory

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import BinaryIO

    Text = tuple[str, str]
    """A title and an abstract."""
    Result = bytes | str
    """A packed extraction, or why there is none."""


class Extractor:
    """Extracts batches of texts, each text for itself.

    Args:
        model: The folder of the tagger; the package's own where it is None.

    Raises:
        VocabularyError: The vocabulary cannot be used.
    """

    def __init__(self, model: str | Path | None) -> None:
        from kg.extract.pipeline import extract, make_pipeline  # noqa: PLC0415 - spaCy takes a second to import

        self._nlp = make_pipeline(model=model)
        self._extract = extract

    def __call__(self, texts: Iterable[Text]) -> list[Result]:
        """Give a packed extraction for each text, or say why there is none.

        Raises:
            ModelError: There is no such tagger.
        """
        # Otherwise spaCy remembers every word of every text.
        with self._nlp.memory_zone():
            return [self._one(*text) for text in texts]

    def _one(self, title: str, abstract: str) -> Result:
        try:
            [extraction] = self._extract([Paper("", title, abstract)], nlp=self._nlp)
            return pack(extraction)
        except (KgError, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this text's alone
            return f"{type(error).__name__}: {error}"[:200]


def main() -> None:
    """Read what to be, then batches of texts, as pickles; write an answer to each.

    An answer is the results, the largest resident size that this process has had, in bytes, and the error that makes it
    useless, as its class and what that is made of; of the first answer, which says that all is ready, there are no results.
    """
    out = begin()
    try:
        try:
            extractor = Extractor(pickle.load(sys.stdin.buffer))
            _say(out, ([], peak_memory() or 0, None))
            while True:
                results = extractor(pickle.load(sys.stdin.buffer))
                _say(out, (results, peak_memory() or 0, None))
        except (ModelError, VocabularyError) as error:
            _say(out, ([], 0, (type(error), (str(error.path), error.found, error.remedy))))
    except (EOFError, BrokenPipeError):
        return


def _say(out: BinaryIO, answer: object) -> None:
    pickle.dump(answer, out, pickle.HIGHEST_PROTOCOL)
    out.flush()
