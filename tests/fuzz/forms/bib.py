"""BibTeX and BibLaTeX: strings, preambles, comments, crossreferences, braces and quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.fuzz.entries import EMAIL, SECRET
from tests.fuzz.forms.contract import Form, encoded

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.entries import Entry

_HEAD = """% made up
@comment{jabref-meta: x}
@string{toys = "Journal of Toys"}
@preamble{"\\newcommand{\\toy}{Toy}"}
"""
_UNSAFE = re.compile(r"[{}\\\"@%]")


def _value(text: str, rng: Random) -> str:
    """Write a value whose braces match, whatever it holds."""
    how = rng.random()
    if how < 0.3 and text.count("{") == text.count("}") == 0 and not text.endswith("\\"):
        return f"{{{text}}}"
    safe = _UNSAFE.sub("", text)
    return rng.choice(
        (f"{{{safe}}}", f'"{safe}"', f'"{safe}" # " and " # "more"', f"{{{{{safe}}}}}", f"{{{safe} \\'{{e}} $x^2$}}")
    )


def _write(entries: list[Entry], rng: Random) -> bytes:
    made = [_HEAD]
    for number, entry in enumerate(entries):
        people = " and ".join(f"{family}, {given}" for given, family in entry.authors)
        fields = {
            "title": _value(entry.title, rng),
            "author": _value(people, rng),
            "abstract": _value(entry.abstract, rng),
            "year": rng.choice(
                (_value(entry.year, rng), entry.year if entry.year.isascii() and entry.year.isdigit() else "{}")
            ),
            "journal": rng.choice(("toys", _value(entry.venue, rng))),
            "month": "jan",
            "doi": _value(entry.doi, rng),
            "url": _value(entry.url, rng),
            "eprint": _value(entry.arxiv, rng),
            "archivePrefix": "{arXiv}",
            "keywords": _value(", ".join(entry.keywords), rng),
            "email": f"{{{EMAIL}}}",
            "annote": f"{{{SECRET}}}",
            "file": f"{{:/home/{SECRET}/x.pdf:PDF}}",
        }
        kind = rng.choice(("article", "inproceedings", "ARTICLE", "misc", "online"))
        body = ",\n  ".join(f"{name} = {value}" for name, value in fields.items())
        made.append(f"@{kind}{{key{number},\n  {body}{rng.choice(('', ','))}\n}}\n")
        if rng.random() < 0.2:
            made.append("text between entries\n")
    return encoded("\n".join(made))


FORMS = (Form("bibtex", (".bib", ".txt", ""), _write),)
