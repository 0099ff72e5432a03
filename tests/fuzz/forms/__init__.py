"""The formats, as writers of made-up records, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.forms import bib, json_shapes, lists, packed, parquet, table, tagged, xml, yaml_records, zotero

if TYPE_CHECKING:
    from tests.fuzz.forms.contract import Form

_TEXT = (
    *json_shapes.FORMS,
    *xml.FORMS,
    *tagged.FORMS,
    *table.FORMS,
    *bib.FORMS,
    *zotero.FORMS,
    *yaml_records.FORMS,
)
_COUNTED = tuple(form for form in _TEXT if form.counted)  # what holds them is counted, too

KINDS: dict[str, tuple[Form, ...]] = {
    "containers": packed.containers(_COUNTED),
    "encodings": packed.encodings(_COUNTED),
    "json": json_shapes.FORMS,
    "xml": xml.FORMS,
    "tagged": tagged.FORMS,
    "table": table.FORMS,
    "bibtex": bib.FORMS,
    "lists": lists.FORMS,
    "zotero-rdf": zotero.FORMS,
    "yaml": yaml_records.FORMS,
    "parquet": parquet.FORMS,
}
