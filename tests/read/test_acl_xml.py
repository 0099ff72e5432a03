import pytest

from kg.errors import InputError
from kg.model import Effect
from kg.read import read
from kg.read.acl_xml import paper_id
from kg.read.record import NOT_A_PAPER, RETRACTED, WITHDRAWN

VOLUME = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2031.toy">
  <volume id="long" type="proceedings">
    <meta>
      <booktitle>Proceedings of the <fixed-case>T</fixed-case>oy Workshop</booktitle>
      <editor><first>Ed</first><last>Itor</last></editor>
      <year>2031</year>
      <venue>toy</venue>
    </meta>
    <frontmatter><url hash="0">2031.toy-long.0</url><bibkey>toy-2031</bibkey></frontmatter>
    {}
  </volume>
</collection>"""
PAPER = "<paper id='{}'><title>On Toy {}</title><abstract>We play with toy {}.</abstract>{}</paper>"


def test_a_paper_has_the_year_venue_and_id_of_its_volume(load):
    papers, problems = load(
        "toy.xml",
        VOLUME.format(
            """<paper id="17">
      <title>A Toy</title>
      <author id="ada-l"><first>Ada M.</first><last>Lovelace</last><affiliation>Somewhere</affiliation>
        <variant script="hani"><first>X</first><last>Y</last></variant></author>
      <author><first/><last>Plato</last></author>
      <editor><first>No</first><last>Author</last></editor>
      <abstract>We build a toy.</abstract>
      <url hash="1">2031.toy-long.17</url>
      <doi>10.18653/V1/2031.toy-long.17</doi>
    </paper>"""
        ),
    )
    assert not problems
    (paper,) = papers
    assert paper.title == "A Toy"
    assert paper.authors == ("Ada M. Lovelace", "Plato")
    assert (paper.year, paper.venue) == (2031, "Proceedings of the Toy Workshop")
    assert paper.doi == "10.18653/v1/2031.toy-long.17"
    assert "acl:2031.toy-long.17" in paper.ids
    assert paper.url == "https://aclanthology.org/2031.toy-long.17/"
    assert paper.source.line == 11


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<fixed-case>T</fixed-case>oy<fixed-case>N</fixed-case>et: a net", "ToyNet: a net"),
        ("<b>D</b>ynamic <i>and</i> static", "Dynamic and static"),
        ("Toy<tex-math>^N</tex-math> wins", "Toy^N wins"),
        ("a<tex-math>x</tex-math>b", "axb"),
        ("the <tex-math>k</tex-math>th of <tex-math>\\mathcal{O}(n)</tex-math>", "the kth of O(n)"),
        ("Code at <url>https://example.org/a_b</url>.", "Code at https://example.org/a_b."),
        ("R&amp;D of 5 &lt; 6", "R&D of 5 < 6"),
    ],
)
def test_markup_within_a_text_adds_and_loses_nothing(load, markup, text):
    papers, problems = load(
        "toy.xml", VOLUME.format(f"<paper id='1'><title>{markup}</title><abstract>{markup}</abstract></paper>")
    )
    assert not problems
    assert papers[0].title == text
    assert papers[0].abstract == text


def test_paragraphs_of_an_abstract_stay(load):
    papers, _ = load("toy.xml", VOLUME.format("<paper id='1'><abstract>One.<par/>Two.</abstract></paper>"))
    assert papers[0].abstract == "One.\n\nTwo."


def test_every_volume_has_its_own_year(load):
    second = """<volume id="2"><meta><booktitle>Toys Two</booktitle><year>2032</year></meta>
      <paper id="1"><title>On Later Toys</title></paper></volume><event id="toy-2031"><meta><title>The Toy Meeting</title></meta></event>"""
    papers, problems = load(
        "toy.xml", VOLUME.format(PAPER.format(1, 1, 1, "")).replace("</collection>", second + "</collection>")
    )
    assert not problems
    assert [(p.year, p.venue) for p in papers] == [(2031, "Proceedings of the Toy Workshop"), (2032, "Toys Two")]
    assert "acl:2031.toy-2.1" in papers[1].ids


def test_retracted_and_removed_papers_are_skipped_unless_wanted(write):
    path = write(
        "toy.xml",
        VOLUME.format(
            PAPER.format(1, 1, 1, "")
            + PAPER.format(2, 2, 2, "<retracted date='2032-01-01'>Wrong.</retracted>")
            + PAPER.format(3, 3, 3, "<removed date='2032-01-01'/>")
        ),
    )
    items = list(read(path))
    assert sorted(getattr(item, "reason", "") for item in items) == ["", RETRACTED, WITHDRAWN]
    assert len(list(read(path, include_rejected=True))) == 3


def test_front_matter_numbered_as_a_paper_is_none(load):
    papers, problems = load(
        "P18.xml",
        VOLUME.format("<paper id='0'><title>Proceedings of Toys</title></paper>" + PAPER.format(1, 1, 1, "")),
    )
    assert len(papers) == 1
    assert [(p.reason, p.effect) for p in problems] == [(NOT_A_PAPER, Effect.SKIPPED)]


def test_the_form_from_before_2019_is_read(load):
    text = "<?xml version='1.0'?>\n<volume id='P18'>\n<paper id='1001'><title>On Toys</title><year>2018</year><booktitle>Toys</booktitle></paper></volume>"
    papers, problems = load("P18.xml", text)
    assert not problems
    assert [(p.ids, p.year, p.venue) for p in papers] == [(("acl:P18-1001",), 2018, "Toys")]


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (("2022.acl", "long", "17"), "2022.acl-long.17"),
        (("P18", "1", "1"), "P18-1001"),
        (("W18", "63", "19"), "W18-6319"),
        (("W06", "1", "2"), "W06-0102"),
        (("D19", "1", "2"), "D19-1002"),
        (("D19", "57", "2"), "D19-5702"),
        (("C69", "1", "2"), "C69-0102"),
        (("P18", "x", "1"), ""),
        (("P18", "1", "one"), ""),
        (("2022.acl", "", "1"), ""),
    ],
)
def test_ids_are_those_of_the_anthology(parts, whole):
    assert paper_id(*parts) == whole


def test_other_collections_are_not_taken_for_it(write):
    for text in (
        '<collection xmlns="http://www.loc.gov/MARC21/slim"><record/></collection>',
        "<collection><document/></collection>",
    ):
        with pytest.raises(InputError, match="unknown format"):
            list(read(write("c.xml", "<?xml version='1.0'?>" + text)))
