from kg.query.hierarchy import broader, narrower
from tests.query.graphs import concept, graph_of

GRAPH = graph_of(
    dict.fromkeys(("learning", "deep learning", "transfer learning", "few-shot learning", "parsing"), "Method"),
    {},
    [
        ("few-shot learning", "broader", "transfer learning", []),
        ("transfer learning", "broader", "learning", []),
        ("deep learning", "broader", "learning", []),
        ("deep learning", "basedOn", "parsing", []),
    ],
)


def test_children_come_before_grandchildren():
    below = [concept(label) for label in ("deep learning", "transfer learning", "few-shot learning")]
    assert list(narrower(GRAPH, concept("learning"))) == below


def test_parents_come_before_grandparents():
    assert list(broader(GRAPH, concept("few-shot learning"))) == [concept("transfer learning"), concept("learning")]


def test_other_relations_do_not_count():
    assert narrower(GRAPH, concept("parsing")) == ()


def test_a_circle_ends():
    graph = graph_of({"one": "Task", "two": "Task"}, {}, [("one", "broader", "two", []), ("two", "broader", "one", [])])
    assert narrower(graph, concept("one")) == broader(graph, concept("one")) == (concept("two"),)


def test_what_one_paper_states_doubtfully_is_not_climbed():
    papers = {"a": "The one and two and three.", "b": "Again one and two and three."}
    doubtful, sure, twice = [("a", 0, 0.3)], [("a", 0, 0.6)], [("a", 0, 0.3), ("b", 0, 0.2)]
    for statements, below in ((doubtful, ()), (sure, (concept("two"),)), (twice, (concept("two"),))):
        graph = graph_of({"one": "Task", "two": "Task"}, papers, [("two", "broader", "one", statements)])
        assert narrower(graph, concept("one")) == below
