"""Any graph at all, for properties that every export has."""

import networkx as nx
from hypothesis import strategies as st

from kg.ids import BASE_IRI as BASE
from kg.model import LINKS, ConceptType, Relation
from tests.export import graphs

names = st.text(min_size=1, max_size=12)
texts = st.text(max_size=60)


@st.composite
def any_graph(draw):
    """Papers and concepts with any text anywhere, linked and related at random, evidence at random places."""
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=[{"path": draw(names), "sha256": "0"}])
    papers = [
        graphs.add_paper(
            graph,
            name,
            title=draw(texts),
            abstract=draw(names),
            authors=draw(st.lists(texts, max_size=2)),
            year=draw(st.none() | st.integers()),
            venue=draw(texts),
            url=draw(texts | texts.map("https://x.org/".__add__)),
            doi=draw(texts | texts.map("10.1000/".__add__)),
            keywords=draw(st.lists(texts, max_size=2)),
            ids=draw(st.lists(texts | texts.map("arxiv:".__add__) | st.just("acl:P18-1001"), max_size=2)),
            sources=draw(st.lists(texts, max_size=2)),
        )
        for name in draw(st.lists(names, min_size=1, max_size=2, unique=True))
    ]
    kinds = st.sampled_from(ConceptType)
    concepts = [
        graphs.add_concept(graph, name, draw(kinds), aliases=draw(st.lists(texts, max_size=2)), definition=draw(texts))
        for name in draw(st.lists(names, min_size=1, max_size=3, unique=True))
    ]
    for concept in concepts:
        paper = draw(st.sampled_from(papers))
        data = graph.nodes[paper]
        data["sentences"] = [["abstract", 0, len(data["abstract"])]]
        start = draw(st.integers(0, len(data["abstract"]) - 1))
        form = data["abstract"][start : draw(st.integers(start + 1, len(data["abstract"])))]
        link = draw(st.sampled_from(list(LINKS[ConceptType(graph.nodes[concept]["kind"])].values())))
        confidence = draw(st.floats(0, 1))
        graphs.add_link(graph, paper, link, concept, [("abstract", form, 0)], confidence=confidence)
        relation, tail = draw(st.sampled_from(Relation)), draw(st.sampled_from(concepts))
        graphs.add_relation(graph, concept, relation, tail, [(paper, 0, confidence)])
    return graph
