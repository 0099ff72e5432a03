import pytest

from kg.read.record import NO_TEXT, NOT_A_PAPER, WITHDRAWN

ANSWER = """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<responseDate>2024-01-01T00:00:00Z</responseDate>
<request verb="ListRecords" metadataPrefix="arXiv">http://export.arxiv.org/oai2</request>
<ListRecords>{}<resumptionToken>7|1001</resumptionToken></ListRecords></OAI-PMH>"""

ARXIV = """<record><header><identifier>oai:arXiv.org:0704.0001</identifier></header><metadata>
<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>0704.0001</id><created>2007-04-02</created><updated>2009-07-24</updated>
<authors><author><keyname>Lovelace</keyname><forenames>Ada K.</forenames><suffix>II</suffix></author></authors>
<title>A long title and
  the rest of it</title><categories>cs.LG math.CO</categories><comments>{comments}</comments>
<journal-ref>J. Toys 3</journal-ref><doi>10.1000/Toy</doi><abstract>  We play with $k$
toys.
</abstract></arXiv></metadata></record>"""

RAW = """<record><header/><metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>0704.0002</id>
<submitter>Ada Lovelace</submitter><version version="v1"><date>Mon, 2 Apr 2007 19:18:42 GMT</date></version>
<version version="v2"><date>Tue, 24 Jul 2009 20:10:27 GMT</date></version><title>On toys</title>
<authors>Ada Lovelace and Alan Turing</authors><abstract>We play.</abstract></arXivRaw></metadata></record>"""

DUBLIN_CORE = """<record><header><identifier>oai:zenodo.org:1</identifier></header><metadata>
<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>On toys</dc:title><dc:creator>Lovelace, Ada K.</dc:creator><dc:subject>toys</dc:subject>
<dc:description>Comment: 12 pages</dc:description><dc:description>We play &amp; win.</dc:description>
<dc:date>2007-04-02</dc:date><dc:type>text</dc:type><dc:identifier>https://example.org/toys</dc:identifier>
<dc:identifier>doi:10.1000/toys</dc:identifier></oai_dc:dc></metadata></record>"""


def test_reads_the_records_of_arxiv(load):
    (paper,), problems = load("harvest.xml", ANSWER.format(ARXIV.format(comments="10 pages")))
    assert (paper.title, paper.abstract) == ("A long title and the rest of it", "We play with k toys.")
    assert (paper.authors, paper.year, paper.venue) == (("Ada K. Lovelace II",), 2007, "J. Toys 3")
    assert paper.ids == ("doi:10.1000/toy", "arxiv:0704.0001")
    assert paper.keywords == ("cs.LG", "math.CO")
    assert not problems


def test_reads_the_raw_records_of_arxiv_by_their_first_version(load):
    (paper,), problems = load("harvest.xml", ANSWER.format(RAW))
    assert (paper.id, paper.year, paper.authors) == ("arXiv:0704.0002", 2007, ("Ada Lovelace", "Alan Turing"))
    assert not problems


def test_reads_dublin_core(load):
    (paper,), problems = load("harvest.xml", ANSWER.format(DUBLIN_CORE))
    assert (paper.title, paper.abstract, paper.year) == ("On toys", "We play & win.", 2007)
    assert (paper.id, paper.url, paper.authors) == ("10.1000/toys", "https://example.org/toys", ("Lovelace, Ada K.",))
    assert not problems


def test_answers_after_one_another_are_one_harvest(load):
    papers, _ = load("harvest.xml", ANSWER.format(ARXIV.format(comments="")) + "\n" + ANSWER.format(RAW))
    assert [paper.ids[-1] for paper in papers] == ["arxiv:0704.0001", "arxiv:0704.0002"]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ('<record><header status="deleted"><identifier>oai:arXiv.org:1</identifier></header></record>', NOT_A_PAPER),
        (ARXIV.format(comments="This paper has been withdrawn by the author."), WITHDRAWN),
        ("<record><header/><metadata/></record>", "no title or abstract"),
    ],
)
def test_what_is_no_paper_is_skipped_and_said(load, record, reason):
    papers, problems = load("harvest.xml", ANSWER.format(record + RAW))
    assert (len(papers), [problem.reason for problem in problems]) == (1, [reason])


def test_reads_articles_of_pubmed_central(load):
    front = """<front><article-meta><article-id pub-id-type="doi">10.1000/Toy</article-id><title-group>
<article-title>On toys</article-title></title-group><abstract><p>We play.</p></abstract></article-meta></front>"""
    record = """<record><header><identifier>oai:pubmedcentral.nih.gov:1</identifier></header><metadata>
<article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/" article-type="{}">{}</article></metadata></record>"""
    (paper,), (problem,) = load(
        "pmc.xml", ANSWER.format(record.format("research-article", front) + record.format("correction", front))
    )
    assert (paper.id, paper.title, paper.abstract) == ("10.1000/toy", "On toys", "We play.")
    assert problem.reason == NOT_A_PAPER


def test_metadata_that_is_not_read_is_named(load):
    other = "<record><header/><metadata><didl xmlns='urn:x'><title>On toys</title></didl></metadata></record>"
    _, (problem,) = load("x.xml", ANSWER.format(DUBLIN_CORE + other))
    assert problem.reason == NO_TEXT
    assert problem.detail.startswith("its metadata is didl; read are oai_dc, arXiv")
