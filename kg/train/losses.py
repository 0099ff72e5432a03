"""A batch of examples → the loss of each head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from kg.extract.tagger.heads import RELATIONS, ROLES, ROLES_OF, TYPES
from kg.extract.tagger.words import spans_of
from kg.train.targets import Targets, allowed_relations, negatives, padded, word_labels

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from torch import Tensor

    from kg.extract.tagger.encode import Encoded
    from kg.extract.tagger.lexicon import Lexicon
    from kg.train.examples import Example
    from kg.train.network import Tagger
    from kg.train.options import Options

_MASK = 103  # the word piece of a hidden word
_FORBIDDEN = -1e4


@dataclass(frozen=True, slots=True)
class Text:
    """An example and its word pieces."""

    example: Example
    code: Encoded


def losses(
    model: Tagger, texts: Sequence[Text], options: Options, lexicon: Lexicon, rng: random.Random
) -> dict[str, Tensor]:
    """Give the loss of each head that a batch has something to learn from for."""
    states = model.encoder(*_inputs(texts, options, rng))
    limit = states.shape[1]
    flat = states.reshape(-1, states.shape[-1])
    words = [int((text.code.first < limit).sum()) for text in texts]
    logits = model.heads.labels(flat[_first_pieces(texts, words, limit)])
    result = {"labels": _label_loss(logits, texts, words, options.optional)}

    targets = Targets()
    hide_roles = rng.random() < options.hide_roles
    guesses = _guesses(logits, words)
    for row, (text, guessed) in enumerate(zip(texts, guesses, strict=True)):
        others = set(guessed) | negatives(text.example, lexicon, rng)
        targets.add(
            text.example,
            text.code,
            others,
            offset=row * limit,
            limit=limit,
            optional=options.optional,
            hide_roles=hide_roles,
        )
    return result | _head_losses(model, flat, targets)


def _inputs(texts: Sequence[Text], options: Options, rng: random.Random) -> list[Tensor]:
    """Fill a batch up with blanks, and hide words and features here and there, against learning by heart."""
    length = min(options.longest, max(len(text.code.ids) for text in texts))
    ids, mask, shapes, lexical = np.zeros((4, len(texts), length), dtype=np.int64)
    for row, text in enumerate(texts):
        code = text.code
        size = min(length, len(code.ids))
        ids[row, :size], shapes[row, :size] = code.ids[:size], code.shapes[:size]
        lexical[row, :size], mask[row, :size] = code.lexical[:size], 1
        for first, last in zip(code.first.tolist(), code.last.tolist(), strict=True):
            if rng.random() < options.hide_words:
                ids[row, first : last + 1] = _MASK
        if rng.random() < options.hide_features:
            lexical[row] = 0
        if rng.random() < options.hide_features / 2:
            shapes[row] = 0
    return [torch.from_numpy(part.copy()) for part in (ids, mask, shapes, lexical)]


def _first_pieces(texts: Sequence[Text], words: Sequence[int], limit: int) -> Tensor:
    parts = [text.code.first[:count] + row * limit for row, (text, count) in enumerate(zip(texts, words, strict=True))]
    return torch.from_numpy(np.concatenate(parts))


def _label_loss(logits: Tensor, texts: Sequence[Text], words: Sequence[int], optional: float) -> Tensor:
    labels: list[int] = []
    weights: list[float] = []
    for text, count in zip(texts, words, strict=True):
        own, weight = word_labels(text.example, optional)
        labels += own[:count]
        weights += [w * k for w, k in zip(weight[:count], text.code.known[:count].tolist(), strict=True)]
    return _mean(logits, labels, weights)


def _guesses(logits: Tensor, words: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Give the spans that the model itself marks, in each text: where it errs it learns most."""
    labels = logits.detach().argmax(dim=-1).tolist()
    start = 0
    for count in words:
        yield list(spans_of(labels[start : start + count]))
        start += count


def _head_losses(model: Tagger, flat: Tensor, targets: Targets) -> dict[str, Tensor]:
    heads = model.heads
    result: dict[str, Tensor] = {}
    if not targets.types:
        return result
    sums = functional.pad(flat.cumsum(dim=0), (0, 0, 1, 0))
    spans = heads.spans(flat, sums, torch.tensor(targets.first), torch.tensor(targets.last))
    result["types"] = _mean(heads.kind(spans), targets.types, targets.type_weights)
    if targets.roles:
        roles = heads.roles(spans, torch.from_numpy(padded(targets.mentions)))
        roles = roles + _role_mask()[torch.tensor(targets.concept_types)]
        result["roles"] = _mean(roles, targets.roles, targets.role_weights)
    if targets.pairs:
        groups = torch.from_numpy(padded(targets.concept_pairs))
        related = heads.relations(spans, sums, torch.tensor(targets.pairs), groups)
        related = related + _relation_mask()[torch.tensor(targets.pair_types)]
        result["relations"] = _mean(related, targets.relations, targets.relation_weights)
    return result


def _mean(logits: Tensor, right: Sequence[int], weights: Sequence[float]) -> Tensor:
    each = functional.cross_entropy(logits, torch.tensor(right), reduction="none")
    weight = torch.tensor(weights, dtype=torch.float32)
    return (each * weight).sum() / weight.sum().clamp(min=1.0)


def _role_mask() -> Tensor:
    mask = torch.full((len(TYPES), len(ROLES)), _FORBIDDEN)
    for kind, roles in ROLES_OF.items():
        mask[kind, list(roles)] = 0.0
    return mask


def _relation_mask() -> Tensor:
    mask = torch.full((len(TYPES) ** 2, 1 + len(RELATIONS)), _FORBIDDEN)
    for kinds in range(len(mask)):
        mask[kinds, allowed_relations(kinds)] = 0.0
    return mask
