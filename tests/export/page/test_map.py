"""Communities, places and areas of the overview."""

from itertools import combinations, pairwise

import networkx as nx
import numpy as np
import pytest

from kg.export.page.communities import TINTS, communities, names, tints
from kg.export.page.layout import ASPECT, positions, radii
from kg.export.page.map import make_overview
from kg.export.page.overview import Main, main_concepts
from kg.export.page.regions import outlines
from kg.model import ConceptType, Link
from tests.export.graphs import add_concept, add_link, add_paper
from tests.export.page.reading import shared_graph


def groups_graph(sizes=(12, 12, 12), papers=9):
    """Groups of concepts that share papers; one paper joins each group with the next."""
    graph = nx.MultiDiGraph()
    kinds = list(ConceptType)
    groups = [
        [add_concept(graph, f"group {number} concept {place}", kinds[place % 4]) for place in range(size)]
        for number, size in enumerate(sizes)
    ]
    for number, group in enumerate(groups):
        for count in range(papers):
            members = [concept for place, concept in enumerate(group) if (place * 5 + count) % 3]
            link_all(graph, f"{number} {count}", members)
    for number, (group, other) in enumerate(pairwise(groups)):
        link_all(graph, f"bridge {number}", [group[0], other[1]])
    return graph


def link_all(graph, name, concepts):
    paper = add_paper(graph, name, abstract=" ".join(graph.nodes[concept]["label"] for concept in concepts))
    for concept in concepts:
        add_link(graph, paper, Link.MENTIONS, concept, [("abstract", graph.nodes[concept]["label"], 0)])


def main_of(count, ties, papers=None):
    sizes = np.array(papers or [1] * count, dtype=np.int64)
    return Main([f"concept/{number}" for number in range(count)], sizes, ties, len(ties))


# Communities


def test_concepts_that_share_papers_form_a_community():
    main = main_concepts(groups_graph())
    parts = communities(main)
    assert len(parts) == 3
    assert [{main.concepts[node].split("_")[1] for node in part} for part in parts] in (
        [{a}, {b}, {c}] for a, b, c in (("012"[i], "012"[j], "012"[k]) for i, j, k in np.ndindex(3, 3, 3))
    )
    assert sorted(node for part in parts for node in part) == list(range(36))


def test_the_order_of_the_ties_does_not_matter_but_the_seed_is_kept():
    main = main_concepts(groups_graph())
    assert communities(main) == communities(main)


def test_few_concepts_join_what_they_are_tied_to_most_and_stand_alone_without_a_tie():
    ring = [(a, b, 0.9) for a, b in combinations(range(6), 2)]
    main = main_of(10, [*ring, (6, 7, 1.0), (6, 0, 0.1), (8, 9, 1.0)])
    assert communities(main) == [[0, 1, 2, 3, 4, 5, 6, 7]]


def test_communities_are_no_more_than_can_be_told_apart():
    ties = [(4 * part + a, 4 * part + b, 1.0) for part in range(40) for a, b in combinations(range(4), 2)]
    ties += [(4 * part, 4 * part + 4, 0.1) for part in range(39)]
    assert 5 < len(communities(main_of(160, ties))) <= 18


def test_nothing_has_no_communities():
    assert communities(main_of(0, [])) == []
    assert communities(main_of(3, [])) == []


def test_a_community_is_called_by_what_it_has_alone_and_no_two_alike():
    graph = groups_graph()
    everywhere = add_concept(graph, "accuracy", ConceptType.METRIC)
    for paper in [node for node, kind in graph.nodes(data="kind") if kind == "paper"]:
        graph.nodes[paper]["abstract"] += " accuracy"
        add_link(graph, paper, Link.REPORTS, everywhere, [("abstract", "accuracy", 0)])
    main = main_concepts(graph)
    found = names(communities(main), main, graph)
    assert len(set(found)) == len(found) == 3
    assert not any("accuracy" in name for name in found)
    assert all(len({word for word in name.split() if word.isdigit()} & set("012")) for name in found)


@pytest.mark.parametrize(
    ("papers", "name"), [([30, 20, 15, 2], "language model · fine-tuning"), ([30, 20, 3, 2], "language model")]
)
def test_a_community_is_called_by_much_shared_concepts_that_say_different_things(papers, name):
    graph = nx.MultiDiGraph()
    labels = ["language model", "large language model", "fine-tuning", "a trick"]
    concepts = [add_concept(graph, label, ConceptType.METHOD) for label in labels]
    ties = [(a, b, 0.5) for a, b in combinations(range(4), 2)]
    assert names([range(4)], Main(concepts, np.array(papers), ties, len(ties)), graph) == [name]


def test_tints_differ_where_there_are_few_and_between_neighbours_where_there_are_many():
    line = [(float(x), 0.0) for x in range(20)]
    chosen = tints(line)
    assert sorted(chosen[:TINTS]) == list(range(TINTS))
    assert all(a != b for a, b in pairwise(chosen))
    assert max(map(chosen.count, chosen)) <= 3


# Places


def placed(graph):
    main = main_concepts(graph)
    parts = communities(main)
    return main, parts, positions(main, parts), radii(main.papers)


@pytest.mark.parametrize("graph", [groups_graph(), groups_graph((40, 30, 20, 10, 5)), shared_graph(40, 110)])
def test_nodes_do_not_stand_on_each_other(graph):
    _, _, places, sizes = placed(graph)
    for a, b in combinations(range(len(places)), 2):
        assert np.hypot(*(places[a] - places[b])) > sizes[a] + sizes[b]


def test_communities_stand_apart_and_the_whole_is_about_as_wide_as_a_screen():
    _, parts, places, _ = placed(groups_graph((40, 30, 20, 10, 5)))
    centres = [places[part].mean(axis=0) for part in parts]
    for part, centre in zip(parts, centres, strict=True):
        own = np.hypot(*(places[part] - centre).T)
        others = np.array([np.hypot(*(places[part] - other).T) for other in centres if other is not centre])
        assert (own < others.min(axis=0)).mean() > 0.8
    width, height = np.ptp(places, axis=0)
    assert ASPECT / 1.8 < width / height < ASPECT * 1.8


def test_close_concepts_stand_closer_than_others_of_their_community():
    chain = [(node, node + 1, 1.0) for node in range(29)]
    main = main_of(30, chain)
    places = positions(main, [list(range(30))])
    near = np.mean([np.hypot(*(places[a] - places[b])) for a, b, _ in chain])
    far = np.mean([np.hypot(*(places[a] - places[b])) for a, b in combinations(range(30), 2) if b - a > 5])
    assert near < 0.6 * far


def test_the_middle_is_the_origin_and_places_are_whole():
    _, _, places, _ = placed(groups_graph())
    assert np.abs(places.max(axis=0) + places.min(axis=0)).max() <= 1
    assert (places == np.round(places)).all()


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_smallest_overviews_have_places(count):
    places = positions(main_of(count, []), [])
    assert len({tuple(place) for place in places.tolist()}) == count


def test_loose_concepts_stay_near():
    places = positions(main_of(30, []), [])
    assert np.abs(places).max() < 600


def test_size_is_the_area_by_papers():
    sizes = radii(np.array([101, 26, 1]))
    assert sizes.tolist() == [17, 4 + 13 / 2, 4]


# Areas


def inside(point, rings):
    """Whether a point is in an area with holes."""
    x, y = point
    crossings = 0
    for ring in rings:
        corners = list(zip(ring[::2], ring[1::2], strict=True))
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
            crossings += (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
    return crossings % 2 == 1


def test_an_area_holds_its_nodes_and_no_others():
    _, parts, places, sizes = placed(groups_graph((40, 30, 20, 10, 5)))
    areas = outlines(places, sizes, parts)
    for number, part in enumerate(parts):
        own = [inside(places[node], areas[number]) for node in part]
        assert np.mean(own) > 0.97
        for other in range(len(parts)):
            if other != number:
                assert not any(inside(places[node], areas[other]) for node in part)


def test_areas_do_not_overlap():
    _, parts, places, sizes = placed(groups_graph((40, 30, 20, 10, 5)))
    areas = outlines(places, sizes, parts)
    low, high = places.min(axis=0) - 40, places.max(axis=0) + 40
    for x in np.linspace(low[0], high[0], 23):
        for y in np.linspace(low[1], high[1], 17):
            assert sum(inside((x, y), rings) for rings in areas) <= 1


def test_no_community_has_no_area():
    assert outlines(np.zeros((2, 2)), np.ones(2), []) == []


# The overview as a whole


def test_records_tell_what_is_drawn():
    graph = groups_graph()
    overview = make_overview(graph)
    numbers = {concept: 100 + place for place, concept in enumerate(overview.concepts)}
    nodes, edges = overview.nodes(numbers), overview.edges(numbers)
    assert [node["id"] for node in nodes] == list(range(100, 136))
    assert all(overview.regions[node["region"]]["nodes"] == 12 for node in nodes)
    assert all({edge["from"], edge["to"]} <= set(numbers.values()) and 0 < edge["value"] <= 1 for edge in edges)
    for region in overview.regions:
        assert region["key"].startswith("region/group_")
        assert 9 <= region["papers"] <= 11
        assert region["y"] == min(y for ring in region["rings"] for y in ring[1::2])
