"""One headless Chromium for all tests of the page, and the pages it opens."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from kg.export.page import write_page
from tests.export.graphs import ADAM, sample_graph
from tests.export.page.reading import VIEWPORT, crowd, names, venues

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]


@pytest.fixture(scope="session")
def browser():
    """Chromium, from KG_CHROMIUM, the path or Playwright; without one the test is skipped, or fails if it is demanded."""
    give_up = pytest.fail if os.environ.get("KG_REQUIRE_BROWSER") == "1" else pytest.skip
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        give_up("Playwright is missing: pip install playwright")
    with sync_playwright() as playwright:
        chromium = find_chromium(playwright)
        if chromium is None:
            give_up("no Chromium found: apt-get install chromium, or name one in KG_CHROMIUM")
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


def find_chromium(playwright):
    named = os.environ.get("KG_CHROMIUM")
    if named:
        return named
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    for name, graph in (("sample", sample_graph()), ("crowd", crowd()), ("names", names()), ("venues", venues())):
        write_page(graph, folder / f"{name}.html")
    write_page(sample_graph(), folder / "started.html", start=ADAM)
    return folder


@pytest.fixture(scope="session")
def tab(browser):
    """A page for all tests, with what it says and what it asks for."""
    page = browser.new_page(viewport=VIEWPORT)
    told, asked = [], []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    yield page, told, asked
    page.close()


@pytest.fixture
def visit(tab, files):
    """Opens a page at a node; at the end of the test nothing may have been said or asked for but the page itself."""
    page, told, asked = tab
    told.clear()
    asked.clear()
    page.set_viewport_size(VIEWPORT)

    def visit(node="", *, name="sample"):
        page.goto("about:blank")
        page.goto((files / f"{name}.html").as_uri() + (f"#{node}" if node else ""))
        return page

    yield visit
    assert told == []
    assert set(asked) <= {
        (files / f"{name}.html").as_uri() for name in ("sample", "crowd", "names", "venues", "started")
    }
