import json

import pytest

from tests.read.shapes.broken import check_broken

CORE = {
    "totalHits": 1,
    "results": [
        {
            "id": 42,
            "title": "On graphs",
            "abstract": "We prove it.",
            "authors": [{"name": "Lovelace, Ada K."}],
            "yearPublished": 2020,
            "doi": "10.1000/graphs",
            "arxivId": None,
            "journals": [{"title": "Journal of Graphs"}],
            "downloadUrl": "https://example.org/a.pdf",
            "links": [
                {"type": "download", "url": "https://example.org/1.pdf"},
                {"type": "display", "url": "https://example.org/1"},
            ],
            "references": [{"id": 1, "title": "Another paper"}],
        }
    ],
}
DOAJ = {
    "results": [
        {
            "id": "abc",
            "bibjson": {
                "identifier": [{"type": "eissn", "id": "1234-5678"}, {"type": "doi", "id": "10.1000/graphs"}],
                "journal": {"title": "Journal of Graphs"},
                "author": [{"name": "Ada Lovelace", "affiliation": "Somewhere"}],
                "link": [{"type": "fulltext", "url": "https://example.org/1"}],
                "year": "2020",
                "title": "On graphs",
                "abstract": "We prove it.",
            },
        }
    ]
}
OPENAIRE = {
    "results": [
        {
            "id": "doi_dedup___::abc",
            "mainTitle": "On graphs",
            "descriptions": ["We prove it."],
            "authors": [{"fullName": "Lovelace, Ada K.", "name": "Ada K.", "surname": "Lovelace"}],
            "publicationDate": "2020-05-01",
            "container": {"name": "Journal of Graphs"},
            "pids": [{"scheme": "doi", "value": "10.1000/graphs"}],
            "instances": [{"urls": ["https://example.org/1"]}],
        }
    ]
}
OPENAIRE_DUMP = {
    "id": "50|doi_dedup___::abc",
    "maintitle": "On graphs",
    "description": ["We prove it."],
    "author": [{"fullname": "Lovelace, Ada K.", "rank": 1}],
    "publicationdate": "2020-05-01",
    "container": {"name": "Journal of Graphs"},
    "pid": [{"scheme": "doi", "value": "10.1000/graphs"}],
    "instance": [{"url": ["https://example.org/1"]}],
}
SPRINGER = {
    "records": [
        {
            "contentType": "Article",
            "identifier": "doi:10.1000/graphs",
            "url": [{"format": "html", "value": "https://example.org/1"}],
            "title": "On graphs",
            "creators": [{"creator": "Lovelace, Ada K."}],
            "publicationName": "Journal of Graphs",
            "doi": "10.1000/graphs",
            "publicationDate": "2020-01-01",
            "abstract": {"h1": "Abstract", "p": "We prove it."},
        }
    ],
    "facets": [{"name": "subject", "values": [{"value": "Trees", "count": "1"}]}],
}
IEEE = {
    "total_records": 1,
    "articles": [
        {
            "doi": "10.1000/graphs",
            "title": "On graphs",
            "authors": {"authors": [{"full_name": "Ada Lovelace", "affiliation": "Somewhere", "author_order": 1}]},
            "abstract": "We prove it.",
            "article_number": "1",
            "html_url": "https://example.org/1",
            "pdf_url": "https://example.org/1.pdf",
            "publication_title": "Journal of Graphs",
            "publication_year": "2020",
        }
    ],
}
SCOPUS = {
    "search-results": {
        "opensearch:totalResults": "1",
        "link": [{"@ref": "self", "@href": "https://example.org"}],
        "entry": [
            {
                "dc:identifier": "SCOPUS_ID:85",
                "eid": "2-s2.0-85",
                "dc:title": "On graphs",
                "dc:creator": "Lovelace A.",
                "prism:publicationName": "Journal of Graphs",
                "prism:coverDate": "2020-05-01",
                "prism:doi": "10.1000/graphs",
                "dc:description": "We prove it.",
                "author": [{"authname": "Lovelace A.", "surname": "Lovelace", "given-name": "Ada"}],
            }
        ],
    }
}


@pytest.mark.parametrize("content", [CORE, DOAJ, OPENAIRE, OPENAIRE_DUMP, SPRINGER, IEEE, SCOPUS])
def test_finds_what_a_service_nests(load, content):
    (paper,), problems = load("x.json", json.dumps(content))
    assert (paper.title, paper.abstract) == ("On graphs", "We prove it.")
    assert (paper.id, paper.year, paper.venue) == ("10.1000/graphs", 2020, "Journal of Graphs")
    assert paper.authors in {("Ada Lovelace",), ("Lovelace, Ada K.",)}
    assert paper.url in {"https://example.org/1", ""}
    assert not problems


@pytest.mark.parametrize("published", ["10.1016/j.graph.2021.01.001", "NA"])
def test_the_doi_of_the_published_version_is_no_year(load, published):
    record = {
        "doi": "10.1101/2020.01.01.123456",
        "title": "On graphs",
        "authors": "Lovelace, A.; Turing, A. M.",
        "author_corresponding": "Ada Lovelace",
        "date": "2020-01-02",
        "jatsxml": "https://example.org/x.xml",
        "abstract": "We prove it.",
        "published": published,
        "server": "biorxiv",
    }
    (paper,), problems = load("x.json", json.dumps({"messages": [{"status": "ok"}], "collection": [record]}))
    assert (paper.id, paper.year, paper.venue) == ("10.1101/2020.01.01.123456", 2020, "bioRxiv")
    assert paper.authors == ("Lovelace, A.", "Turing, A. M.")
    assert not problems


def test_an_erratum_at_scopus_is_no_paper(load):
    (entry,) = SCOPUS["search-results"]["entry"]
    papers, (problem,) = load(
        "x.jsonl", json.dumps({**entry, "subtypeDescription": "Erratum"}) + "\n" + json.dumps(entry)
    )
    assert (len(papers), problem.reason) == (1, "not a paper")


@pytest.mark.parametrize(
    "record",
    [
        {"title": "On graphs", "yearPublished": "2020", "venue": "Maps", "keywords": "graph"},
        {"title": "On graphs", "article_number": "7", "year": 2020, "journal": "Maps", "keywords": ["graph"]},
        {"title": "On graphs", "server": "archive-2", "year": 2020, "venue": "Maps", "tags": ["graph"]},
    ],
)
def test_a_name_that_a_service_has_too_makes_no_record_of_it(load, record):
    (paper,), problems = load("x.json", json.dumps([record]))
    assert (paper.year, paper.venue, paper.keywords) == (2020, "Maps", ("graph",))
    assert not problems


def test_dublin_core_is_read_as_far_as_scopus_has_it(load):
    record = {"dc:title": "On graphs", "dc:creator": "Ada Lovelace", "dc:date": "2020-01", "dc:subject": ["graph"]}
    (paper,), problems = load("x.json", json.dumps([record]))
    assert (paper.title, paper.authors, paper.year, paper.keywords) == (
        "On graphs",
        ("Ada Lovelace",),
        2020,
        ("graph",),
    )
    assert not problems


@pytest.mark.parametrize("content", [CORE, DOAJ, OPENAIRE, SPRINGER, IEEE, SCOPUS])
def test_whatever_stands_in_a_record_it_is_one_paper_or_one_problem(content):
    check_broken(content)
