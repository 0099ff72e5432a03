"""The areas of communities on the map: smooth lines around their nodes that do not cross each other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Edge = tuple[int, int, int]
    Ring = list[tuple[float, float]]

_STEP = 7.0  # pixels between two places that are looked at
_REACH = (20.0, 0.62)  # pixels from a node to the line around it: at least, and by how far nodes are from the next
_SOFT = 0.4  # of that: over which the reaches of near nodes melt into each other
_GAP = 5.0  # pixels between two areas
_ISLAND = 600.0  # square pixels: smaller areas and holes are left out


def outlines(points: Points, sizes: Points, parts: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """Draw a line around each community: all that is near its nodes and nearer to them than to those of others.

    How far a place is from a community is a soft minimum of the distances to its nodes; the line is found on a grid by
    marching squares (Lorensen & Cline, *Marching cubes*, 1987, in two dimensions) and rounded by cutting its corners
    (Chaikin, *An algorithm for high-speed curve generation*, 1974).

    Args:
        points: Where nodes stand.
        sizes: Their radii.
        parts: The communities.

    Returns:
        For each community closed lines as flat coordinates ``x, y, x, y, …``, the longest first; a line inside another
        is a hole.
    """
    if not parts:
        return []
    reach = _reach(points, parts)
    pad = reach + 6 * _STEP
    low, high = points.min(axis=0) - pad, points.max(axis=0) + pad
    xs = np.arange(low[0], high[0] + _STEP, _STEP)
    ys = np.arange(low[1], high[1] + _STEP, _STEP)
    inside = {node for part in parts for node in part}
    alone = [node for node in range(len(points)) if node not in inside]
    groups = [list(part) for part in (*parts, alone) if part]
    distances = np.stack([_distance(xs, ys, points[part], sizes[part], soft=_SOFT * reach) for part in groups])
    first, second = np.sort(distances, axis=0)[:2] if len(distances) > 1 else (distances[0], distances[0] + 1e6)
    rings = []
    for number in range(len(parts)):
        own = distances[number]
        nearest_other = np.where(own == first, second, first)
        field = np.minimum(reach - own, (nearest_other - own - _GAP) / 2)
        found = [_rounded(ring) for ring in _contours(field, xs, ys)]
        found = sorted((ring for ring in found if abs(_area(ring)) > _ISLAND), key=lambda ring: -abs(_area(ring)))
        rings.append([[round(value) for point in ring for value in point] for ring in found])
    return rings


def _reach(points: Points, parts: Sequence[Sequence[int]]) -> float:
    """How far the line is from nodes: so far that nodes next to each other are on one area."""
    least, share = _REACH
    nearest = []
    for part in map(list, parts):
        gaps = np.hypot(*(points[part, None, axis] - points[None, part, axis] for axis in (0, 1)))
        np.fill_diagonal(gaps, np.inf)
        nearest.append(gaps.min(axis=1))
    return max(least, share * float(np.quantile(np.concatenate(nearest), 0.9)))


def _distance(xs: Points, ys: Points, points: Points, sizes: Points, *, soft: float) -> Points:
    """The soft distance of each place of the grid from the nearest of some discs."""
    total = np.zeros((len(ys), len(xs)))
    for (x, y), size in zip(points.tolist(), sizes.tolist(), strict=True):
        total += np.exp(-np.maximum(np.hypot(xs[None, :] - x, ys[:, None] - y) - size, -size) / soft)
    distance: Points = -soft * np.log(np.maximum(total, 1e-30))
    return distance


def _contours(field: Points, xs: Points, ys: Points) -> list[Ring]:
    """The closed lines along which a field that is negative at its rim is zero."""
    above = field >= 0
    cases = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    follow: dict[Edge, Edge] = {}
    for row, column in np.argwhere((cases > 0) & (cases < 15)).tolist():
        for side, out in _SEGMENTS[int(cases[row, column])]:
            follow[_edge(row, column, side)] = _edge(row, column, out)
    rings: list[Ring] = []
    while follow:
        start = next(iter(follow))
        ring = [start]
        place = follow.pop(start)
        while place != start:
            ring.append(place)
            place = follow.pop(place)
        rings.append([_crossing(field, xs, ys, edge) for edge in ring])
    return rings


# Which edges of a cell (0 top, 1 right, 2 bottom, 3 left) the line enters and leaves by, what is above zero on its right.
_SEGMENTS = {
    1: ((0, 3),),
    2: ((1, 0),),
    3: ((1, 3),),
    4: ((2, 1),),
    5: ((0, 3), (2, 1)),
    6: ((2, 0),),
    7: ((2, 3),),
    8: ((3, 2),),
    9: ((0, 2),),
    10: ((1, 0), (3, 2)),
    11: ((1, 2),),
    12: ((3, 1),),
    13: ((0, 1),),
    14: ((3, 0),),
}


def _edge(row: int, column: int, side: int) -> Edge:
    """The edge of a cell, by the place it begins at and its direction: 0 to the right, 1 downwards."""
    return ((row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1))[side]


def _crossing(field: Points, xs: Points, ys: Points, edge: Edge) -> tuple[float, float]:
    row, column, down = edge
    one, other = float(field[row, column]), float(field[row + down, column + 1 - down])
    share = one / (one - other) if one != other else 0.5
    x, y = float(xs[column]), float(ys[row])
    return (x, y + share * _STEP) if down else (x + share * _STEP, y)


def _rounded(ring: Ring) -> Ring:
    """Every other point, with the corners cut."""
    thin = ring[::2] if len(ring) > 24 else ring
    return [
        (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        for a, b in pairwise([*thin, thin[0]])
        for share in (0.25, 0.75)
    ]


def _area(ring: Ring) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]])) / 2
