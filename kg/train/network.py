"""The network: one encoder with three heads, in PyTorch.

:mod:`kg.extract.tagger.heads` computes the same from the same weights in NumPy; the encoder is exported to ONNX.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

from kg.extract.tagger.heads import DISTANCES, RELATIONS, ROLES, TYPES
from kg.extract.tagger.lexicon import CLASSES
from kg.extract.tagger.words import SHAPES

if TYPE_CHECKING:
    from torch import Tensor

_HIDDEN = -1e4  # added to the score of what must not be seen


@dataclass(frozen=True, slots=True)
class Sizes:
    """The network's dimensions; as they stand, those of MiniLM with six layers.

    Attributes:
        width: Numbers in a state.
        layers: Of the transformer.
        attention_heads: Of each layer.
        inner: Width inside of a layer.
        pieces: Word pieces known.
        positions: Word pieces seen at once.
        span: Width of a span's vector.
        pair: Width of a pair's vector.
        types: Types of concepts.
    """

    width: int = 384
    layers: int = 6
    attention_heads: int = 12
    inner: int = 1536
    pieces: int = 30522
    positions: int = 512
    span: int = 256
    pair: int = 192
    types: int = len(TYPES)


class Layer(nn.Module):
    """A transformer layer as in BERT."""

    def __init__(self, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        self.attention_heads = sizes.attention_heads
        self.qkv = nn.Linear(sizes.width, 3 * sizes.width)
        self.out = nn.Linear(sizes.width, sizes.width)
        self.norm_attention = nn.LayerNorm(sizes.width, eps=1e-12)
        self.up = nn.Linear(sizes.width, sizes.inner)
        self.down = nn.Linear(sizes.inner, sizes.width)
        self.norm_inner = nn.LayerNorm(sizes.width, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        """Give the next states; ``bias`` is added to the attention that each piece gets."""
        batch, length, width = states.shape
        heads = self.attention_heads
        query, key, value = (
            part.view(batch, length, heads, width // heads).transpose(1, 2)
            for part in self.qkv(states).chunk(3, dim=-1)
        )
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        seen = seen.transpose(1, 2).reshape(batch, length, width)
        states = self.norm_attention(states + self.dropout(self.out(seen)))
        inner = self.down(functional.gelu(self.up(states)))
        after: Tensor = self.norm_inner(states + self.dropout(inner))
        return after


class Encoder(nn.Module):
    """A transformer whose word pieces also carry their word's shape and lexicon class."""

    def __init__(self, sizes: Sizes, dropout: float = 0.1) -> None:
        super().__init__()
        self.pieces = nn.Embedding(sizes.pieces, sizes.width)
        self.positions = nn.Embedding(sizes.positions, sizes.width)
        self.shapes = nn.Embedding(1 + len(SHAPES), sizes.width)
        self.lexical = nn.Embedding(1 + 2 * len(CLASSES), sizes.width)
        self.norm = nn.LayerNorm(sizes.width, eps=1e-12)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(sizes, dropout) for _ in range(sizes.layers))
        nn.init.zeros_(self.shapes.weight)
        nn.init.zeros_(self.lexical.weight)

    def forward(self, ids: Tensor, mask: Tensor, shapes: Tensor, lexical: Tensor) -> Tensor:
        """Give a state for each piece: inputs are rows of texts, ``mask`` 1 where there is a piece."""
        where = torch.arange(ids.shape[1])
        states = self.pieces(ids) + self.positions(where)[None] + self.shapes(shapes) + self.lexical(lexical)
        states = self.dropout(self.norm(states))
        bias = (1.0 - mask[:, None, None, :].to(states.dtype)) * _HIDDEN
        for layer in self.layers:
            states = layer(states, bias)
        return states


class Heads(nn.Module):
    """What is read from the encoder's states."""

    def __init__(self, sizes: Sizes, dropout: float = 0.2) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.bio = nn.Linear(sizes.width, 1 + 2 * sizes.types)
        self.span = nn.Linear(3 * sizes.width, sizes.span)
        self.kind = nn.Linear(sizes.span, 1 + sizes.types)
        self.role = nn.Linear(sizes.span, len(ROLES) + 1)
        self.head = nn.Linear(sizes.span, sizes.pair)
        self.tail = nn.Linear(sizes.span, sizes.pair)
        self.product = nn.Linear(sizes.pair, sizes.pair)
        self.between = nn.Linear(sizes.width, sizes.pair)
        self.type_pair = nn.Embedding(sizes.types**2, sizes.pair)
        self.head_role = nn.Embedding(1 + len(ROLES), sizes.pair)
        self.tail_role = nn.Embedding(1 + len(ROLES), sizes.pair)
        self.distance = nn.Embedding(2 * len(DISTANCES), sizes.pair)
        self.relation = nn.Linear(sizes.pair, 2 + len(RELATIONS))
        for table in (self.type_pair, self.head_role, self.tail_role, self.distance):
            nn.init.normal_(table.weight, std=0.05)

    def labels(self, states: Tensor) -> Tensor:
        """Give the label logits of words, from the states of their first pieces."""
        logits: Tensor = self.bio(self.dropout(states))
        return logits

    def spans(self, states: Tensor, sums: Tensor, first: Tensor, last: Tensor) -> Tensor:
        """Give vectors of spans, from their first and last piece and the mean of all.

        Args:
            states: Pieces of all texts, one after the other.
            sums: Sums of the states before each piece, one row more than there are pieces.
            first: First piece of each span.
            last: Last piece of each span.
        """
        mean = (sums[last + 1] - sums[first]) / (last + 1 - first)[:, None]
        whole = torch.cat([states[first], states[last], mean], dim=-1)
        vectors: Tensor = self.dropout(functional.relu(self.span(self.dropout(whole))))
        return vectors

    def roles(self, spans: Tensor, mentions: Tensor) -> Tensor:
        """Give role logits of concepts whose mentions are rows of ``spans``, padded with -1."""
        return _pool(self.role(spans), mentions)

    def relations(self, spans: Tensor, sums: Tensor, rows: Tensor, concept_pairs: Tensor) -> Tensor:
        """Give relation logits, none first, of pairs of concepts.

        Args:
            spans: Vectors of spans.
            sums: As for :meth:`spans`.
            rows: Of pairs of mentions, as :class:`kg.train.targets.Targets` has them.
            concept_pairs: For each pair of concepts the numbers of its rows, padded with -1.
        """
        head, tail, left, right, types, head_role, tail_role, distance = rows.T
        apart = (right - left).clamp(min=1)[:, None]
        between = (sums[right] - sums[left]) / apart * (right > left)[:, None]
        heads, tails = self.head(spans)[head], self.tail(spans)[tail]
        hidden = heads + tails + self.product(heads * tails) + self.between(between) + self.type_pair(types)
        hidden = hidden + self.head_role(head_role) + self.tail_role(tail_role) + self.distance(distance)
        return _pool(self.relation(self.dropout(functional.relu(hidden))), concept_pairs)


def _pool(scored: Tensor, groups: Tensor) -> Tensor:
    """Average the rows of each group, each weighted by what its last column says."""
    rows = scored[groups.clamp(min=0)]
    weight = rows[..., -1].masked_fill(groups < 0, _HIDDEN).softmax(dim=-1)
    return (rows[..., :-1] * weight[..., None]).sum(dim=1)


class Tagger(nn.Module):
    """Encoder and heads."""

    def __init__(self, sizes: Sizes | None = None) -> None:
        super().__init__()
        self.sizes = sizes or Sizes()
        self.encoder = Encoder(self.sizes)
        self.heads = Heads(self.sizes)
