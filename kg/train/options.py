"""How a training goes: its numbers, and what it reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def _weights() -> dict[str, float]:
    return {"labels": 1.0, "types": 0.5, "roles": 0.3, "relations": 0.5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The numbers of a training.

    Attributes:
        epochs: Passes over the papers.
        extra_epochs: How many of them, from the first, are over the extra papers instead.
        batch: Papers at a time.
        rate: Highest learning rate of the encoder.
        head_rate: The same of the heads, which start from nothing.
        decay: Whether the rates fall to the end; they always rise through the first tenth.
        seed: Of everything left to chance.
        longest: Word pieces of a text that are seen.
        optional: Weight of optional concepts in the loss.
        loss_weights: Weight of each head's loss.
        hide_title: The share of papers seen without their title.
        hide_words: The share of words that are masked.
        hide_features: The share of papers seen without the lexicon; half as many are seen without words' shapes.
        hide_roles: The share of batches in which the pair head is told no roles.
        save_every: Seconds from one checkpoint to the next.
        threads: Of PyTorch.
    """

    epochs: int = 4
    extra_epochs: int = 1
    batch: int = 8
    rate: float = 1.5e-4
    head_rate: float = 1e-3
    decay: bool = True
    seed: int = 1
    longest: int = 384
    optional: float = 0.3
    loss_weights: Mapping[str, float] = field(default_factory=_weights)
    hide_title: float = 0.4
    hide_words: float = 0.05
    hide_features: float = 0.1
    hide_roles: float = 0.15
    save_every: float = 300.0
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is.

    Attributes:
        epoch: The pass that is going on, from 1.
        epochs: How many there will be.
        batch: Batches done in it.
        batches: How many it has.
        losses: Mean loss of each head since the last report.
        seconds_left: Until the end of the last pass, at the pace of this run.
    """

    epoch: int
    epochs: int
    batch: int
    batches: int
    losses: Mapping[str, float]
    seconds_left: float
