"""One self-contained HTML file: pyvis holds the overview's network and fills the template."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyvis
from pyvis.network import Network

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ASSETS = Path(__file__).parent / "assets"
_VIS = Path(pyvis.__file__).parent / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"
_SCRIPTS = (
    "kinds.js",
    "dom.js",
    "graph.js",
    "evidence.js",
    "names.js",
    "typos.js",
    "search.js",
    "load.js",
    "state.js",
    "visible.js",
    "letters.js",
    "labels.js",
    "stage.js",
    "pen.js",
    "svg.js",
    "fit.js",
    "near.js",
    "rings.js",
    "scene.js",
    "hood.js",
    "path.js",
    "lettering.js",
    "paint.js",
    "motion.js",
    "canvas.js",
    "pointer.js",
    "keys.js",
    "image.js",
    "map.js",
    "pieces.js",
    "chart.js",
    "between.js",
    "conceptcard.js",
    "paneledge.js",
    "panel.js",
    "panelview.js",
    "filters.js",
    "filterbar.js",
    "combobox.js",
    "searchbox.js",
    "bar.js",
    "rows.js",
    "table.js",
    "csv.js",
    "jsonld.js",
    "share.js",
    "pathdialog.js",
    "help.js",
    "app.js",
)
_STYLES = ("base.css", "page.css", "picture.css", "panel.css", "controls.css")
CLEAR = 1_000_000
"""Data of more characters is compressed."""

_ESCAPED = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
_OPTIONS: dict[str, Any] = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False, "randomSeed": 0},
    # The page's own script takes the mouse, fingers and keys.
    "interaction": {"dragNodes": False, "dragView": False, "zoomView": False, "hover": False, "selectable": False},
    "nodes": {"shape": "custom", "chosen": False},
    "edges": {"smooth": False, "chosen": False, "selectionWidth": 0, "hoverWidth": 0},
}


def assemble_page(
    *,
    nodes: Sequence[Mapping[str, Any]],
    edges: Sequence[Mapping[str, Any]],
    front: Mapping[str, Any],
    context: Mapping[str, Any],
    data: Mapping[str, Any],
    heading: str,
    counts: Mapping[str, int],
    left_out: str,
    generator: str,
) -> str:
    """Put the page together.

    pyvis' own ``add_edge`` and ``from_nx`` take quadratic time and drop parallel edges, so its lists are filled
    directly. Its CSS is left out: it styles tooltips and editing tools that the page does not show.

    Args:
        nodes: The overview's nodes, as vis-network reads them; without ``title``, which pyvis searches for links.
        edges: The overview's edges.
        front: What the script reads first, to draw the overview.
        context: The JSON-LD context in whose terms what is shown can be saved.
        data: The whole graph (see :func:`kg.export.page.data.page_data`); compressed where it is large.
        heading: The page's heading.
        counts: The facts under the heading, by what is counted.
        left_out: What of the graph is not in the page, in words.
        generator: Name and version of what made the page.
    """
    text = _json(data)
    compressed = packed(text) if len(text) > CLEAR else ""
    network = Network(heading=_printable(heading), cdn_resources="in_line")
    network.nodes, network.edges, network.options = list(nodes), list(edges), _OPTIONS
    network.set_template_dir(str(_ASSETS), "template.html")
    # The address of the map beside the script would be asked for by a browser's developer tools.
    vis = re.sub(r"\n//# sourceMappingURL=\S*\s*$", "\n", _VIS.read_text(encoding="utf-8"))
    script = "\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    style = "\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in _STYLES)
    network.templateEnv.autoescape = True
    network.templateEnv.filters["json"] = _json
    network.templateEnv.globals.update(
        csp=_policy(scripts=[vis, script]),
        vis=vis,
        script=script,
        style=style,
        front=front,
        context=context,
        data="" if compressed else text,
        packed=compressed,
        counts=counts,
        left_out=left_out,
        generator=_printable(generator),
    )
    page: str = network.generate_html()
    return page


def packed(text: str) -> str:
    """The text compressed, the same each time, and in letters that can stand in HTML."""
    return b64encode(gzip.compress(text.encode("utf-8", "surrogatepass"), compresslevel=9, mtime=0)).decode("ascii")


def _policy(*, scripts: Sequence[str]) -> str:
    """A content security policy under which these scripts run, no other does, and nothing is fetched or sent."""
    hashes = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _printable(text: str) -> str:
    """The text without lone surrogates, which UTF-8 has no place for."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _json(value: object) -> str:
    """JSON that can stand in a ``<script>`` and be written in UTF-8, whatever the texts hold."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
