import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.graph import build_graph
from kg.model import ConceptType, Extraction, Mention, Paper, PaperConcept, PaperRelation, Relation, Role
from kg.resolve import Action, Correction, Merge, load_corrections, resolve
from kg.vocabulary import Entry, Vocabulary

METHOD, TASK = ConceptType.METHOD, ConceptType.TASK
NOTHING = Vocabulary()


def paper(name, *labels, relations=()):
    concepts = tuple(
        PaperConcept(label, METHOD, Role.USES, (label,), (Mention("abstract", 0, 1, label, 0),)) for label in labels
    )
    stated = tuple(PaperRelation(head, Relation.BASED_ON, tail, 0) for head, tail in relations)
    return Extraction(Paper(id=name, abstract="x"), concepts=concepts, relations=stated)


PAPERS = [
    paper("p1", "LLM agent", "AV", relations=[("LLM agent", "AV")]),
    paper("p2", "language agents", "AV"),
    paper("p3", "training dynamics", "AV"),
]


def labels(*rules, papers=PAPERS, vocabulary=NOTHING):
    """Give the labels of each paper's nodes."""
    resolution = resolve(papers, vocabulary, corrections=rules)
    return [[node and node.label for node in resolution.concepts_of(paper)] for paper in papers]


def idle(*rules, papers=PAPERS):
    return [reason for _, reason in resolve(papers, NOTHING, corrections=rules).idle]


def test_two_concepts_become_one_and_the_report_says_by_whom():
    rule = Correction(Action.MERGE, "language agent", "LLM agent")
    assert labels(rule)[:2] == [["LLM agent", "AV"], ["LLM agent", "AV"]]
    resolution = resolve(PAPERS, NOTHING, corrections=[rule])
    [agent] = [node for node in resolution.concepts if node.label == "LLM agent"]
    assert agent.aliases == ("language agents",)
    assert resolution.merges[agent.id] == (Merge("language agent", "names file", 1, ("p2",)),)
    assert resolution.idle == ()


def test_rules_follow_each_other():
    rules = [
        Correction(Action.MERGE, "language agent", "LLM agent"),
        Correction(Action.MERGE, "LLM agent", "AV"),
        Correction(Action.RENAME, "language agent", "agent"),
    ]
    assert labels(*rules) == [["agent", "agent"], ["agent", "agent"], ["training dynamics", "agent"]]


def test_a_label_given_is_kept_against_another_concept_that_reads_the_same():
    assert labels(Correction(Action.RENAME, "AV", "LLM agent"))[0] == ["LLM agent (p1)", "LLM agent"]


def test_a_concept_is_set_apart_in_the_papers_given():
    assert labels(Correction(Action.SPLIT, "AV", "autonomous vehicle", papers=("p2", "p9")))[1:] == [
        ["language agent", "autonomous vehicle"],
        ["training dynamics", "AV"],
    ]


def test_a_concept_set_apart_is_found_by_later_rules_and_joins_the_vocabulary():
    vocabulary = Vocabulary((Entry("v:car", "self-driving car", TASK, aliases=("autonomous vehicle",)),))
    rule = Correction(Action.SPLIT, "AV", "autonomous vehicle", papers=("p2",))
    assert labels(rule, vocabulary=vocabulary)[1] == ["language agent", "self-driving car"]
    assert labels(rule, Correction(Action.RENAME, "AV", "audiovisual"))[0][1] == "audiovisual"


def test_a_type_given_stands_above_the_papers():
    [dynamics] = [
        node
        for node in resolve(
            PAPERS, NOTHING, corrections=[Correction(Action.RETYPE, "training dynamics", "Task")]
        ).concepts
        if node.label == "training dynamics"
    ]
    assert (dynamics.type, dynamics.other_types) == (TASK, (METHOD,))


def test_what_is_dropped_leaves_no_node_no_link_and_no_statement():
    resolution = resolve(PAPERS, NOTHING, corrections=[Correction(Action.DROP, "AV")])
    graph = build_graph(PAPERS, resolution)
    assert "concept/AV" not in graph
    assert graph.number_of_edges() == 3
    assert labels(Correction(Action.DROP, "AV"))[0] == ["LLM agent", None]


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (Correction(Action.DROP, "nowhere"), "no concept goes by the name 'nowhere'"),
        (Correction(Action.MERGE, "AV", "nowhere"), "no concept goes by the name 'nowhere'"),
        (Correction(Action.MERGE, "AV", "AVs"), "the two are one concept already"),
        (Correction(Action.SPLIT, "AV", "x", papers=("p9",)), "no paper given has a concept of that name"),
    ],
)
def test_a_rule_that_matches_nothing_is_reported(rule, reason):
    assert idle(rule) == [reason]
    assert labels(rule) == labels()


def test_a_name_of_two_concepts_asks_for_a_label():
    both = [
        Extraction(
            Paper(id="a", abstract="x"),
            concepts=(PaperConcept("first thing", METHOD, Role.USES, ("first thing", "FT"), (), short="FT"),),
        ),
        Extraction(
            Paper(id="b", abstract="x"),
            concepts=(PaperConcept("fine tuning", METHOD, Role.USES, ("fine tuning", "FT"), (), short="FT"),),
        ),
    ]
    reason = "several concepts go by the name 'FT': fine tuning, first thing; give the label of one"
    assert idle(Correction(Action.DROP, "FT"), papers=both) == [reason]


YAML = """\
# ours
- {action: merge, name: language agent, to: LLM agent}
- action: split
  name: NO
  to: nitric oxide
  papers: [2101.10, 2101.20]
- {action: drop, name: "1.0"}
"""
CSV = """\
action,name,to,papers
merge,language agent,LLM agent,
split,NO,nitric oxide,2101.10; 2101.20
,,,
drop,1.0,,
"""


@pytest.mark.parametrize(("name", "text"), [("names.yaml", YAML), ("names.csv", CSV)])
def test_yaml_and_csv_say_the_same(tmp_path, name, text):
    path = tmp_path / name
    path.write_text("\ufeff" + text, encoding="utf-8")
    rules = load_corrections(path)
    assert [(rule.action, rule.name, rule.to, rule.papers) for rule in rules] == [
        ("merge", "language agent", "LLM agent", ()),
        ("split", "NO", "nitric oxide", ("2101.10", "2101.20")),
        ("drop", "1.0", "", ()),
    ]
    assert [str(rule.source) for rule in rules] == [
        f"{name}:{line}" for line in ((2, 3, 7) if "yaml" in name else (2, 3, 5))
    ]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("n.yaml", "- {action: merge", "is no valid YAML"),
        ("n.yaml", "merge: x", "holds no list of rules"),
        ("n.yaml", "- merge", "n.yaml:1: is no rule"),
        ("n.yaml", "- {action: join, name: x, to: y}", "n.yaml:1: has the action 'join'"),
        ("n.yaml", "\n- {action: merge, name: x}", "n.yaml:2: lacks what the concept becomes (to)"),
        ("n.yaml", "- {action: drop}", "n.yaml:1: lacks a name"),
        ("n.yaml", "- {action: retype, name: x, to: Thing}", "has the type 'Thing'"),
        ("n.yaml", "- {action: split, name: x, to: y}", "splits without saying where"),
        ("n.yaml", "- {action: drop, name: x, nmae: y}", "has an unknown field 'nmae'"),
        ("n.yaml", "- {action: drop, name: {a: b}}", "nests deeper than a rule"),
        ("n.csv", "what,name\ndrop,x\n", "has no columns action and name"),
        ("n.csv", "", "has no columns action and name"),
        ("n.csv", "action,name,to\nmerge,x,\n", "n.csv:2: lacks what the concept becomes (to)"),
    ],
)
def test_a_wrong_rule_is_an_error_that_says_where(tmp_path, name, text, found):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_corrections(path)
    assert found in str(error.value)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        load_corrections(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes("- {action: drop, name: é}".encode("latin-1"))
    with pytest.raises(InputError, match="is not in UTF-8"):
        load_corrections(tmp_path / "latin.yaml")


NAMES = st.sampled_from(["LLM agent", "language agents", "AV", "training dynamics", "other"])
RULES = st.builds(
    lambda action, name, to, kind, papers: Correction(
        action, name, kind if action is Action.RETYPE else to, tuple(papers) if action is Action.SPLIT else ()
    ),
    st.sampled_from(list(Action)),
    NAMES,
    NAMES,
    st.sampled_from(list(ConceptType)).map(str),
    st.lists(st.sampled_from(["p1", "p2", "p3"]), min_size=1, max_size=3),
)


@given(st.lists(RULES, max_size=6), st.randoms(use_true_random=False))
def test_any_rules_give_a_sound_graph_in_any_order_of_papers(rules, rng):
    resolution = resolve(PAPERS, NOTHING, corrections=rules)
    shuffled = resolve(rng.sample(PAPERS, 3), NOTHING, corrections=rules)
    assert (resolution.concepts, resolution.merges, resolution.idle) == (
        shuffled.concepts,
        shuffled.merges,
        shuffled.idle,
    )
    assert len({node.id for node in resolution.concepts}) == len(resolution.concepts)
    graph = build_graph(PAPERS, resolution)
    assert {node.id for node in resolution.concepts} == {node for node in graph if node.startswith("concept/")}
