import pytest

from kg.model import Effect
from kg.read.record import NOT_A_PAPER

HEAD = '<?xml version="1.0"?>\n<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS-archivearticle1.dtd">\n'
ARTICLE = """<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="{type}">
<front><journal-meta><journal-title-group><journal-title>J Toys</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="pmid">31000001</article-id><article-id pub-id-type="doi">10.1000/Toy</article-id>
<title-group><article-title>On <italic>P. toyi</italic><xref ref-type="fn" rid="f1">*</xref></article-title><subtitle>A study</subtitle></title-group>
<contrib-group>
<contrib contrib-type="author"><name><surname>Lovelace</surname><given-names>Ada</given-names></name>
<xref ref-type="aff" rid="a1">1</xref><email>ada@example.org</email></contrib>
<contrib contrib-type="author"><collab>The Toy Group</collab></contrib>
<contrib contrib-type="editor"><name><surname>Itor</surname><given-names>Ed</given-names></name></contrib></contrib-group>
<pub-date pub-type="ppub"><year>2020</year></pub-date><pub-date pub-type="epub"><year>2019</year></pub-date>
<abstract abstract-type="graphical"><p>A picture.</p></abstract>
<abstract><title>Abstract</title><sec><title>Background</title><p>Toys   exist.</p></sec>
<sec><title>Methods</title><p>We use <inline-formula><alternatives><tex-math>\\documentclass{{a}}\\begin{{document}}$$x$$\\end{{document}}</tex-math>
<mml:math><mml:mi>x</mml:mi></mml:math></alternatives></inline-formula> toys.</p></sec></abstract>
<trans-abstract xml:lang="es"><p>Juguetes.</p></trans-abstract>
<kwd-group><kwd>toys</kwd></kwd-group></article-meta></front>
<body><p>Text</p></body>
<sub-article article-type="reviewer-report"><front><article-meta><title-group><article-title>Review</article-title></title-group></article-meta></front></sub-article>
</article>
"""


def test_an_article_is_read(load):
    papers, problems = load("a.nxml", HEAD + ARTICLE.format(type="research-article"))
    assert not problems
    (paper,) = papers
    assert paper.title == "On P. toyi: A study"
    assert paper.abstract == "Background: Toys exist.\n\nMethods: We use x toys."
    assert paper.authors == ("Ada Lovelace", "The Toy Group")
    assert (paper.year, paper.venue, paper.keywords) == (2019, "J Toys", ("toys",))
    assert paper.ids == ("doi:10.1000/toy", "pmid:31000001")
    assert "@" not in repr(paper)


def test_a_set_of_articles_is_read(load):
    second = ARTICLE.format(type="research-article").replace("10.1000/Toy", "10.1000/2").replace("31000001", "31000002")
    second = second.replace("P. toyi", "dice")
    papers, _ = load("set.xml", f"<pmc-articleset>{ARTICLE.format(type='research-article')}{second}</pmc-articleset>")
    assert [p.doi for p in papers] == ["10.1000/toy", "10.1000/2"]


@pytest.mark.parametrize("kind", ["correction", "retraction"])
def test_notices_are_no_papers(load, kind):
    papers, problems = load("a.nxml", HEAD + ARTICLE.format(type=kind))
    assert not papers
    assert [(p.reason, p.effect) for p in problems] == [(NOT_A_PAPER, Effect.SKIPPED)]
