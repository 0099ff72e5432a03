import json

import pytest

from kg.model import Effect
from kg.read.json_document import NOT_AN_OBJECT
from kg.read.record import NO_TEXT, NOT_A_PAPER

SHA = "0123456789abcdef0123456789abcdef01234567"
FORMS = {
    "array": json.dumps,
    "wrapper": lambda papers: json.dumps({"total": 9, "offset": 0, "next": 2, "data": papers}),
    "lines": lambda papers: "\n".join(map(json.dumps, papers)),
}


def graph(**members):
    return {"paperId": SHA, "title": "On Graphs", "abstract": "We prove it.", **members}


def s2orc(**members):
    return {
        "paper_id": "77",
        "title": "On Graphs",
        "abstract": "We prove it.",
        "s2_url": "https://api.semanticscholar.org/CorpusID:77",
        **members,
    }


def test_maps_a_paper_of_the_graph_api(load):
    (paper,), problems = load(
        "x.json",
        json.dumps(
            graph(
                externalIds={
                    "DOI": "10.5555/ABC",
                    "ArXiv": "2101.00001",
                    "ACL": "P18-1001",
                    "PubMed": "12",
                    "CorpusId": 7,
                    "MAG": "1",
                    "DBLP": "conf/x/1",
                },
                authors=[{"authorId": "1", "name": "Ada Lovelace"}, {"authorId": None, "name": "Alan Turing"}],
                year=2021,
                venue="",
                journal={"name": "Journal of Graphs", "volume": "3"},
                url="https://www.semanticscholar.org/paper/" + SHA,
                tldr={"model": "tldr@v2", "text": "A machine says this."},
            )
        ),
    )
    assert paper.ids == ("doi:10.5555/abc", "arxiv:2101.00001", "acl:P18-1001", "pmid:12", "corpusid:7")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Lovelace", "Alan Turing"), 2021, "Journal of Graphs")
    assert "machine" not in repr(paper)
    assert not problems


@pytest.mark.parametrize("wrapper", ["data", "recommendedPapers", None])
def test_a_batch_with_unknown_papers_has_nulls(load, wrapper):
    batch = [None, graph(authors=None, year=None), None]
    (paper,), problems = load("x.json", json.dumps({wrapper: batch} if wrapper else batch))
    assert (paper.id, paper.authors, paper.year) == (f"x/{SHA}", (), None)
    assert [(problem.reason, problem.effect) for problem in problems] == [(NOT_AN_OBJECT, Effect.SKIPPED)] * 2


def test_citing_papers_are_found_in_their_edges(load):
    edges = [{"isInfluential": False, "contexts": ["As [1] says"], "citingPaper": graph(externalIds={"CorpusId": 5})}]
    (paper,), problems = load("x.json", json.dumps({"offset": 0, "data": edges}))
    assert (paper.id, paper.abstract) == ("CorpusID:5", "We prove it.")
    assert not problems


def test_only_the_fields_asked_for_are_there(load):
    (paper,), problems = load("x.json", json.dumps([{"paperId": SHA, "title": "On Graphs"}]))
    assert (paper.id, paper.title, paper.abstract) == (f"x/{SHA}", "On Graphs", "")
    assert not problems


def test_an_id_that_is_no_hash_is_someone_elses(load):
    (paper,), _ = load("x.json", json.dumps([{"paperId": "12", "title": "On Graphs", "abstract": "We prove it."}]))
    assert paper.id == "12"


PAPERS_LINE = {
    "corpusid": 123,
    "externalids": {"ACL": None, "ArXiv": None, "CorpusId": "123", "DOI": "10.5555/abc", "PubMed": None},
    "url": "https://www.semanticscholar.org/paper/" + SHA,
    "title": "On Graphs",
    "authors": [{"authorId": "1", "name": "Ada Lovelace"}],
    "venue": "",
    "year": 2020,
    "journal": {"name": "Journal of Graphs", "pages": None},
}
ABSTRACTS_LINE = {
    "corpusid": 123,
    "openaccessinfo": {"externalids": {"DOI": None}, "url": None},
    "abstract": "We prove it.",
}


@pytest.mark.parametrize(("papers", "abstracts"), [("a.jsonl", "b.jsonl"), ("b.jsonl", "a.jsonl")])
@pytest.mark.parametrize("doi", ["10.5555/abc", None])
def test_papers_and_abstracts_are_joined_by_corpus_id_in_either_order(write, load_paths, papers, abstracts, doi):
    ids = {**PAPERS_LINE["externalids"], "DOI": doi}
    other = {"corpusid": 124, "title": "On Trees", "externalids": {"CorpusId": 124}}
    paths = [
        write(papers, "\n".join(map(json.dumps, [{**PAPERS_LINE, "externalids": ids}, other]))),
        write(
            abstracts, "\n".join(map(json.dumps, [ABSTRACTS_LINE, {"corpusid": 125, "abstract": "We sit on chairs."}]))
        ),
    ]
    read_papers, problems = load_paths(paths)
    by_title = {paper.title: paper for paper in read_papers}
    assert sorted(by_title) == ["", "On Graphs", "On Trees"]
    paper = by_title["On Graphs"]
    assert (paper.abstract, paper.authors, paper.year) == ("We prove it.", ("Ada Lovelace",), 2020)
    assert paper.id == (doi or "CorpusID:123")
    assert "corpusid:123" in paper.ids
    assert [problem.effect for problem in problems] == [Effect.MERGED]
    assert (by_title["On Trees"].abstract, by_title[""].abstract) == ("", "We sit on chairs.")


def test_the_same_line_three_times_is_one_paper(load):
    (paper,), problems = load("x.jsonl", "\n".join([json.dumps(ABSTRACTS_LINE)] * 3))
    assert (paper.id, paper.abstract) == ("CorpusID:123", "We prove it.")
    assert [problem.effect for problem in problems] == [Effect.MERGED] * 2


def test_title_and_abstract_of_full_texts_are_cut_out(load):
    whole = "On Graphs\nAda\nWe prove it.\nAnd more."
    annotations = {"title": '[{"start":0,"end":9}]', "abstract": '[{"start":14,"end":26},{"start":"27","end":"36"}]'}
    line = {
        "corpusid": 1,
        "externalids": {"arxiv": "2101.00001"},
        "content": {"text": whole, "annotations": annotations},
    }
    (paper,), problems = load("x.jsonl", json.dumps(line) + "\n")
    assert (paper.title, paper.abstract, paper.id) == ("On Graphs", "We prove it.\n\nAnd more.", "arXiv:2101.00001")
    assert not problems


@pytest.mark.parametrize(
    "marks", ["[", '"x"', "[1]", '[{"start": -1, "end": 5}]', '[{"start": 1e99}]', None, {}, "[" * 99_999]
)
def test_marks_that_are_none_leave_the_title(load, marks):
    line = {"corpusid": 1, "title": "On Graphs", "body": {"text": "We.", "annotations": {"abstract": marks}}}
    (paper,), _ = load("x.jsonl", json.dumps(line) + "\n")
    assert (paper.title, paper.abstract) == ("On Graphs", "")


def test_lines_of_other_datasets_are_no_papers(load):
    lines = [
        {"corpusid": 1, "model": "tldr@v2", "text": "A machine says."},
        {"corpusid": 2, "sha": SHA, "primary": True},
    ]
    papers, problems = load("x.jsonl", "\n".join(map(json.dumps, lines)))
    assert not papers
    assert [problem.reason for problem in problems] == [NOT_A_PAPER] * 2
    assert "machine" not in repr(problems)


def test_title_and_abstract_of_pes2o_are_one_text(load):
    line = {
        "added": "2023-04-22T00:00:00.000Z",
        "created": "2016-11-01T00:00:00.000Z",
        "id": "77",
        "metadata": {"year": 2017},
        "source": "s2ag/train",
        "text": "On Graphs\n\nWe prove it.\nIt holds.",
        "version": "v2",
    }
    lines = [
        line,
        {**line, "id": "78", "metadata": {}, "text": "On Trees\nWe do."},
        {**line, "id": "79", "source": "s2orc/train", "text": "On Leaves\n\nAbstract\nWe …"},
    ]
    papers, (problem,) = load("x.jsonl", "\n".join(map(json.dumps, lines)))
    assert [(paper.id, paper.title, paper.abstract, paper.year) for paper in papers] == [
        ("CorpusID:77", "On Graphs", "We prove it. It holds.", 2017),
        ("CorpusID:78", "On Trees", "We do.", 2016),
        ("CorpusID:79", "On Leaves", "", 2017),
    ]
    assert (problem.reason, problem.raw, problem.effect) == ("no abstract of its own", "On Leaves", Effect.NOTED)


def test_maps_s2orc_metadata(load):
    (paper,), problems = load(
        "x.jsonl",
        json.dumps(
            s2orc(
                authors=[{"first": "Silvio", "middle": ["A.", "B."], "last": "Neri", "suffix": "Jr."}, {"last": "Li"}],
                abstract=None,
                year=1975,
                arxiv_id="astro-ph/9801001",
                pubmed_id="99",
                venue=None,
                journal="Oftalmologicheski\u0069\u0306 zhurnal",
                mag_field_of_study=["Medicine"],
            )
        )
        + "\n",
    )
    assert paper.ids == ("arxiv:astro-ph/9801001", "pmid:99", "corpusid:77")
    assert paper.authors == ("Silvio A. B. Neri Jr.", "Li")
    assert (paper.year, paper.venue, paper.abstract) == (1975, "Oftalmologicheskiĭ zhurnal", "")
    assert not problems


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "records",
    [
        [graph(), graph(title=None, abstract=None, paperId=SHA[::-1]), graph(paperId="f" * 40, title="On Trees")],
        [s2orc(), s2orc(paper_id="78", title="", abstract=None), s2orc(paper_id="79", title="On Trees")],
        [PAPERS_LINE, {"corpusid": 1, "title": "", "abstract": None}, {"corpusid": 2, "title": "On Trees"}],
    ],
)
def test_every_record_is_a_paper_or_skipped(load, form, records):
    papers, problems = load("x.json", FORMS[form](records))
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert [problem.reason for problem in problems] == [NO_TEXT]


@pytest.mark.parametrize(
    "name",
    [
        "paperId",
        "corpusid",
        "externalIds",
        "externalids",
        "authors",
        "venue",
        "journal",
        "content",
        "openaccessinfo",
        "s2_url",
    ],
)
def test_values_of_any_type_are_survived(load, name):
    odd = [None, 7, "text", [], {}, [None], [[]], {"x": 1}, True, [{"type": []}], [{"family": {}}]]
    records = [graph(title=f"On Graphs of Kind {number}") | {name: value} for number, value in enumerate(odd)]
    papers, problems = load("x.json", json.dumps(records))
    assert len(papers) + len([problem for problem in problems if problem.effect is not Effect.NOTED]) == len(odd)


def test_ids_may_stand_beside_the_rest_as_in_the_first_api_and_lists_made_of_it(load):
    old = {"paperId": "0" * 40, "title": "On Graphs", "arxivId": "2101.00001", "doi": "10.1000/a", "corpusId": 7}
    flat = {"paperId": "1" * 40, "title": "On Trees", "authors": "Ada Lovelace, Emmy Noether", "doi": "10.1000/b"}
    (first, second), _ = load("x.json", json.dumps([old, flat]))
    assert first.ids == ("doi:10.1000/a", "arxiv:2101.00001", "corpusid:7")
    assert (second.doi, second.authors) == ("10.1000/b", ("Ada Lovelace", "Emmy Noether"))
