"""Records in = papers + skipped + merged, for each format: a file with a good record, its double, and one of no use."""

import bz2
import csv
import gzip
import io
import json
import lzma
import zipfile

import pytest

from kg.model import Effect, Paper
from kg.read import read
from kg.read.formats import READERS
from kg.read.shapes import SHAPES

TITLE, ABSTRACT = "On the counting of sheep", "We count sheep with care, and lose none of them."


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def table(*rows, delimiter=","):
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    return file.getvalue()


def tripled(record, empty):
    return record + record + empty


OPENREVIEW = {"id": "aBcDeFgHiJ", "forum": "aBcDeFgHiJ", "content": {"title": TITLE, "abstract": ABSTRACT}}
PAPERLISTS = {
    "id": "7",
    "title": TITLE,
    "abstract": ABSTRACT,
    "status": "Poster",
    "author": "Ada Lovelace",
    "track": "main",
}
ARXIV = {"id": "2101.00001", "title": TITLE, "abstract": ABSTRACT, "authors_parsed": [], "versions": []}
OPENALEX = {"id": "https://openalex.org/W1", "title": TITLE, "abstract_inverted_index": {"We": [0], "count": [1]}}
AMINER = {"id": 1, "title": TITLE, "indexed_abstract": {"IndexLength": 1, "InvertedIndex": {"Sheep": [0]}}}
S2 = {"paperId": "a" * 40, "corpusId": 7, "title": TITLE, "abstract": ABSTRACT}
CROSSREF = {"DOI": "10.1000/a", "title": [TITLE], "type": "journal-article", "container-title": ["J"]}
CSL = {"id": "a", "type": "article-journal", "title": TITLE, "author": [{"family": "Lovelace"}]}

RECORDS = {
    "JSON": json.dumps([PAPERLISTS, PAPERLISTS, 7]),
    "JSON Lines": lines(PAPERLISTS, PAPERLISTS) + '{"title": \n',
    "ACL Anthology XML": '<?xml version="1.0"?>\n<collection id="2022.acl"><volume id="long">'
    "<meta><booktitle>B</booktitle></meta>"
    + tripled(f'<paper id="1"><title>{TITLE}</title></paper>', '<paper id="2"><removed/></paper>')
    + "</volume></collection>",
    "PubMed XML": "<PubmedArticleSet>"
    + tripled(
        "<PubmedArticle><MedlineCitation><PMID>1</PMID><Article>"
        f"<ArticleTitle>{TITLE}</ArticleTitle></Article></MedlineCitation></PubmedArticle>",
        "<PubmedArticle><MedlineCitation><PMID>2</PMID></MedlineCitation></PubmedArticle>",
    )
    + "</PubmedArticleSet>",
    "EndNote XML": "<xml><records>"
    + tripled(
        f"<record><rec-number>1</rec-number><titles><title>{TITLE}</title></titles>"
        "<electronic-resource-num>10.1000/a</electronic-resource-num></record>",
        "<record><rec-number>2</rec-number></record>",
    )
    + "</records></xml>",
    "arXiv Atom": '<feed xmlns="http://www.w3.org/2005/Atom"><id>http://arxiv.org/api/x</id>'
    + tripled(
        f"<entry><id>http://arxiv.org/abs/2101.00001v1</id><title>{TITLE}</title><summary>{ABSTRACT}</summary></entry>",
        "<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id format</summary></entry>",
    )
    + "</feed>",
    "OAI-PMH": '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>'
    + tripled(
        "<record><header/><metadata><arXiv><id>2101.00001</id>"
        f"<title>{TITLE}</title><abstract>{ABSTRACT}</abstract></arXiv></metadata></record>",
        '<record><header status="deleted"><identifier>oai:arXiv.org:2101.00002</identifier></header></record>',
    )
    + "</ListRecords></OAI-PMH>",
    "DBLP XML": "<dblp>"
    + tripled(
        f'<article key="journals/a/1"><author>Ada Lovelace</author><title>{TITLE}.</title></article>',
        '<www key="homepages/a"><title>Home Page</title></www>',
    )
    + "</dblp>",
    "BibTeX": tripled(f"@article{{a,\n title = {{{TITLE}}},\n}}\n", "@proceedings{b,\n title = {Sheep 2020},\n}\n"),
    "RIS": tripled(f"TY  - JOUR\nTI  - {TITLE}\nDO  - 10.1000/a\nER  - \n", "TY  - JOUR\nAU  - A\nER  - \n"),
    "PubMed .nbib": tripled(f"PMID- 1\nOWN - NLM\nTI  - {TITLE}\n\n", "PMID- 2\nOWN - NLM\n\n"),
    "Web of Science plain text": "FN Clarivate Analytics Web of Science\nVR 1.0\n"
    + tripled(f"PT J\nTI {TITLE}\nUT WOS:1\nDI 10.1000/a\nER\n\n", "PT J\nUT WOS:2\nER\n\n")
    + "EF\n",
    "EndNote tagged text": tripled(
        f"%0 Journal Article\n%T {TITLE}\n%R 10.1000/a\n\n", "%0 Journal Article\n%D 2020\n\n"
    ),
    "CSV or TSV": table(("Title", "DOI"), (TITLE, "10.1000/a"), (TITLE, "10.1000/a"), ("", "10.1000/b")),
    "list": f"ICML 2025 Papers\n\n{ABSTRACT}\n\n{ABSTRACT}\n\n{'too long ' * 20_000}\n",
    "MODS": '<modsCollection xmlns="http://www.loc.gov/mods/v3">'
    + tripled(
        f'<mods ID="a"><titleInfo><title>{TITLE}</title></titleInfo><identifier type="doi">10.1000/a</identifier></mods>',
        '<mods ID="b"/>',
    )
    + "</modsCollection>",
}
"""By the format's name, each with three records. TEI and JATS have one record a file, and those of Zotero RDF, YAML, Markdown
and Parquet are counted by the tests of these formats."""

JSON_RECORDS = {
    "papercopilot paperlists": (PAPERLISTS, {**PAPERLISTS, "id": "8", "status": "Reject"}),
    "arXiv metadata snapshot": (ARXIV, {**ARXIV, "id": "2101.00002", "title": "", "abstract": ""}),
    "OpenReview notes": (OPENREVIEW, {**OPENREVIEW, "id": "kLmNoPqRsT", "replyto": "aBcDeFgHiJ"}),
    "OpenReview submissions in one piece": (
        {"id": "aBcDeFgHiJ", "title": TITLE, "abstract": ABSTRACT, "venueid": "Sheep.cc/2024/Conference"},
        {"id": "kLmNoPqRsT", "title": TITLE, "abstract": ABSTRACT, "venueid": "Sheep.cc/2024/Rejected_Submission"},
    ),
    "OpenAlex works": (OPENALEX, {**OPENALEX, "id": "https://openalex.org/W2", "type": "paratext"}),
    "AMiner citation network": (AMINER, {**AMINER, "id": 2, "title": "", "indexed_abstract": None}),
    "Semantic Scholar papers": (S2, None),
    "Crossref works": (CROSSREF, {**CROSSREF, "DOI": "10.1000/b", "type": "component"}),
    "CSL-JSON": (CSL, {**CSL, "id": "b", "type": "map"}),
    "Europe PMC results": (
        {"id": "1", "source": "MED", "pmid": "1", "title": TITLE, "pubYear": "2020", "authorString": "Lovelace A."},
        {"id": "2", "source": "MED", "pubYear": "2020"},
    ),
    "Lens works": ({"lens_id": "1", "title": TITLE, "authors": []}, {"lens_id": "2", "title": None}),
    "Dimensions publications": (
        {"id": "pub.1", "title": TITLE, "doi": "10.1000/a", "type": "article"},
        {"id": "pub.2", "title": "", "type": "article"},
    ),
    "DBLP search results": (
        {"key": "conf/a", "title": TITLE, "authors": {"author": {"text": "Ada Lovelace"}}},
        {"key": "conf/b", "title": "Sheep 2020", "type": "Editorship", "authors": {"author": {"text": "A"}}},
    ),
    "ADS documents": ({"bibcode": "a", "title": [TITLE], "doi": ["10.1000/a"]}, {"bibcode": "b", "title": []}),
    "HAL documents": ({"halId_s": "a", "title_s": [TITLE]}, {"halId_s": "b", "title_s": []}),
    "INSPIRE records": (
        {"id": "1", "metadata": {"titles": [{"title": TITLE}], "arxiv_eprints": [{"value": "2101.00001"}]}},
        {"id": "2", "metadata": {"titles": []}},
    ),
    "Zenodo records": (
        {"id": 1, "doi": "10.1000/a", "metadata": {"title": TITLE, "creators": []}},
        {"id": 2, "metadata": {"title": "", "creators": []}},
    ),
    "DataCite DOIs": (
        {"id": "10.1000/a", "attributes": {"doi": "10.1000/a", "titles": [{"title": TITLE}]}},
        {"id": "10.1000/b", "attributes": {"doi": "10.1000/b", "titles": []}},
    ),
    "Hugging Face papers": (
        {"paper": {"id": "2101.00001", "title": TITLE, "summary": ABSTRACT}},
        {"paper": {"id": "2101.00002", "title": "", "summary": ""}},
    ),
    "CORE works": (
        {"id": 1, "title": TITLE, "doi": "10.1000/a", "yearPublished": 2020},
        {"id": 2, "title": "", "yearPublished": 2020},
    ),
    "DOAJ articles": (
        {"id": "a", "bibjson": {"title": TITLE, "identifier": [{"type": "doi", "id": "10.1000/a"}]}},
        {"id": "b", "bibjson": {"title": ""}},
    ),
    "OpenAIRE research products": (
        {"id": "a", "mainTitle": TITLE, "pids": [{"scheme": "doi", "value": "10.1000/a"}]},
        {"id": "b", "mainTitle": None},
    ),
    "Springer Nature API records": (
        {"contentType": "Article", "identifier": "doi:10.1000/a", "title": TITLE, "publicationName": "J"},
        {"contentType": "Article", "identifier": "doi:10.1000/b", "title": "", "publicationName": "J"},
    ),
    "IEEE Xplore API articles": (
        {"article_number": "1", "title": TITLE, "doi": "10.1000/a"},
        {"article_number": "2", "title": ""},
    ),
    "Scopus API entries": (
        {"eid": "a", "dc:title": TITLE, "prism:doi": "10.1000/a"},
        {"eid": "b", "dc:title": TITLE, "subtypeDescription": "Erratum"},
    ),
    "bioRxiv and medRxiv details": (
        {"doi": "10.1101/a", "title": TITLE, "jatsxml": "x", "server": "biorxiv"},
        {"doi": "10.1101/b", "title": "", "jatsxml": "x", "server": "biorxiv"},
    ),
    "conferences' virtual sites": (
        {"id": 1, "name": TITLE, "abstract": ABSTRACT, "virtualsite_url": "/virtual/2023/poster/1"},
        {"id": 2, "name": "A talk", "eventtype": "Invited Talk", "virtualsite_url": "/virtual/2023/talk/2"},
    ),
    "NeurIPS proceedings metadata": (
        {"sourceid": 1, "title": TITLE, "book": "B", "authors": []},
        {"sourceid": 2, "title": "", "book": "B", "authors": []},
    ),
    "Papers with Code": (
        {
            "paper_url": "https://paperswithcode.com/paper/a",
            "title": TITLE,
            "arxiv_id": "2101.00001",
            "proceeding": None,
        },
        {"paper_url": "https://paperswithcode.com/paper/b", "title": "", "proceeding": None},
    ),
    "PeerRead": (
        {"id": "1", "title": TITLE, "abstract": ABSTRACT, "reviews": [], "accepted": True},
        {"id": "2", "title": TITLE, "abstract": ABSTRACT, "reviews": [], "accepted": False},
    ),
    "parsed papers (CORD-19, S2ORC)": (
        {"paper_id": "a", "title": TITLE, "abstract": ABSTRACT, "body_text": []},
        {"paper_id": "b", "title": "", "abstract": [], "body_text": []},
    ),
    "Zotero API items": (
        {"key": "A", "data": {"itemType": "preprint", "title": TITLE, "archiveID": "arXiv:2101.00001"}},
        {"key": "B", "data": {"itemType": "note"}},
    ),
    "PubMed summaries": (
        {"uid": "1", "title": TITLE, "articleids": [{"idtype": "pubmed", "value": "1"}]},
        {"uid": "2", "title": "", "articleids": []},
    ),
    "PubMed articles (pymed)": (
        {"pubmed_id": "1\n7", "title": TITLE, "abstract": ABSTRACT, "copyrights": None},
        {"pubmed_id": "2", "title": None, "copyrights": None},
    ),
    "Google Scholar results (scholarly)": (
        {"bib": {"title": TITLE, "author": ["A Lovelace"]}, "pub_url": "https://arxiv.org/abs/2101.00001"},
        {"bib": {"title": "", "author": []}},
    ),
    "Mendeley documents": (
        {"id": "a", "title": TITLE, "source": "J", "identifiers": {"doi": "10.1000/a"}},
        {"id": "b", "title": "", "source": "J", "identifiers": {}},
    ),
    "Paperpile items": (
        {"_id": "a", "pubtype": "PP_PREPRINT", "title": TITLE, "doi": "10.1000/a", "author": []},
        {"_id": "b", "pubtype": "PP_PREPRINT", "title": "", "author": []},
    ),
    "Papers with Code, papers' code": (
        {"paper_title": TITLE, "paper_arxiv_id": "2101.00001", "repo_url": "https://example.org/a"},
        {"paper_title": "", "paper_arxiv_id": None, "repo_url": "https://example.org/b"},
    ),
    "corpora for retrieval (BEIR)": (
        {"_id": "1", "title": TITLE, "text": ABSTRACT, "metadata": {"url": "https://arxiv.org/abs/2101.00001"}},
        {"_id": "2", "title": "", "text": "", "metadata": {}},
    ),
    "articles and their summaries (arXiv, PubMed)": (
        {"article_id": "1", "title": TITLE, "article_text": ["x"], "abstract_text": [f"<S> {ABSTRACT} </S>"]},
        {"article_id": "2", "article_text": ["x"], "abstract_text": []},
    ),
    "Better BibTeX items": (
        {"itemType": "preprint", "title": TITLE, "citekey": "a"},
        {"itemType": "attachment", "title": "PDF"},
    ),
}
"""By the shape's name, a record and one of no use."""

COUNTED_ELSEWHERE = {"TEI", "JATS", "Zotero RDF", "YAML", "Markdown list", "Parquet"}


def effects(path):
    items = list(read(path))
    return [item.effect.value if not isinstance(item, Paper) else "paper" for item in items]


def test_each_format_is_counted():
    assert {reader.name for reader in READERS} - COUNTED_ELSEWHERE == RECORDS.keys()
    assert {shape.name for shape in SHAPES} == JSON_RECORDS.keys()


@pytest.mark.parametrize("name", RECORDS)
def test_each_record_is_a_paper_or_skipped_or_merged(write, name):
    found = effects(write("sheep", RECORDS[name]))
    assert len([effect for effect in found if effect != "noted"]) == 3
    assert "paper" in found
    assert "skipped" in found


@pytest.mark.parametrize("name", JSON_RECORDS)
@pytest.mark.parametrize("wrap", [json.dumps, lambda items: lines(*items), lambda items: json.dumps({"data": items})])
def test_each_record_of_each_shape_is_a_paper_or_skipped_or_merged(write, name, wrap):
    record, useless = JSON_RECORDS[name]
    found = effects(write("sheep", wrap([record, record, useless])))
    assert len([effect for effect in found if effect != "noted"]) == 3
    assert "paper" in found
    assert "skipped" in found


@pytest.mark.parametrize(
    "pack",
    [
        lambda text: gzip.compress(text[:200]) + gzip.compress(text[200:]),
        bz2.compress,
        lzma.compress,
        lambda text: _zipped({"a/sheep.ris": text, "b/sheep.bib": RECORDS["BibTeX"].encode()}),
    ],
)
def test_packed_records_are_counted_too(write, pack):
    packed = pack(RECORDS["RIS"].encode())
    found = effects(write("sheep.ris.packed", packed))
    assert len([effect for effect in found if effect != "noted"]) == (6 if packed.startswith(b"PK") else 3)


def _zipped(files):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_the_report_of_all_formats_together_adds_up(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for number, content in enumerate(RECORDS.values()):
        (folder / f"{number:02}").write_text(content, encoding="utf-8")
    items = list(read(folder))
    used = [item for item in items if isinstance(item, Paper) or item.effect is not Effect.NOTED]
    assert len(used) == 3 * len(RECORDS)
    # One title without authors, and one DOI: what shares it is one paper, in whatever format.
    by_doi = [item for item in items if isinstance(item, Paper) and item.doi == "10.1000/a"]
    assert len(by_doi) == 1
    assert {place.path for place in (by_doi[0].source, *by_doi[0].also)} >= {"09", "11", "12", "13"}
