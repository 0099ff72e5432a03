"""JSON: records as publishers, aggregators, conferences' sites and data sets of papers give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fuzz.entries import EMAIL, SECRET

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.entries import Entry


def _names(entry: Entry) -> list[str]:
    return [f"{given} {family}" for given, family in entry.authors]


def core(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "id": rng.choice((entry.key, 7)),
        "title": entry.title,
        "abstract": entry.abstract,
        "authors": [{"name": f"{f}, {g}"} for g, f in entry.authors],
        "contributors": [EMAIL],
        "yearPublished": rng.choice((entry.year, None)),
        "doi": entry.doi,
        "arxivId": entry.arxiv or None,
        "pubmedId": entry.pmid or None,
        "journals": [{"title": entry.venue, "identifiers": []}],
        "downloadUrl": entry.url,
        "links": [{"type": rng.choice(("display", "download")), "url": entry.url}],
        "references": [{"title": SECRET}],
        "fullText": f"{SECRET} body",
    }


def doaj(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "id": entry.key,
        "created_date": "2020-01-01",
        "bibjson": {
            "identifier": [{"type": rng.choice(("doi", "DOI")), "id": entry.doi}, {"type": "eissn", "id": "1234-5678"}],
            "journal": {"title": entry.venue, "publisher": SECRET},
            "author": [{"name": n, "affiliation": EMAIL, "orcid_id": SECRET} for n in _names(entry)],
            "link": [{"type": "fulltext", "url": entry.url}],
            "year": entry.year,
            "title": entry.title,
            "abstract": entry.abstract,
            "keywords": entry.keywords,
        },
    }


def openaire(entry: Entry, rng: Random) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {
            "id": entry.key,
            "maintitle": entry.title,
            "description": [entry.abstract],
            "author": [{"fullname": f"{f}, {g}", "pid": {"id": SECRET}} for g, f in entry.authors],
            "publicationdate": entry.year,
            "container": rng.choice(({"name": entry.venue}, None)),
            "pid": [{"scheme": "doi", "value": entry.doi}],
            "instance": [{"url": [entry.url]}],
        }
    return {
        "id": entry.key,
        "mainTitle": entry.title,
        "descriptions": [entry.abstract] if entry.abstract else None,
        "authors": [{"fullName": f"{f}, {g}", "name": g, "surname": f} for g, f in entry.authors],
        "publicationDate": f"{entry.year}-01-01",
        "container": {"name": entry.venue},
        "pids": [{"scheme": "doi", "value": entry.doi}, {"scheme": "pmid", "value": entry.pmid}],
        "instances": [{"urls": [entry.url]}],
        "subjects": [{"subject": {"scheme": "keyword", "value": word}} for word in entry.keywords],
    }


def springer(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "contentType": "Article",
        "identifier": f"doi:{entry.doi}",
        "url": [{"format": "", "value": entry.url}],
        "title": entry.title,
        "creators": [{"creator": f"{f}, {g}", "ORCID": SECRET} for g, f in entry.authors],
        "publicationName": entry.venue,
        "doi": entry.doi,
        "publicationDate": f"{entry.year}-01-01",
        "abstract": rng.choice((entry.abstract, {"h1": "Abstract", "p": entry.abstract}, {"p": [entry.abstract]})),
        "keyword": entry.keywords,
    }


def ieee(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [{"full_name": n, "affiliation": EMAIL, "authorUrl": SECRET} for n in _names(entry)]
    return {
        "doi": entry.doi,
        "title": entry.title,
        "abstract": entry.abstract,
        "authors": {"authors": people} if rng.random() < 0.7 else people,
        "article_number": entry.key or 7,
        "html_url": entry.url,
        "publication_title": entry.venue,
        "publication_year": rng.choice((entry.year, 2020)),
        "index_terms": {"author_terms": {"terms": entry.keywords}},
    }


def scopus(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [{"authname": f"{f} {g[:1]}.", "surname": f, "given-name": g, "authid": SECRET} for g, f in entry.authors]
    return {
        "dc:identifier": f"SCOPUS_ID:{entry.key}",
        "eid": f"2-s2.0-{entry.key}",
        "dc:title": entry.title,
        "dc:creator": f"{entry.authors[0][1]} A." if entry.authors else None,
        "dc:description": entry.abstract,
        "prism:publicationName": entry.venue,
        "prism:coverDate": f"{entry.year}-05-01",
        "prism:doi": entry.doi,
        "pubmed-id": entry.pmid,
        "author": people if rng.random() < 0.5 else [],
        "authkeywords": " | ".join(entry.keywords),
        "subtypeDescription": {"paper": "Article", "other": "Erratum", "rejected": "Retracted"}[entry.kind],
    }


def biorxiv(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "doi": entry.doi,
        "title": entry.title,
        "authors": "; ".join(f"{f}, {g}" for g, f in entry.authors),
        "author_corresponding": SECRET,
        "author_corresponding_institution": SECRET,
        "date": f"{entry.year}-01-02",
        "category": rng.choice(entry.keywords or [""]),
        "jatsxml": f"https://{SECRET}.example.org/x.xml",
        "abstract": entry.abstract,
        "published": rng.choice(("NA", entry.doi)),
        "server": rng.choice(("biorxiv", "medRxiv", "")),
    }


def virtual(entry: Entry, rng: Random) -> dict[str, Any]:
    kind = rng.choice(("Poster", "Oral", ""))
    return {
        "id": entry.key or 7,
        "name": entry.title,
        "authors": [{"id": 1, "fullname": n, "url": SECRET, "institution": EMAIL} for n in _names(entry)],
        "abstract": entry.abstract,
        "keywords": entry.keywords,
        "decision": "Reject" if entry.kind == "rejected" else rng.choice(("Accept (poster)", None)),
        "eventtype": "Workshop" if entry.kind == "other" else kind,
        "virtualsite_url": rng.choice(("/virtual/2023/poster/1", "https://icml.cc/virtual/2024/oral/2", entry.url)),
        "sourceurl": rng.choice(("https://openreview.net/group?id=NeurIPS.cc/2023/Conference", "")),
        "paper_url": entry.url,
        "starttime": f"{entry.year}-12-12T17:15:00-06:00",
        "eventmedia": [{"name": SECRET}],
    }


def proceedings(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [{"given_name": g, "family_name": f, "institution": EMAIL} for g, f in entry.authors]
    return {
        "abstract": entry.abstract,
        "authors": rng.choice((people, _names(entry))),
        "book": f"{entry.venue} {entry.year}",
        "full_text": f"{SECRET} body",
        "sourceid": rng.choice((entry.key, 7)),
        "title": entry.title,
        "award": [],
    }


def papers_with_code(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "paper_url": f"https://paperswithcode.com/paper/{entry.key}",
        "arxiv_id": entry.arxiv or None,
        "openreview_id": None,
        "title": entry.title,
        "abstract": entry.abstract,
        "url_abs": entry.url,
        "proceeding": rng.choice((f"{entry.venue} {entry.year} 6", None)),
        "authors": _names(entry),
        "tasks": entry.keywords,
        "date": f"{entry.year}-05-25",
        "methods": [{"name": SECRET, "description": SECRET}],
    }


def hugging_face(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [{"name": n, "user": {"fullname": SECRET}} for n in _names(entry)]
    inner = {"id": entry.arxiv, "title": entry.title, "summary": entry.abstract, "authors": people}
    return {"paper": {**inner, "publishedAt": entry.year}, "title": entry.title, "submittedBy": {"name": SECRET}}


def peer_read(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "reviews": [{"comments": f"{SECRET} weak"}],
        "abstract": entry.abstract,
        "id": entry.key,
        "conference": f"{entry.venue} {entry.year} conference submission",
        "title": entry.title,
        "authors": _names(entry),
        "accepted": rng.choice((True, None)) if entry.kind != "rejected" else False,
    }


def parsed(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [{"first": g, "middle": [], "last": f, "suffix": "", "email": EMAIL} for g, f in entry.authors]
    return {
        "paper_id": entry.key or entry.arxiv,
        "metadata": {"title": entry.title, "authors": people, "year": entry.year, "venue": entry.venue},
        "abstract": rng.choice(([{"text": entry.abstract, "section": "Abstract"}], entry.abstract)),
        "body_text": [{"text": f"{SECRET} once", "section": "Introduction"}],
        "bib_entries": {"BIBREF0": {"title": SECRET}, "BIBREF1": {"title": SECRET}},
    }


SHAPES = (
    *(core, doaj, openaire, springer, ieee, scopus, biorxiv),
    *(virtual, proceedings, papers_with_code, hugging_face, peer_read, parsed),
)
