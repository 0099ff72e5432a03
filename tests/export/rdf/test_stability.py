"""How far IRIs last when papers are added."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.export.rdf import quads, triples
from kg.export.rdf.terms import named
from kg.graph import build_graph
from kg.model import ConceptType, Extraction, Mention, Paper, PaperConcept, Role, Sentence
from kg.names import key
from kg.resolve import resolve
from kg.vocabulary import Entry, Vocabulary

VOCABULARY = Vocabulary((Entry("https://example.org/llm", "large language model", ConceptType.METHOD, ("LLM",)),))


def paper(name, *forms):
    """A paper that uses methods, each named once in its only sentence."""
    text = "We use " + ", ".join(forms) + "."
    concepts = []
    for form in forms:
        start = text.index(form)
        mention = Mention("abstract", start, start + len(form), form, 0)
        concepts.append(PaperConcept(form, ConceptType.METHOD, Role.USES, (form,), (mention,)))
    return Extraction(Paper(name, abstract=text), (Sentence("abstract", 0, len(text)),), tuple(concepts))


def graph_of(papers):
    return build_graph(papers, resolve(papers, VOCABULARY))


def labels(papers, name="skos:prefLabel"):
    """By IRI, the labels of each concept."""
    found = {}
    for triple in triples(graph_of(papers)):
        if triple.predicate == named(name):
            found.setdefault(triple.subject.value.rpartition("/")[2], set()).add(triple.object.value)
    return found


FIRST = [paper("1", "ReLU-Net", "LLM"), paper("2", "ReLU Nets", "LLM")]


def test_papers_about_other_things_change_nothing_that_is_said_of_a_paper():
    more = [paper("3", "FastNet", "LLM"), paper("0", "SlowNet")]
    small, large = set(quads(graph_of(FIRST))), set(quads(graph_of([*FIRST, *more])))
    of_papers = {quad for quad in small if "#graph" in str(quad.graph_name)}
    assert len(of_papers) > 50
    assert of_papers < large
    assert labels(FIRST).items() < labels([*FIRST, *more]).items()


def test_a_vocabulary_entry_keeps_its_iri_whatever_papers_call_it():
    more = [paper(str(number), "LLM") for number in range(3, 9)]
    assert labels([*FIRST, *more])["large_language_model"] == {"large language model"}


def test_another_concept_may_be_renamed_and_is_found_by_the_name_it_had():
    (before,) = labels(FIRST).keys() - {"large_language_model"}
    (old,) = labels(FIRST)[before]
    new = "Relu-Net"
    more = [paper(str(number), new) for number in range(3, 9)]
    assert before not in labels([*FIRST, *more])
    (after,) = labels([*FIRST, *more]).keys() - {"large_language_model"}
    assert labels([*FIRST, *more])[after] == {new}
    assert old in labels([*FIRST, *more], "skos:altLabel")[after]


NAMES = st.sampled_from(
    ["ReLU-Net", "ReLU Nets", "relu net", "LLM", "FastNet", "fast net", "SlowNet", "PPO", "C++", "C"]
)
PAPERS = st.lists(st.lists(NAMES, min_size=1, max_size=3, unique=True), min_size=1, max_size=4)


@settings(max_examples=20, deadline=None)
@given(PAPERS, PAPERS)
def test_a_concept_keeps_its_iri_or_its_name_is_found_elsewhere(some, more):
    first = [paper(f"a{number}", *forms) for number, forms in enumerate(some)]
    graph = graph_of([*first, *(paper(f"b{number}", *forms) for number, forms in enumerate(more))])
    after = {node: data for node, data in graph.nodes(data=True) if data["kind"] != "paper"}
    names = {key(name) for data in after.values() for name in (data["label"], *data["aliases"])}
    for node, data in graph_of(first).nodes(data=True):
        if data["kind"] != "paper":
            assert after[node]["label"] == data["label"] if node in after else key(data["label"]) in names
