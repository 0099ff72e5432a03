import pytest

from kg.model import ConceptType, Extraction, Paper, PaperConcept, PaperRelation, Relation, Role
from kg.train.annotations import parse
from kg.train.scoring import Score, Tally, normalise


def annotated(*concepts, relations=()):
    return parse({"id": "p", "abstract": "…", "concepts": list(concepts), "relations": list(relations)})


def gold(name, kind="Method", role="uses", forms=None, **more):
    return {"type": kind, "role": role, "canon": name, "forms": forms or [name], **more}


def found(name, kind=ConceptType.METHOD, role=Role.USES, confidence=0.9):
    return PaperConcept(name, kind, role, (name,), (), confidence)


def scored(record, *concepts, relations=()):
    score = Score()
    score.add(record, Extraction(Paper(id="p"), (), concepts, tuple(relations)))
    return score


def counts(score, name="concepts"):
    tally = score.tallies[name]
    return tally.right, tally.wrong, tally.missed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"$\alpha$-CROWN", "α-CROWN"),
        (r"\textit{TEDUO}", "TEDUO"),
        ("Graph Neural Networks", "graph neural-network"),
        ("𝓁2 norm", "l2 norm"),
        ("Bayes’ rule", "Bayes' rule"),
        ("**LangDAug**", "langdaug"),
    ],
)
def test_forms_of_one_term_have_one_key(one, other):
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(("one", "other"), [("loss", "los"), ("GAN", "GANs2"), ("C++", "C"), ("bus", "bu")])
def test_forms_of_different_terms_differ(one, other):
    assert normalise(one) != normalise(other)


def test_right_wrong_and_missed():
    score = scored(annotated(gold("FastNet"), gold("parsing", "Task")), found("fastnets"), found("SlowNet"))
    assert counts(score) == (1, 1, 1)
    assert counts(score, "Method") == (1, 1, 0)
    assert counts(score, "Task") == (0, 0, 1)
    assert dict(score.missed) == {"Task: parsing": 1}
    assert dict(score.wrong) == {"Method: SlowNet": 1}


def test_an_annotated_concept_counts_once_however_many_finds_name_it():
    score = scored(
        annotated(gold("PPO", forms=["PPO", "policy optimization"])), found("PPO"), found("policy optimization")
    )
    assert counts(score) == (1, 0, 0)


def test_optional_concepts_count_neither_way():
    record = annotated(gold("net", opt=True), gold("FastNet"))
    assert counts(scored(record, found("net"), found("FastNet"))) == (1, 0, 0)
    assert counts(scored(record, found("FastNet"))) == (1, 0, 0)
    assert scored(record, found("net")).judged["concepts"] == []


def test_the_type_must_agree_with_one_of_those_annotated():
    assert counts(scored(annotated(gold("generation", "Task")), found("generation"))) == (0, 1, 1)
    assert counts(scored(annotated(gold("generation", "Task")), found("generation")), "untyped") == (1, 0, 0)
    assert counts(scored(annotated(gold("generation", "Task", alt_type="Method")), found("generation"))) == (1, 0, 0)


def test_overlap_is_half_of_the_words():
    score = scored(annotated(gold("sparse graph network")), found("graph network"))
    assert counts(score) == (0, 1, 1)
    assert counts(score, "overlap") == (1, 0, 0)
    assert counts(scored(annotated(gold("very sparse graph network")), found("network")), "overlap") == (0, 1, 1)


def test_roles_are_scored_over_what_is_found():
    record = annotated(
        gold("A-Net", role="introduces"), gold("B-Net", alt_role="mentions"), gold("C-Net"), gold("D", opt=True)
    )
    score = scored(record, found("A-Net"), found("B-Net", role=Role.MENTIONS), found("D", role=Role.COMPARES))
    assert (score.roles.right, score.roles.wrong) == (1, 1)
    assert score.figures()["role accuracy"] == 0.5


def test_a_relation_is_right_when_its_ends_and_its_type_are():
    record = annotated(
        gold("A"), gold("B"), gold("C"), relations=[["A", "basedOn", "B"], {"head": "A", "type": "broader", "tail": "C", "opt": True}]
    )  # fmt: skip
    concepts = found("A"), found("B"), found("C"), found("Z")

    def relations(*stated):
        return counts(
            scored(record, *concepts, relations=[PaperRelation(h, k, t, 0) for h, k, t in stated]), "relations"
        )

    assert relations(("A", Relation.BASED_ON, "B")) == (1, 0, 0)
    assert relations(("B", Relation.BASED_ON, "A")) == (0, 1, 1)
    assert relations(("A", Relation.OUTPERFORMS, "B")) == (0, 1, 1)
    assert relations(("A", Relation.BROADER, "C")) == (0, 0, 1)
    assert relations(("A", Relation.BASED_ON, "Z")) == (0, 1, 1)


def test_where_relations_were_not_annotated_none_is_wrong():
    record = parse({"id": "p", "abstract": "…", "concepts": [gold("A"), gold("B")]})
    score = scored(record, found("A"), found("B"), relations=[PaperRelation("A", Relation.BASED_ON, "B", 0)])
    assert counts(score, "relations") == (0, 0, 0)


def test_calibration_gives_the_share_that_is_right_from_each_confidence_on():
    record = annotated(gold("A"), gold("B"))
    score = scored(record, found("A", confidence=0.95), found("B", confidence=0.65), found("Z", confidence=0.85))
    table = {level: (count, right) for level, count, right in score.calibration("concepts")}
    assert table[0.9] == (1, 1.0)
    assert table[0.8] == (2, 0.5)
    assert table[0.3] == (3, 0.667)
    assert score.calibration("relations")[0] == (0.3, 0, 0.0)


def test_figures_are_shares():
    score = scored(annotated(gold("A"), gold("B"), gold("C")), found("A"), found("Z"))
    assert score.figures()["concepts"] == {"P": 0.5, "R": 0.333, "F1": 0.4, "gold": 3}
    assert Tally().f1 == 0.0
