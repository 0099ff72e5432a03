import json

import pytest

from tests.read.shapes.broken import check_broken

EUROPE_PMC = {
    "resultList": {
        "result": [
            {
                "id": "33333333",
                "source": "MED",
                "pmid": "33333333",
                "doi": "10.1000/graphs",
                "title": "On graphs.",
                "authorString": "Lovelace A, Turing A.",
                "journalInfo": {"journal": {"title": "Journal of Graphs"}},
                "pubYear": "2020",
                "abstractText": "<h4>Background</h4>Graphs are hard.<h4>Results</h4>Trees are not.",
                "keywordList": {"keyword": ["graphs", "trees"]},
            }
        ]
    }
}
LENS = {
    "data": [
        {
            "lens_id": "000-1",
            "title": "On graphs",
            "abstract": "We prove it.",
            "authors": [{"first_name": "Ada", "last_name": "Lovelace"}],
            "year_published": 2020,
            "source": {"title": "Journal of Graphs"},
            "external_ids": [{"type": "pmid", "value": "33333333"}, {"type": "doi", "value": "10.1000/graphs"}],
        }
    ]
}
DIMENSIONS = {
    "publications": [
        {
            "id": "pub.1",
            "title": "On graphs",
            "abstract": "We prove it.",
            "authors": [{"first_name": "Ada", "last_name": "Lovelace"}],
            "year": 2020,
            "journal": {"id": "jour.1", "title": "Journal of Graphs"},
            "doi": "10.1000/graphs",
        }
    ]
}
ADS = {
    "responseHeader": {"status": 0},
    "response": {
        "docs": [
            {
                "bibcode": "2020JGra....1....1L",
                "title": ["On graphs"],
                "abstract": "We prove it.",
                "author": ["Lovelace, Ada K."],
                "year": "2020",
                "pub": "Journal of Graphs",
                "doi": ["10.1000/graphs"],
                "identifier": ["2020arXiv200100001L", "arXiv:2001.00001"],
            }
        ]
    },
}
HAL = {
    "response": {
        "docs": [
            {
                "halId_s": "hal-01",
                "title_s": ["On graphs", "Des graphes"],
                "abstract_s": ["We prove it."],
                "authFullName_s": ["Ada Lovelace"],
                "producedDateY_i": 2020,
                "journalTitle_s": "Journal of Graphs",
                "doiId_s": "10.1000/graphs",
            }
        ]
    }
}
INSPIRE = {
    "hits": {
        "hits": [
            {
                "id": "1",
                "metadata": {
                    "titles": [{"title": "On graphs"}],
                    "abstracts": [{"value": "We prove it."}],
                    "authors": [{"full_name": "Lovelace, Ada K.", "emails": ["ada@example.org"]}],
                    "dois": [{"value": "10.1000/graphs"}],
                    "publication_info": [{"journal_title": "Journal of Graphs", "year": 2020}],
                },
            }
        ]
    }
}
ZENODO = {
    "hits": {
        "hits": [
            {
                "id": 1,
                "title": "On graphs",
                "metadata": {
                    "title": "On graphs",
                    "doi": "10.1000/graphs",
                    "publication_date": "2020-01-02",
                    "description": "<p>We prove it.</p>",
                    "creators": [{"name": "Lovelace, Ada K.", "affiliation": "Somewhere"}],
                    "journal": {"title": "Journal of Graphs"},
                },
            }
        ]
    }
}
DATACITE = {
    "data": [
        {
            "id": "10.1000/graphs",
            "type": "dois",
            "attributes": {
                "doi": "10.1000/graphs",
                "titles": [{"title": "On graphs"}],
                "creators": [{"name": "Lovelace, Ada K."}],
                "publisher": "Journal of Graphs",
                "publicationYear": 2020,
                "descriptions": [
                    {"description": "12 pages", "descriptionType": "Other"},
                    {"description": "We prove it.", "descriptionType": "Abstract"},
                ],
            },
        }
    ]
}


@pytest.mark.parametrize("content", [LENS, DIMENSIONS, ADS, HAL, INSPIRE, ZENODO, DATACITE])
def test_finds_what_a_service_nests(load, content):
    (paper,), problems = load("x.json", json.dumps(content))
    assert (paper.title, paper.abstract) == ("On graphs", "We prove it.")
    assert (paper.id, paper.year, paper.venue) == ("10.1000/graphs", 2020, "Journal of Graphs")
    assert paper.authors in {("Ada Lovelace",), ("Lovelace, Ada K.",)}
    assert not problems


def test_keeps_the_headings_of_europe_pmc_as_labels(load):
    (paper,), problems = load("x.json", json.dumps(EUROPE_PMC))
    assert paper.abstract == "Background: Graphs are hard.\n\nResults: Trees are not."
    assert (paper.authors, paper.venue, paper.year) == (("Lovelace A", "Turing A."), "Journal of Graphs", 2020)
    assert paper.ids == ("doi:10.1000/graphs", "pmid:33333333")
    assert paper.keywords == ("graphs", "trees")
    assert not problems


def test_a_retraction_at_europe_pmc_is_no_paper(load):
    (result,) = EUROPE_PMC["resultList"]["result"]
    kinds = {"pubType": ["Journal Article", "Retracted Publication"]}
    papers, problems = load("x.jsonl", json.dumps({**result, "pubTypeList": kinds}) + "\n" + json.dumps(result))
    assert (len(papers), [problem.reason for problem in problems]) == (1, ["retracted"])


@pytest.mark.parametrize("author", [{"@pid": "1", "text": "Ada Lovelace 0001"}, [{"text": "Ada Lovelace"}]])
def test_reads_the_search_results_of_dblp(load, author):
    info = {
        "authors": {"author": author},
        "title": "On graphs.",
        "venue": "JG",
        "year": "2020",
        "key": "journals/jg/L20",
    }
    volume = {**info, "title": "Graphs 2020", "type": "Editorship", "key": "conf/g/2020"}
    hits = {"result": {"hits": {"@total": "2", "hit": [{"@id": "1", "info": info}, {"@id": "2", "info": volume}]}}}
    (paper,), (problem,) = load("x.json", json.dumps(hits))
    assert (paper.id, paper.title, paper.authors) == ("x/journals/jg/L20", "On graphs", ("Ada Lovelace",))
    assert (problem.reason, problem.detail) == ("not a paper", "it is a volume of proceedings")


@pytest.mark.parametrize("wrap", [lambda item: {"key": "ABCD", "data": item}, lambda item: item])
def test_reads_the_items_of_zotero_and_better_bibtex(load, wrap):
    item = {
        "itemType": "journalArticle",
        "title": "On graphs",
        "creators": [
            {"creatorType": "editor", "firstName": "Emmy", "lastName": "Noether"},
            {"creatorType": "author", "firstName": "Ada", "lastName": "Lovelace"},
        ],
        "abstractNote": "We prove it.",
        "publicationTitle": "Journal of Graphs",
        "date": "2020-01-02",
        "archiveID": "arXiv:2001.00001",
        "tags": [{"tag": "graphs"}],
        "extra": "a private remark",
    }
    attachment = {"itemType": "attachment", "title": "Full Text PDF"}
    (paper,), (problem,) = load("x.json", json.dumps({"items": [wrap(item), wrap(attachment)]}))
    assert (paper.id, paper.title, paper.authors) == ("arXiv:2001.00001", "On graphs", ("Ada Lovelace",))
    assert (paper.venue, paper.year, paper.keywords) == ("Journal of Graphs", 2020, ("graphs",))
    assert (problem.reason, problem.detail) == ("not a paper", "it is an item of Zotero of the type attachment")


def test_counts_every_record(load):
    (result,) = EUROPE_PMC["resultList"]["result"]
    results = [
        result,
        {**result, "doi": "10.1000/trees", "pmid": "2", "title": "On trees"},
        {"source": "MED", "pubYear": ""},
    ]
    papers, problems = load("x.json", json.dumps({"resultList": {"result": results}}))
    assert (len(papers), len(problems)) == (2, 1)


@pytest.mark.parametrize("content", [EUROPE_PMC, LENS, DIMENSIONS, ADS, HAL, INSPIRE, ZENODO, DATACITE])
def test_whatever_stands_in_a_record_it_is_one_paper_or_one_problem(content):
    check_broken(content)


def test_reads_what_google_scholar_shows_keyed_by_title(load):
    shown = {
        "container_type": "Publication",
        "bib": {
            "title": "On graphs",
            "author": ["A Lovelace", "E Noether", "…"],
            "pub_year": "2018",
            "venue": "Journal of small …",
            "abstract": "We prove it.",
        },
        "author_id": ["AAAA", ""],
        "pub_url": "https://arxiv.org/abs/1801.00001",
    }
    filled = {"bib": {"title": "On trees", "author": "Ada Lovelace and Emmy Noether", "journal": "Trees"}}
    (first, second), problems = load("x.json", json.dumps({"On graphs": shown, "On trees": filled}))
    assert (first.id, first.title, first.abstract) == ("arXiv:1801.00001", "On graphs", "We prove it.")
    assert (first.authors, first.year, first.venue) == (("A Lovelace", "E Noether"), 2018, "Journal of small")
    assert (second.authors, second.venue) == (("Ada Lovelace", "Emmy Noether"), "Trees")
    assert not problems


def test_reads_the_ids_and_the_journal_of_pubmed_summaries(load):
    ids = [{"idtype": "pubmed", "value": "12345"}, {"idtype": "doi", "value": "10.1000/a"}]
    summary = {
        "uid": "12345",
        "pubdate": "2021 Jan",
        "source": "J Gr",
        "authors": [{"name": "Lovelace A", "authtype": "Author"}],
        "title": "On graphs.",
        "fulljournalname": "Journal of graphs",
        "articleids": ids,
        "pubtype": ["Journal Article"],
    }
    (paper,), _ = load("x.json", json.dumps({"header": {}, "result": {"uids": ["12345"], "12345": summary}}))
    assert paper.ids == ("doi:10.1000/a", "pmid:12345")
    assert (paper.authors, paper.year, paper.venue) == (("Lovelace A",), 2021, "Journal of graphs")


def test_reads_the_items_of_mendeley_and_paperpile(load):
    mendeley = {
        "id": "b8a2",
        "title": "On graphs",
        "type": "journal",
        "authors": [{"first_name": "Ada", "last_name": "Lovelace"}],
        "year": 2019,
        "source": "Journal of graphs",
        "identifiers": {"doi": "10.1000/a", "arxiv": "2101.00001"},
    }
    paperpile = {
        "_id": "p1",
        "pubtype": "PP_ARTICLE",
        "title": "On trees",
        "author": [{"first": "Emmy", "last": "Noether", "formatted": "Noether E"}],
        "published": {"year": "2020", "month": "5"},
        "journal": "Trees",
        "citekey": "Noether2020",
        "keywords": "trees;leaves",
    }
    (first, second), _ = load("x.json", json.dumps([mendeley, paperpile]))
    assert first.ids == ("doi:10.1000/a", "arxiv:2101.00001")
    assert (first.authors, first.year, first.venue) == (("Ada Lovelace",), 2019, "Journal of graphs")
    assert (second.id, second.authors, second.year) == ("x/Noether2020", ("Emmy Noether",), 2020)
    assert (second.venue, second.keywords) == ("Trees", ("trees", "leaves"))


def test_ids_of_cited_papers_behind_a_papers_own_are_left_out(load):
    article = {
        "pubmed_id": "12345\n67890\n67891",
        "title": "On graphs",
        "abstract": "We prove it.",
        "journal": "Graphs",
        "publication_date": "2020-05-01",
        "authors": [{"lastname": "Lovelace", "firstname": "Ada", "initials": "A", "affiliation": "a@example.org"}],
        "copyrights": "© 2020",
        "doi": "10.1000/a\n10.1000/b",
    }
    (paper,), problems = load("x.json", json.dumps([article]))
    assert paper.ids == ("doi:10.1000/a", "pmid:12345")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Lovelace",), 2020, "Graphs")
    assert not problems
