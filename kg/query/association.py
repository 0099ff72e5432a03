"""How near every concept is to one, by three measures, each computed for all at once.

They take the :class:`~kg.query.incidence.Incidence` of a graph and the number of a concept, and give a score for each
concept: 0 where there is nothing, never less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kg.query.incidence import Floats, Incidence, Ints

_RESTART = 0.15
_ROUNDS = 12  # what the walk moves in a thirteenth is below a seventh of its mass, and hardly changes ranks


def shared_papers(matrix: Incidence, number: int) -> Ints:
    """Count the papers that each concept shares with one."""
    papers = matrix.paper[matrix.by_concept.of([number])]
    shared = np.bincount(matrix.concept[matrix.by_paper.of(papers)], minlength=len(matrix.concepts))
    shared[number] = 0
    return shared


def npmi(matrix: Incidence, number: int) -> Floats:
    """Give the normalised pointwise mutual information, where it is above 0.

    Bouma, "Normalized (pointwise) mutual information in collocation extraction" (2009), with the discount of Pantel and
    Lin, "Discovering word senses from text" (2002), for what rests on few papers.
    """
    both, mine, theirs, total = _counts(matrix, number)
    met = both > 0
    scores = np.zeros(len(both))
    joint, fewer = both[met], np.minimum(mine, theirs[met])
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.log(joint * total / (mine * theirs[met])) / -np.log(joint / total)
    discount = joint / (joint + 1) * fewer / (fewer + 1)
    scores[met] = np.nan_to_num(values) * discount  # every paper has both: that tells nothing
    return np.maximum(scores, 0)


def log_likelihood(matrix: Incidence, number: int) -> Floats:
    """Give the log-likelihood ratio G² of sharing papers, where more are shared than by chance.

    Dunning, "Accurate methods for the statistics of surprise and coincidence" (1993).
    """
    both, mine, theirs, total = _counts(matrix, number)
    cells = both, mine - both, theirs - both, total - mine - theirs + both
    margins = mine, total - mine, theirs, total - theirs
    ratio = 2 * (sum(_x_ln_x(cell) for cell in cells) - sum(_x_ln_x(margin) for margin in margins) + _x_ln_x(total))
    return np.where((both > 0) & (both * total > mine * theirs), np.maximum(ratio, 0), 0.0)


def pagerank(matrix: Incidence, number: int) -> Floats:
    """Give what a random walk from the concept has of each concept beyond chance.

    The walk steps from a concept to one of its papers or statements and on to one of their concepts, and begins anew
    with probability 0.15: personalised PageRank, Haveliwala, "Topic-sensitive PageRank" (2002), on the bipartite graph.
    A walk that had forgotten its start would be at each concept in proportion to its links; 0.85 of that is taken off,
    so that hubs, which every walk meets, count for what they are visited more often from here.
    """
    rows, concepts = matrix.joined
    size = len(matrix.concepts)
    degree = np.bincount(concepts, minlength=size)
    width = np.bincount(rows)
    leave, split = 1 / np.maximum(degree, 1), 1 / np.maximum(width, 1)
    mass = np.zeros(size)
    mass[number] = 1.0
    for _ in range(_ROUNDS if len(rows) else 0):
        there = np.bincount(rows, weights=(mass * leave)[concepts], minlength=len(width)) * split
        mass = ((1 - _RESTART) * np.bincount(concepts, weights=there[rows], minlength=size)).astype(float)
        mass[number] += _RESTART
    excess = np.maximum(mass - (1 - _RESTART) * degree / max(1, len(rows)), 0)
    excess[number] = 0
    return excess


def _counts(matrix: Incidence, number: int) -> tuple[Floats, float, Floats, float]:
    """Count the papers that have both, the one, the other, and all papers."""
    both = shared_papers(matrix, number).astype(float)
    theirs = matrix.degree.astype(float)
    return both, float(theirs[number]), theirs, float(len(matrix.papers))


def _x_ln_x(values: Floats | float) -> Floats:
    counts = np.asarray(values, dtype=float)
    return counts * np.log(np.where(counts > 0, counts, 1))
