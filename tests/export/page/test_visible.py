"""What the filters leave, and what the graph in the page answers."""

import networkx as nx
import pytest

from kg.export.page import write_page
from kg.ids import mint
from kg.model import ConceptType, Link, Relation
from tests.export.graphs import ADAM, FIRST, GROKNET, UNTITLED, add_concept, add_link, add_paper, add_relation

pytestmark = pytest.mark.browser

FILTERS = """(change) => {
  const { graph } = KG.app, filter = KG.visible.apply(graph, { ...KG.state.ALL, ...change });
  const keys = Array.from({ length: graph.size }, (_, node) => graph.key(node));
  return {
    nodes: keys.filter((_, node) => filter.node(node)),
    edges: Array.from(graph.edges.from, (from, edge) => filter.edge(edge) && [keys[from], graph.type(edge)]).filter(Boolean),
    counts: Object.fromEntries(keys.map((key, node) => [key, filter.count(node)]).filter(([, count]) => count)),
    sentence: filter.sentence,
    active: filter.active,
  };
}"""


def dated():
    """Four papers of two venues and three years, one without either."""
    graph = nx.MultiDiGraph()
    old, new = add_concept(graph, "old", ConceptType.METHOD), add_concept(graph, "new", ConceptType.TASK)
    for name, year, venue, concepts in (
        ("a", 2019, "ICML 2019", [old]),
        ("b", 2021, "ICML 2021", [old, new]),
        ("c", 2023, "NeurIPS'23", [new]),
        ("d", None, "", [old]),
    ):
        paper = add_paper(graph, name, abstract="old new. old new.", year=year, venue=venue)
        for concept in concepts:
            add_link(graph, paper, Link.USES, concept, [("abstract", graph.nodes[concept]["label"], 0)])
    add_link(graph, "paper/b", Link.MENTIONS, old, [("abstract", "old", 1)])
    add_relation(graph, old, Relation.APPLIED_TO, new, [("paper/b", 0, 0.9)])
    add_relation(graph, new, Relation.BROADER, old, [])
    return graph


@pytest.fixture(scope="module")
def dated_page(browser, tmp_path_factory):
    path = tmp_path_factory.mktemp("dated") / "dated.html"
    write_page(dated(), path)
    page = browser.new_page()
    page.goto(path.as_uri())
    yield page
    page.close()


@pytest.fixture
def left(dated_page):
    return lambda **change: dated_page.evaluate(FILTERS, change)


def test_nothing_is_hidden_at_first(left):
    found = left()
    assert len(found["nodes"]) == 6
    assert (found["sentence"], found["active"]) == ("", False)
    assert found["counts"] == {"concept/old": 3, "concept/new": 2}


@pytest.mark.parametrize(
    ("years", "papers", "counts", "sentence"),
    [
        ([2020, None], ["b", "c"], {"concept/old": 1, "concept/new": 2}, "Hidden: papers before 2020."),
        ([None, 2019], ["a"], {"concept/old": 1}, "Hidden: papers after 2019."),
        ([2021, 2022], ["b"], {"concept/old": 1, "concept/new": 1}, "Hidden: papers before 2021 or after 2022."),
        ([2023, 2023], ["c"], {"concept/new": 1}, "Hidden: papers of other years than 2023."),
    ],
)
def test_years(left, years, papers, counts, sentence):
    found = left(years=years)
    assert [node for node in found["nodes"] if node.startswith("paper/")] == [f"paper/{name}" for name in papers]
    assert found["counts"] == counts
    assert [node for node in found["nodes"] if node.startswith("concept/")] == list(counts)
    assert found["sentence"] == sentence


def test_a_venue_is_one_whatever_the_year(left, dated_page):
    assert dated_page.evaluate("KG.app.graph.venues") == [
        {"name": "ICML", "papers": 2},
        {"name": "NeurIPS", "papers": 1},
    ]
    found = left(venues=["ICML"])
    assert found["nodes"] == ["paper/a", "paper/b", "concept/old", "concept/new"]
    assert found["sentence"] == "Hidden: papers of venues other than ICML."


def test_a_relation_counts_by_the_papers_that_state_it_and_the_vocabulary_always(left):
    relations = [edge for edge in left(years=[2023, 2023])["edges"] if edge[0].startswith("concept/")]
    assert relations == [["concept/new", "broader"]]
    relations = [edge for edge in left(years=[2021, 2021])["edges"] if edge[0].startswith("concept/")]
    assert relations == [["concept/old", "appliedTo"], ["concept/new", "broader"]]


def test_roles_and_relations(left):
    found = left(types=["uses", "broader"])
    assert found["edges"] == [["paper/b", "mentions"], ["concept/old", "appliedTo"]]
    assert found["counts"] == {"concept/old": 1}
    assert found["sentence"] == "Hidden: what is said by “uses” and “is a kind of”."


def test_number_of_papers_and_kinds(left):
    found = left(papers=3, kinds=["paper", "Task"])
    assert found["nodes"] == ["concept/old"]
    assert found["sentence"] == "Hidden: tasks; papers; concepts of fewer than 3 papers."


def test_hidden_papers_still_count(left):
    assert left(kinds=["paper"])["counts"] == {"concept/old": 3, "concept/new": 2}


def test_unknown_words_hide_nothing(left):
    found = left(kinds=["Nobody"], types=["nothing"])
    assert len(found["nodes"]) == 6
    assert found["sentence"] == ""


# The graph


def test_the_graph_answers_who_is_joined_with_whom(visit):
    page = visit()
    found = page.evaluate(
        """([first, adam, groknet, untitled]) => {
          const { graph } = KG.app, [paper, concept, other, last] = [first, adam, groknet, untitled].map((key) => graph.find(key));
          const names = (edges) => [...edges].map((edge) => `${graph.type(edge)} ${graph.label(graph.other(edge, concept))}`);
          return {
            links: [...graph.linksByRole(paper)].map(([role, edges]) => [role, edges.length]),
            relations: names(graph.relationsOf(concept)),
            across: graph.across(concept).map((node) => graph.key(node)),
            stated: [graph.statedBy(paper).length, graph.statedBy(last).length],
            years: [...graph.countsByYear(concept)],
            span: graph.span,
            split: graph.linksOf(concept).length + graph.relationsOf(concept).length === graph.edgesOf(concept).length,
          };
        }""",
        [FIRST, ADAM, GROKNET, UNTITLED],
    )
    assert found == {
        "links": [
            ["introduces", 1],
            ["uses", 1],
            ["addresses", 1],
            ["comparesWith", 1],
            ["evaluatesOn", 1],
            ["reports", 1],
            ["mentions", 2],
        ],
        "relations": ["basedOn GrokNet", "broader gradient descent"],
        "across": [FIRST],
        "stated": [7, 1],
        "years": [[2025, 1]],
        "span": [99, 2025],
        "split": True,
    }


@pytest.mark.parametrize("name", ["α-CROWN", "C++", "a_b ~c", ".hidden", "(it's) *new*!", "50% <b>", "😀 x"])
def test_names_become_keys_as_they_do_in_the_graph(visit, name):
    assert visit().evaluate("(name) => KG.graph.mint(name)", name) == mint(name)


@pytest.mark.parametrize(
    ("venue", "series"),
    [
        ("ICML 2025", "ICML"),
        ("2025 ICML", "ICML"),
        ("NeurIPS'23", "NeurIPS"),
        ("2024", "2024"),
        ("Track 2 of X", "Track 2 of X"),
    ],
)
def test_a_venue_without_its_year(visit, venue, series):
    assert visit().evaluate("(name) => KG.graph.series(name)", venue) == series


def test_a_concept_that_no_paper_has_is_shown_until_papers_are_asked_for(browser, tmp_path):
    graph = dated()
    parent = add_concept(graph, "parent", ConceptType.METHOD)
    add_relation(graph, "concept/old", Relation.BROADER, parent, [])
    write_page(graph, tmp_path / "parent.html")
    page = browser.new_page()
    page.goto((tmp_path / "parent.html").as_uri())
    for change, shown in (
        ({}, True),
        ({"years": [2023, 2023]}, True),
        ({"papers": 2}, False),
        ({"kinds": ["Method"]}, False),
    ):
        assert (parent in page.evaluate(FILTERS, change)["nodes"]) is shown
    page.close()


@pytest.mark.parametrize("name", ["sample", "names", "venues"])
def test_a_node_is_found_by_its_key_and_by_nothing_else(visit, name):
    page = visit(name=name)
    assert page.evaluate(
        "Array.from({ length: KG.app.graph.size }, (_, node) => KG.app.graph.find(KG.app.graph.key(node)) === node)"
    ) == [True] * page.evaluate("KG.app.graph.size")
    for key in ("concept/Adam_", "concept/%41dam", "paper/Adam", "concept/%zz", "concept/", "Adam", "region/Adam", ""):
        assert page.evaluate("(key) => KG.app.graph.find(key) === undefined", key), key
