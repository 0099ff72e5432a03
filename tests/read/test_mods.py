import pytest

COLLECTION = """<?xml version="1.0" encoding="UTF-8"?>
<modsCollection xmlns="http://www.loc.gov/mods/v3">
<mods ID="lovelace-2018-graphs">
    <titleInfo>
        <title>On Graphs</title>
        <subTitle>A Study</subTitle>
    </titleInfo>
    <titleInfo type="abbreviated"><title>Graphs</title></titleInfo>
    <name type="personal">
        <namePart type="given">Ada</namePart>
        <namePart type="given">K.</namePart>
        <namePart type="family">Lovelace</namePart>
        <role><roleTerm authority="marcrelator" type="text">author</roleTerm></role>
    </name>
    <name type="personal">
        <namePart type="given">Emmy</namePart>
        <namePart type="family">Noether</namePart>
        <role><roleTerm authority="marcrelator" type="text">editor</roleTerm></role>
    </name>
    <name type="corporate"><namePart>Graph Group</namePart></name>
    <originInfo><dateIssued>2018-06</dateIssued></originInfo>
    <relatedItem type="host">
        <titleInfo><title>Proceedings of the Conference on Graphs</title></titleInfo>
        <name type="personal"><namePart type="family">Nobody</namePart></name>
        <originInfo><publisher>Somebody</publisher></originInfo>
    </relatedItem>
    <abstract>We prove that graphs help, by <i>much</i>.</abstract>
    <identifier type="citekey">lovelace-2018-graphs</identifier>
    <identifier type="doi">10.1000/graphs</identifier>
    <location><url>https://example.org/1</url></location>
    <subject><topic>graphs</topic></subject>
</mods>
<mods ID="noether-2019">
    <titleInfo><title>On Trees</title></titleInfo>
    <relatedItem type="host"><part><date>2019</date></part></relatedItem>
</mods>
<mods ID="empty"/>
</modsCollection>
"""


def prefixed(text):
    for name in ("modsCollection", "mods", "titleInfo", "title", "subTitle", "namePart", "name", "roleTerm", "role"):
        text = (
            text.replace(f"<{name}>", f"<m:{name}>")
            .replace(f"</{name}>", f"</m:{name}>")
            .replace(f"<{name} ", f"<m:{name} ")
        )
    for name in ("originInfo", "dateIssued", "relatedItem", "publisher", "abstract", "identifier", "location", "url"):
        text = (
            text.replace(f"<{name}>", f"<m:{name}>")
            .replace(f"</{name}>", f"</m:{name}>")
            .replace(f"<{name} ", f"<m:{name} ")
        )
    for name in ("subject", "topic", "part", "date"):
        text = text.replace(f"<{name}>", f"<m:{name}>").replace(f"</{name}>", f"</m:{name}>")
    return text.replace("xmlns=", "xmlns:m=")


@pytest.mark.parametrize("write_it", [str, prefixed])
def test_records_are_read_whole(load, write_it):
    papers, (problem,) = load("x.xml", write_it(COLLECTION))
    first, second = papers
    assert (first.id, first.title, first.year) == ("10.1000/graphs", "On Graphs: A Study", 2018)
    assert first.abstract == "We prove that graphs help, by much."
    assert first.authors == ("Ada K. Lovelace", "Graph Group")
    assert (first.venue, first.url) == ("Proceedings of the Conference on Graphs", "https://example.org/1")
    assert (first.keywords, first.source.line) == (("graphs",), 3)
    assert (second.id, second.title, second.year) == ("x/noether-2019", "On Trees", 2019)
    assert problem.reason == "no title or abstract"


def test_a_single_record_is_read(load):
    papers, problems = load(
        "x.xml", '<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>On Graphs</title></titleInfo></mods>'
    )
    assert [paper.title for paper in papers] == ["On Graphs"]
    assert not problems
