import io
import time
import tracemalloc
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Effect, Problem
from kg.read.contract import Document
from kg.read.xml_scan import CUT, MALFORMED, TOO_LONG
from kg.read.xml_stream import MAX_TAGS, MENDED, read_records, stream
from kg.read.xml_text import text_of

LIMIT = 10_000


def document(text, stream_of=None):
    return Document(Path("x.xml"), "x.xml", "x", text[:65536], stream_of or io.StringIO(text, newline=""))


def records(text, *, limit=LIMIT, containers=(), context=()):
    """Gives the records, as their names, ids and texts, and the problems."""
    items = list(stream(document(text), records={"rec"}, containers=containers, context=context, limit=limit))
    problems = [item for item in items if isinstance(item, Problem)]
    found = [item for item in items if not isinstance(item, Problem)]
    return [(r.element.tag, r.element.get("id"), text_of(r.element)) for r in found], problems


def ids(text, **options):
    found, problems = records(text, **options)
    return [number for _, number, _ in found], problems


def lost(problems):
    return [(p.reason, p.source.line) for p in problems if p.effect is Effect.SKIPPED]


def test_records_come_with_the_lines_they_begin_in():
    text = '<?xml version="1.0"?>\r\n<!-- a\r\nb -->\r<set>\n\n<rec id="1">a</rec>\r\n\r\n<rec\nid="2"/> <rec id="3">\n</rec></set>'
    items = list(stream(document(text), records={"rec"}))
    assert [(item.element.get("id"), item.line) for item in items] == [("1", 6), ("2", 8), ("3", 9)]


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_it_does_not_matter_where_the_text_is_cut_into_chunks(size, monkeypatch):
    monkeypatch.setattr("kg.read.xml_scan._CHUNK", size)
    text = "<set>\r\n<!-- <rec> -->\r\n<rec id='1'>&amp;<![CDATA[</rec>]]>x</rec>\r\n<a:rec id='2' b=\"/>\"/>\r\n<rec id='3'/></set  >\r\n"
    items = list(stream(document(text), records={"rec"}))
    assert [(item.element.get("id"), item.line, text_of(item.element)) for item in items] == [
        *[("1", 3, "&</rec>x"), ("2", 4, ""), ("3", 5, "")]
    ]


def test_tags_in_comments_cdata_and_instructions_are_none():
    text = "<set><!-- <rec id='0'> --><?p <rec id='0'/> ?><rec id='1'>a<!-- </rec> -->b<![CDATA[<rec>]]></rec></set>"
    assert records(text) == ([("rec", "1", "ab<rec>")], [])


def test_names_that_only_begin_alike_are_none():
    assert ids("<recs><rec-number>1</rec-number><rec id='1'><record/></rec></recs>") == (["1"], [])


def test_containers_and_context_come_in_their_place():
    text = "<set n='1'><head>h</head><group id='g' note='a>b'><rec id='1'/></group><group id='e'/></set>"
    found, problems = records(text, containers={"group", "set"}, context={"head"})
    assert [(name, number) for name, number, _ in found] == [
        *[("set", None), ("head", None), ("group", "g"), ("rec", "1"), ("group", "e")]
    ]
    assert not problems


def test_the_declared_encoding_is_not_believed_once_the_text_is_decoded():
    text = '<?xml version="1.0" encoding="UTF-16"?><set><rec>Ångström Ωx 𝑥</rec></set>'
    assert records(text)[0] == [("rec", None, "Ångström Ωx 𝑥")]
    assert records(text.replace("1.0", "1.1"))[0] == [("rec", None, "Ångström Ωx 𝑥")]


def test_files_one_after_another_are_read_on():
    one = "<?xml version='1.0'?><!DOCTYPE set><set><rec id='1'/></set>\n"
    assert ids(one + one) == (["1", "1"], [])


def test_something_else_after_the_root_is_said():
    found, problems = ids("<set><rec id='1'/></set><other><x/></other>")
    assert found == ["1"]
    assert [(p.reason, p.effect) for p in problems] == [(MALFORMED, Effect.NOTED)]
    assert "</set>" in problems[0].detail


# What is malformed costs as little as can be.


def test_html_entities_are_known_without_a_dtd():
    found, problems = records("<set><rec id='&eacute;'>&Ouml;zsu &amp; &lt;b> &hellip;&#233;&#xe9;</rec></set>")
    assert found == [("rec", "é", "Özsu & <b> …éé")]
    assert not problems


def test_entities_of_the_files_own_are_known_where_they_are_plain_text():
    found, problems = records('<!DOCTYPE set [<!ENTITY acl "Association">]><set><rec>The &acl;</rec></set>')
    assert found == [("rec", None, "The Association")]
    assert not problems


def test_an_entity_that_is_not_declared_is_kept_and_noted():
    found, problems = records("<set>\n<rec>a &nosuch; b</rec></set>")
    assert found == [("rec", None, "a &nosuch; b")]
    assert [(p.reason, p.source.line, p.effect) for p in problems] == [(MENDED, 2, Effect.NOTED)]
    assert "&nosuch;" in problems[0].detail


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("AT&T and R&D;", "AT&T and R&D;"),
        ("p < 0.05, <5 and a<=b", "p < 0.05, <5 and a<=b"),
        ("cost\x02effective\x0b", "cost(cid:173)effective"),
        ("cost&#2;effective&#x1F;&#xD800;&#99999999;", "cost(cid:173)effective"),
        ("a\ufffeb", "ab"),
    ],
)
def test_what_was_never_escaped_is_mended_and_noted(written, meant):
    found, problems = records(f"<set><rec>\n{written}</rec><rec>x</rec></set>")
    assert [text.strip() for _, _, text in found] == [meant, "x"]
    assert [(p.reason, p.effect) for p in problems] == [(MENDED, Effect.NOTED)]


def test_a_record_that_cannot_be_mended_costs_only_itself():
    text = "<set>\n<rec id='1'/>\n<rec id='2'>\n<b>x</i></rec>\n<rec id='3' id='3'/><rec id='4'/></set>"
    found, problems = ids(text)
    assert found == ["1", "4"]
    assert lost(problems) == [(MALFORMED, 3), (MALFORMED, 5)]
    assert "mismatched tag" in problems[0].detail
    assert "line 4" in problems[0].detail


def test_a_record_that_is_never_closed_ends_where_the_next_begins():
    found, problems = ids("<set>\n<rec id='1'><a>\n<rec id='2'/>\n<rec id='3'></set>")
    assert found == ["2"]
    assert lost(problems) == [(MALFORMED, 2), (MALFORMED, 4)]


@pytest.mark.parametrize("opened", ["<!-- ", "<![CDATA[", "<?x ", '<b title="'])
def test_what_is_never_closed_within_a_record_costs_only_the_record(opened):
    found, problems = ids(f"<set><rec id='1'/><rec id='2'>{opened}</rec>\n<rec id='3'/></set>")
    assert found == ["1", "3"]
    assert lost(problems) == [(MALFORMED, 1)]


def test_a_comment_that_is_never_closed_between_records_is_said():
    found, problems = ids("<set><rec id='1'/><!-- <rec id='2'/></set>")
    assert found == ["1"]
    assert any("a comment is not closed" in p.detail for p in problems)
    assert all(p.effect is Effect.NOTED for p in problems)


@pytest.mark.parametrize("cut", range(13, 70))
def test_a_text_that_is_cut_keeps_what_came_before_and_says_so(cut):
    text = "<set>\n<rec id='1'>a</rec>\n<!-- b -->\n<rec id='2'><b>b</b></rec>\n</set>"
    found, problems = ids(text[:cut])
    assert found == ["1", "2"][: text[:cut].count("</rec>")]
    assert len(found) + len(lost(problems)) == len([at for at in (6, 37) if cut > at + 4])
    assert problems or cut >= len(text)


def test_a_file_cut_between_records_is_noted():
    _, problems = ids("<set>\n<rec/>\n")
    assert [(p.reason, p.source.line, p.effect) for p in problems] == [(CUT, 3, Effect.NOTED)]


# Hostile files.


def test_an_entity_bomb_is_not_expanded():
    lines = ['<!ENTITY lol0 "lol">', *(f'<!ENTITY lol{n} "{f"&lol{n - 1};" * 10}">' for n in range(1, 10))]
    found, problems = records(
        f"<!DOCTYPE set [{''.join(lines)}]><set><rec id='&lol9;'>&lol9;</rec><rec>&lol0;</rec></set>"
    )
    assert found == [("rec", "&lol9;", "&lol9;"), ("rec", None, "lol")]
    assert [p.reason for p in problems] == [MENDED]


def test_a_quadratic_blow_up_is_refused():
    text = f'<!DOCTYPE set [<!ENTITY a "{"x" * 100}">]><set><rec>{"&a;" * 3000}</rec><rec id="2"/></set>'
    found, problems = ids(text)
    assert found == ["2"]
    assert lost(problems) == [(TOO_LONG, 1)]


def test_external_entities_are_never_opened(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("top secret")
    text = (
        f'<!DOCTYPE set SYSTEM "{secret.as_uri()}" [<!ENTITY x SYSTEM "{secret.as_uri()}"><!ENTITY % p SYSTEM '
        f'"{secret.as_uri()}"> %p;]><set><rec>&x;</rec></set>'
    )
    assert records(text)[0] == [("rec", None, "&x;")]


def test_a_doctype_within_a_record_is_text():
    text = '<set><rec><!DOCTYPE a [<!ENTITY b "c">]>&b;</rec></set>'
    found, problems = records(text)
    assert "c" not in [text for _, _, text in found]
    assert len(found) + len(lost(problems)) == 1


def test_deep_nesting_is_read():
    deep = "<a>" * 100_000 + "deep" + "</a>" * 100_000
    found, problems = records(f"<set><rec>{deep}</rec><rec>x</rec></set>", limit=1 << 24)
    assert found == [("rec", None, "deep"), ("rec", None, "x")]
    assert not problems


def test_too_many_tags_are_refused():
    found, problems = ids(f"<set><rec>{'<a/>' * (MAX_TAGS + 1)}</rec><rec id='2'/></set>", limit=1 << 24)
    assert found == ["2"]
    assert lost(problems) == [(TOO_LONG, 1)]


@pytest.mark.parametrize("long", ["<rec a='{}'/>", "<rec>{}</rec>", "<rec>{}", "<rec {}"])
def test_a_record_beyond_the_limit_is_passed_over(long, monkeypatch):
    monkeypatch.setattr("kg.read.xml_scan._CHUNK", 1000)
    found, problems = ids(f"<set><rec id='1'/>{long.format('x' * 5 * LIMIT)}<rec id='3'/></set>")
    assert found == ["1", "3"]
    assert [reason for reason, _ in lost(problems)] in ([TOO_LONG], [MALFORMED])


class Endless(io.TextIOBase):
    """A text of many pieces that is never in memory as a whole."""

    def __init__(self, before, piece, count, after=""):
        self.rest = before
        self.piece, self.count, self.after = piece, count, after

    def read(self, size=-1):
        while len(self.rest) < size and self.count:
            times = min(self.count, 1 + (size - len(self.rest)) // len(self.piece))
            self.rest += self.piece * times
            self.count -= times
            if not self.count:
                self.rest += self.after
        given, self.rest = self.rest[:size], self.rest[size:]
        return given


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        ("<rec>" + "word " * 2000 + "<b/></rec>\n", 1_000),
        ("<rec>" + "word " * 2000, 1_000),
        ("<!-- x " + "-" * 2000, 5_000),
        ("<rec><!-- x " + "-" * 10_000, 1_000),
        ("<rec a='" + "x" * 10_000, 1_000),
        ("&", 10_000_000),
        (" ", 10_000_000),
        ("<other>" + " " * 2000, 5_000),
    ],
    ids=["records", "unclosed", "comments", "comments in records", "quotes", "ampersands", "blanks", "others"],
)
def test_memory_and_time_stay_bounded_however_long_the_text(piece, count):
    text = Endless("<set>", piece, count, "</set>")
    tracemalloc.start()
    started = time.process_time()
    for _ in stream(document("<set>", text), records={"rec"}, limit=1 << 17):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000
    assert time.process_time() - started < 20


def test_a_file_without_records_is_an_error_that_says_what_is_expected():
    with pytest.raises(InputError, match=r"Toy XML that holds no records.*<rec>"):
        list(read_records(document("<set><other/></set>"), lambda record: [], name="Toy XML", records={"rec"}))
