import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import ConceptType, Extraction, Mention, Paper, PaperConcept, Role
from kg.resolve import Merge, resolve
from kg.vocabulary import Entry, Vocabulary

METHOD, TASK, BENCHMARK = ConceptType.METHOD, ConceptType.TASK, ConceptType.BENCHMARK
LLM = Entry("v:llm", "large language model", METHOD, aliases=("LLM",), definition="A language model that is large.")
VOCABULARY = Vocabulary((LLM,))


def concept(*forms, kind=METHOD, role=Role.USES, short="", entry=""):
    return PaperConcept(forms[0], kind, role, forms, (Mention("abstract", 0, 1, forms[0], 0),), 1.0, short, entry)


def papers(*concepts):
    """One paper a group of concepts."""
    return [
        Extraction(Paper(id=f"p{n}", abstract="x"), concepts=group if isinstance(group, tuple) else (group,))
        for n, group in enumerate(concepts)
    ]


def nodes(extractions, vocabulary=VOCABULARY):
    """Give the label of each paper's first concept's node."""
    resolution = resolve(extractions, vocabulary)
    return [resolution.concepts_of(extraction)[0].label for extraction in extractions]


def test_llm_llms_and_large_language_models_are_one_node():
    extractions = papers(
        concept("LLMs"),
        concept("large language models", "LLM", short="LLM"),
        concept("Large-Language Model"),
        concept("LLM", entry="v:llm"),
    )
    assert nodes(extractions) == ["large language model"] * 4
    [node] = resolve(extractions, VOCABULARY).concepts
    assert node.id == "concept/large_language_model"
    assert node.aliases == ("LLM", "LLMs", "Large-Language Model", "large language models")
    assert node.definition == LLM.definition


def test_a_short_form_used_alone_follows_the_meaning_that_papers_agree_on():
    defined = concept("policy gradient", "PG", short="PG")
    assert nodes(papers(defined, defined, defined, concept("PG")))[3] == "policy gradient"
    assert (
        nodes(papers(*[defined] * 20, concept("page graph", "PG", short="PG"), concept("PG")))[21] == "policy gradient"
    )


def test_one_or_two_papers_do_not_settle_what_a_short_form_means():
    defined = concept("policy gradient", "PG", short="PG")
    assert nodes(papers(defined, defined, concept("PG")))[2] == "PG"


def test_a_short_form_whose_long_form_is_no_mention_is_as_good_as_alone():
    defined = concept("policy gradient", "PG", short="PG")
    assert nodes(papers(*[defined] * 3, concept("PG", short="PG")))[3] == "policy gradient"


def test_an_ambiguous_short_form_is_left_apart_and_joins_nothing():
    extractions = papers(
        concept("semidefinite programming", "SDP", short="SDP"),
        concept("sales development plan", "SDP", short="SDP"),
        concept("SDP"),
    )
    assert nodes(extractions) == ["semidefinite programming", "sales development plan", "SDP"]
    [refusal] = resolve(extractions, VOCABULARY).refusals
    assert (refusal.name, refusal.papers) == ("SDP", ("p2",))
    assert refusal.candidates == ("sales development plan", "semidefinite programming")


def test_an_ambiguous_short_form_means_what_keeps_its_company():
    programming = (
        concept("semidefinite programming", "SDP", short="SDP"),
        concept("convex relaxation"),
        concept("duality"),
    )
    planning = (concept("sales development plan", "SDP", short="SDP"), concept("forecasting"), concept("retail"))
    extractions = papers(
        *[programming] * 4,
        *[planning] * 4,
        *[concept("something else")] * 40,
        (concept("SDP"), concept("convex relaxations"), concept("duality")),
        (concept("SDP"), concept("convex relaxation"), concept("retail")),
    )
    assert nodes(extractions)[-2:] == ["semidefinite programming", "SDP"]
    [refusal] = resolve(extractions, VOCABULARY).refusals
    assert (refusal.name, refusal.papers) == ("SDP", ("p49",))


def test_papers_do_not_settle_what_the_field_uses_in_two_senses():
    vocabulary = Vocabulary((Entry("v:da", "domain adaptation", TASK, ambiguous=("DA",)),))
    augmentation = (concept("data augmentation", "DA", short="DA"), concept("mixup"), concept("crop"))
    others = [concept("something else")] * 40
    extractions = papers(
        *[augmentation] * 4, *others, concept("DA"), (concept("DA"), concept("mixup"), concept("crop"))
    )
    assert nodes(extractions, vocabulary)[-2:] == ["DA", "data augmentation"]


def test_a_system_that_a_paper_introduces_is_not_what_another_abbreviates():
    extractions = papers(
        concept("feature alignment score tuning", "FAST", short="FAST"), concept("FAST", role=Role.INTRODUCES)
    )
    assert nodes(extractions) == ["feature alignment score tuning", "FAST"]


@pytest.mark.parametrize("one", ["ImageNet-1K", "GPT-3.5", "C++", "L1", "YOLOv5", "CIFAR-10"])
@pytest.mark.parametrize("other", ["ImageNet-21K", "GPT-35", "C", "L2", "YOLOv8", "CIFAR-100"])
def test_names_that_differ_by_a_sign_stay_apart(one, other):
    assert len(set(nodes(papers(concept(one), concept(other))))) == 2


def test_the_label_is_the_usual_spelling_in_the_singular():
    extractions = papers(
        concept("Graph Neural Networks"), concept("graph neural networks"), concept("graph neural network")
    )
    assert nodes(extractions) == ["graph neural network"] * 3


def test_an_abbreviation_in_brackets_is_no_part_of_a_name():
    extractions = papers(concept("Out-of-distribution (OOD) detection"), concept("out-of-distribution (OoD) detection"))
    assert nodes(extractions) == ["out-of-distribution detection"] * 2
    assert (
        nodes(papers(concept("out-of-distribution detection"), *[extractions[0].concepts]))
        == ["out-of-distribution detection"] * 2
    )


def test_a_named_system_keeps_its_name():
    own = concept("Counterfactual Soft Reinforcement Learning", "CoSo", short="CoSo", role=Role.INTRODUCES)
    assert nodes(papers(own)) == ["CoSo"]


def test_what_most_papers_spell_out_is_no_named_system_for_the_one_that_claims_it():
    unit = concept("inertial measurement unit", "IMU", short="IMU")
    claimed = concept("inertial measurement unit", "IMU", short="IMU", role=Role.INTRODUCES)
    assert set(nodes(papers(claimed, unit, unit, unit, concept("IMU")))) == {"inertial measurement unit"}
    bert = concept("bidirectional encoder representation", "BERT", short="BERT", role=Role.INTRODUCES)
    spelled = concept("bidirectional encoder representation", "BERT", short="BERT")
    assert set(nodes(papers(bert, *[spelled] * 3, *[concept("BERT")] * 16))) == {"BERT"}


def test_two_systems_of_one_name_get_labels_that_differ():
    extractions = papers(
        concept("Fast Adaptive Nets", "FAN", short="FAN", role=Role.INTRODUCES),
        concept("Fourier Analysis Nets", "FAN", short="FAN", role=Role.INTRODUCES),
    )
    assert nodes(extractions) == ["FAN", "FAN (Fourier Analysis Nets)"]


def test_of_two_concepts_of_one_label_the_better_known_keeps_it():
    unit = concept("autonomous underwater vehicle", "AUV", short="AUV", role=Role.INTRODUCES)
    bare = concept("AUV", role=Role.INTRODUCES)
    assert nodes(papers(unit, unit, bare)) == ["AUV", "AUV", "AUV (p2)"]


def test_the_type_is_the_majoritys_and_the_others_are_kept():
    extractions = papers(
        concept("alignment", kind=TASK), concept("alignment", kind=METHOD), concept("alignment", kind=TASK)
    )
    [node] = resolve(extractions, VOCABULARY).concepts
    assert (node.type, node.other_types) == (TASK, (METHOD,))


def test_merges_are_reported_with_their_rule_and_papers():
    defined = concept("policy gradient", "PG", short="PG")
    extractions = papers(defined, concept("PG"), concept("LLM"), concept("PGs"), defined, defined)
    merges = resolve(extractions, VOCABULARY).merges
    assert merges == {
        "concept/policy_gradient": (
            Merge("pg", "agreed definition", 2, ("p1", "p3")),
            Merge("pg", "definition", 3, ("p0", "p4", "p5")),
        ),
        "concept/large_language_model": (Merge("llm", "vocabulary", 1, ("p2",)),),
    }


NAMES = st.sampled_from(
    ["LLM", "LLMs", "PG", "SDP", "GANs", "gan", "large language model", "Net-1", "net 1", "α", "C++"]
)
CONCEPTS = st.builds(
    lambda form, long, short, role, kind: (
        concept(long, form, short=form, role=role, kind=kind)
        if short and long != form
        else concept(form, role=role, kind=kind)
    ),
    NAMES,
    st.sampled_from(["policy gradient", "page graph", "some data program", "large language models"]),
    st.booleans(),
    st.sampled_from([Role.USES, Role.INTRODUCES]),
    st.sampled_from([METHOD, BENCHMARK]),
)


@given(st.lists(CONCEPTS, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_papers_does_not_matter(concepts, rng):
    extractions = papers(*concepts)
    shuffled = rng.sample(extractions, len(extractions))
    one, other = resolve(extractions, VOCABULARY), resolve(shuffled, VOCABULARY)
    assert one.concepts == other.concepts
    assert one.merges == other.merges
    assert one.refusals == other.refusals


@given(st.lists(CONCEPTS, max_size=12))
def test_labels_and_ids_are_unique_and_every_form_is_kept(concepts):
    extractions = papers(*concepts)
    resolution = resolve(extractions, VOCABULARY)
    assert len({node.id for node in resolution.concepts}) == len({node.label for node in resolution.concepts})
    assert len({node.label for node in resolution.concepts}) == len(resolution.concepts)
    for extraction in extractions:
        node = resolution.concepts_of(extraction)[0]
        assert {node.label, *node.aliases} >= set(extraction.concepts[0].forms)


@given(st.lists(CONCEPTS, min_size=1, max_size=10), CONCEPTS)
def test_another_paper_splits_no_node_that_definitions_made(concepts, another):
    def together(extractions):
        """Which papers that define a short form share a node."""
        defining = [e for e in extractions if e.concepts[0].short and e.concepts[0].short != e.concepts[0].label]
        resolution = resolve(extractions, VOCABULARY)
        ids = {e.paper.id: resolution.concepts_of(e)[0].id for e in defining}
        return {(one, other) for one in ids for other in ids if ids[one] == ids[other]}

    extractions = papers(*concepts, another)
    assert together(extractions[:-1]) <= together(extractions)
