import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from kg.graph import build_graph
from kg.model import ConceptType, Extraction, Mention, Paper, PaperConcept, PaperRelation, Relation, Role
from kg.resolve import resolve
from kg.resolve.hierarchy import circular, hierarchy
from kg.vocabulary import Entry, Vocabulary

METHOD, TASK = ConceptType.METHOD, ConceptType.TASK


def entry(name, *broader, kind=METHOD):
    return Entry(name, name, kind, broader=broader)


LEARNING = Vocabulary(
    (
        entry("learning"),
        entry("RL", "learning"),
        entry("policy gradient", "RL"),
        entry("PPO", "policy gradient"),
        entry("TRPO", "policy gradient"),
        entry("DQN", "RL"),
        entry("lonely", "nowhere"),
    )
)


def paper(*concepts, relations=(), name="p"):
    """A paper that has the concepts, and puts the first of each pair under the second."""
    return Extraction(
        Paper(id=name, abstract="x"),
        concepts=tuple(
            PaperConcept(label, METHOD, Role.USES, (label,), (Mention("abstract", 0, 1, label, 0),))
            for label in concepts
        ),
        relations=tuple(PaperRelation(narrow, Relation.BROADER, broad, 0) for narrow, broad in relations),
    )


def test_what_is_between_two_present_concepts_joins_them():
    assert hierarchy({"PPO", "RL"}, LEARNING) == {"PPO": ("policy gradient",), "policy gradient": ("RL",), "RL": ()}


def test_the_nearest_common_parent_joins_two_present_concepts_and_nothing_above_it():
    assert hierarchy({"PPO", "TRPO"}, LEARNING) == {
        "PPO": ("policy gradient",),
        "TRPO": ("policy gradient",),
        "policy gradient": (),
    }
    assert hierarchy({"PPO", "DQN"}, LEARNING).keys() == {"PPO", "DQN", "policy gradient", "RL"}


def test_a_concept_alone_gets_nothing_above_it():
    assert hierarchy({"PPO", "lonely", "of no entry"}, LEARNING) == {"PPO": (), "lonely": ()}


def test_the_heading_of_a_tree_joins_nothing():
    headed = Vocabulary(
        (
            Entry("kinds of learning", "kinds of learning", METHOD, top=True),
            entry("learning", "kinds of learning"),
            entry("RL", "kinds of learning"),
        )
    )
    assert hierarchy({"learning", "RL"}, headed) == {"RL": (), "learning": ()}


def test_two_parents_with_one_parent_do_not_join_a_single_concept():
    diamond = Vocabulary((entry("top"), entry("left", "top"), entry("right", "top"), entry("x", "left", "right")))
    assert hierarchy({"x"}, diamond) == {"x": ()}


def test_the_graph_has_the_vocabularys_edges_and_the_concept_that_joins():
    extractions = [paper("PPO", "TRPO", "OurNet", relations=[("OurNet", "TRPO")])]
    graph = build_graph(extractions, resolve(extractions, LEARNING))
    assert graph.nodes["concept/policy_gradient"]["label"] == "policy gradient"
    assert graph.in_degree("concept/policy_gradient") == 2
    assert graph.edges["concept/PPO", "concept/policy_gradient", "broader"] == {"statements": [], "vocabulary": True}
    assert len(graph.edges["concept/OurNet", "concept/TRPO", "broader"]["statements"]) == 1
    assert "vocabulary" not in graph.edges["concept/OurNet", "concept/TRPO", "broader"]


def test_concepts_that_papers_type_otherwise_are_not_put_under_the_entrys_parent():
    vocabulary = Vocabulary((entry("RL"), entry("PPO", "RL")))
    task = PaperConcept("RL", TASK, Role.ADDRESSES, ("RL",), (Mention("abstract", 0, 1, "RL", 0),))
    extractions = [paper("PPO"), Extraction(Paper(id="q", abstract="x"), concepts=(task,))]
    assert resolve(extractions, vocabulary).broader == ()


def test_one_papers_word_does_not_count_against_the_vocabulary():
    wrong = paper("PPO", "DQN", relations=[("PPO", "DQN")], name="p1")
    resolution = resolve([wrong], LEARNING)
    assert resolution.not_broader == {("concept/PPO", "concept/DQN")}
    assert resolution.refusals[0].reason == "the vocabulary knows both and does not put the one under the other"
    again = paper("PPO", "DQN", relations=[("PPO", "DQN")], name="p2")
    assert resolve([wrong, again], LEARNING).not_broader == set()
    far = paper("PPO", "RL", relations=[("PPO", "RL")])
    assert resolve([far], LEARNING).not_broader == set()


def test_papers_do_not_put_things_round_in_a_circle():
    extractions = [
        paper("RL", "PPO", relations=[("RL", "PPO")], name="wrong"),
        paper("a", "b", relations=[("a", "b")], name="p1"),
        paper("a", "b", relations=[("a", "b")], name="p2"),
        paper("a", "b", relations=[("b", "a")], name="p3"),
    ]
    resolution = resolve(extractions, LEARNING)
    graph = build_graph(extractions, resolution)
    assert not graph.has_edge("concept/RL", "concept/PPO")
    assert graph.has_edge("concept/a", "concept/b")
    assert not graph.has_edge("concept/b", "concept/a")
    assert {(refusal.name, refusal.candidates, refusal.papers) for refusal in resolution.refusals} == {
        ("RL", ("PPO",), ("wrong",)),
        ("b", ("a",), ("p3",)),
    }


PAIRS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda pair: tuple(map(str, pair))), max_size=20)


@given(PAIRS)
def test_what_is_left_has_no_circle_and_nothing_is_refused_without_one(pairs):
    refused = circular(pairs)
    kept = nx.DiGraph([pair for pair in pairs if pair not in refused])
    assert nx.is_directed_acyclic_graph(kept)
    for narrow, broad in refused:
        assert narrow == broad or nx.has_path(kept, broad, narrow)


def test_a_relation_between_types_that_it_cannot_join_is_no_edge():
    def concept(label, kind):
        return PaperConcept(label, kind, Role.USES, (label,), (Mention("abstract", 0, 1, label, 0),))

    one = Extraction(
        Paper(id="p", abstract="x"),
        concepts=(concept("CAPA", METHOD), concept("parsing", TASK)),
        relations=(PaperRelation("CAPA", Relation.APPLIED_TO, "parsing", 0),),
    )
    others = [
        Extraction(Paper(id=f"q{n}", abstract="x"), concepts=(concept("CAPA", ConceptType.METRIC),)) for n in range(2)
    ]
    joined = [one, *others]
    graph = build_graph(joined, resolve(joined, Vocabulary()))
    assert graph.has_edge("concept/CAPA", "concept/parsing")  # some papers say that it is a method
    other_type = Extraction(
        one.paper, concepts=(concept("CAPA", ConceptType.METRIC), one.concepts[1]), relations=one.relations
    )
    graph = build_graph([other_type], resolve([other_type], Vocabulary()))
    assert not graph.has_edge("concept/CAPA", "concept/parsing")
