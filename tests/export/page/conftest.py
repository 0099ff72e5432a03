"""One headless Chromium for all tests of the page."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

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
