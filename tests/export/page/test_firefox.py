"""The page in Firefox, where there is one: from a file, in the clear and compressed, without an error."""

import pytest

from kg.export.page import write_page
from tests.export.graphs import ADAM, sample_graph
from tests.export.page.firefox import Firefox, find_firefox
from tests.export.page.reading import crowd

HUB = "concept/the_hub"
PROGRAM = find_firefox()

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(PROGRAM is None, reason="no Firefox: apt-get install firefox-esr"),
]

PAINTED = """const canvas = document.querySelector("#canvas canvas");
const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
return new Set(new Uint32Array(data.buffer)).size > 50;"""
FOLLOW = """document.querySelector(`#panel a[href="#${arguments[0]}"]`).click()"""
HEADING = """return document.querySelector("#panel h2").textContent"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    with Firefox(PROGRAM, tmp_path_factory.mktemp("profile")) as firefox:
        yield firefox


def test_the_map_and_a_neighbourhood_are_drawn_and_nothing_goes_wrong(firefox, tmp_path):
    write_page(sample_graph(), tmp_path / "page.html")
    address = (tmp_path / "page.html").as_uri()
    firefox.open(address)
    firefox.until(PAINTED)
    assert firefox.run(HEADING) == "What the field is about"
    firefox.run(FOLLOW, ADAM)
    firefox.until(PAINTED)
    assert firefox.run(HEADING) == "Adam"
    assert firefox.run("return location.hash") == "#" + ADAM
    firefox.run("history.back()")
    firefox.until("return location.hash === ''")
    firefox.until("return document.querySelector('#panel h2').textContent === 'What the field is about'")
    assert firefox.errors(address) == []


def test_a_compressed_page_is_read(firefox, tmp_path, monkeypatch):
    monkeypatch.setattr("kg.export.page.assemble.CLEAR", 1000)
    write_page(crowd(), tmp_path / "crowd.html")
    address = (tmp_path / "crowd.html").as_uri()
    firefox.open(address)
    firefox.until("return document.querySelector('#panel h2') && !document.body.hasAttribute('aria-busy')")
    firefox.until(PAINTED)
    firefox.run(FOLLOW, HUB)
    assert firefox.run(HEADING) == "the hub"
    assert "Title 71" in firefox.run("return document.querySelector('#panel').textContent")
    assert firefox.errors(address) == []
