"""How good the tagger's design is on public data: exact span and type, micro F1.

Run from the project's folder with what ``kg[train]`` needs: ``python -m tests.benchmarks.bench_tagger FOLDER [scier|scierc|
tdmsci …] [--epochs N]``. For each set, in FOLDER/SET, the tagger's network is trained on the training part and nothing
else, the judgement of spans is fitted on the part for development, and both are scored on the test parts.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from kg.extract.tagger.decode import viterbi
from kg.extract.tagger.encode import LONGEST, encode
from kg.extract.tagger.heads import Heads
from kg.extract.tagger.lexicon import load_lexicon
from kg.extract.tagger.model import analysis, load_tokenizer
from kg.extract.tagger.names import by_words
from kg.extract.tagger.words import spans_of, split
from kg.resources import model_folder
from kg.train.examples import Concept, Example
from kg.train.fit import regression
from kg.train.learn import Data, learn
from kg.train.losses import Text as Encoded
from kg.train.network import Sizes, Tagger
from kg.train.options import Options
from kg.train.weights import load_published, published_weights
from tests.benchmarks.public_sets import READERS, Passage, PublicSet, read_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kg.extract.tagger.heads import Analysis
    from kg.extract.tagger.words import Span

BIASES = (-3.0, -1.0, 0.0, 2.0)
THRESHOLDS = np.arange(0.25, 0.7, 0.02)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Text:
    """A passage as the tagger's words, with the way between its tokens and them."""

    def __init__(self, passage: Passage, types: Sequence[str]) -> None:
        self.words = split(" ".join(passage.tokens))
        ends = np.cumsum([len(token) + 1 for token in passage.tokens])
        owner = np.searchsorted(ends, [word.start for word in self.words], side="right")
        self._owner = [int(token) for token in owner]
        self.terms = {(self._words(start, end), types.index(kind)) for start, end, kind in passage.terms}
        concepts = tuple(Concept(kind, None, False, (span,)) for span, kind in sorted(self.terms))
        self.example = Example(self.words, concepts)

    def _words(self, start: int, end: int) -> Span:
        return int(np.searchsorted(self._owner, start)), int(np.searchsorted(self._owner, end))

    def whole(self, span: Span) -> Span:
        """Widen a span to whole tokens."""
        return self._words(self._owner[span[0]], self._owner[span[1] - 1] + 1)


class Design:
    """The tagger's network for other types, and a judgement of spans fitted as the tagger's is."""

    def __init__(self, types: Sequence[str]) -> None:
        torch.manual_seed(1)
        self.types = types
        self.model: Tagger = Tagger(Sizes(types=len(types)))
        load_published(self.model, published_weights())
        self.tokenizer = load_tokenizer(model_folder("concept_tagger") / "tokenizer.json")
        self.lexicon = load_lexicon(model_folder("concept_tagger") / "lexicon.npz")

    def learn(self, texts: Iterable[Text], epochs: int) -> None:
        """Train the network."""
        pairs = [(Encoded(t.example, encode(t.words, self.tokenizer, self.lexicon)),) * 2 for t in texts]
        with tempfile.TemporaryDirectory() as folder:
            learn(
                self.model,
                Data(pairs, self.lexicon),
                Options(epochs=epochs, save_every=float("inf")),
                Path(folder, "checkpoint.pt"),
                report=lambda p: p.batch == p.batches and say(f"  epoch {p.epoch}: {dict(p.losses)}"),
            )

    def read(self, texts: Iterable[Text]) -> list[Candidates]:
        """Find the spans of each text that may be terms."""
        self.model.eval()
        heads = Heads({name: values.numpy() for name, values in self.model.heads.state_dict().items()})
        return [Candidates(text, self._analyse(text), heads) for text in texts]

    def _analyse(self, text: Text) -> Analysis:
        code = encode(text.words, self.tokenizer, self.lexicon)
        if len(code.ids) > LONGEST:
            message = f"a passage has {len(code.ids)} word pieces"
            raise ValueError(message)
        parts = (code.ids, np.ones_like(code.ids), code.shapes, code.lexical)
        with torch.inference_mode():
            states = self.model.encoder(*(torch.from_numpy(part)[None] for part in parts))[0]
            logits = self.model.heads.labels(states)
        return analysis(text.words, code, states.numpy(), logits.numpy())


class Candidates:
    """The spans of a text that may be terms, with what the judgement goes by, a row for each of them and each type."""

    def __init__(self, text: Text, seen: Analysis, heads: Heads) -> None:
        self.text = text
        found = {span for path in viterbi(seen.labels, BIASES) for span in spans_of(path)}
        found |= {span for a, b in found if b - a > 1 for span in ((a + 1, b), (a, b - 1))}
        self.spans = sorted({text.whole(span) for span in found})
        kinds = range(seen.labels.shape[1] // 2)
        self.rows = [(span, kind) for span in self.spans for kind in kinds]
        self.x = np.zeros((0, 3 * len(kinds) + 3))
        if self.spans:
            typed = np.maximum(heads.types(heads.spans(seen, self.spans)), -8)
            whole, weakest = (np.maximum(part, -8) for part in by_words(seen.labels, self.spans))
            self.x = np.array(
                [self._features(typed[s], whole[s], weakest[s], k) for s in range(len(typed)) for k in kinds]
            )

    @staticmethod
    def _features(typed: np.ndarray, whole: np.ndarray, weakest: np.ndarray, kind: int) -> np.ndarray:
        own = np.zeros((3, len(whole)))
        own[:, kind] = 1.0, typed[1 + kind], whole[kind]
        existing = np.log1p(-np.minimum(np.exp(typed[0]), 0.999)) - typed[0]
        return np.concatenate([own.ravel(), [existing, weakest[kind], np.delete(whole, kind).max()]])

    def choose(self, weights: np.ndarray) -> list[tuple[float, Span, int]]:
        """Give confidence, span and type of terms that do not overlap, the best first."""
        confidence = 1 / (1 + np.exp(-self.x @ weights))
        taken: set[int] = set()
        chosen = []
        for at in np.argsort(-confidence, kind="stable"):
            span, kind = self.rows[at]
            if taken.isdisjoint(range(*span)):
                taken.update(range(*span))
                chosen.append((float(confidence[at]), span, kind))
        return chosen


def fit(read: Sequence[Candidates]) -> tuple[np.ndarray, float]:
    """Fit the judgement on the part for development: weights, and the threshold of the best F1."""
    x = np.concatenate([c.x for c in read])
    y = np.array([row in c.text.terms for c in read for row in c.rows], dtype=float)
    weights = regression(x, y, np.ones(len(y)), free=x.shape[1] // 3 - 1)
    return weights, max(THRESHOLDS, key=lambda threshold: f1(read, weights, threshold)[2])


def f1(read: Sequence[Candidates], weights: np.ndarray, threshold: float) -> tuple[float, float, float]:
    """Give precision, recall and F1 of exact spans with types."""
    right = found = 0
    for candidates in read:
        chosen = {(span, kind) for confidence, span, kind in candidates.choose(weights) if confidence >= threshold}
        right += len(chosen & candidates.text.terms)
        found += len(chosen)
    wanted = sum(len(candidates.text.terms) for candidates in read)
    return right / max(1, found), right / max(1, wanted), 2 * right / max(1, found + wanted)


def measure_design(name: str, public: PublicSet, epochs: int) -> None:
    """Train on one set, and print its figures."""
    texts = {part: [Text(passage, public.types) for passage in own] for part, own in public.parts.items()}
    say(f"{name}: " + ", ".join(f"{part} {sum(len(t.terms) for t in own)} terms" for part, own in texts.items()))
    started = time.perf_counter()
    design = Design(public.types)
    design.learn(texts["train"], epochs)
    weights, threshold = fit(design.read(texts["dev"]))
    for part, own in texts.items():
        if part != "train":
            p, r, f = f1(design.read(own), weights, threshold)
            say(f"{name:8}{part:10}P {100 * p:.1f}  R {100 * r:.1f}  F1 {100 * f:.1f}")
    say(f"{name:8}{epochs} epochs, {(time.perf_counter() - started) / 60:.0f} minutes")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of the public sets")
    parser.add_argument("sets", nargs="*", default=[], metavar="SET", help=f"of {', '.join(READERS)}; all if none")
    parser.add_argument("--epochs", type=int, default=5)
    arguments = parser.parse_args()
    for name in arguments.sets or READERS:
        measure_design(name, read_set(name, arguments.folder / name), arguments.epochs)


if __name__ == "__main__":
    main()
