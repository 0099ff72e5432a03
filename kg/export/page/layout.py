"""Where the concepts of the overview stand: computed when the page is built, the same for the same input."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

MOST = 499
"""Beyond these NetworkX lays graphs out with SciPy, which the project does without."""

_SPACE = 66.0  # side of the square that a node has for itself and its label on the average
_ASPECT = 1.3  # width by height, as of the screen beside the panel
_EVEN = 0.45  # how far crowds are spread to where nothing is: 0 leaves them, 1 spaces all ranks evenly
_ITERATIONS = 150
_PULL = 6.0  # how much stronger edges pull than their weight says; less, and groups dissolve
_TIE = 0.02  # weight of the lines that keep loose parts near the main one
_RADIUS = 18.0  # of the node of most papers, others by area
_ROOM = ((14.0, 2.2), (12.0, 1.6))  # half the width and height of node and label: at least, and by the radius


def positions(network: nx.Graph, *, seed: int = 0) -> dict[str, tuple[int, int]]:
    """Place nodes on a plane: close ones near each other, none on another, the whole about as wide as a screen.

    Forces first (Fruchterman & Reingold, *Graph drawing by force-directed placement*, 1991, as NetworkX has it), then
    crowds are thinned and nodes pushed apart.

    Args:
        network: At most :data:`MOST` nodes; nodes may have a number of ``papers``, edges have a ``weight``.
        seed: Starts the random positions that the forces begin with.

    Returns:
        Whole numbers around (0, 0), y downwards, one unit being a pixel at the size the layout is made for.

    Raises:
        ValueError: The network has more than :data:`MOST` nodes.

    >>> positions(nx.Graph([("a", "b")])) == positions(nx.Graph([("a", "b")]))
    True
    """
    if len(network) > MOST:
        message = f"{len(network)} nodes cannot be laid out, only {MOST} can; choose the main ones first"
        raise ValueError(message)
    if not network:
        return {}
    forces = nx.spring_layout(_tied(network), seed=seed, iterations=_ITERATIONS, weight="weight")
    points = np.array([forces[node] for node in network], dtype=np.float64)
    height = _SPACE * sqrt(len(network) / _ASPECT)
    points = _spread(points) * np.array([height * _ASPECT, height])
    points = _separate(points, _radii(network))
    points -= (points.max(axis=0) + points.min(axis=0)) / 2
    return {node: (round(float(x)), round(float(y))) for node, (x, y) in zip(network, points, strict=True)}


def _tied(network: nx.Graph) -> nx.Graph:
    """The network, with the parts that hang together with nothing tied to the first node, so that none drifts away."""
    tied = nx.Graph()
    tied.add_nodes_from(network)
    tied.add_weighted_edges_from((a, b, _PULL * weight) for a, b, weight in network.edges(data="weight", default=1.0))
    first, *_ = network
    order = {node: place for place, node in enumerate(network)}
    for part in nx.connected_components(network):
        if first not in part:
            tied.add_edge(first, min(part, key=order.__getitem__), weight=_PULL * _TIE)
    return tied


def _spread(points: Points) -> Points:
    """Scale to a square of side 1, each coordinate drawn towards its rank so that crowds thin out."""
    size = np.maximum(np.ptp(points, axis=0), 1e-9)
    scaled = (points - points.min(axis=0)) / size
    ranks = np.argsort(np.argsort(points, axis=0, kind="stable"), axis=0, kind="stable") / max(1, len(points) - 1)
    spread: Points = (1 - _EVEN) * scaled + _EVEN * ranks
    return spread


def _radii(network: nx.Graph) -> Points:
    papers = np.array([max(1, count) for _, count in network.nodes(data="papers", default=1)], dtype=np.float64)
    radii: Points = _RADIUS * np.sqrt(papers / papers.max())
    return radii


def _separate(points: Points, radii: Points, *, rounds: int = 80) -> Points:
    """Push nodes apart until each has room for itself and its label."""
    room = np.stack([least + factor * radii for least, factor in _ROOM], axis=1)
    apart = room[:, None, :] + room[None, :, :]
    order = np.sign(np.subtract.outer(np.arange(len(points)), np.arange(len(points))))[:, :, None]
    others = ~np.eye(len(points), dtype=np.bool_)
    points = points.copy()
    for _ in range(rounds):
        gaps = points[:, None, :] - points[None, :, :]
        overlap = np.maximum(apart - np.abs(gaps), 0.0)
        touching = (overlap > 0).all(axis=2) & others
        if not touching.any():
            break
        # Along the axis of less overlap, a little more than a quarter each; equal points part by their order.
        shortest = overlap == overlap.min(axis=2, keepdims=True)
        direction = np.where(gaps == 0, order, np.sign(gaps))
        points += np.where(touching[:, :, None] & shortest, 0.3 * overlap * direction, 0.0).sum(axis=1)
    return points
