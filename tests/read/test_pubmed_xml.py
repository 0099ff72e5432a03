import pytest

from kg.model import Effect
from kg.read import read
from kg.read.pubmed_xml import DELETED
from kg.read.record import NOT_A_PAPER, RETRACTED
from kg.read.xml_stream import MENDED

HEAD = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://dtd.example.org/pubmed.dtd">
<PubmedArticleSet>
"""
FULL = """<PubmedArticle>
  <MedlineCitation Status="MEDLINE">
    <PMID Version="1">31000001</PMID>
    <DateRevised><Year>2023</Year></DateRevised>
    <Article>
      <Journal>
        <JournalIssue><PubDate>{date}</PubDate></JournalIssue>
        <Title>Journal of toys</Title><ISOAbbreviation>J Toys</ISOAbbreviation>
      </Journal>
      <ArticleTitle>{title}</ArticleTitle>
      <ELocationID EIdType="pii">S1</ELocationID><ELocationID EIdType="doi">10.1000/Toy.1</ELocationID>
      <Abstract>{abstract}<CopyrightInformation>© 2019 Toy Publishers. All rights reserved.</CopyrightInformation></Abstract>
      <AuthorList>
        <Author ValidYN="Y"><LastName>Lovelace</LastName><ForeName>Ada M</ForeName><Initials>AM</Initials>
          <AffiliationInfo><Affiliation>Toy House. ada@example.org.</Affiliation></AffiliationInfo></Author>
        <Author><LastName>King</LastName><Initials>B</Initials><Suffix>Jr</Suffix></Author>
        <Author><CollectiveName>The Toy Group</CollectiveName></Author>
        <Author ValidYN="N"><LastName>Lovelase</LastName><ForeName>Ada M</ForeName></Author>
      </AuthorList>
      <PublicationTypeList><PublicationType UI="D016428">{type}</PublicationType></PublicationTypeList>
    </Article>
    <OtherAbstract Language="spa"><AbstractText>Un resumen.</AbstractText></OtherAbstract>
    <KeywordList><Keyword>toys</Keyword><Keyword><i>P. toyi</i></Keyword></KeywordList>
  </MedlineCitation>
  <PubmedData>
    <ArticleIdList><ArticleId IdType="pubmed">31000001</ArticleId><ArticleId IdType="doi">10.1000/toy.1</ArticleId></ArticleIdList>
    <ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1000/other</ArticleId></ArticleIdList></Reference></ReferenceList>
  </PubmedData>
</PubmedArticle>
"""


def article(
    title="On Toys.",
    abstract="<AbstractText>We play.</AbstractText>",
    date="<Year>2019</Year><Month>05</Month>",
    kind="Journal Article",
):
    return FULL.format(title=title, abstract=abstract, date=date, type=kind)


def file(*articles):
    return HEAD + "".join(articles) + "</PubmedArticleSet>"


def one(load, **fields):
    papers, problems = load("p.xml", file(article(**fields)))
    assert not problems
    return papers[0]


def test_an_article_is_read(load):
    paper = one(load)
    assert (paper.title, paper.abstract) == ("On Toys.", "We play.")
    assert paper.authors == ("Ada M Lovelace", "B King Jr", "The Toy Group")
    assert (paper.year, paper.venue, paper.doi) == (2019, "Journal of toys", "10.1000/toy.1")
    assert "pmid:31000001" in paper.ids
    assert paper.url == "https://pubmed.ncbi.nlm.nih.gov/31000001/"
    assert paper.keywords == ("toys", "P. toyi")
    assert paper.source.line == 4


def test_the_text_goes_on_after_inline_markup(load):
    markup = "The <i>P. toyi</i> (H<sub>2</sub>O, 10<sup>6</sup>) are <b>here</b>"
    paper = one(load, title=markup, abstract=f"<AbstractText>{markup}.</AbstractText>")
    assert paper.title.startswith("The P. toyi (H")
    assert paper.title.endswith(") are here")
    assert paper.abstract == paper.title + "."


def test_mathml_reads_as_a_formula(load):
    maths = """We use <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">
      <mml:msub>
        <mml:mi>x</mml:mi>
        <mml:mn>2</mml:mn>
      </mml:msub>
      <mml:mo>=</mml:mo>
      <mml:mfrac><mml:mn>1</mml:mn><mml:mi>y</mml:mi></mml:mfrac>
      <mml:annotation encoding="TeX">x_2</mml:annotation>
    </mml:math> here."""
    abstract = one(load, abstract=f"<AbstractText>{maths}</AbstractText>").abstract
    assert "x2=1/y here." in abstract.replace("_", "").replace("₂", "2").replace(" = ", "=")
    assert "x_2x" not in abstract


def test_labels_of_sections_are_kept_as_words_and_empty_ones_are_none(load):
    sections = (
        '<AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Toys\n\t\t\t exist.</AbstractText>\n'
        '<AbstractText Label="">Some do.</AbstractText><AbstractText Label="UNLABELLED">More do.</AbstractText>'
        '<AbstractText Label="METHODS:">We play.</AbstractText><AbstractText Label="RESULTS"/>'
    )
    abstract = one(load, abstract=sections).abstract
    assert abstract.split() == "BACKGROUND: Toys exist. Some do. More do. METHODS: We play.".split()


def test_abstracts_in_other_languages_and_copyright_stay_out(load):
    paper = one(load)
    assert "resumen" not in paper.abstract
    assert "©" not in paper.abstract


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("<MedlineDate>2010 Sep-Oct</MedlineDate>", 2010),
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", 1998),
        ("<Year>2001</Year>", 2001),
        ("", None),
    ],
)
def test_years_are_found_in_dates_of_all_kinds(load, date, year):
    assert one(load, date=date).year == year


@pytest.mark.parametrize(
    ("title", "meant"),
    [
        ("[Translated title].", "Translated title"),
        ("[A] and [B].", "[A] and [B]."),
        (
            "[Not Available].</ArticleTitle><VernacularTitle>Über Spielzeug</VernacularTitle><ArticleTitle>",
            "Über Spielzeug",
        ),
    ],
)
def test_titles_in_brackets_are_translations(load, title, meant):
    assert one(load, title=title).title == meant


def test_the_doi_of_a_reference_is_not_the_articles(load):
    text = file(article()).replace('<ELocationID EIdType="doi">10.1000/Toy.1</ELocationID>', "")
    text = text.replace('<ArticleId IdType="doi">10.1000/toy.1</ArticleId>', "")
    papers, _ = load("p.xml", text)
    assert papers[0].doi == ""
    assert papers[0].ids == ("pmid:31000001",)


def test_retracted_papers_and_notices_are_skipped(write):
    path = write("p.xml", file(article(kind="Retracted Publication"), article(kind="Published Erratum"), article()))
    items = list(read(path))
    assert sorted(getattr(item, "reason", "") for item in items) == ["", NOT_A_PAPER, RETRACTED]


def test_books_are_read(load):
    book = """<PubmedBookArticle><BookDocument><PMID>31000002</PMID>
      <ArticleIdList><ArticleId IdType="doi">10.1000/book</ArticleId></ArticleIdList>
      <Book><BookTitle>The Book of Toys</BookTitle><PubDate><Year>2012</Year></PubDate>
      <AuthorList Type="editors"><Author><LastName>Itor</LastName><ForeName>Ed</ForeName></Author></AuthorList></Book>
      <ArticleTitle>Wooden Toys</ArticleTitle>
      <AuthorList Type="authors"><Author><LastName>Wood</LastName><ForeName>Ann</ForeName></Author></AuthorList>
      <Abstract><AbstractText>On wood.</AbstractText></Abstract></BookDocument></PubmedBookArticle>"""
    papers, problems = load("p.xml", file(book))
    assert not problems
    assert [(p.title, p.authors, p.year, p.venue, p.doi) for p in papers] == [
        ("Wooden Toys", ("Ann Wood",), 2012, "The Book of Toys", "10.1000/book")
    ]


def test_deleted_citations_are_noted_and_are_no_records(load):
    papers, problems = load("p.xml", file(article(), "<DeleteCitation><PMID>1</PMID><PMID>2</PMID></DeleteCitation>"))
    assert len(papers) == 1
    assert [(p.reason, p.effect) for p in problems] == [(DELETED, Effect.NOTED)]


def test_the_older_set_of_citations_is_read(load):
    citation = "<MedlineCitation><PMID>31000003</PMID><Article><ArticleTitle>Old Toys</ArticleTitle></Article></MedlineCitation>"
    papers, problems = load("m.xml", f"<?xml version='1.0'?><MedlineCitationSet>{citation}</MedlineCitationSet>")
    assert not problems
    assert [(p.title, p.ids) for p in papers] == [("Old Toys", ("pmid:31000003",))]


def test_no_record_is_lost_without_a_word(load):
    broken = article().replace("</Journal>", "")
    bare = (
        article(title="On R&D of Toys")
        .replace("31000001", "31000009")
        .replace("10.1000/toy.1", "")
        .replace("10.1000/Toy.1", "")
    )
    papers, problems = load("p.xml", file(article(), broken, bare, "<PubmedArticle/>"))
    skipped = [p for p in problems if p.effect is Effect.SKIPPED]
    assert len(papers) + len(skipped) == 4
    assert len(papers) == 2
    assert [p.reason for p in problems if p.effect is Effect.NOTED] == [MENDED]


def test_addresses_stay_out(load):
    papers, _ = load("p.xml", file(article()))
    assert "@" not in repr(papers)


def test_scripts_of_formulas_stand_in_their_place(load):
    maths = """<mml:math><mml:munderover><mml:mo>∑</mml:mo>
      <mml:mrow><mml:mi>i</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:mrow><mml:mi>n</mml:mi></mml:munderover>
      <mml:mfenced><mml:msubsup><mml:mi>x</mml:mi><mml:mi>i</mml:mi><mml:mn>2</mml:mn></mml:msubsup></mml:mfenced></mml:math>"""
    abstract = one(load, abstract=f"<AbstractText>It is {maths}.</AbstractText>").abstract
    assert " ".join(abstract.split()).startswith("It is ∑")
    assert (
        abstract.replace("_", "").replace("^", "").replace("(", "").replace(")", "").replace("²", "2")
        == "It is ∑i=1nxi2."
    )


def test_blank_lines_of_the_layout_are_no_paragraphs(load):
    assert (
        one(load, abstract="<AbstractText>\n\n  We play.\n\n  They too.\n</AbstractText>").abstract
        == "We play. They too."
    )
