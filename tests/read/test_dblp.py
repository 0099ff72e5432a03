import pytest

from kg.model import Effect
from kg.read import read
from kg.read.dblp import NO_ABSTRACTS
from kg.read.record import NOT_A_PAPER, WITHDRAWN

HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp-2023-06-28.dtd">\n<dblp>\n'
ARTICLE = """<article mdate="2031-01-01" key="journals/toys/Ozsu31"><author orcid="0000-0000-0000-0000">M. Tamer &Ouml;zsu</author>
<author>Ada Lovelace 0001</author><title>On <i>k</i>-Toys with H<sub>2</sub>O.</title><pages>1-2</pages><year>2031</year>
<volume>3</volume><journal>J. Toys</journal><ee type="oa">https://example.org/t</ee><ee>https://doi.org/10.1000/TOY</ee></article>
"""


def file(*records):
    return (HEAD + "".join(records) + "</dblp>\n").encode("latin-1", "xmlcharrefreplace")


def test_an_article_is_read(load):
    papers, _ = load("dblp.xml", file(ARTICLE))
    (paper,) = papers
    assert paper.title.replace("₂", "2") == "On k-Toys with H2O"
    assert paper.authors == ("M. Tamer Özsu", "Ada Lovelace")
    assert (paper.year, paper.venue, paper.doi) == (2031, "J. Toys", "10.1000/toy")
    assert paper.url == "https://example.org/t"
    assert paper.source.line == 4


def test_that_there_are_no_abstracts_is_said_once(load):
    _, problems = load("dblp.xml", file(ARTICLE, ARTICLE.replace("TOY", "TOYS").replace("k-Toys", "Dice")))
    assert [(p.reason, p.effect) for p in problems if p.effect is Effect.NOTED] == [(NO_ABSTRACTS, Effect.NOTED)]


def test_the_encoding_is_that_of_the_file(load):
    papers, _ = load("dblp.xml", file(ARTICLE.replace("&Ouml;zsu", "Müller")))
    assert papers[0].authors[0] == "M. Tamer Müller"


@pytest.mark.parametrize(
    ("title", "meant"),
    [("Toys.", "Toys"), ("Toys?", "Toys?"), ("Toys and so on...", "Toys and so on..."), ("Toys", "Toys")],
)
def test_titles_lose_their_full_stop(load, title, meant):
    papers, _ = load("dblp.xml", file(f"<book key='b'><title>{title}</title></book>"))
    assert papers[0].title == meant


def test_preprints_have_their_arxiv_id(load):
    text = "<article key='journals/corr/abs-2101-00001' publtype='informal'><title>Toys.</title><volume>abs/2101.00001</volume><journal>CoRR</journal></article>"
    papers, _ = load("dblp.xml", file(text))
    assert papers[0].ids == ("arxiv:2101.00001",)


def test_a_record_is_named_by_its_key_in_its_file(load):
    papers, _ = load(
        "dblp.xml",
        file("<inproceedings key='conf/toys/X1'><title>Toys.</title><booktitle>TOYS</booktitle></inproceedings>"),
    )
    assert [(p.id, p.venue) for p in papers] == [("dblp/conf/toys/X1", "TOYS")]


def test_pages_of_people_and_proceedings_are_no_papers(load):
    others = (
        "<www key='homepages/1'><author>Ada Lovelace</author><title>Home Page</title><url>http://example.org/~ada</url></www>",
        "<proceedings key='conf/toys/31'><editor>Ed Itor</editor><title>Proceedings of Toys.</title></proceedings>",
        "<data key='data/1'><title>Toy Data.</title></data>",
    )
    papers, problems = load("dblp.xml", file(ARTICLE, *others))
    assert len(papers) == 1
    assert [p.reason for p in problems if p.effect is Effect.SKIPPED] == [NOT_A_PAPER] * 3
    assert "example.org/~ada" not in repr(problems)


def test_withdrawn_papers_are_skipped_unless_wanted(write):
    path = write(
        "dblp.xml", file(ARTICLE, "<article key='a' publtype='withdrawn'><title>On Wrong Toys.</title></article>")
    )
    assert [p.reason for p in read(path) if getattr(p, "effect", "") is Effect.SKIPPED] == [WITHDRAWN]
    assert not [p for p in read(path, include_rejected=True) if getattr(p, "effect", "") is Effect.SKIPPED]


@pytest.mark.parametrize("key", ["&#x9e;", "&#xad;", "n" * 201, "N/A"])
def test_a_key_that_no_one_could_read_or_write_is_none(load, key):
    papers, _ = load("dblp.xml", file(f"<book key='{key}'><title>Toys.</title></book>"))
    assert [p.id for p in papers] == ["dblp-01"]


def test_authors_of_many_blanks_take_linear_time(load):
    papers, _ = load(
        "dblp.xml", file(f"<book key='b/1'><author>Ada{' ' * 60_000}Lovelace 0001</author><title>Toys.</title></book>")
    )
    assert [p.authors for p in papers] == [("Ada Lovelace",)]


def test_what_a_search_found_is_read(load):
    hit = """<hit score="1" id="{id}"><info><authors><author pid="1/2">Ada Lovelace 0001</author><author>Emmy Noether</author></authors>
<title>{title}.</title><venue>CoRR</venue><volume>abs/{id}</volume><year>2031</year><type>{type}</type><key>journals/corr/{id}</key>
<ee>https://example.org/{id}</ee><url>https://dblp.org/rec/a</url></info><url>URL#1</url></hit>"""
    hits = hit.format(id="3101.00001", title="On Toys", type="Informal and Other Publications")
    hits += hit.format(id="3101.00002", title="Toys 2031", type="Editorship")
    text = f'<?xml version="1.0"?>\n<result><query id="1">toys*</query><status code="200">OK</status><hits total="2">{hits}</hits></result>'
    (paper,), problems = load("x.xml", text)
    assert (paper.id, paper.title, paper.year) == ("arXiv:3101.00001", "On Toys", 2031)
    assert (paper.authors, paper.venue) == (("Ada Lovelace", "Emmy Noether"), "CoRR")
    assert [p.reason for p in problems if p.effect is Effect.SKIPPED] == [NOT_A_PAPER]
