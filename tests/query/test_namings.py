import json

import pytest
from click.testing import CliRunner

from kg.cli import main
from kg.errors import GraphError
from kg.graph import build_graph, load_graph, save_graph
from kg.model import ConceptType, Extraction, Mention, Paper, PaperConcept, Role
from kg.query.namings import Apart, Joined, naming_of
from kg.report import make_report, write_report
from kg.resolve import resolve
from kg.vocabulary import Vocabulary


def paper(name, *forms, short=""):
    concept = PaperConcept(
        forms[0], ConceptType.METHOD, Role.USES, forms, (Mention("abstract", 0, 1, forms[0], 0),), short=short
    )
    return Extraction(Paper(id=name, abstract="x"), concepts=(concept,))


@pytest.fixture
def folder(tmp_path):
    """A small build: SDP with two meanings, PG with one."""
    extractions = [
        paper("p0", "policy gradient", "PG", short="PG"),
        paper("p1", "policy gradients", "PG", short="PG"),
        paper("p1b", "policy gradients", "PG", short="PG"),
        paper("p2", "PG"),
        paper("p3", "semidefinite programming", "SDP", short="SDP"),
        paper("p4", "sales development plan", "SDP", short="SDP"),
        paper("p5", "SDP"),
    ]
    resolution = resolve(extractions, Vocabulary())
    graph = build_graph(extractions, resolution)
    save_graph(graph, tmp_path / "graph.json")
    write_report(make_report(graph, resolution, [], records={}, folder=tmp_path), tmp_path / "report.json")
    return tmp_path


def naming(folder, node):
    return naming_of(load_graph(folder / "graph.json"), node, folder / "report.json")


def test_merges_are_told_with_rule_and_papers(folder):
    told = naming(folder, "concept/policy_gradient")
    assert told.label == "policy gradient"
    assert told.spellings == ("policy gradients",)
    assert told.joined == (
        Joined("pg", ("PG",), "agreed definition", 1, ("p2",)),
        Joined("pg", ("PG",), "definition", 3, ("p0", "p1", "p1b")),
    )
    assert told.apart == ()


def test_what_was_left_apart_is_told_on_either_side(folder):
    [refused] = naming(folder, "concept/SDP").apart
    assert refused == Apart("SDP", ("sales development plan", "semidefinite programming"), refused.reason, ("p5",))
    assert "does not define" in refused.reason
    assert naming(folder, "concept/semidefinite_programming").apart == (refused,)


def test_the_command_tells_the_same(folder):
    shown = CliRunner().invoke(main, ["names", "PG", "--graph", str(folder)])
    assert shown.exit_code == 0
    assert all(word in shown.stdout for word in ("policy gradient", "agreed definition", "p2"))
    data = json.loads(CliRunner().invoke(main, ["names", "concept/SDP", "--json", "--graph", str(folder)]).stdout)
    assert data["apart"][0]["papers"] == ["p5"]


def test_a_missing_or_foreign_report_is_an_error(folder):
    (folder / "report.json").write_text('{"merges": {"concept/SDP": {"definition": ["sdp"]}}, "refusals": []}')
    with pytest.raises(GraphError, match="another version"):
        naming(folder, "concept/SDP")
    (folder / "report.json").unlink()
    shown = CliRunner().invoke(main, ["names", "concept/SDP", "--graph", str(folder)])
    assert (shown.exit_code, "report.json: cannot be read" in shown.stderr) == (2, True)
