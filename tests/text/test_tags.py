"""Tags of HTML, JATS and MathML."""

from __future__ import annotations

import pytest

from kg.text.tags import strip_tags
from tests.text.settled import check


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("the <i>Borrelia</i> <b>spp.</b> are", "the Borrelia spp. are"),
        ('a <a href="https://x.org" class=y>link</a>', "a link"),
        ("CO<sub>2</sub>, 10<sup>-3</sup>, 4<sup>th</sup>, <jats:sup>2</jats:sup>", "CO2, 10^-3, 4th, 2"),
        ("<jats:title>Abstract</jats:title><jats:p>A</jats:p><jats:p>B</jats:p>", "\n\nA\n\n\n\nB\n\n"),
        ("<title>Background.</title> <p>A</p>", "\n\nBackground: A\n\n"),
        ('<jats:title>Methods</jats:title>\n  <jats:p id="p1">We', "\n\nMethods: We"),
        ("<title>What is known?</title><p>A</p>", "\n\nWhat is known? A\n\n"),
        ("<jats:title/><jats:p>A</jats:p>", "\n\n\n\nA\n\n"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math>", "x"),
        ("<mml:msup><mml:mi>x</mml:mi> <mml:mn>2</mml:mn></mml:msup>", "x^2"),
        ("<msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>", "x_(i+1)"),
        ("<mml:mfrac><mml:mn>1</mml:mn><mml:mi>n</mml:mi></mml:mfrac>", "1/n"),
        ('<math><mi>x</mi><annotation encoding="application/x-tex">x</annotation></math>', "x"),
        ("ROT-<tex-math>$k$</tex-math>b", "ROT-$k$b"),
        (
            (
                r"<jats:inline-formula><jats:alternatives><jats:tex-math>$$x$$</jats:tex-math><mml:math><mml:mi>x</mml:mi>"
                "</mml:math></jats:alternatives></jats:inline-formula>"
            ),
            "$x$",
        ),
        (r"a \documentclass{minimal}\usepackage{x}\begin{document}$x$\end{document} b", "a $x$ b"),
        ("a<br/>b", "a\nb"),
        ("<h4>Background</h4>A<h4>Methods</h4>B", "\n\nBackground: A\n\nMethods: B"),
        ("<P>A <I>b</I> CO<SUB>2</SUB><BR>of <scp>DNA</scp></P>", "\n\nA b CO2\nof DNA\n\n"),
        ("P(x) = <P> and <B>, <I>", "P(x) = <P> and <B>, <I>"),
        ("BIO tags <b>, <i> and <o>", "BIO tags <b>, <i> and <o>"),
        ("a <b and c> d, <mask>, </s>, <subject, verb>", "a <b and c> d, <mask>, </s>, <subject, verb>"),
    ],
)
def test_strip_tags(raw: str, wanted: str) -> None:
    check(strip_tags, raw, wanted)
