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


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        ('SARS-CoV-2<sup><xref ref-type="bibr" rid="r1">1</xref>,<xref ref-type="bibr">4</xref></sup>.', "SARS-CoV-2."),
        ('Toys<xref ref-type="bibr" rid="r3"><sup>3\u20135</sup></xref> exist.', "Toys exist."),
        ('Toys<xref ref-type="bibr"><sup>1</sup></xref>, and more.', "Toys, and more."),
        ('As in [<xref ref-type="bibr">6</xref>], toys exist.', "As in [6], toys exist."),
        ('Toys (<xref ref-type="bibr">Doe, 2001</xref>) exist.', "Toys (Doe, 2001) exist."),
        ("CO<sub>2</sub> at 10<sup>3</sup> m.", "CO2 at 10^3 m."),
    ],
)
def test_raised_numbers_of_references_are_not_left_in_an_abstract(load, marked, meant):
    article = ARTICLE.format(type="research-article").replace("Toys   exist.", marked)
    (paper,), _ = load("a.nxml", HEAD + article)
    assert paper.abstract.split("\n\n")[0] == f"Background: {meant}"


def test_the_members_of_a_group_are_not_part_of_its_name(load):
    members = "<contrib-group><contrib><name><surname>Inner</surname><given-names>X</given-names></name></contrib></contrib-group>"
    article = ARTICLE.format(type="research-article").replace("Toy Group<", f"Toy Group{members}<")
    (paper,), _ = load("a.nxml", HEAD + article)
    assert paper.authors == ("Ada Lovelace", "The Toy Group")


def test_an_abstract_whose_type_says_nothing_special_is_one(load):
    article = ARTICLE.format(type="research-article").replace(
        "<abstract><title>", '<abstract abstract-type="main"><title>'
    )
    (paper,), _ = load("a.nxml", HEAD + article)
    assert paper.abstract.startswith("Background: Toys exist.")
