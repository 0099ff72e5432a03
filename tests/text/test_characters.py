"""Characters that were decoded wrongly, lost or need not be seen."""

from __future__ import annotations

import unicodedata

import pytest

from kg.text.characters import compose, repair_encoding, replace_characters
from tests.text.settled import check


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("robotâ\x80\x99s, Ã\x97, MÃ¶bius, â\x80\x9cxâ\x80\x9d", "robot’s, ×, Möbius, “x”"),
        ("robotâ€™s", "robot’s"),
        ("operator\x92s \x93x\x94", "operator’s “x”"),
        ("\ud835\udefc and \ud835", "𝛼 and \ufffd"),
        ("Dirk WÃ¼bben, Ã–zsu, PetrÅ¡, PetroviÄ‡, WaÅ‚Ä™sa", "Dirk Wübben, Özsu, Petrš, Petrović, Wałęsa"),
        ("an area of 5 Å², “Ä”, „Å“ and IRMÃ”", "an area of 5 Å², “Ä”, „Å“ and IRMÃ”"),
        ("« voilà\xa0», SÃO PAULO, á", "« voilà\xa0», SÃO PAULO, á"),
        ("plain", "plain"),
    ],
)
def test_repair_encoding(raw: str, wanted: str) -> None:
    check(repair_encoding, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("ﬁeld, eﬀect, aﬄuent, ﬂow", "field, effect, affluent, flow"),
        ("compu(cid:173) tation, cost\x02effective, hy\xad phen", "compu- tation, cost-effective, hy- phen"),
        ("co\xadoperate, 500x\x02, (cid:12)x", "cooperate, 500x, x"),
        ("a\u200bb\ufeffc\u2060d\x00e\x1ff\u202eg", "abcdefg"),
        ("one\u2028two\u2029three", "one\ntwo\n\nthree"),
        ("a\u200db", "ab"),
        ("می\u200cخواهم 👩\u200d🔬", "می\u200cخواهم 👩\u200d🔬"),
        ("(cid:x) stays", "(cid:x) stays"),
        ("\x1b[31mred\x1b[0m, \x1b[1;38;5;9mbo\x1b[4mld\x1b[m \x1b[?25l\x1b[2Kx\x1b(B", "red, bold x"),
        ("\x1b]0;a title\x07a \x1b]8;;https://a.org\x1b\\link\x1b]8;;\x1b\\ b", "a link b"),
        ("\x1bletter, \x1b]open string\nnext, [31m alone", "letter, ]open string\nnext, [31m alone"),
    ],
)
def test_replace_characters(raw: str, wanted: str) -> None:
    check(replace_characters, raw, wanted)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("e\u0301a\u030a", "éå"),
        ("x² ½ ™ ﬁ", "x² ½ ™ ﬁ"),
        ("a" + "\u0323\u0301" * 40 + "b", unicodedata.normalize("NFC", "a" + "\u0323\u0301" * 15) + "b"),
    ],
)
def test_compose(raw: str, wanted: str) -> None:
    check(compose, raw, wanted)
