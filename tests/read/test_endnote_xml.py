import pytest

from kg.model import Effect
from kg.read.endnote_xml import FROM_NOTES
from kg.read.record import NO_TEXT

STYLE = '<style face="normal" font="default" size="100%">{}</style>'


def record(number, fields):
    return f'<record><database name="My.enl" path="C:\\Users\\ada\\My.enl">My.enl</database><rec-number>{number}</rec-number>{fields}</record>'


def file(*fields):
    records = "".join(record(number, each) for number, each in enumerate(fields, start=71))
    return f'<?xml version="1.0" encoding="UTF-8" ?><xml><records>{records}</records></xml>'


def one(load, fields):
    papers, problems = load("lib.xml", file(fields))
    assert not [p for p in problems if p.effect is not Effect.NOTED]
    return papers[0]


def title(text="A Toy"):
    return f"<titles><title>{STYLE.format(text)}</title><secondary-title>{STYLE.format('J Toys')}</secondary-title></titles>"


def test_a_record_is_read(load):
    paper = one(
        load,
        '<ref-type name="Journal Article">17</ref-type>'
        f"<contributors><authors><author>{STYLE.format('Lovelace, Ada')}</author><author>Turing, A. M.</author></authors>"
        "<secondary-authors><author>Itor, Ed</author></secondary-authors></contributors>"
        + title()
        + f"<periodical><full-title>{STYLE.format('Journal of Toys')}</full-title></periodical>"
        f"<keywords><keyword>{STYLE.format('toys')}</keyword><keyword>games; dice</keyword></keywords>"
        f"<dates><year>{STYLE.format('2019')}</year></dates><abstract>{STYLE.format('We play.')}</abstract>"
        "<electronic-resource-num>10.1000/Toy</electronic-resource-num>",
    )
    assert (paper.title, paper.abstract, paper.year) == ("A Toy", "We play.", 2019)
    assert paper.authors == ("Lovelace, Ada", "Turing, A. M.")
    assert (paper.venue, paper.doi) == ("Journal of Toys", "10.1000/toy")
    assert paper.keywords == ("toys", "games", "dice")


def test_a_text_in_several_styles_is_one(load):
    pieces = '{}<style face="italic">P. toyi</style>{}<style face="subscript">2</style>{}'.format(
        *map(STYLE.format, ("On ", " in H", "O"))
    )
    paper = one(load, f"<titles><title>{pieces}</title></titles>")
    assert paper.title.replace("₂", "2") == "On P. toyi in H2O"


def test_pretty_printed_white_space_is_one_space(load):
    paper = one(load, "<titles><title>\n   <style>A toy of\n            two lines\n  </style>\n</title></titles>")
    assert paper.title == "A toy of two lines"


def test_carriage_returns_are_line_ends(load):
    paper = one(load, title() + "<abstract>Toys are&#xD;old.&#xD;&#xD;We play.</abstract>")
    assert paper.abstract == "Toys are old.\n\nWe play."


def test_escaped_html_is_markup(load):
    paper = one(load, title("A &lt;i&gt;toy&lt;/i&gt; &amp;amp; more"))
    assert paper.title == "A toy & more"


@pytest.mark.parametrize(
    "urls",
    [
        "<urls><pdf-urls><url>internal-pdf://0123/Toy.pdf</url></pdf-urls></urls>",
        "<urls><related-urls><url>file:///C:/Users/ada/toy.pdf</url></related-urls></urls>",
        "<urls><related-urls><url>C:\\Users\\ada\\toy.pdf</url></related-urls></urls>",
        "<urls><related-urls><url>&lt;Go to ISI&gt;://000200148800007</url></related-urls></urls>",
    ],
)
def test_a_path_on_a_disk_is_no_url(load, urls):
    assert one(load, title() + urls).url == ""


def test_the_first_web_address_is_the_url(load):
    urls = "<urls><related-urls><url>&lt;Go to ISI&gt;://1</url><url>https://example.org/t</url></related-urls></urls>"
    assert one(load, title() + urls).url == "https://example.org/t"


def test_notes_that_are_running_text_stand_in_for_an_abstract_that_is_missing(load):
    notes = "We show that toys are made of wood. " * 4
    papers, problems = load("lib.xml", file(title() + f"<notes>{notes}</notes>"))
    assert papers[0].abstract == notes.strip()
    assert [(p.reason, p.effect) for p in problems] == [(FROM_NOTES, Effect.NOTED)]


@pytest.mark.parametrize(
    "notes",
    ["read this", "ISI Document Delivery No.: 123AB Times Cited: 4 Cited Reference Count: 30 " + "Lovelace, A. " * 20],
)
def test_other_notes_are_no_abstract(load, notes):
    papers, problems = load("lib.xml", file(title() + f"<notes>{notes}</notes>"))
    assert papers[0].abstract == ""
    assert not problems


def test_pubmeds_number_is_known_where_the_database_says_so(load):
    number = "<accession-num>31000001</accession-num>"
    assert one(load, title() + number + "<remote-database-name>Medline</remote-database-name>").ids == (
        "pmid:31000001",
    )
    assert one(load, title() + number).ids == ()


def test_a_record_is_named_by_its_number_in_its_file(load):
    papers, _ = load("lib.xml", file(title("One toy"), title("Two toys")))
    assert [p.id for p in papers] == ["lib/71", "lib/72"]


def test_no_record_is_lost_without_a_word(load):
    papers, problems = load("lib.xml", file(title("One toy"), "<dates/>", title("<b>x</i>"), title("R&D")))
    skipped = [p for p in problems if p.effect is Effect.SKIPPED]
    assert [p.title for p in papers] == ["One toy", "R&D"]
    assert len(papers) + len(skipped) == 4
    assert NO_TEXT in [p.reason for p in skipped]


def test_a_users_folders_stay_out(load):
    papers, problems = load("lib.xml", file(title(), "<dates/>"))
    assert "Users" not in repr(papers)
    assert "Users" not in repr([p for p in problems if p.reason == NO_TEXT])


def test_a_number_that_is_too_long_for_an_id_is_none(load):
    text = file(title("A toy")).replace("<rec-number>71<", f"<rec-number>{'7' * 201}<")
    papers, _ = load("lib.xml", text)
    assert [p.id for p in papers] == ["lib-01"]


def test_a_star_at_a_main_subject_is_no_part_of_it(load):
    words = "<keywords><keyword>*Toys</keyword><keyword>Games/*history</keyword><keyword>A*</keyword></keywords>"
    assert one(load, f"{title()}{words}").keywords == ("Toys", "Games/history", "A*")


def test_the_elements_of_old_versions_are_read(load):
    text = """<XML><RECORDS>
<RECORD><REFERENCE_TYPE>0</REFERENCE_TYPE><REFNUM>1</REFNUM><AUTHORS><AUTHOR>Lovelace, Ada</AUTHOR><AUTHOR>Noether, Emmy</AUTHOR></AUTHORS>
<YEAR>2019</YEAR><TITLE>A Toy</TITLE><SECONDARY_TITLE>J Toys</SECONDARY_TITLE><KEYWORDS><KEYWORD>play</KEYWORD></KEYWORDS>
<ABSTRACT>We play.</ABSTRACT><NOTES>mine</NOTES><URL>10.1000/toy</URL><AUTHOR_ADDRESS>ada@example.org</AUTHOR_ADDRESS></RECORD>
<RECORD><REFERENCE_TYPE>0</REFERENCE_TYPE><REFNUM>2</REFNUM><YEAR>2019</YEAR></RECORD>
</RECORDS></XML>"""
    (paper,), (problem,) = load("old.xml", text)
    assert (paper.id, paper.title, paper.abstract) == ("10.1000/toy", "A Toy", "We play.")
    assert (paper.authors, paper.year, paper.venue) == (("Lovelace, Ada", "Noether, Emmy"), 2019, "J Toys")
    assert paper.keywords == ("play",)
    assert "example.org" not in repr(paper)
    assert problem.reason == NO_TEXT
