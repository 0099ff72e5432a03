"""Made-up records, whose texts hold all that texts of papers hold, and what no text should."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

SECRET = "zqprivate"
"""Stands where records hold what is private, and nowhere else."""
EMAIL = f"{SECRET}@example.org"

_WORDS = (
    "we prove that graphs help when trees do not, because learning is hard. "
    "Our method GraphNet-2 improves accuracy by 3.5% on ToyBench, and costs less. naïve größe 论文 методы ディープ α-CROWN x²"
).split()

ODD = (
    # entities and tags
    *(
        "&amp;",
        "&lt;b&gt;",
        "&#0;",
        "&#64;",
        "&#x1F600;",
        "&#xD800;",
        "&lol;",
        "& eacute;",
        "&amp;amp;lt;",
        "&nbsp;",
        "&copy;",
    ),
    *(
        "<i>it</i>",
        "<jats:p>",
        "</jats:p>",
        "<sub>2</sub>",
        "<mask>",
        "</s>",
        "<!-- x -->",
        "<![CDATA[x]]>",
        "]]>",
        "<br/>",
    ),
    *("<?x?>", "<!DOCTYPE x>", "a < b", "p<0.05", "<a href='x'>y</a>", "<jats:title>Background</jats:title>", "<" * 20),
    # LaTeX
    *(
        r"\alpha",
        r"$x^2$",
        r"\'{e}",
        r"\"o",
        r"{\bf B}",
        r"\textit{it}",
        r"\frac{1}{2}",
        "$",
        "$$",
        "{",
        "}",
        "\\",
        r"\%",
        "~",
    ),
    *(
        r"\begin{document}",
        r"$\mathcal{O}(n)$",
        "``quoted''",
        "--",
        "---",
        "exper- tise",
        r"\ss",
        "extit{x}",
        "^{",
        "_{",
        "{{}}",
    ),
    # Markdown, CSV, tags
    *(
        "**bold**",
        "_it_",
        "`code`",
        "[x](https://example.org)",
        "| x |",
        "# x",
        "- x",
        ":fire:",
        "=cmd()",
        '"',
        '""',
        "'",
        ";",
    ),
    *(",", "\t", "%0 x", "TY  - JOUR", "ER  - ", "PMID- 1", "PT J", "@article{x,", "sep=;", "%", "#", "=", "|"),
    # characters
    *(
        "\x00",
        "\x01",
        "\x07",
        "\x1b[31m",
        "\x1c",
        "\x7f",
        "\x85",
        "\x9d",
        "\xa0",
        "\xad",
        "\u200b",
        "\u2028",
        "\u2029",
        "\u202e",
    ),
    *(
        "\ufeff",
        "\ufffe",
        "\uffff",
        "\ufffd",
        "\U000e0001",
        "\U0010ffff",
        "e\u0301",
        "x" + "\u0301" * 40,
        "\u1100\u1161\u11a8",
    ),
    *("ﬁ", "Â©", "â€™", "Ã©", "İ", "ß", "\u0130", "🧑‍🔬", "\r", "\n", "\r\n", "\n\n", "\v", "\f"),
    # what stands for nothing, or for being taken back
    *(
        "N/A",
        "null",
        "none",
        "This paper has been withdrawn by the authors.",
        "[RETRACTED]",
        "(No abstract)",
        "-1",
        "nan",
    ),
    # ids, addresses, numbers
    *(
        "10.1000/182",
        "https://doi.org/10.1000/x",
        "arXiv:2101.00001v2",
        "https://example.org/a b",
        "http://[::1",
        "http://[x]/",
    ),
    *("javascript:alert(1)", "1e400", "-0", "9" * 400, "2021-02-30", "99999999999999", "١٩٩٩", "²", "Infinity", "0x10"),
)
"""What trips readers up."""

LONE = ("\ud800", "\udfff", "\udc80")


@dataclass
class Entry:
    """A record, whatever the format.

    Attributes:
        kind: "paper"; "other" where it is none (a review, an attachment); "rejected".
    """

    title: str = ""
    abstract: str = ""
    authors: list[tuple[str, str]] = field(default_factory=list)
    year: str = ""
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    pmid: str = ""
    url: str = ""
    keywords: list[str] = field(default_factory=list)
    key: str = ""
    kind: str = "paper"


def words(rng: Random, low: int, high: int) -> str:
    return " ".join(rng.choices(_WORDS, k=rng.randint(low, high)))


def odd(rng: Random) -> str:
    """Make something that no text should hold, or not there."""
    piece = rng.choice(ODD)
    how = rng.random()
    if how < 0.1:
        return piece * rng.randint(2, 60)
    if how < 0.15:
        return "".join(chr(rng.choice((rng.randrange(0x20, 0x250), rng.randrange(0x370, 0xD7FF)))) for _ in range(8))
    return piece


def text(rng: Random, low: int, high: int, *, oddness: float) -> str:
    """Make running text, in which some words are odd."""
    made = words(rng, low, high).split(" ")
    if rng.random() < oddness:
        for _ in range(rng.randint(1, 4)):
            made.insert(rng.randint(0, len(made)), odd(rng))
    glue = "" if rng.random() < 0.05 else " "
    return glue.join(made)


def make_entry(rng: Random, number: int, *, oddness: float = 0.5) -> Entry:
    """Make a record of its own: titles and ids of several do not meet by chance."""

    def some(value: str, probability: float = 0.8) -> str:
        if rng.random() < 0.15 * oddness:
            return odd(rng)
        return value if rng.random() < probability else ""

    people = [
        (text(rng, 1, 1, oddness=oddness / 4), rng.choice(("Lovelace", "O'Neill", "van der Waals", "李", "Müller")))
        for _ in range(rng.choice((0, 1, 1, 2, 3, 12)))
    ]
    return Entry(
        title=f"{text(rng, 2, 8, oddness=oddness)} of kind {number}",
        abstract=text(rng, *rng.choice(((1, 4), (5, 20), (20, 60))), oddness=oddness) if rng.random() < 0.8 else "",
        authors=people,
        year=some(str(rng.randint(1950, 2026))),
        venue=some(text(rng, 1, 4, oddness=oddness / 2)),
        doi=some(f"10.1000/{number}.{rng.randrange(1000)}", 0.5),
        arxiv=some(f"21{rng.randint(1, 12):02}.{number:05}", 0.3),
        pmid=some(str(10_000_000 + number), 0.3),
        url=some(f"https://example.org/{number}", 0.5),
        keywords=[text(rng, 1, 2, oddness=oddness / 4) for _ in range(rng.randint(0, 3))],
        key=some(f"K{number}", 0.6),
        kind=rng.choices(("paper", "other", "rejected"), (8, 1, 1))[0],
    )


def make_entries(rng: Random, *, oddness: float = 0.5) -> list[Entry]:
    """Make a few records."""
    return [make_entry(rng, number, oddness=oddness) for number in range(1, rng.choice((1, 1, 2, 2, 3, 8)) + 1)]
