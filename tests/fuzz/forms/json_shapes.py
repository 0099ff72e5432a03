"""JSON: the shapes of records, in arrays, in wrappers, by key, one a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from zlib import crc32

from tests.fuzz.entries import EMAIL, SECRET
from tests.fuzz.forms import services, sites
from tests.fuzz.forms.contract import Form

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.fuzz.entries import Entry

    Shape = Callable[[Entry, Random], dict[str, Any]]


def _names(entry: Entry) -> list[str]:
    return [f"{given} {family}" for given, family in entry.authors]


def _number(value: str, rng: Random) -> Any:
    return int(value) if value.isdecimal() and len(value) < 20 and rng.random() < 0.5 else value


def generic(entry: Entry, rng: Random) -> dict[str, Any]:
    people = rng.choice((_names(entry), "; ".join(_names(entry)), [{"name": n, "email": EMAIL} for n in _names(entry)]))
    return {
        "id": entry.key,
        "title": entry.title,
        "abstract": entry.abstract,
        "authors": people,
        "year": _number(entry.year, rng),
        "venue": entry.venue,
        "doi": entry.doi,
        "url": entry.url,
        "keywords": rng.choice((entry.keywords, ", ".join(entry.keywords))),
        "emails": [EMAIL],
        "gender": SECRET,
        "homepage": f"https://{SECRET}.example.org",
        "reviews": [{"text": f"{SECRET} a poor paper"}],
    }


def paperlists(entry: Entry, rng: Random) -> dict[str, Any]:
    status = {"paper": rng.choice(("Poster", "Oral", "Active")), "other": "Withdraw", "rejected": "Reject"}[entry.kind]
    return {
        "id": entry.key or f"id{entry.title[-3:]}",
        "title": entry.title,
        "track": "main",
        "status": status,
        "keywords": "; ".join(entry.keywords),
        "abstract": entry.abstract,
        "author": ";".join(_names(entry)),
        "aff": "Uni A;Uni B",
        "gender": f";{SECRET}",
        "email": EMAIL,
        "homepage": f"https://{SECRET}.example.org",
        "bibtex": f"@inproceedings{{x,\ntitle={{{entry.title}}},\nyear={{{entry.year}}}\n}}",
        "site": f"https://openreview.net/forum?id=abcd{entry.key}",
        "rating": "6;8",
        "github": "",
    }


def arxiv(entry: Entry, rng: Random) -> dict[str, Any]:
    comments = "This paper has been withdrawn by the author" if entry.kind == "rejected" else "12 pages"
    return {
        "id": entry.arxiv,
        "submitter": SECRET,
        "authors": ", ".join(_names(entry)),
        "title": entry.title.replace(" ", "\n  ", 1),
        "comments": comments,
        "journal-ref": entry.venue,
        "doi": entry.doi,
        "report-no": None,
        "categories": "cs.LG stat.ML",
        "abstract": f"  {entry.abstract}\n",
        "versions": [{"version": "v1", "created": f"Mon, 2 Apr {entry.year} 19:18:42 GMT"}],
        "update_date": "2008-11-26",
        "authors_parsed": [[family, given, ""] for given, family in entry.authors],
    }


def openreview(entry: Entry, rng: Random) -> dict[str, Any]:
    second = rng.random() < 0.5

    def value(inner: Any) -> Any:
        return {"value": inner} if second else inner

    note = {
        "id": f"or{entry.key}",
        "forum": f"or{entry.key}",
        "cdate": 1700000000000,
        "signatures": [f"~{SECRET}1"],
        "invitation" if not second else "invitations": "ICLR.cc/2024/Conference/-/Submission"
        if not second
        else ["ICLR.cc/2024/Conference/-/Submission"],
        "content": {
            "title": value(entry.title),
            "abstract": value(entry.abstract),
            "authors": value(_names(entry)),
            "authorids": value([EMAIL]),
            "keywords": value(entry.keywords),
            "venue": value("ICLR 2024 poster" if entry.kind != "rejected" else "Submitted to ICLR 2024"),
            "venueid": value("ICLR.cc/2024/Conference"),
        },
        "details": {"replies": [{"content": {"review": value(f"{SECRET} weak"), "rating": value("3")}}]},
    }
    if entry.kind == "other":
        note["id"], note["replyto"] = "reply", note["forum"]
        note["content"] = {"review": value(f"{SECRET} weak"), "rating": value("3"), "title": value(f"{SECRET}")}
    return note


def openalex(entry: Entry, rng: Random) -> dict[str, Any]:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(entry.abstract.split(" ")):
        index.setdefault(word, []).append(place * rng.choice((1, 1, 1, 2)))
    return {
        "id": f"https://openalex.org/{'S' if entry.kind == 'other' else 'W'}{entry.key}",
        "doi": f"https://doi.org/{entry.doi}" if entry.doi else None,
        "title": entry.title,
        "display_name": entry.title,
        "publication_year": _number(entry.year, rng),
        "ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{entry.pmid}"},
        "primary_location": {"landing_page_url": entry.url, "source": {"display_name": entry.venue}},
        "locations": [{"landing_page_url": f"http://arxiv.org/abs/{entry.arxiv}"}],
        "type": "article",
        "is_retracted": entry.kind == "rejected",
        "authorships": [
            {"author": {"display_name": n}, "raw_affiliation_strings": [f"Uni A, {EMAIL}"]} for n in _names(entry)
        ],
        "abstract_inverted_index": index or None,
        "keywords": [{"display_name": word, "score": 0.5} for word in entry.keywords],
    }


def graph(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "paperId": f"{crc32(entry.title.encode()):08x}" * 5,
        "externalIds": {"DOI": entry.doi, "ArXiv": entry.arxiv, "PubMed": entry.pmid, "CorpusId": 7},
        "corpusId": _number(entry.pmid, rng),
        "title": entry.title,
        "abstract": entry.abstract or None,
        "venue": entry.venue,
        "year": _number(entry.year, rng),
        "authors": [{"authorId": "1", "name": n, "homepage": f"https://{SECRET}.example.org"} for n in _names(entry)],
        "tldr": {"text": f"{SECRET} short"},
        "url": entry.url,
    }


def s2ag(entry: Entry, rng: Random) -> dict[str, Any]:
    text = f"{entry.title}\n{entry.abstract}"
    spans = [{"start": 0, "end": str(len(entry.title))}], [{"start": len(entry.title) + 1, "end": len(text)}]
    marked = [json.dumps(span) if rng.random() < 0.5 else span for span in spans]
    line: dict[str, Any] = {"corpusid": _number(entry.pmid or "5", rng), "externalids": {"DOI": entry.doi}}
    if rng.random() < 0.5:
        return {**line, "content": {"text": text, "annotations": {"title": marked[0], "abstract": marked[1]}}}
    return {**line, "title": entry.title, "authors": [{"name": n} for n in _names(entry)], "abstract": entry.abstract}


def crossref(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "indexed": {"date-parts": [[2022, 4, 1]]},
        "member": "78",
        "DOI": entry.doi,
        "type": "peer-review" if entry.kind == "other" else "journal-article",
        "title": [entry.title],
        "subtitle": rng.choice(([], ["a study"])),
        "abstract": f"<jats:title>Abstract</jats:title><jats:p>{entry.abstract}</jats:p>",
        "author": [
            {"given": g, "family": f, "ORCID": SECRET, "affiliation": [{"name": EMAIL}]} for g, f in entry.authors
        ],
        "issued": {"date-parts": rng.choice(([[_number(entry.year, rng), 1]], [[None]], [], None))},
        "container-title": [entry.venue],
        "URL": entry.url,
        "subject": entry.keywords,
        "update-to": [{"DOI": entry.doi, "type": "retraction"}] if entry.kind == "rejected" else [],
    }


def csl(entry: Entry, rng: Random) -> dict[str, Any]:
    return {
        "id": entry.key,
        "type": "map" if entry.kind == "other" else "article-journal",
        "title": entry.title,
        "abstract": rng.choice((entry.abstract, [{"type": "Abstract", "description": entry.abstract}])),
        "container-title": entry.venue,
        "author": [rng.choice(({"given": g, "family": f}, {"literal": f"{g} {f}"})) for g, f in entry.authors],
        "issued": {"date-parts": [[_number(entry.year, rng)]]},
        "DOI": entry.doi,
        "URL": entry.url,
        "note": f"PMID: {entry.pmid}\n{SECRET}",
        "keyword": ", ".join(entry.keywords),
    }


def aminer(entry: Entry, rng: Random) -> dict[str, Any]:
    words = entry.abstract.split(" ")
    return {
        "id": entry.key,
        "title": entry.title,
        "authors": [{"name": n, "org": EMAIL, "id": 1} for n in _names(entry)],
        "venue": {"raw": entry.venue},
        "year": _number(entry.year, rng),
        "n_citation": 3,
        "indexed_abstract": {"IndexLength": len(words), "InvertedIndex": {w: [n] for n, w in enumerate(words)}},
        "doi": entry.doi,
    }


SHAPES = (
    generic,
    paperlists,
    arxiv,
    openreview,
    openalex,
    graph,
    s2ag,
    crossref,
    csl,
    aminer,
    *services.SHAPES,
    *sites.SHAPES,
)


_LONE = ("\\ud800", "\\udfff\\ud800", "\\udc80x", "\\u0000", "\\ud83d\\ude00")


def _dump(value: Any, rng: Random) -> str:
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, None, 1)))
    return text.replace(" of kind ", rng.choice(_LONE), 1) if rng.random() < 0.1 else text


def _whole(shape: Shape) -> Callable[[list[Entry], Random], bytes]:
    def write(entries: list[Entry], rng: Random) -> bytes:
        records = [shape(entry, rng) for entry in entries]
        wrapped: Any = rng.choice(
            (
                records,
                {"results": records, "meta": {"count": len(records)}},
                {"status": "ok", "message": {"items": records}},
                {"total": len(records), "data": records},
                {"papers": records},
                {"notes": records},
                [{"data": records[:1]}, {"data": records[1:]}] if len(records) > 1 else records,
            )
        )
        return _dump(wrapped, rng).encode("utf-8", "replace")

    return write


def _lines(shape: Shape) -> Callable[[list[Entry], Random], bytes]:
    def write(entries: list[Entry], rng: Random) -> bytes:
        end = rng.choice(("\n", "\r\n", "\n\n"))
        lines = [json.dumps(shape(entry, rng), ensure_ascii=rng.random() < 0.5) for entry in entries]
        return (end.join(lines) + rng.choice(("", end))).encode("utf-8", "replace")

    return write


def _pandoc(entries: list[Entry], rng: Random) -> bytes:
    return _dump({"lang": "en", "references": [csl(entry, rng) for entry in entries]}, rng).encode("utf-8", "replace")


FORMS = (
    *(
        form
        for shape in SHAPES
        for form in (
            Form(f"json-{shape.__name__}", (".json", ""), _whole(shape)),
            Form(f"jsonl-{shape.__name__}", (".jsonl", ".json"), _lines(shape)),
        )
    ),
    Form("json-pandoc", (".json", ""), _pandoc),
)
