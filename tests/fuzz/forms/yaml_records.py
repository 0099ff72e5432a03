"""YAML: lists of records, records within a mapping, documents one after the other, pages with front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from tests.fuzz.forms.contract import Form, encoded
from tests.fuzz.forms.json_shapes import csl, generic

if TYPE_CHECKING:
    from random import Random

    from tests.fuzz.entries import Entry


class _Copies(yaml.SafeDumper):
    """Writes what several records share again for each."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True


def _dump(value: Any, rng: Random, **options: Any) -> str:
    return yaml.dump(
        value,
        Dumper=_Copies,
        sort_keys=False,
        allow_unicode=rng.random() < 0.5,
        width=rng.choice((20, 80, 10**6)),
        default_style=rng.choice((None, None, None, '"', "'", "|", ">")),
        line_break=rng.choice(("\n", "\n", "\r\n")),
        **options,
    )


def _list(entries: list[Entry], rng: Random) -> bytes:
    shape = rng.choice((generic, csl)) if all(entry.kind != "other" for entry in entries) else generic
    written = _dump([{"title": e.title, "abstract": e.abstract, "authors": [], **shape(e, rng)} for e in entries], rng)
    return encoded(rng.choice(("", "# papers\n", "---\n", "%YAML 1.1\n---\n")) + written)


def _mapping(entries: list[Entry], rng: Random) -> bytes:
    return encoded(_dump({"name": "Toys", "papers": [generic(entry, rng) for entry in entries]}, rng))


def _documents(entries: list[Entry], rng: Random) -> bytes:
    return encoded("".join(_dump(generic(entry, rng), rng, explicit_start=True) for entry in entries))


def _page(entries: list[Entry], rng: Random) -> bytes:
    matter = _dump(generic(entries[0], rng), rng)
    return encoded(f"---\n{matter}---\n\n# Toys\n\nA page.\n")


FORMS = (
    Form("yaml-list", (".yaml", ".yml"), _list),
    Form("yaml-mapping", (".yaml", ".yml"), _mapping),
    Form("yaml-documents", (".yaml", ".yml"), _documents),
    Form("yaml-page", (".md", ""), _page, counted=False),
)
