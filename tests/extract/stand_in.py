"""A process that takes the place of one that extracts, and is quick: each text's concept is the word after *propose*.

A text with *slow* in it takes a while; one with *deadly* kills the process, one with *odd* fails. Each text is noted in the
file that ``KG_TEST_TEXTS`` names, if there is one.
"""

import json
import os
import pickle
import signal
import sys
import time
from pathlib import Path


def extract(title, abstract):
    """Give what stands for the packed extraction of a text."""
    if log := os.environ.get("KG_TEST_TEXTS"):
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(f"{title}\n")
    if "slow" in abstract:
        time.sleep(0.02)
    if "deadly" in abstract:
        os.kill(os.getpid(), signal.SIGKILL)
    if "odd" in abstract:
        return "it is odd"
    name = abstract.partition("propose ")[2].partition(" ")[0]
    start = abstract.find(name)
    concept = [name, 0, 0, [name], [1, start, start + len(name), 0], 0.9, "", ""]
    return json.dumps([[1, 0, len(abstract)], [concept], []]).encode()


class Extractor:
    """Does it in the process that asks."""

    def __init__(self, model):
        self.model = model

    def __call__(self, texts):
        return [extract(*text) for text in texts]


def main():
    """Answer as :mod:`kg.extract.worker` does."""
    pickle.load(sys.stdin.buffer)
    say([])
    while True:
        try:
            texts = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        say([extract(*text) for text in texts])


def say(results):
    pickle.dump((results, 1_000_000, None), sys.stdout.buffer)
    sys.stdout.buffer.flush()


def install(parallel, setattr=setattr):  # noqa: A002 - that of a monkeypatch
    """Let builds use it, for few papers too."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import stand_in; stand_in.main()"
    setattr(parallel, "_START", code)
    setattr(parallel, "PAPERS_A_WORKER", 5)
    setattr(parallel, "Extractor", Extractor)


if __name__ == "__main__":
    from kg.cli import main as kg
    from kg.extract import parallel

    install(parallel)
    # Where the tests run in the background SIGINT is ignored, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kg()
