import json

import pytest

from kg.model import Effect
from tests.read.shapes.broken import check_broken

POSTER = {
    "id": 1,
    "name": "On graphs",
    "authors": [{"id": 7, "fullname": "Ada Lovelace", "url": "x", "institution": "Somewhere"}],
    "abstract": "We prove it.",
    "keywords": [],
    "decision": "Accept (poster)",
    "eventtype": "Poster",
    "virtualsite_url": "/virtual/2023/poster/1",
    "sourceurl": "https://openreview.net/group?id=NeurIPS.cc/2023/Conference",
    "paper_url": "https://openreview.net/forum?id=AbCdEf1234",
    "starttime": "2023-12-12T17:15:00-06:00",
    "eventmedia": [{"id": 1, "name": "Slides"}],
}


def test_reads_the_posters_of_a_virtual_site(load):
    (paper,), problems = load("neurips.json", json.dumps({"count": 1, "next": None, "results": [POSTER]}))
    assert (paper.id, paper.title, paper.abstract) == ("openreview:AbCdEf1234", "On graphs", "We prove it.")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Lovelace",), 2023, "NeurIPS")
    assert not problems


def test_the_list_of_a_virtual_site_names_venue_and_year_in_its_addresses(load):
    listed = {
        "type": "Poster",
        "name": "On graphs",
        "virtualsite_url": "https://cvpr.thecvf.com//virtual/2023/poster/1",
        "speakers/authors": "Ada Lovelace, Alan Turing",
        "abstract": "We prove it.",
    }
    workshop = {**listed, "type": "Workshop", "name": "A workshop"}
    (paper,), (problem,) = load("x.json", json.dumps([listed, workshop]))
    assert (paper.title, paper.authors) == ("On graphs", ("Ada Lovelace", "Alan Turing"))
    assert (paper.venue, paper.year) == ("CVPR", 2023)
    assert (problem.reason, problem.detail) == ("not a paper", "it is an event of the type Workshop")


def test_a_rejected_poster_is_left_out(load):
    papers, (problem,) = load("x.jsonl", json.dumps({**POSTER, "decision": "Reject"}) + "\n" + json.dumps(POSTER))
    assert (len(papers), problem.reason) == (1, "rejected")


def test_reads_the_metadata_of_the_proceedings_of_neurips(load):
    record = {
        "abstract": "We prove it.",
        "authors": [
            {"given_name": "Ada", "family_name": "Lovelace", "institution": "X"},
            {"given_name": "", "family_name": "Plato", "institution": None},
        ],
        "book": "Advances in Neural Information Processing Systems 33 (NeurIPS 2020)",
        "full_text": "Long",
        "sourceid": 123,
        "title": "On graphs",
        "award": [],
    }
    (paper,), problems = load("x.json", json.dumps(record))
    assert (paper.authors, paper.year) == (("Ada Lovelace", "Plato"), 2020)
    assert paper.venue == "Advances in Neural Information Processing Systems 33 (NeurIPS 2020)"
    assert not problems


@pytest.mark.parametrize("names", [["Ada Lovelace", "Alan Turing"], "Ada Lovelace, Alan Turing"])
def test_names_beside_a_book_may_be_text(load, names):
    record = {"title": "On graphs", "abstract": "We prove it.", "book": "Maps 2020", "full_text": "x", "authors": names}
    (paper,), problems = load("x.json", json.dumps([record]))
    assert paper.authors == ("Ada Lovelace", "Alan Turing")
    assert not problems


def test_papers_with_code_names_the_venue_in_the_proceeding_and_tasks_as_keywords(load):
    record = {
        "paper_url": "https://paperswithcode.com/paper/on-graphs",
        "arxiv_id": "1805.00001",
        "openreview_id": None,
        "title": "On graphs",
        "abstract": "We prove it.",
        "url_abs": "http://arxiv.org/abs/1805.00001v1",
        "proceeding": "NAACL 2018 6",
        "conference": "on-graphs-1",
        "authors": ["Ada Lovelace"],
        "tasks": ["Parsing", "Graph Learning"],
        "date": "2018-05-25",
        "methods": [{"name": "LSTM", "description": "An LSTM is a network."}],
    }
    unnamed = {**record, "arxiv_id": None, "url_abs": "https://example.org/1", "title": "On trees"}
    papers, problems = load("x.json", json.dumps([record, unnamed]))
    assert [paper.id for paper in papers] == ["arXiv:1805.00001", "x/on-graphs"]
    assert (papers[0].venue, papers[0].year) == ("NAACL 2018", 2018)
    assert papers[0].keywords == ("Parsing", "Graph Learning")
    assert not problems


@pytest.mark.parametrize("wanted", [True, False])
def test_what_peerread_says_was_not_accepted_is_rejected(load, wanted):
    record = {
        "reviews": [{"comments": "I do not like this."}],
        "abstract": "We prove it.",
        "id": "104",
        "conference": "ICLR 2017 conference submission",
        "title": "On graphs",
        "authors": ["Ada Lovelace"],
        "accepted": wanted,
    }
    papers, problems = load("x.json", json.dumps([record, {**record, "id": "105", "title": "Trees", "accepted": True}]))
    assert len(papers) == (2 if wanted else 1)
    assert {(paper.venue, paper.year) for paper in papers} == {("ICLR 2017", 2017)}
    assert [problem.reason for problem in problems] == ([] if wanted else ["rejected"])
    assert not any("like" in problem.raw for problem in problems)


PARSED = {
    "paper_id": "d1aafb70c066",
    "metadata": {
        "title": "On graphs",
        "authors": [{"first": "Ada", "middle": ["K."], "last": "Lovelace", "suffix": "", "email": "a@example.org"}],
    },
    "abstract": [{"text": "We prove it.", "section": "Abstract"}, {"text": "All of it.", "section": "Abstract"}],
    "body_text": [{"text": "Once", "section": "Introduction"}],
    "bib_entries": {"BIBREF0": {"title": "Another paper"}, "BIBREF1": {"title": "A third"}},
}


def test_parsed_papers_have_their_title_beside_the_text(load):
    (paper,), problems = load("x.json", json.dumps(PARSED))
    assert (paper.title, paper.abstract) == ("On graphs", "We prove it.\n\nAll of it.")
    assert (paper.authors, paper.id) == (("Ada K. Lovelace",), "x/d1aafb70c066")
    assert not problems


def test_parsed_papers_of_arxiv_have_its_record_beside_the_text(load):
    record = {
        "paper_id": "1805.00001",
        "metadata": {
            "id": "1805.00001",
            "title": "On graphs",
            "abstract": "  We prove it.",
            "authors_parsed": [["Lovelace", "Ada", ""]],
            "versions": [{"version": "v1", "created": "Fri, 25 May 2018 01:00:00 GMT"}],
        },
        "abstract": {"section": "Abstract", "text": "We prove it."},
        "body_text": [],
        "bib_entries": {},
    }
    (paper,), problems = load("x.jsonl", json.dumps(record))
    assert (paper.id, paper.title, paper.abstract) == ("arXiv:1805.00001", "On graphs", "We prove it.")
    assert (paper.authors, paper.year) == (("Ada Lovelace",), 2018)
    assert not problems


def test_reads_the_daily_papers_of_hugging_face(load):
    inner = {"id": "2401.00001", "title": "On graphs", "summary": "We prove it.", "authors": [{"name": "Ada Lovelace"}]}
    (paper,), problems = load("x.json", json.dumps([{"paper": inner, "title": "On graphs", "numComments": 1}]))
    assert (paper.id, paper.abstract, paper.authors) == ("arXiv:2401.00001", "We prove it.", ("Ada Lovelace",))
    assert not problems


@pytest.mark.parametrize("record", [POSTER, PARSED])
def test_whatever_stands_in_a_record_it_is_one_paper_or_one_problem(record):
    check_broken([record])


def test_names_in_one_text_are_several_authors(load):
    review = {"id": "1", "title": "On graphs", "abstract": "We prove it.", "reviews": [], "accepted": True}
    told = {"authors": "Ada Lovelace, Emmy Noether", "conference": "ICLR 2017 conference submission"}
    alone = {"authors": ["van der Berg, Jan Peter"], "title": "On trees"}
    (first, second), _ = load("x.json", json.dumps([{**review, **told}, {**review, **alone}]))
    assert first.authors == ("Ada Lovelace", "Emmy Noether")
    assert second.authors == ("van der Berg, Jan Peter",)


def test_a_book_without_a_year_is_no_wrong_year(load):
    record = {"title": "On graphs", "book": "Advances in Neural Information Processing Systems", "sourceid": 1}
    (paper,), problems = load("x.json", json.dumps([record]))
    assert (paper.year, paper.venue, problems) == (None, record["book"], [])


def test_the_text_of_a_document_in_a_corpus_for_retrieval_is_its_abstract(load):
    plain = {"_id": "4983", "title": "On graphs", "text": "We prove it.", "metadata": {}}
    told = {
        "_id": "x1",
        "title": "On trees",
        "text": "We plant.",
        "metadata": {"url": "https://a.org", "pubmed_id": "77"},
    }
    (first, second), _ = load("corpus.jsonl", f"{json.dumps(plain)}\n{json.dumps(told)}\n")
    assert (first.id, first.abstract) == ("corpus/4983", "We prove it.")
    assert (second.abstract, second.url, second.ids) == ("We plant.", "https://a.org", ("pmid:77",))


def test_marks_of_sentences_are_not_left_in_an_abstract(load):
    record = {
        "article_id": "0704.0001",
        "article_text": ["long"],
        "abstract_text": ["<S> we prove it . </S>", "<S> it holds . </S>"],
    }
    (paper,), _ = load("train.jsonl", json.dumps(record) + "\n")
    assert (paper.id, paper.abstract) == ("train/0704.0001", "we prove it . it holds .")


def test_a_paper_with_several_repositories_is_one_paper(load):
    link = {
        "paper_url": "https://paperswithcode.com/paper/on-graphs",
        "paper_title": "On graphs",
        "paper_arxiv_id": "2101.00001",
        "paper_url_abs": "https://arxiv.org/abs/2101.00001v1",
        "repo_url": "https://example.org/a",
    }
    (paper,), (problem,) = load("links.json", json.dumps([link, {**link, "repo_url": "https://example.org/b"}]))
    assert paper.id == "arXiv:2101.00001"
    assert problem.effect is Effect.MERGED
