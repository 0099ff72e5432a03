"""XML: the formats that have it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from tests.fuzz.entries import EMAIL, SECRET
from tests.fuzz.forms.contract import Form, encoded

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.fuzz.entries import Entry

_ODD_ENDS = ("", "\n", "\n<!-- end -->\n")


def _text(value: str, rng: Random) -> str:
    """Write a value: escaped, in CDATA, with markup around a part of it."""
    how = rng.random()
    if how < 0.1 and "]]>" not in value:
        return f"<![CDATA[{value}]]>"
    if how < 0.2:
        return f"<b>{escape(value[:5])}</b>{escape(value[5:])}"
    return escape(value)


def _file(root: str, records: list[str], rng: Random) -> bytes:
    name = root.split(" ", 1)[0]
    head = rng.choice(
        ('<?xml version="1.0" encoding="UTF-8"?>\n', "", "\ufeff<?xml version='1.0'?>", "<!-- made up -->\n")
    )
    if rng.random() < 0.2:
        head += (
            f'<!DOCTYPE {name} [<!ENTITY toy "x"><!ENTITY evil SYSTEM "file:///etc/passwd"><!ENTITY a "&toy;&toy;">]>\n'
        )
    glue = rng.choice(("", "\n", "\r\n"))
    return encoded(f"{head}<{root}>{glue}{glue.join(records)}{glue}</{name}>{rng.choice(_ODD_ENDS)}")


def _acl(entries: list[Entry], rng: Random) -> bytes:
    records = []
    for number, entry in enumerate(entries, start=1):
        people = "".join(
            f"<author><first>{_text(g, rng)}</first><last>{_text(f, rng)}</last></author>" for g, f in entry.authors
        )
        records.append(
            f'<paper id="{number}"><title>{_text(entry.title, rng)}</title>{people}<pages>1-9</pages>'
            f"<abstract>{_text(entry.abstract, rng)} <tex-math>x^2</tex-math></abstract>"
            f"<url hash='x'>2022.toy-1.{number}</url><doi>{escape(entry.doi)}</doi><bibkey>a-b-2022</bibkey>"
            f"{'<retracted/>' if entry.kind == 'rejected' else ''}</paper>"
        )
    meta = f"<meta><booktitle>Toys</booktitle><year>{rng.choice(('2022', '1998'))}</year></meta>"
    return _file('collection id="2022.toy"', [f'<volume id="1">{meta}', *records, "</volume>"], rng)


def _pubmed(entries: list[Entry], rng: Random) -> bytes:
    records = []
    for entry in entries:
        people = "".join(
            f"<Author><LastName>{_text(f, rng)}</LastName><ForeName>{_text(g, rng)}</ForeName>"
            f"<AffiliationInfo><Affiliation>Uni. {EMAIL}</Affiliation></AffiliationInfo></Author>"
            for g, f in entry.authors
        )
        kind = {"paper": "Journal Article", "other": "Published Erratum", "rejected": "Retracted Publication"}[
            entry.kind
        ]
        words = "".join(f"<Keyword>{_text(word, rng)}</Keyword>" for word in entry.keywords)
        records.append(
            f'<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">{escape(entry.pmid)}</PMID><Article>'
            f"<Journal><JournalIssue><PubDate><Year>{escape(entry.year)}</Year></PubDate></JournalIssue>"
            f"<Title>{_text(entry.venue, rng)}</Title></Journal><ArticleTitle>{_text(entry.title, rng)}</ArticleTitle>"
            f'<Abstract><AbstractText Label="AIM">{_text(entry.abstract, rng)}</AbstractText></Abstract>'
            f"<AuthorList>{people}</AuthorList><PublicationTypeList><PublicationType>{kind}</PublicationType>"
            f"</PublicationTypeList></Article><KeywordList>{words}</KeywordList>"
            f"<GeneralNote>{SECRET}</GeneralNote></MedlineCitation><PubmedData><ArticleIdList>"
            f'<ArticleId IdType="doi">{escape(entry.doi)}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>'
        )
    if rng.random() < 0.2:
        records.append("<DeleteCitation><PMID>1</PMID></DeleteCitation>")
    return _file("PubmedArticleSet", records, rng)


def _endnote(entries: list[Entry], rng: Random) -> bytes:
    def style(value: str) -> str:
        return f'<style face="normal" size="100%">{_text(value, rng)}</style>'

    records = []
    for number, entry in enumerate(entries, start=1):
        people = "".join(f"<author>{style(f'{f}, {g}')}</author>" for g, f in entry.authors)
        words = "".join(f"<keyword>{style(word)}</keyword>" for word in entry.keywords)
        records.append(
            f'<record><database name="My.enl" path="C:\\{SECRET}\\My.enl">My.enl</database><rec-number>{number}</rec-number>'
            f'<ref-type name="Journal Article">17</ref-type><contributors><authors>{people}</authors></contributors>'
            f"<auth-address>{EMAIL}</auth-address><titles><title>{style(entry.title)}</title></titles><periodical>"
            f"<full-title>{style(entry.venue)}</full-title></periodical><keywords>{words}</keywords><dates>"
            f"<year>{style(entry.year)}</year></dates><abstract>{style(entry.abstract)}</abstract>"
            f"<notes>{SECRET} note</notes><research-notes>{SECRET}</research-notes><urls><related-urls><url>{_text(entry.url, rng)}"
            f"</url></related-urls><pdf-urls><url>internal-pdf://{SECRET}.pdf</url></pdf-urls></urls>"
            f"<electronic-resource-num>{_text(entry.doi, rng)}</electronic-resource-num></record>"
        )
    return _file("xml", ["<records>", *records, "</records>"], rng)


def _tei(entries: list[Entry], rng: Random) -> bytes:
    space = 'xmlns="http://www.tei-c.org/ns/1.0"'
    records = []
    for entry in entries:
        title = f'<title level="a" type="main">{_text(entry.title, rng)}</title>'
        people = "".join(
            f'<author><persName><forename type="first">{_text(g, rng)}</forename><surname>{_text(f, rng)}</surname>'
            f"</persName><email>{EMAIL}</email><affiliation>Uni</affiliation></author>"
            for g, f in entry.authors
        )
        terms = "".join(f"<term>{_text(word, rng)}</term>" for word in entry.keywords)
        records.append(
            f"<TEI {space}><teiHeader><fileDesc><titleStmt>{title}</titleStmt><publicationStmt><publisher/></publicationStmt>"
            f"<sourceDesc><biblStruct><analytic>{people}{title}</analytic><monogr><title level='j'>{_text(entry.venue, rng)}"
            f"</title><imprint><date type='published' when={quoteattr(entry.year)}/></imprint></monogr>"
            f'<idno type="DOI">{escape(entry.doi)}</idno><idno type="arXiv">{escape(entry.arxiv)}</idno></biblStruct>'
            f"</sourceDesc></fileDesc><profileDesc><textClass><keywords>{terms}</keywords></textClass><abstract><div><p>"
            f"{_text(entry.abstract, rng)}</p></div></abstract></profileDesc></teiHeader>"
            f"<text><body><p>{_text(f'{SECRET} body', rng)}</p></body></text></TEI>"
        )
    return _file(f"teiCorpus {space}", records, rng)


def _jats(entries: list[Entry], rng: Random) -> bytes:
    records = []
    for entry in entries:
        people = "".join(
            f'<contrib contrib-type="author"><name><surname>{_text(f, rng)}</surname><given-names>{_text(g, rng)}</given-names>'
            f"</name><email>{EMAIL}</email></contrib>"
            for g, f in entry.authors
        )
        words = "".join(f"<kwd>{_text(word, rng)}</kwd>" for word in entry.keywords)
        kind = "correction" if entry.kind == "other" else "research-article"
        records.append(
            f'<article article-type="{kind}"><front><journal-meta><journal-title-group><journal-title>'
            f"{_text(entry.venue, rng)}</journal-title></journal-title-group></journal-meta><article-meta>"
            f'<article-id pub-id-type="doi">{escape(entry.doi)}</article-id><title-group><article-title>'
            f"{_text(entry.title, rng)}</article-title></title-group><contrib-group>{people}</contrib-group>"
            f"<author-notes><corresp>{EMAIL}</corresp></author-notes><pub-date><year>{escape(entry.year)}</year></pub-date>"
            f"<abstract><sec><title>Aim</title><p>{_text(entry.abstract, rng)}<xref ref-type='fn'>1</xref></p></sec></abstract>"
            f"<kwd-group>{words}</kwd-group></article-meta></front><body><p>{SECRET}</p></body>"
            f"<sub-article article-type='reviewer-report'><front-stub/><body><p>{SECRET}</p></body></sub-article></article>"
        )
    return _file("pmc-articleset", records, rng)


def _atom(entries: list[Entry], rng: Random) -> bytes:
    records = []
    for entry in entries:
        people = "".join(
            f"<author><name>{_text(f'{g} {f}', rng)}</name><arxiv:affiliation>{EMAIL}</arxiv:affiliation></author>"
            for g, f in entry.authors
        )
        comment = "This paper has been withdrawn by the author" if entry.kind == "rejected" else "9 pages"
        records.append(
            f"<entry><id>http://arxiv.org/abs/{escape(entry.arxiv)}v1</id><published>{escape(entry.year)}-01-02T00:00:00Z"
            f"</published><title>{_text(entry.title, rng)}</title><summary>{_text(entry.abstract, rng)}</summary>{people}"
            f"<arxiv:comment>{comment}</arxiv:comment><arxiv:doi>{escape(entry.doi)}</arxiv:doi>"
            f'<link href={quoteattr(entry.url)} rel="alternate"/><category term="cs.LG"/></entry>'
        )
    space = 'xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"'
    return _file(f"feed {space}", ["<title>ArXiv Query</title>", *records], rng)


def _mods(entries: list[Entry], rng: Random) -> bytes:
    records = []
    for number, entry in enumerate(entries, start=1):
        people = "".join(
            f'<name type="personal"><namePart type="given">{_text(g, rng)}</namePart><namePart type="family">{_text(f, rng)}'
            f"</namePart><affiliation>{EMAIL}</affiliation><role><roleTerm>author</roleTerm></role></name>"
            for g, f in entry.authors
        )
        words = "".join(f"<subject><topic>{_text(word, rng)}</topic></subject>" for word in entry.keywords)
        records.append(
            f'<mods ID="toy-{number}"><titleInfo><title>{_text(entry.title, rng)}</title></titleInfo>{people}<name><namePart>'
            f"{SECRET}</namePart><role><roleTerm>reviewer</roleTerm></role></name><originInfo><dateIssued>{escape(entry.year)}"
            f"</dateIssued></originInfo><relatedItem type='host'><titleInfo><title>{_text(entry.venue, rng)}</title></titleInfo>"
            f"</relatedItem><abstract>{_text(entry.abstract, rng)}</abstract><identifier type='doi'>{escape(entry.doi)}"
            f"</identifier><location><url>{escape(entry.url)}</url></location>{words}<note>{SECRET}</note></mods>"
        )
    return _file('modsCollection xmlns="http://www.loc.gov/mods/v3"', records, rng)


def _dblp(entries: list[Entry], rng: Random) -> bytes:
    records = []
    for number, entry in enumerate(entries, start=1):
        name = {"paper": rng.choice(("article", "inproceedings")), "other": "www", "rejected": "proceedings"}[
            entry.kind
        ]
        people = "".join(f"<author>{_text(f'{g} {f}', rng)} 0001</author>" for g, f in entry.authors)
        records.append(
            f'<{name} key="conf/toy/{number}" mdate="2022-01-01">{people}<title>{_text(entry.title, rng)}.</title>'
            f"<year>{escape(entry.year)}</year><booktitle>{_text(entry.venue, rng)}</booktitle>"
            f"<ee>https://doi.org/{escape(entry.doi)}</ee><note type='x'>{SECRET}</note></{name}>"
        )
    return _file("dblp", records, rng)


def _oai(entries: list[Entry], rng: Random) -> bytes:
    records = []
    for number, entry in enumerate(entries, start=1):
        write = rng.choice((_dublin_core, _oai_arxiv))
        deleted = entry.kind == "other"
        metadata = "" if deleted else f"<metadata>{write(entry, rng)}</metadata>"
        records.append(
            f"<record><header{' status=' + quoteattr('deleted') if deleted else ''}><identifier>oai:toys:{number}"
            f"</identifier><setSpec>cs</setSpec></header>{metadata}<about>{SECRET} {EMAIL}</about></record>"
        )
    inner = ["<ListRecords>", *records, "<resumptionToken>7</resumptionToken></ListRecords>"]
    return _file('OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"', inner, rng)


def _dublin_core(entry: Entry, rng: Random) -> str:
    people = "".join(f"<dc:creator>{_text(f'{f}, {g}', rng)}</dc:creator>" for g, f in entry.authors)
    words = "".join(f"<dc:subject>{_text(word, rng)}</dc:subject>" for word in entry.keywords)
    return (
        '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{_text(entry.title, rng)}</dc:title>{people}'
        f"<dc:description>{_text(entry.abstract, rng)}</dc:description><dc:description>Comment: 9 pages</dc:description>"
        f"<dc:date>{escape(entry.year)}-01-02</dc:date><dc:source>{_text(entry.venue, rng)}</dc:source>"
        f"<dc:identifier>{escape(entry.url)}</dc:identifier><dc:identifier>doi:{escape(entry.doi)}</dc:identifier>{words}"
        "</oai_dc:dc>"
    )


def _oai_arxiv(entry: Entry, rng: Random) -> str:
    people = "".join(
        f"<author><keyname>{_text(f, rng)}</keyname><forenames>{_text(g, rng)}</forenames>"
        f"<affiliation>{EMAIL}</affiliation></author>"
        for g, f in entry.authors
    )
    return (
        f'<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>{escape(entry.arxiv)}</id><created>{escape(entry.year)}-01-02'
        f"</created><authors>{people}</authors><title>{_text(entry.title, rng)}</title><doi>{escape(entry.doi)}</doi>"
        f"<abstract> {_text(entry.abstract, rng)}\n</abstract></arXiv>"
    )


_WRITERS: dict[str, Callable[[list[Entry], Random], bytes]] = {
    "acl": _acl,
    "pubmed": _pubmed,
    "endnote": _endnote,
    "tei": _tei,
    "jats": _jats,
    "atom": _atom,
    "mods": _mods,
    "dblp": _dblp,
    "oai": _oai,
}
FORMS = tuple(Form(f"xml-{name}", (".xml", ""), write) for name, write in _WRITERS.items())
