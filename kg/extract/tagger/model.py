"""The trained model: its files, the encoder's run, and the way from words to concepts and relations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from kg.errors import ModelError
from kg.extract.tagger.encode import LONGEST, encode, windows
from kg.extract.tagger.heads import MENTIONS, RELATIONS, ROLES, TYPES, Analysis, Heads, Placed, log_softmax
from kg.extract.tagger.lexicon import load_lexicon, load_memory
from kg.extract.tagger.names import FEATURES, Names, select
from kg.extract.tagger.relations import choose, pairs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import onnxruntime
    from tokenizers import Tokenizer

    from kg.extract.tagger.encode import Encoded
    from kg.extract.tagger.heads import Floats, Pair
    from kg.extract.tagger.lexicon import Lexicon, Memory
    from kg.extract.tagger.names import Found, Hints
    from kg.extract.tagger.relations import Stated
    from kg.extract.tagger.words import Span, Word
    from kg.model import ConceptType, Role

FILES = ("encoder.onnx", "heads.npz", "tokenizer.json", "lexicon.npz", "annotated.npz", "config.json")
"""What a model's folder holds."""

_OUTSIDE = 1e-6  # the probability of a name at a word that the encoder cannot see


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers of the last judgement, fitted on held-back papers.

    Attributes:
        threshold: Least probability of a concept.
        biases: What is added to *O* when spans are proposed.
        weights: Of :data:`kg.extract.tagger.names.FEATURES`, in a logistic regression.
        relation_weights: For each relation, of its evidence, in a logistic regression.
        relation_threshold: Least probability of a relation.
    """

    threshold: float
    biases: tuple[float, ...]
    weights: Mapping[str, float]
    relation_weights: Mapping[str, Sequence[float]]
    relation_threshold: float

    def vector(self) -> Floats:
        """Give the weights in the order of ``FEATURES``."""
        return np.array([self.weights[name] for name in FEATURES], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Tagged:
    """A concept with its role."""

    type: ConceptType
    role: Role
    spans: tuple[Span, ...]
    confidence: float


@dataclass(frozen=True)
class TaggerModel:
    """A trained tagger.

    Attributes:
        session: The encoder.
        tokenizer: Of its word pieces.
        heads: What reads its states.
        lexicon: Known phrases.
        memory: What annotated papers say of names.
        settings: Numbers of the last judgement.
    """

    session: onnxruntime.InferenceSession
    tokenizer: Tokenizer
    heads: Heads
    lexicon: Lexicon
    memory: Memory
    settings: Settings

    @cached_property
    def _vector(self) -> Floats:
        return self.settings.vector()

    def tag(
        self,
        words: Sequence[Word],
        *,
        sentence_of: Sequence[int],
        definitions: Sequence[tuple[Span, Span]] = (),
        hints: Hints,
    ) -> tuple[list[Tagged], list[Stated]]:
        """Find the concepts of one text and the relations between them.

        Args:
            words: The text's words.
            sentence_of: The number of each word's sentence.
            definitions: Long and short forms that the text defines, as spans of words.
            hints: What other components take spans for.
        """
        if not words:
            return [], []
        seen = self.analyse(words)
        names = self.names(seen, definitions=definitions, hints=hints)
        found = select(names, self._vector, self.settings.threshold)
        return self._related(seen, found, sentence_of)

    def names(self, seen: Analysis, *, definitions: Sequence[tuple[Span, Span]], hints: Hints) -> Names:
        """Give the names that a text might hold."""
        return Names(
            seen,
            self.heads,
            lexicon=self.lexicon,
            memory=self.memory,
            biases=self.settings.biases,
            definitions=definitions,
            hints=hints,
        )

    def analyse(self, words: Sequence[Word]) -> Analysis:
        """Run the encoder on one text, in windows where it is long.

        Texts are not batched: the activations' 8-bit scale is the largest value of the input, so in a batch a text's
        result would depend on its neighbours; on one thread a text alone costs no more, as nothing is padded.
        """
        code = encode(words, self.tokenizer, self.lexicon)
        length = len(code.ids)
        states = np.zeros((length, self.heads.width), dtype=np.float32)
        logits = np.zeros((length, 1 + 2 * len(TYPES)), dtype=np.float32)
        margin = np.full(length, -1)
        for start, end in windows(length):
            own, scored = self.session.run(["states", "labels"], _feed(code, start, end))
            # Where windows overlap, the one that sees more of both sides speaks.
            before = np.arange(end - start) if start else LONGEST
            after = np.arange(end - start)[::-1] if end < length else LONGEST
            inside = np.broadcast_to(np.minimum(before, after), (end - start,))
            better = inside > margin[start:end]
            states[start:end][better] = own[0][better]
            logits[start:end][better] = scored[0][better]
            margin[start:end] = np.maximum(inside, margin[start:end])
        return analysis(tuple(words), code, states, logits)

    def judge(self, seen: Analysis, found: Sequence[Found]) -> tuple[list[int], list[Pair]]:
        """Give the concepts' roles, as indices of ``ROLES``, and what the pair head says of each two that can be related."""
        places = [concept.spans[:MENTIONS] for concept in found]
        vectors = self.heads.spans(seen, [span for spans in places for span in spans])
        rows, at = [], 0
        for spans in places:
            rows.append(range(at, at + len(spans)))
            at += len(spans)
        types = [concept.type for concept in found]
        roles = self.heads.roles(vectors, rows, types)
        placed = Placed(types, roles, places, rows)
        return roles, self.heads.relations(seen, vectors, placed, pairs(placed))

    def _related(
        self, seen: Analysis, found: list[Found], sentence_of: Sequence[int]
    ) -> tuple[list[Tagged], list[Stated]]:
        if not found:
            return [], []
        roles, judged = self.judge(seen, found)
        relations = choose(
            judged,
            found,
            roles,
            sentence_of=sentence_of,
            weights=self.settings.relation_weights,
            threshold=self.settings.relation_threshold,
        )
        tagged = [
            Tagged(TYPES[concept.type], ROLES[role], concept.spans, concept.confidence)
            for concept, role in zip(found, roles, strict=True)
        ]
        return tagged, list(relations)


def _feed(code: Encoded, start: int, end: int) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    return {
        "ids": code.ids[None, start:end],
        "mask": np.ones((1, end - start), dtype=np.int64),
        "shapes": code.shapes[None, start:end],
        "lexical": code.lexical[None, start:end],
    }


def analysis(words: tuple[Word, ...], code: Encoded, states: Floats, logits: Floats) -> Analysis:
    """Put together what the encoder says about a text: a state and label logits for each piece."""
    sums = np.zeros((len(states) + 1, states.shape[1]), dtype=np.float32)
    # Along rows that lie together in memory the sums take a tenth of the time.
    sums[1:] = np.ascontiguousarray(states.T, dtype=np.float64).cumsum(axis=1).T
    labels = log_softmax(logits[code.first])
    labels[~code.known] = np.log(_OUTSIDE)
    labels[~code.known, 0] = 0.0
    return Analysis(words, code, states, sums, labels)


def load_model(folder: Path) -> TaggerModel:
    """Load a trained tagger.

    Args:
        folder: Where its files (``FILES``) are.

    Raises:
        ModelError: A file is missing or not what it should be.
    """
    import onnxruntime  # noqa: PLC0415 - half a second that only texts to read are worth
    from onnxruntime.capi import onnxruntime_pybind11_state as errors  # noqa: PLC0415

    check_files(folder)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # so that processes scale
    encoder = str(folder / "encoder.onnx")
    try:
        session = onnxruntime.InferenceSession(encoder, options, providers=["CPUExecutionProvider"])
    except (errors.Fail, errors.InvalidGraph, errors.InvalidProtobuf) as error:
        raise ModelError(encoder, f"cannot be loaded ({error})", "Install kg-papers again") from error
    return TaggerModel(
        session=session,
        tokenizer=load_tokenizer(folder / "tokenizer.json"),
        heads=load_heads(folder / "heads.npz"),
        lexicon=load_lexicon(folder / "lexicon.npz"),
        memory=load_memory(folder / "annotated.npz"),
        settings=load_settings(folder / "config.json"),
    )


def check_files(folder: Path) -> None:
    """Make sure that a folder has the files of a trained tagger.

    Raises:
        ModelError: One is missing.
    """
    for name in FILES:
        if not (folder / name).is_file():
            raise ModelError(
                folder / name, "is missing", "Name a folder with a trained tagger, or install kg-papers again"
            )


def load_tokenizer(path: Path) -> Tokenizer:
    """Load the tokenizer of the encoder's word pieces; it cuts nothing off and fills nothing up.

    Raises:
        ModelError: The file holds something else.
    """
    from tokenizers import Tokenizer  # noqa: PLC0415

    try:
        tokenizer = Tokenizer.from_buffer(path.read_bytes())
    except ValueError as error:
        raise ModelError(path, f"is no tokenizer ({error})", "Train the model anew") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def load_heads(path: Path) -> Heads:
    """Load the heads.

    Raises:
        ModelError: The file holds something else.
    """
    try:
        with np.load(path) as stored:
            return Heads(dict(stored))
    except (OSError, ValueError, TypeError, EOFError, BadZipFile) as error:
        raise ModelError(path, f"holds no heads ({error})", "Train the model anew") from error


def load_settings(path: Path) -> Settings:
    """Read a model's numbers.

    Raises:
        ModelError: One is missing, or there is one that means nothing.
    """
    try:
        settings = Settings(**json.loads(path.read_text(encoding="utf-8")))
    except (TypeError, ValueError) as error:
        raise ModelError(path, f"does not hold the numbers of a tagger ({error})", "Train it anew") from error
    names = (("weights", FEATURES, settings.weights), ("relation_weights", RELATIONS, settings.relation_weights))
    for part, expected, held in names:
        if odd := sorted(set(map(str, expected)) ^ set(held)):
            raise ModelError(
                path, f"{part}: {', '.join(odd)} should stand both here and in the program", "Train it anew"
            )
    return settings
