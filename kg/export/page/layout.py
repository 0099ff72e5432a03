"""Where the concepts of the overview stand: computed when the page is built, the same for the same input.

Three steps, each small: communities are laid out inside a disc each, the discs are packed beside those they are tied to,
and nodes are pushed apart. The overview holds a bounded number of nodes, so that a field of any size takes the same time.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kg.export.page.overview import Main

    Points = NDArray[np.float64]

ASPECT = 1.4
"""Width by height of the whole, as of the screen beside the panel."""

_RADII = (4.0, 17.0)  # of a concept of one paper and of the one of most; area grows with papers
_LABELLED = 110  # concepts that get room for a label
_LABEL = (34.0, 17.0)  # half the width and height of it, less what a node takes
_MARGIN = 3.0  # around every node
_FILL = 0.62  # how much of a disc its nodes take
_BETWEEN = 20.0  # pixels between two communities
_ITERATIONS = 120
_TOUCH = 1.0  # pixels that two rooms may share


def radii(papers: NDArray[np.int64]) -> Points:
    """How large nodes are, by their number of papers."""
    most = max(2, int(papers.max(initial=2)))
    least, largest = _RADII
    shares: Points = np.sqrt(np.maximum(papers - 1, 0) / (most - 1))
    return least + (largest - least) * shares


def positions(main: Main, parts: Sequence[Sequence[int]], *, seed: int = 0) -> Points:
    """Place the main concepts on a plane: close ones near each other, none on another.

    Args:
        main: The main concepts and their ties.
        parts: Their communities; concepts in none stand around them.
        seed: Starts the random positions that the forces begin with.

    Returns:
        Whole numbers around (0, 0), y downwards, one unit being a pixel at the size the layout is made for.
    """
    count = len(main.concepts)
    if not count:
        return np.zeros((0, 2))
    random = np.random.default_rng(seed)
    inside = {node for part in parts for node in part}
    groups = [list(part) for part in parts] + [[node] for node in range(count) if node not in inside]
    room = _room(main)
    home = np.empty(count, dtype=np.int64)
    points = np.zeros((count, 2))
    sizes = np.zeros(len(groups))
    for number, group in enumerate(groups):
        home[group] = number
        points[group], sizes[number] = _within(group, main, room[group], random)
    centres = _pack(_between(main, home, len(groups)), sizes, random)
    _turn(points, centres, home, main)
    points = _separate(points + centres[home], room)
    points -= (points.max(axis=0) + points.min(axis=0)) / 2
    return np.round(points)


def _room(main: Main) -> Points:
    """Half the width and height that each node has for itself; the most shared have room for a label."""
    sizes = radii(main.papers)
    room = np.stack([sizes, sizes], axis=1) + _MARGIN
    labelled = sizes[:_LABELLED, None]
    room[:_LABELLED] = np.maximum(labelled + _MARGIN, np.array(_LABEL) + 0.5 * labelled)
    return room


def _within(group: list[int], main: Main, room: Points, random: np.random.Generator) -> tuple[Points, float]:
    """Lay out one community in a disc around (0, 0), and give the disc's radius."""
    area = float((4 * room.prod(axis=1)).sum())
    size = sqrt(area / _FILL / pi)
    if len(group) == 1:
        return np.zeros((1, 2)), size
    places = {node: place for place, node in enumerate(group)}
    ties = [(places[a], places[b], w) for a, b, w in main.ties if a in places and b in places]
    points = _forces(len(group), ties, random)
    # Evenly over the disc: the distance from the middle by rank, the direction as the forces have it.
    distance = np.hypot(points[:, 0], points[:, 1])
    ranks = np.argsort(np.argsort(distance, kind="stable"), kind="stable")
    even = np.sqrt((ranks + 0.5) / len(group))
    blend = 0.75 * even + 0.25 * distance / max(1e-9, float(distance.max()))
    points *= (size * blend / np.maximum(distance, 1e-9))[:, None]
    return _separate(points, room, rounds=40), size


def _forces(count: int, ties: Sequence[tuple[int, int, float]], random: np.random.Generator) -> Points:
    """Fruchterman & Reingold, *Graph drawing by force-directed placement*, 1991, around (0, 0)."""
    points = random.uniform(-1, 1, (count, 2))
    weights = np.zeros((count, count))
    for head, tail, weight in ties:
        weights[head, tail] = weights[tail, head] = weight
    weights *= 2.5 / max(1e-9, float(weights.max()))
    ideal = 1 / sqrt(count)
    for step in range(_ITERATIONS):
        gaps = points[:, None, :] - points[None, :, :]
        squares = (gaps**2).sum(axis=2) + 1e-4
        force = ideal**2 / squares - weights * np.sqrt(squares) / ideal
        moves = (gaps * force[:, :, None]).sum(axis=1) - 0.6 * points
        length = np.maximum(np.hypot(moves[:, 0], moves[:, 1]), 1e-9)
        heat = 0.12 * (1 - step / _ITERATIONS)
        points += moves * (np.minimum(length, heat) / length)[:, None]
    points -= points.mean(axis=0)
    return points


def _between(main: Main, home: NDArray[np.int64], count: int) -> Points:
    """How strongly communities are tied to each other."""
    ties = np.zeros((count, count))
    for head, tail, weight in main.ties:
        a, b = home[head], home[tail]
        if a != b:
            ties[a, b] += weight
            ties[b, a] += weight
    return ties


def _pack(ties: Points, sizes: Points, random: np.random.Generator) -> Points:
    """Put discs beside those they are tied to, close together and none on another, the whole wider than high."""
    count = len(sizes)
    scale = np.array([ASPECT, 1.0])
    centres: Points
    whole = sqrt(float((sizes**2).sum()) / 0.7)
    centres = random.uniform(-1, 1, (count, 2)) * whole * scale
    pull = ties / np.maximum(ties.sum(axis=1, keepdims=True), 1e-9)
    apart = sizes[:, None] + sizes[None, :] + _BETWEEN
    np.fill_diagonal(apart, 0)
    rounds = 600
    for step in range(rounds):
        heat = 0.1 * (1 - step / rounds)
        middle = (centres * sizes[:, None] ** 2).sum(axis=0) / max(1e-9, float((sizes**2).sum()))
        wish = 0.5 * (pull @ centres + (1 - pull.sum(axis=1, keepdims=True)) * centres) + 0.5 * middle
        # Height costs more than width, so that the whole takes the shape of a screen.
        centres += heat * (wish - centres) / scale**2
        centres = _push(centres, apart, share=0.5)
    for _ in range(400):
        before = centres
        centres = _push(centres, apart, share=0.5)
        if np.allclose(before, centres, atol=0.01):
            break
    return centres


def _push(centres: Points, apart: Points, *, share: float) -> Points:
    """Move discs that lie on each other apart, each by a share of what they overlap."""
    gaps = centres[:, None, :] - centres[None, :, :]
    distance = np.maximum(np.sqrt((gaps**2).sum(axis=2)), 1e-6)
    overlap = np.maximum(apart - distance, 0)
    moved: Points = centres + (gaps / distance[:, :, None] * (share * overlap)[:, :, None]).sum(axis=1) * 0.5
    return moved


def _turn(points: Points, centres: Points, home: NDArray[np.int64], main: Main) -> None:
    """Turn and flip each community so that its nodes look towards the communities they are tied to."""
    wishes = np.zeros_like(points)
    for head, tail, weight in main.ties:
        a, b = home[head], home[tail]
        if a != b:
            towards = centres[b] - centres[a]
            towards /= max(1e-9, float(np.hypot(*towards)))
            wishes[head] += weight * towards
            wishes[tail] -= weight * towards
    for number in range(len(centres)):
        own = np.flatnonzero(home == number)
        if len(own) < 2:
            continue
        ways = [
            np.array([[np.cos(angle), -np.sin(angle)], [flip * np.sin(angle), flip * np.cos(angle)]])
            for flip in (1, -1)
            for angle in np.linspace(0, 2 * pi, 24, endpoint=False)
        ]
        gains = [round(float((points[own] @ way.T * wishes[own]).sum()), 6) for way in ways]
        points[own] = points[own] @ ways[int(np.argmax(gains))].T


def _separate(points: Points, room: Points, *, rounds: int = 150) -> Points:
    """Push nodes apart until each has its room; only nodes of about one height are compared with each other."""
    points = points.copy()
    reach = 2 * float(room[:, 1].max(initial=0))
    for _ in range(rounds):
        order = np.argsort(points[:, 1], kind="stable")
        moves = np.zeros_like(points)
        for further in range(1, len(points)):
            ahead, behind = order[further:], order[:-further]
            gaps = points[ahead] - points[behind]
            if not (gaps[:, 1] < reach).any():
                break
            overlap = room[ahead] + room[behind] - np.abs(gaps)
            touching = np.flatnonzero((overlap > _TOUCH).all(axis=1))
            # Along the axis of less overlap, a little more than a quarter each; equal points part by their order.
            axis = np.argmin(overlap[touching], axis=1)
            push = 0.3 * overlap[touching, axis] * np.where(gaps[touching, axis] < 0, -1, 1)
            moves[ahead[touching], axis] += push
            moves[behind[touching], axis] -= push
        if not moves.any():
            break
        points += moves
    return points
