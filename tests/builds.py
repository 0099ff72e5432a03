"""Builds of made-up papers whose extraction is quick, in this process or in one that can be killed."""

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import kg
from kg.lock import PRIVATE
from tests.extract import stand_in

STAND_IN = Path(stand_in.__file__)
_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 24, 1, 2


def write(path, numbers, **words):
    """Write papers to a file, some of them with a word."""
    words = {int(number[1:]): word for number, word in words.items()}
    records = (
        {"id": f"p{n}", "title": f"T{n}", "abstract": f"We propose Net-{n % 7}X for {words.get(n, 'parsing')} {n}."}
        for n in numbers
    )
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def titles(numbers):
    return sorted(f"T{number}" for number in numbers)


def outputs(folder):
    """Give what a build was asked for, by name; empty where the folder is not there."""
    return {path.name: path.read_bytes() for path in folder.glob("*") if path.name != PRIVATE}


def leftovers(folder):
    return sorted(path.name for path in folder.glob(".*") if path.name != PRIVATE)


def start(folder, *arguments, limit=None, obeys=False, before=()):
    """Start a build with the stand-in, and let it tell how far it is.

    Args:
        folder: Where it runs; it reads ``a.jsonl`` and writes to ``out``, if no other arguments say otherwise.
        arguments: More of them.
        limit: The largest size of a file.
        obeys: Whether the permissions of files go for it even if it is root's.
        before: A command that runs it.
    """

    def prepare():
        if limit:
            import resource  # noqa: PLC0415 - not on Windows

            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        if obeys and os.geteuid() == 0:
            for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
                ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)

    path = {"PYTHONPATH": str(Path(kg.__file__).parent.parent)}
    inputs = arguments if "-o" in arguments else ("a.jsonl", "-o", "out", *arguments)
    return subprocess.Popen(
        [*before, sys.executable, str(STAND_IN), "build", *inputs, "--log-json", "--jobs", "2"],
        cwd=folder,
        env={**os.environ, **path},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,  # noqa: PLW1509 - there are no threads yet
    )


def follow(process, until=lambda event: False):
    """Read what a build tells, until something; give all of it."""
    told = []
    for line in process.stderr:
        told.append(json.loads(line))
        if until(told[-1]):
            break
    return told
