import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.query.evidence import link_sentences, pair_sentences, sentences, statement_sentence
from tests.export.graphs import ADAM, FIRST, GROKNET, sample_graph
from tests.query.graphs import concept, graph_of, paper

CONCEPTS = {"replay": "Method", "forgetting": "Task"}


def pair(abstracts, said=(), **options):
    graph = graph_of(CONCEPTS, abstracts, said)
    return pair_sentences(graph, concept("replay"), concept("forgetting"), **options)


def texts(found):
    return [sentence.text for sentence in found]


def test_a_sentence_that_names_both_goes_before_those_that_name_one():
    found = pair({"a": "Here is replay. There is forgetting. As we show, replay ends forgetting."})
    assert texts(found) == ["As we show, replay ends forgetting."]


def test_its_spans_are_the_names():
    [sentence] = pair({"a": "As we show, replay ends forgetting."})
    assert [sentence.text[start:end] for start, end in sentence.spans] == ["replay", "forgetting"]


def test_the_shorter_of_two_papers_comes_first():
    long, short = "We find in all our trials that replay ends forgetting.", "Here replay ends forgetting."
    assert texts(pair({"a": long, "b": short})) == [short, long]


def test_where_none_names_both_each_is_named_by_one():
    found = pair({"a": "Here is replay. There is forgetting. Of forgetting there is more."})
    assert texts(found) == ["There is forgetting.", "Here is replay."]


def test_a_stated_sentence_comes_first():
    said = [("replay", "appliedTo", "forgetting", [("b", 0, 0.7)])]
    found = pair({"a": "Here replay ends forgetting.", "b": "It is replay that puts an end to forgetting."}, said)
    assert (found[0].paper, found[0].confidence) == (paper("b"), 0.7)


@pytest.mark.parametrize(("confidence", "best"), [(0.3, "a"), (0.7, "b")])
def test_a_sentence_that_names_both_beats_one_that_states_it_doubtfully(confidence, best):
    said = [("replay", "appliedTo", "forgetting", [("b", 1, confidence)])]
    abstracts = {"a": "Here replay ends forgetting.", "b": "We take replay. Our way puts an end to forgetting."}
    assert pair(abstracts, said)[0].paper == paper(best)


def test_a_doubtful_statement_is_better_than_none():
    said = [("replay", "appliedTo", "forgetting", [("a", 2, 0.3)])]
    found = pair({"a": "We take replay. There is forgetting. Now forgetting ends."}, said)
    assert texts(found) == ["Now forgetting ends.", "We take replay."]


def test_only_the_papers_and_relations_asked_for():
    said = [("replay", "appliedTo", "forgetting", [("b", 0, 0.7)])]
    abstracts = {"a": "Here replay ends forgetting.", "b": "It is replay that puts an end to forgetting."}
    assert texts(pair(abstracts, said, relations=["basedOn"]))[0] == abstracts["a"]
    assert texts(pair(abstracts, said, papers=[paper("b")])) == [abstracts["b"]]


def test_a_title_is_good_only_where_there_is_no_prose():
    graph = graph_of(CONCEPTS, {"a": "We study replay at length."})
    node = graph.nodes[paper("a")]
    node["title"], node["sentences"] = "On replay", [["title", 0, 9], *node["sentences"]]
    [edge] = graph.edges[paper("a"), concept("replay"), "uses"]["mentions"]
    edge["sentence"] = 1
    graph.edges[paper("a"), concept("replay"), "uses"]["mentions"].insert(
        0, {"field": "title", "start": 3, "end": 9, "text": "replay", "sentence": 0}
    )
    assert texts(link_sentences(graph, paper("a"), concept("replay"), limit=2)) == [
        "We study replay at length.",
        "On replay",
    ]


def test_a_statement_is_cited_with_both_ends_marked():
    graph = sample_graph()
    [statement, _] = graph.edges[GROKNET, ADAM, "basedOn"]["statements"]
    sentence = statement_sentence(graph, statement, GROKNET, ADAM)
    assert sentence.text.startswith("GrokNet builds on Adam")
    assert "Adam" in [sentence.text[start:end] for start, end in sentence.spans]


def test_what_the_graph_lacks_gives_no_sentence():
    graph = sample_graph()
    for paper_node, number in ((FIRST, 99), (FIRST, -1), ("paper/none", 0)):
        assert statement_sentence(graph, {"paper": paper_node, "sentence": number}, GROKNET, ADAM) is None
    graph.nodes[FIRST]["sentences"] = []
    assert link_sentences(graph, FIRST, GROKNET) == pair_sentences(graph, GROKNET, ADAM) == ()


def test_sentences_of_a_concept_prefer_papers_that_do_more_than_mention_it():
    graph = graph_of(CONCEPTS, {"a": "They know replay.", "b": "We use replay."}, roles={("a", "replay"): "mentions"})
    assert texts(sentences(graph, concept("replay"), limit=1)) == ["We use replay."]


def test_every_sentence_of_the_seeds_is_the_text_at_its_place(seeds):
    graph = seeds.nx
    for head, tail, edge in graph.edges(data=True):
        for statement in edge.get("statements", ()):
            sentence = statement_sentence(graph, statement, head, tail)
            field, start, end = graph.nodes[sentence.paper]["sentences"][sentence.number]
            assert sentence.text == graph.nodes[sentence.paper][field][start:end]


@given(st.lists(st.sampled_from(["replay", "forgetting", "and", "so 😀"]), max_size=30))
def test_spans_are_in_order_apart_and_inside(words):
    graph = graph_of(CONCEPTS, {"a": " ".join(words) + ". More replay, more forgetting."})
    for sentence in pair_sentences(graph, concept("replay"), concept("forgetting")):
        ends = [place for span in sentence.spans for place in span]
        assert ends == sorted(ends)
        assert all(sentence.text[start:end] in CONCEPTS for start, end in sentence.spans)
