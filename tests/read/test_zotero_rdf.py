import tracemalloc

import pytest

from kg.model import Effect, Paper
from kg.read import read
from kg.read.record import NO_TEXT, NOT_A_PAPER
from kg.read.xml_scan import CUT, MALFORMED
from kg.read.xml_stream import MENDED
from kg.read.zotero_rdf import NO_CONTAINER

HEAD = """<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">
"""
ARTICLE = """    <bib:Article rdf:about="https://example.org/a b|{1}">
        <z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf rdf:resource="urn:issn:1234-5678"/>
        <bib:authors>
            <rdf:Seq>
                <rdf:li><foaf:Person><foaf:surname>Lovelace</foaf:surname><foaf:givenName>Ada</foaf:givenName></foaf:Person></rdf:li>
                <rdf:li><foaf:Person><foaf:surname>Turing</foaf:surname><foaf:givenname>Alan</foaf:givenname></foaf:Person></rdf:li>
                <rdf:li><foaf:Organization><foaf:name>Graph Group</foaf:name></foaf:Organization></rdf:li>
            </rdf:Seq>
        </bib:authors>
        <link:link rdf:resource="#item_2"/>
        <dc:subject>graphs</dc:subject>
        <dc:subject><z:AutomaticTag><rdf:value>trees</rdf:value></z:AutomaticTag></dc:subject>
        <dc:subject><dcterms:LCC><rdf:value>QA 76</rdf:value></dcterms:LCC></dc:subject>
        <dc:title>On Graphs</dc:title>
        <dcterms:abstract>&lt;p&gt;We prove &lt;i&gt;it&lt;/i&gt;.&lt;/p&gt;</dcterms:abstract>
        <dc:date>March 1, 2002</dc:date>
        <dc:identifier><dcterms:URI><rdf:value>https://example.org/1</rdf:value></dcterms:URI></dc:identifier>
        <dc:description>PMID: 123
a private remark</dc:description>
    </bib:Article>
"""
JOURNAL = """    <bib:Journal rdf:about="urn:issn:1234-5678">
        <prism:volume>3</prism:volume>
        <dc:title>Journal of Graphs</dc:title>
        <dc:identifier>DOI 10.5555/ABC</dc:identifier>
        <dc:identifier>ISSN 1234-5678</dc:identifier>
    </bib:Journal>
"""
ATTACHMENT = """    <z:Attachment rdf:about="#item_2">
        <z:itemType>attachment</z:itemType>
        <rdf:resource rdf:resource="files/2/Lovelace - On Graphs.pdf"/>
        <dc:title>Full Text PDF</dc:title>
    </z:Attachment>
"""
NOTE = '<bib:Memo rdf:about="#item_3"><rdf:value>&lt;p&gt;My own thoughts&lt;/p&gt;</rdf:value></bib:Memo>\n'
COLLECTION = '<z:Collection rdf:about="#collection_1"><dc:title>Mine</dc:title></z:Collection>\n'


def item(number, inner="", kind="conferencePaper", node="rdf:Description"):
    title = f"<dc:title>On Graphs of Kind {number}</dc:title>"
    return f'<{node} rdf:about="#item_{number}"><z:itemType>{kind}</z:itemType>{title}{inner}</{node}>\n'


def library(*nodes):
    return HEAD + "".join(nodes) + "</rdf:RDF>\n"


def one(load, inner, **kind):
    (paper,), problems = load("x.rdf", library(item(1, inner, **kind)))
    assert not problems
    return paper


@pytest.mark.parametrize("order", [(ARTICLE, JOURNAL), (JOURNAL, ARTICLE), (ARTICLE, item(7), JOURNAL)])
def test_an_article_takes_venue_and_doi_from_its_journal(load, order):
    papers, problems = load("x.rdf", library(*order))
    assert not problems
    paper = next(paper for paper in papers if paper.title == "On Graphs")
    assert paper.ids == ("doi:10.5555/abc", "pmid:123")
    assert (paper.abstract, paper.year, paper.venue) == ("We prove it.", 2002, "Journal of Graphs")
    assert paper.authors == ("Ada Lovelace", "Alan Turing", "Graph Group")
    assert (paper.keywords, paper.url) == (("graphs", "trees"), "https://example.org/1")
    assert "private" not in repr(paper)


def test_attachments_and_notes_are_records_that_are_no_papers(load):
    papers, problems = load("x.rdf", library(ARTICLE, JOURNAL, ATTACHMENT, NOTE, COLLECTION))
    assert [paper.title for paper in papers] == ["On Graphs"]
    details = ["an item of the type attachment", "an item of the type note"]
    assert [(problem.reason, problem.detail) for problem in problems] == [(NOT_A_PAPER, detail) for detail in details]
    assert "thoughts" not in repr(problems)


def test_papers_come_in_the_order_of_the_file(load):
    papers, _ = load("x.rdf", library(item(1), ARTICLE, item(2), item(3), JOURNAL, item(4)))
    assert [paper.source.line for paper in papers] == sorted(paper.source.line for paper in papers)
    assert [paper.title[-1] for paper in papers] == ["1", "s", "2", "3", "4"]


def test_the_doi_of_a_volume_is_that_of_one_item_only(load):
    second = ARTICLE.replace("On Graphs", "On Trees").replace("PMID: 123", "")
    papers, _ = load("x.rdf", library(ARTICLE, JOURNAL, second))
    assert [paper.doi for paper in papers] == ["10.5555/abc", ""]
    assert [paper.venue for paper in papers] == ["Journal of Graphs"] * 2


def test_a_journal_with_two_dois_gives_none(load):
    journal = JOURNAL.replace("ISSN 1234-5678<", "DOI 10.5555/other<")
    (paper,), _ = load("x.rdf", library(ARTICLE, journal))
    assert (paper.doi, paper.venue) == ("", "Journal of Graphs")


@pytest.mark.parametrize(
    ("inner", "venue", "doi"),
    [
        (
            (
                "<dcterms:isPartOf><bib:Journal><dcterms:isPartOf><bib:Series><dc:title>LNGS</dc:title></bib:Series>"
                "</dcterms:isPartOf><dc:title>Proceedings</dc:title><dc:identifier>DOI 10.5555/1</dc:identifier></bib:Journal>"
                "</dcterms:isPartOf>"
            ),
            "Proceedings",
            "10.5555/1",
        ),
        (
            "<dcterms:isPartOf>\n <bib:Book><dc:title>Handbook</dc:title></bib:Book>\n</dcterms:isPartOf>",
            "Handbook",
            "",
        ),
        (
            (
                "<bib:presentedAt><bib:Conference><dc:title>Graph Days</dc:title></bib:Conference></bib:presentedAt>"
                "<dc:identifier>DOI 10.5555/2</dc:identifier><dc:identifier>ISBN 1</dc:identifier>"
            ),
            "Graph Days",
            "10.5555/2",
        ),
        ("<dc:description>DOI: 10.5555/3</dc:description>", "", "10.5555/3"),
    ],
)
def test_venue_and_doi_are_found_within_the_item(load, inner, venue, doi):
    paper = one(load, inner)
    assert (paper.venue, paper.doi) == (venue, doi)


def test_a_chapter_takes_its_venue_from_a_book_beside_it(load):
    chapter = item(1, '<dcterms:isPartOf rdf:resource="urn:isbn:1"/>', "bookSection", "bib:BookSection")
    book = '<bib:Book rdf:about="urn:isbn:1"><dc:title>Handbook</dc:title></bib:Book>'
    (paper,), problems = load("x.rdf", library(chapter, book))
    assert paper.venue == "Handbook"
    assert not problems


def test_preprints_have_their_server_and_arxiv_id(load):
    inner = (
        "<prism:number>arXiv:2101.00001</prism:number>"
        "<dc:publisher><foaf:Organization><foaf:name>arXiv</foaf:name></foaf:Organization></dc:publisher>"
    )
    paper = one(load, inner, kind="preprint")
    assert (paper.venue, paper.ids) == ("arXiv", ("arxiv:2101.00001",))


def test_a_citation_key_names_the_item_else_its_number(load):
    assert one(load, "<z:citationKey>lovelace1843</z:citationKey>").id == "x/lovelace1843"
    assert one(load, "").id == "x/item_1"
    assert one(load, "<z:citationKey> love\n lace\u200b </z:citationKey>").id == "x/love lace"
    assert one(load, f"<z:citationKey>{'a' * 201}</z:citationKey>").id == "x/item_1"
    (endless,), _ = load("x.rdf", library(item("9" * 201)))
    assert endless.id.startswith("title-")


def test_a_journal_that_is_nowhere_is_noted(load):
    (paper,), (problem,) = load("x.rdf", library(ARTICLE))
    assert (paper.title, paper.venue) == ("On Graphs", "")
    assert (problem.reason, problem.effect) == (NO_CONTAINER, Effect.NOTED)


def test_items_do_not_wait_forever(load, monkeypatch):
    monkeypatch.setattr("kg.read.zotero_rdf._MAX_WAITING", 10)
    papers, problems = load("x.rdf", library(ARTICLE, *map(item, range(20)), JOURNAL))
    assert [paper.title for paper in papers[:2]] == ["On Graphs", "On Graphs of Kind 0"]
    assert len(papers) == 21
    assert [problem.reason for problem in problems] == [NO_CONTAINER]


@pytest.mark.parametrize("kind", ["film", "email", "map", "case", "annotation"])
def test_items_that_are_no_papers_are_skipped(load, kind):
    papers, (problem,) = load("x.rdf", library(item(1, kind=kind, node="bib:Document")))
    assert not papers
    assert (problem.reason, problem.effect) == (NOT_A_PAPER, Effect.SKIPPED)


def test_every_item_is_a_paper_or_skipped(load):
    empty = '<bib:Article rdf:about="#item_8"><z:itemType>journalArticle</z:itemType></bib:Article>\n'
    broken = (
        '<bib:Article rdf:about="#item_9"><z:itemType>journalArticle</z:itemType><dc:title>On</dc:titl></bib:Article>\n'
    )
    nodes = [item(1), empty, ATTACHMENT, broken, NOTE, ARTICLE, JOURNAL, COLLECTION, item(2, kind="film"), item(3)]
    papers, problems = load("x.rdf", library(*nodes))
    assert [paper.title for paper in papers] == ["On Graphs of Kind 1", "On Graphs", "On Graphs of Kind 3"]
    assert [problem.reason for problem in problems] == [NO_TEXT, NOT_A_PAPER, MALFORMED, NOT_A_PAPER, NOT_A_PAPER]
    assert len(papers) + len(problems) == len(nodes) - 2


def test_an_item_that_is_not_closed_costs_itself_only(load):
    unclosed = item(1, "<dcterms:isPartOf><bib:Journal><dc:title>J</dc:title>").replace("</rdf:Description>", "")
    papers, problems = load("x.rdf", library(unclosed, item(2)))
    assert [paper.title for paper in papers] == ["On Graphs of Kind 2"]
    assert [problem.reason for problem in problems] == [MALFORMED]


def test_a_file_cut_short_gives_what_it_has(load):
    papers, problems = load("x.rdf", (HEAD + item(1) + item(2))[:-30])
    assert [paper.title for paper in papers] == ["On Graphs of Kind 1"]
    assert [problem.reason for problem in problems if problem.effect is Effect.SKIPPED] == [CUT]


def test_control_characters_and_bare_ampersands_are_mended(load):
    (paper,), problems = load("x.rdf", library(item(1, "<dcterms:abstract>AT&T \x0bgraphs.</dcterms:abstract>")))
    assert paper.abstract.startswith("AT&T")
    assert {problem.reason for problem in problems if problem.effect is Effect.NOTED} >= {MENDED}


def test_entities_are_neither_expanded_nor_fetched(write, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("top secret")
    bombs = "".join(f'<!ENTITY b{n} "{f"&b{n - 1};" * 10}">' for n in range(1, 12))
    dtd = f'<!DOCTYPE rdf:RDF [<!ENTITY b0 "bomb"><!ENTITY x SYSTEM "{secret.as_uri()}">{bombs}]>'
    text = HEAD.replace("<rdf:RDF", dtd + "<rdf:RDF") + item(1, "<dcterms:abstract>A &b11; &x; b.</dcterms:abstract>")
    tracemalloc.start()
    items = list(read(write("x.rdf", text + "</rdf:RDF>")))
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert "secret" not in repr([item for item in items if isinstance(item, Paper)]).replace("secret.txt", "")
    assert "bombbomb" not in repr(items)


def test_other_rdf_is_not_taken_for_it(write):
    other = HEAD.replace("http://www.zotero.org/namespaces/export#", "http://example.org/#") + item(1) + "</rdf:RDF>"
    with pytest.raises(Exception, match="RDF"):
        list(read(write("x.rdf", other)))
