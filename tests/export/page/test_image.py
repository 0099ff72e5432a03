"""The picture as a file."""

import re
from xml.etree import ElementTree

import pytest

from tests.export.graphs import ADAM, HOSTILE, HOSTILE_LABEL, VERIFICATION
from tests.export.page.reading import until

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"


def svg_of(page):
    until(page, "KG.app.canvas.placed.size > 0 && !KG.app.canvas.motion")
    return ElementTree.fromstring(page.evaluate("KG.image.svg(KG.app)"))


def texts_of(root):
    return [" ".join(span.text for span in text.iter(f"{SVG}tspan")) for text in root.iter(f"{SVG}text")]


def test_svg_has_real_text_and_shapes_a_title_the_note_and_the_legend(visit):
    page = visit(VERIFICATION)
    root = svg_of(page)
    texts = texts_of(root)
    assert texts[0] != ""
    assert "neural network verification – Papers and their concepts" in texts
    assert any(text.startswith("2 papers, 7 related concepts.") for text in texts)
    assert {"Method", "Task", "Paper"} <= set(texts)
    assert "Adam" in texts
    assert root.find(f"{SVG}title").text == "neural network verification – Papers and their concepts"
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags == {"svg", "title", "desc", "path", "rect", "text", "tspan"}
    signs = [element for element in root.iter(f"{SVG}path") if "scale(" in element.get("transform", "")]
    assert len(signs) >= page.evaluate("KG.app.canvas.scene.nodes.length")


def test_svg_of_the_overview_has_every_label_of_the_picture(visit):
    page = visit(name="crowd")
    texts = texts_of(svg_of(page))
    for label in page.evaluate("[...KG.app.canvas.placed.values()].map(({ lines }) => lines.join(' '))"):
        assert label in texts


def test_hostile_names_are_text_in_svg(visit):
    root = svg_of(visit(HOSTILE))
    assert root.find(f"{SVG}title").text.startswith(HOSTILE_LABEL[:20])
    assert not [element for element in root.iter() if element.tag.endswith(("script", "b", "foreignObject"))]
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]


def test_what_the_pointer_is_on_is_not_in_the_file(visit):
    page = visit(VERIFICATION)
    before = page.evaluate("KG.image.svg(KG.app)")
    page.evaluate("KG.app.canvas.point({ node: KG.app.graph.find('concept/Adam') })")
    page.wait_for_timeout(50)
    assert page.evaluate("KG.image.svg(KG.app)") == before
    page.evaluate("KG.app.canvas.point(null)")


def test_png_has_twice_the_points(visit):
    page = visit(VERIFICATION)
    width, height, colours = page.evaluate(
        """async () => {
          const bitmap = await createImageBitmap(await KG.image.png(KG.app));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), context = canvas.getContext("2d");
          context.drawImage(bitmap, 0, 0);
          const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height), seen = new Set();
          for (let at = 0; at < data.length; at += 4) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
          return [bitmap.width, bitmap.height, [...seen]];
        }"""
    )
    box = page.locator("#canvas").bounding_box()
    assert width == pytest.approx(2 * box["width"], abs=2)
    assert height > 2 * box["height"]
    assert {0x0072B2, 0xD55E00, 0xFFFFFF} <= set(colours)


def test_a_file_is_saved_under_a_safe_name(visit):
    page = visit(ADAM)
    for ending in ("svg", "png"):
        with page.expect_download() as download:
            page.evaluate("(ending) => KG.image.save(KG.app, ending)", ending)
        assert re.fullmatch(r"[\w-]+\." + ending, download.value.suggested_filename)
        assert "Adam".lower() in download.value.suggested_filename.lower()
