"""The training itself: passes over the data that can stop at any time and go on as if nothing had happened."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import torch

from kg.errors import OutputError
from kg.extract.tagger.encode import encode
from kg.files import writing
from kg.train.annotations import abstract_only
from kg.train.examples import example_of
from kg.train.losses import Text, losses
from kg.train.options import Options, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from tokenizers import Tokenizer
    from torch import Tensor

    from kg.extract.tagger.lexicon import Lexicon
    from kg.train.annotations import Annotated
    from kg.train.examples import Example
    from kg.train.network import Tagger

_EVERY = 20  # batches from one report to the next
_WARM = 0.1  # the share of the steps through which the rates rise
_LOWEST = 0.02  # the share of its highest value that a rate does not fall under
_STATES = ("model", "optimizer", "schedule")


class Data:
    """Texts to train on, each with and without its title.

    Args:
        texts: Pairs of a text, and the same without title.
        lexicon: Known phrases.
    """

    def __init__(self, texts: Iterable[tuple[Text, Text]], lexicon: Lexicon) -> None:
        self.texts = list(texts)
        self.lexicon = lexicon

    @classmethod
    def of(cls, records: Iterable[Annotated], tokenizer: Tokenizer, lexicon: Lexicon) -> Data:
        """Encode annotated papers; those without a word are left out."""

        def text(example: Example) -> Text:
            return Text(example, encode(example.words, tokenizer, lexicon))

        pairs = ((example_of(record), example_of(abstract_only(record))) for record in records)
        return cls(
            ((text(whole), text(bare if bare.words else whole)) for whole, bare in pairs if whole.words), lexicon
        )

    def __len__(self) -> int:
        return len(self.texts)

    def batches(self, size: int, rng: random.Random) -> list[list[int]]:
        """Give the numbers of texts of like length, batch by batch, in random order."""
        length = [len(whole.code.ids) * rng.uniform(0.9, 1.1) for whole, _ in self.texts]
        order = sorted(range(len(length)), key=length.__getitem__)
        cut = rng.randrange(size)
        batches = [order[:cut]] * bool(cut) + [order[at : at + size] for at in range(cut, len(order), size)]
        rng.shuffle(batches)
        return batches


def learn(
    model: Tagger,
    data: Data,
    options: Options,
    checkpoint: Path,
    *,
    extra: Data | None = None,
    origin: str = "",
    report: Callable[[Progress], None] = lambda _: None,
) -> None:
    """Train a network.

    Args:
        model: The network; its weights change.
        data: What to train on.
        options: How.
        checkpoint: File in which the training's state is kept; one that is there is gone on from.
        extra: What the first epochs are over instead.
        origin: What the training depends on beside its options; a checkpoint with another origin is refused.
        report: Called now and then.

    Raises:
        OutputError: The checkpoint is that of another training, or cannot be written.
    """
    torch.set_num_threads(options.threads)
    epochs = [extra if extra and number < options.extra_epochs else data for number in range(options.epochs)]
    run = _Run(model, epochs, options, checkpoint, origin)
    run.resume()
    while run.epoch < options.epochs:
        run.one_epoch(report)


class _Run:
    def __init__(self, model: Tagger, epochs: Sequence[Data], options: Options, checkpoint: Path, origin: str) -> None:
        self.model, self.epochs, self.options, self.checkpoint, self.origin = model, epochs, options, checkpoint, origin
        self.optimizer = _optimizer(model, options)
        steps = sum(len(data) // options.batch + 1 for data in epochs)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, _rates(steps, decay=options.decay))
        self.epoch = self.batch = 0
        self._chance: tuple[Any, Tensor] | None = None

    def resume(self) -> None:
        """Go back to the last checkpoint, if there is one."""
        if not self.checkpoint.exists():
            return
        saved = torch.load(self.checkpoint, weights_only=True)
        if saved["origin"] != self.origin:
            raise OutputError(
                self.checkpoint,
                "is of a training on other papers or with other options",
                "Name another folder, or remove the file to begin anew",
            )
        for part in _STATES:
            getattr(self, part).load_state_dict(saved[part])
        self.epoch, self.batch, self._chance = saved["epoch"], saved["batch"], saved["chance"]

    def save(self, rng: random.Random | None = None) -> None:
        """Leave a checkpoint; within an epoch with the state of its random numbers."""
        state = {part: getattr(self, part).state_dict() for part in _STATES}
        chance = (rng.getstate(), torch.get_rng_state()) if rng else None
        state |= {"epoch": self.epoch, "batch": self.batch, "chance": chance, "origin": self.origin}
        with writing(self.checkpoint) as file:
            torch.save(state, file)

    def one_epoch(self, report: Callable[[Progress], None]) -> None:
        """Pass over the data, or over what is left of it."""
        options, data = self.options, self.epochs[self.epoch]
        rng = random.Random(f"{options.seed}/{self.epoch}")
        batches = data.batches(options.batch, rng)
        torch.manual_seed(1000 * options.seed + self.epoch)
        if self._chance:
            version, numbers, gauss = self._chance[0]
            rng.setstate((version, tuple(numbers), gauss))
            torch.set_rng_state(self._chance[1])
            self._chance = None
        self.model.train()
        clock = _Clock(sum(map(len, batches[self.batch :])) + sum(map(len, self.epochs[self.epoch + 1 :])))
        saved = time.monotonic()
        for numbers in batches[self.batch :]:
            clock.add(self._step(data, numbers, rng), len(numbers))
            self.batch += 1
            if self.batch % _EVERY == 0 or self.batch == len(batches):
                means, left = clock.read()
                report(Progress(self.epoch + 1, options.epochs, self.batch, len(batches), means, left))
            if time.monotonic() - saved > options.save_every and self.batch < len(batches):
                self.save(rng)
                saved = time.monotonic()
        self.epoch, self.batch = self.epoch + 1, 0
        self.save()

    def _step(self, data: Data, numbers: Sequence[int], rng: random.Random) -> dict[str, float]:
        texts = [data.texts[number][rng.random() < self.options.hide_title] for number in numbers]
        found = losses(self.model, texts, self.options, data.lexicon, rng)
        self.optimizer.zero_grad(set_to_none=True)
        torch.stack([self.options.loss_weights[name] * loss for name, loss in found.items()]).sum().backward()
        learning = [parameter for group in self.optimizer.param_groups for parameter in group["params"]]
        torch.nn.utils.clip_grad_norm_(learning, 1.0)
        self.optimizer.step()
        self.schedule.step()
        return {name: float(loss.detach()) for name, loss in found.items()}


class _Clock:
    """Means of losses since the last reading, and the time left at the pace so far."""

    def __init__(self, papers: int) -> None:
        self._left, self._done, self._begin = papers, 0, time.monotonic()
        self._totals: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()

    def add(self, losses: dict[str, float], papers: int) -> None:
        self._done += papers
        self._left -= papers
        self._totals.update(losses)
        self._counts.update(losses.keys())

    def read(self) -> tuple[dict[str, float], float]:
        means = {name: total / self._counts[name] for name, total in self._totals.items()}
        self._totals.clear()
        self._counts.clear()
        return means, (time.monotonic() - self._begin) / self._done * self._left


def _optimizer(model: Tagger, options: Options) -> torch.optim.AdamW:
    """Make one with a faster rate for what starts from nothing; the word pieces stay as published."""
    model.encoder.pieces.weight.requires_grad_(requires_grad=False)
    slow: list[torch.nn.Parameter] = []
    fast: list[torch.nn.Parameter] = []
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            new = name.startswith(("heads.", "encoder.shapes.", "encoder.lexical."))
            (fast if new else slow).append(parameter)
    groups = [{"params": slow, "lr": options.rate}, {"params": fast, "lr": options.head_rate}]
    return torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))


def _rates(steps: int, *, decay: bool) -> Callable[[int], float]:
    """Give the share of the highest rate at each step: it rises, and falls if it is to."""
    warm = max(1, round(_WARM * steps))

    def at(step: int) -> float:
        falling = max(_LOWEST, (steps - step) / max(1, steps - warm)) if decay else 1.0
        return min((step + 1) / warm, falling)

    return at
