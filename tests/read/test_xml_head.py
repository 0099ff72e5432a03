import pytest

from kg.errors import InputError
from kg.read import read
from kg.read.xml_head import describe_root, find_root

DOCTYPE = """<!DOCTYPE dblp PUBLIC "-//X//DTD a > b//EN" 'x.dtd' [
<!ELEMENT dblp (a|b)*> <!-- ]> -->
<!ENTITY a "]>"> <!ATTLIST dblp k CDATA #IMPLIED> %more;
] >
"""
ROOT = '<dblp xmlns="urn:x">'


@pytest.mark.parametrize(
    "before",
    [
        "",
        "\ufeff",
        "\ufeff<?xml version='1.0' encoding='ISO-8859-1' standalone='no'?>\r\n",
        "\n\n  <!-- a > b -- and ' and <collection> -->\n",
        '<?xml-stylesheet href="a>b"?><!-- x --><?pi?>',
        "<!DOCTYPE dblp>",
        '<!DOCTYPE dblp SYSTEM "http://example.org/a]>.dtd">',
        DOCTYPE,
    ],
)
def test_the_root_is_found_behind_what_may_stand_before_it(before):
    root = find_root(before + ROOT + "<article/>")
    assert (root.name, root.namespace, root.start) == ("dblp", "urn:x", len(before))


def test_a_prefix_is_told_from_the_name():
    root = find_root('<a:feed b="1" xmlns:b="urn:b" xmlns:a = \'urn:a\'><a:entry>')
    assert (root.name, root.namespace) == ("feed", "urn:a")
    assert find_root("<a:feed>").namespace == ""


def test_a_root_whose_tag_goes_on_beyond_the_head_is_found():
    assert find_root('<TEI xmlns="http://www.tei-c.org/ns/1.0" xsi:schema="htt').name == "TEI"


@pytest.mark.parametrize(
    "text", ["", "plain text", "a < b > c", "{}", "<", "<!-- open", "<!DOCTYPE a [", "<?xml", "< a>"]
)
def test_what_does_not_begin_like_xml_has_no_root(text):
    assert find_root(text) is None
    assert describe_root(text) == ""


def test_only_entities_that_are_plain_characters_are_known():
    head = (
        '<!DOCTYPE r [<!ENTITY acl "Association for CL"><!ENTITY lol "&acl;&acl;"><!ENTITY m "<b>x</b>">'
        '<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p "x"><!ENTITY acl "second"><!ENTITY long "'
        + "x" * 101
        + "\">\n<!ENTITY q 'it'>]><r/>"
    )
    assert find_root(head).entities == {"acl": "Association for CL", "q": "it"}


@pytest.mark.parametrize(
    "head",
    [
        "<!--" + "-" * 60_000,
        "<?" * 30_000,
        "<!DOCTYPE a [" + "<!ENTITY a 'x'>" * 4_000,
        "<a " + "b='1' " * 10_000,
        "<a " + "b" * 60_000 + ">",
        "<a " + "b:" * 30_000 + ">",
        "<a " + "b=" * 30_000 + ">",
        "<!DOCTYPE '" * 6000,
    ],
)
def test_hostile_heads_take_linear_time(head):
    find_root(head)


def test_the_root_is_described_only_for_what_is_meant_as_xml():
    assert describe_root("<?xml version='1.0'?><playlist>") == "XML with the root element <playlist>"
    assert describe_root('<p:x xmlns:p="urn:y"/>') == "XML with the root element <x> in the namespace urn:y"
    assert describe_root("<div align='center'>") == ""


@pytest.mark.parametrize("name", ["list.xml", "list.csv", "list.txt", "list.json"])
def test_xml_of_an_unknown_kind_is_named_by_its_root(write, name):
    rows = "<title>A toy, an abstract</title><abstract>We play.</abstract>\n" * 5
    with pytest.raises(InputError, match="<playlist>"):
        list(read(write(name, f'<?xml version="1.0"?>\n<playlist>\n{rows}</playlist>')))
