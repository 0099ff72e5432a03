import pytest

from kg.model import Effect
from kg.read.record import NO_TEXT
from kg.read.tei import SUSPICIOUS

TITLE = '<title level="a" type="main">A Toy</title>'
AUTHOR = '<author><persName coords="1,2"><roleName>Dr</roleName><forename type="first">Ada</forename><forename type="middle">M</forename><surname>Lovelace</surname></persName><email>ada@example.org</email></author>'


def header(*, title=TITLE, author=AUTHOR, abstract="<p>We play.</p>", more="", keywords=""):
    return f"""<teiHeader xml:lang="en">
  <fileDesc>
    <titleStmt>{title}</titleStmt>
    <publicationStmt><publisher>Toys</publisher><availability><p>Copyright Toys</p></availability>
      <date type="published" when="2019-07">July</date></publicationStmt>
    <sourceDesc><biblStruct>
      <analytic>{author}<author><affiliation key="aff0"><orgName>Toy House</orgName></affiliation></author>{title}</analytic>
      <monogr><title level="j" type="main">Journal of Toys</title><title level="j" type="abbrev">J. Toys</title>
        <imprint><date type="published" when="2017-07" /></imprint></monogr>
      <idno type="MD5">0AFF</idno>{more}
    </biblStruct></sourceDesc>
  </fileDesc>
  <profileDesc><textClass>{keywords}</textClass><abstract>{abstract}</abstract></profileDesc>
</teiHeader>"""


def tei(inside, root='TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0"'):
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root}>\n{inside}\n<text><body><p>Body &lt; text</p></body></text></{root.split()[0]}>'


def one(load, **parts):
    papers, problems = load("toy.tei.xml", tei(header(**parts)))
    assert not problems
    return papers[0]


def test_a_header_is_read(load):
    paper = one(
        load,
        more='<idno type="DOI">10.1000/Toy</idno><idno type="arXiv">arXiv:2101.00001v2 [cs.CL]</idno>',
        keywords="<keywords><term>toys</term><term>games</term></keywords>",
    )
    assert (paper.title, paper.abstract) == ("A Toy", "We play.")
    assert paper.authors == ("Ada M Lovelace",)
    assert (paper.year, paper.venue, paper.doi) == (2017, "Journal of Toys", "10.1000/toy")
    assert "arxiv:2101.00001" in paper.ids
    assert paper.keywords == ("toys", "games")


def test_addresses_and_affiliations_stay_out(load):
    paper = one(load)
    assert "@" not in repr(paper)
    assert "House" not in repr(paper)


@pytest.mark.parametrize(
    ("abstract", "meant"),
    [
        ("<p>We play.</p>", "We play."),
        ("<div><p>We play.</p><p>They too.</p></div>", "We play.\n\nThey too."),
        (
            '<div xmlns="http://www.tei-c.org/ns/1.0"><p><s>We play.</s><s coords="1">They too.</s></p></div>',
            "We play. They too.",
        ),
        ("<div><head>Abstract</head><p>We play.</p></div>", "We play."),
        ("<p>We play with <hi rend='i'>toy</hi>s <ref type='bibr'>[1]</ref>.</p>", "We play with toys [1]."),
        ("", ""),
    ],
)
def test_abstracts_of_all_versions_of_grobid_are_read(load, abstract, meant):
    assert one(load, abstract=abstract).abstract == meant


def test_an_empty_title_is_looked_for_further_down(load):
    text = tei(header()).replace(f"<titleStmt>{TITLE}", "<titleStmt><title/>")
    papers, _ = load("toy.tei.xml", text)
    assert papers[0].title == "A Toy"


def test_without_any_title_or_abstract_it_is_a_problem(load):
    papers, problems = load(
        "toy.tei.xml",
        tei(header(title="<title/>", abstract=""))
        .replace("<monogr><title", "<monogr><x")
        .replace('</title><title level="j"', "</x><y")
        .replace("J. Toys</title>", "J. Toys</y>"),
    )
    assert not papers
    assert [(p.reason, p.effect) for p in problems] == [(NO_TEXT, Effect.SKIPPED)]


@pytest.mark.parametrize("abstract", ["interpret the toys. We play.", "We play with toys (e.g., the Wooden"])
def test_an_abstract_cut_in_mid_sentence_is_read_and_noted(load, abstract):
    papers, problems = load("toy.tei.xml", tei(header(abstract=f"<p>{abstract}</p>")))
    assert papers[0].abstract == abstract
    assert [(p.reason, p.effect) for p in problems] == [(SUSPICIOUS, Effect.NOTED)]


@pytest.mark.parametrize("abstract", ["k-means is old.", "mRNA is long.", "We play."])
def test_names_in_lower_case_are_not_suspicious(load, abstract):
    assert one(load, abstract=f"<p>{abstract}</p>").abstract == abstract


def test_of_several_abstracts_the_english_one_is_read(load):
    text = tei(header()).replace(
        "<abstract>", '<abstract xml:lang="fr"><p>On joue.</p></abstract><abstract xml:lang="en">'
    )
    papers, _ = load("toy.tei.xml", text)
    assert papers[0].abstract == "We play."


def test_a_corpus_holds_many_texts_and_its_own_header_is_none(load):
    one, two = (tei(header(title=f"<title>Toy {n}</title>"), root="TEI").split("\n", 1)[1] for n in "12")
    corpus = f'<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">{header(title="<title>All Toys</title>")}{one}{two}</teiCorpus>'
    papers, problems = load("toys.xml", corpus)
    assert not problems
    assert [p.title for p in papers] == ["Toy 1", "Toy 2"]


def test_prefixes_make_no_difference(load):
    text = """<t:TEI xmlns:t="http://www.tei-c.org/ns/1.0"><t:teiHeader><t:fileDesc><t:titleStmt>
      <t:title level="a">A Toy</t:title></t:titleStmt></t:fileDesc></t:teiHeader></t:TEI>"""
    papers, problems = load("toy.xml", text)
    assert not problems
    assert papers[0].title == "A Toy"


def test_what_is_broken_below_the_header_does_not_matter(load):
    papers, problems = load("toy.xml", tei(header()).replace("<body>", "<body><x></y>&"))
    assert len(papers) == 1
    assert not problems


def test_ids_of_any_length_take_linear_time(load):
    assert one(load, more=f'<idno type="arXiv">{"a" * 60_000}</idno>').ids == ()


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        (
            'Toys of data <ref type="bibr">1,</ref><ref type="bibr" target="#b1">2</ref> . They play.',
            "Toys of data. They play.",
        ),
        ('Toys <ref type="bibr">3</ref> play.', "Toys play."),
        ('Toys <ref type="bibr">[3]</ref> play.', "Toys [3] play."),
        (
            'Toys <ref type="bibr">(Doe, 2001)</ref> play, as in <ref type="bibr">2001</ref>.',
            "Toys (Doe, 2001) play, as in 2001.",
        ),
    ],
)
def test_raised_numbers_of_references_are_not_left_in_an_abstract(load, marked, meant):
    assert one(load, abstract=f"<div><p>{marked}</p></div>").abstract == meant
