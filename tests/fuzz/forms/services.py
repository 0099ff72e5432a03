"""JSON: records as the interfaces of databases give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fuzz.entries import EMAIL, SECRET

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.entries import Entry


def _names(entry: Entry) -> list[str]:
    return [f"{given} {family}" for given, family in entry.authors]


def europe_pmc(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [{"fullName": n, "authorAffiliationDetailsList": {"affiliation": EMAIL}} for n in _names(entry)]
    return {
        "id": entry.pmid or "PPR7",
        "source": "MED",
        "pmid": entry.pmid,
        "doi": entry.doi,
        "title": entry.title,
        "authorString": ", ".join(_names(entry)),
        **({"authorList": {"author": people}} if rng.random() < 0.5 else {}),
        "pubYear": entry.year,
        "journalInfo": {"journal": {"title": entry.venue}},
        "abstractText": f"<h4>Aim</h4>{entry.abstract}",
        "pubTypeList": {"pubType": ["published erratum" if entry.kind == "other" else "research-article"]},
        "keywordList": {"keyword": entry.keywords},
    }


def lens(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "lens_id": f"000-{entry.key}",
        "title": entry.title,
        "abstract": entry.abstract,
        "authors": [
            {"first_name": g, "last_name": f, "affiliations": [{"name": EMAIL}], "ids": [{"value": SECRET}]}
            for g, f in entry.authors
        ],
        "external_ids": [{"type": "doi", "value": entry.doi}, {"type": "pmid", "value": entry.pmid}],
        "year_published": rng.choice((entry.year, 2020, None)),
        "source": {"title": entry.venue, "publisher": "Toys"},
        "source_urls": [{"type": "html", "url": entry.url}],
        "keywords": entry.keywords,
    }


def dblp(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [{"@pid": "1/1", "text": f"{n} 0001"} for n in _names(entry)]
    return {
        "authors": {"author": people if len(people) != 1 or rng.random() < 0.5 else people[0]},
        "title": f"{entry.title}.",
        "venue": entry.venue,
        "year": entry.year,
        "type": "Editorship" if entry.kind == "other" else "Journal Articles",
        "key": f"journals/toy/{entry.key}",
        "doi": entry.doi,
        "ee": entry.url,
        "url": "https://dblp.org/rec/journals/toy/1",
    }


def ads(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "bibcode": f"2020Toy.{entry.key}",
        "title": [entry.title],
        "abstract": entry.abstract,
        "author": [f"{family}, {given}" for given, family in entry.authors],
        "aff": [EMAIL],
        "doi": [entry.doi],
        "identifier": [f"arXiv:{entry.arxiv}", entry.doi],
        "year": entry.year,
        "pub": entry.venue,
        "doctype": rng.choice(("article", "erratum" if entry.kind == "other" else "eprint")),
        "keyword": entry.keywords,
    }


def hal(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "halId_s": f"hal-{entry.key}",
        rng.choice(("title_s", "en_title_s")): [entry.title],
        "title_s": [entry.title],
        "abstract_s": [entry.abstract],
        "authFullName_s": _names(entry),
        "authEmailDomain_s": [SECRET],
        "doiId_s": entry.doi,
        "producedDateY_i": entry.year,
        "journalTitle_s": entry.venue,
        "uri_s": entry.url,
        "keyword_s": entry.keywords,
    }


def inspire(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "id": rng.choice((entry.pmid, 7)),
        "metadata": {
            "titles": [{"title": entry.title}],
            "abstracts": [{"value": entry.abstract, "source": "arXiv"}],
            "authors": [{"full_name": f"{f}, {g}", "emails": [EMAIL]} for g, f in entry.authors],
            "dois": [{"value": entry.doi}],
            "arxiv_eprints": [{"value": entry.arxiv}],
            "publication_info": [{"year": entry.year, "journal_title": entry.venue}],
            "keywords": [{"value": word} for word in entry.keywords],
        },
    }


def zenodo(entry: Entry, rng: Random) -> dict[str, Any]:
    people = [
        rng.choice(({"name": n, "affiliation": EMAIL}, {"person_or_org": {"name": n, "identifiers": [SECRET]}}))
        for n in _names(entry)
    ]
    return {
        "id": entry.key,
        "doi": entry.doi,
        "links": {"self_html": entry.url},
        "metadata": {
            "title": entry.title,
            "description": f"<p>{entry.abstract}</p>",
            "creators": people,
            "publication_date": f"{entry.year}-01-02",
            "journal": {"title": entry.venue},
            "keywords": entry.keywords,
        },
    }


def datacite(entry: Entry, rng: Random) -> dict[str, Any]:
    other = {"descriptionType": "TechnicalInfo", "description": SECRET}
    described = {"descriptionType": "Abstract", "description": entry.abstract}
    return {
        "id": entry.doi,
        "type": "dois",
        "attributes": {
            "doi": entry.doi,
            "titles": [{"title": entry.title}],
            "creators": [{"name": f"{f}, {g}", "affiliation": [EMAIL]} for g, f in entry.authors],
            "descriptions": [other, described] if rng.random() < 0.5 else [described],
            "publicationYear": entry.year,
            "publisher": rng.choice((entry.venue, {"name": entry.venue})),
            "subjects": [{"subject": word} for word in entry.keywords],
            "url": entry.url,
        },
    }


def better_bibtex(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "itemType": "note" if entry.kind == "other" else "journalArticle",
        "citekey": entry.key,
        "title": entry.title,
        "abstractNote": entry.abstract,
        "creators": [
            *({"firstName": g, "lastName": f, "creatorType": "author"} for g, f in entry.authors),
            {"name": SECRET, "creatorType": "reviewedAuthor"} if entry.authors else {},
        ],
        "date": entry.year,
        "DOI": entry.doi,
        "publicationTitle": entry.venue,
        "url": entry.url,
        "tags": [{"tag": word} for word in entry.keywords],
        "notes": [{"note": f"<p>{SECRET}</p>"}] if rng.random() < 0.5 else [],
    }


def zotero(entry: Entry, rng: Random) -> dict[str, Any]:
    data = better_bibtex(entry, rng)
    return {"key": "ABCD2345", "library": {"name": SECRET}, "data": {**data, "citationKey": data.pop("citekey")}}


SHAPES = (europe_pmc, lens, dblp, ads, hal, inspire, zenodo, datacite, better_bibtex, zotero)
