"""A server under 200 clients: honest, slow, huge, endless and malformed ones, on this machine alone.

Run from the project's folder: ``python -m tests.benchmarks.bench_serve [DIR] [SECONDS] [CLIENTS]``. It starts a server of
its own on a free port, ends after so many seconds, and tells by kind of client what was answered and how fast, what the
server's processes took, and whether all of it was given back.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from kg.sparql import named_queries

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Client = Callable[["Load", random.Random], Awaitable[None]]

HOST = "127.0.0.1"
MOST_REQUESTS = 5_000
"""How many requests a client makes at most, however fast they are answered."""

SHARES = {"honest": 0.70, "slow": 0.10, "huge": 0.07, "endless": 0.08, "malformed": 0.05}

NODES = "SELECT ?node { ?node a skos:Concept } LIMIT 20"
NEW = 'SELECT ?node ?name {{ ?node skos:prefLabel ?name FILTER(STRSTARTS(?name, "{letter}")) }} LIMIT {limit}'
CROSS = "SELECT * { ?a ?b ?c . ?d ?e ?f }"
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


class Load:
    """What is sent where, until when, and what came of it."""

    def __init__(self, port: int, end: float) -> None:
        self.port = port
        self.end = end
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.outcomes: defaultdict[str, Counter[str]] = defaultdict(Counter)

    async def request(self, kind: str, data: bytes, *, pause: float = 0.0) -> None:
        """Send a request and read the whole answer, with a pause between its pieces."""
        start, outcome = time.perf_counter(), "refused"
        try:
            reader, writer = await asyncio.open_connection(HOST, self.port)
            try:
                for piece in range(0, len(data), 64) if pause else (0,):
                    writer.write(data[piece : piece + 64] if pause else data)
                    await writer.drain()
                    await asyncio.sleep(pause)
                outcome = await self._status(reader, pause)
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
        except (OSError, asyncio.IncompleteReadError):
            outcome = "cut off" if outcome == "refused" else outcome
        self.outcomes[kind][outcome] += 1
        self.seconds[kind].append(time.perf_counter() - start)

    @staticmethod
    async def _status(reader: asyncio.StreamReader, pause: float) -> str:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        while length > 0:
            piece = await reader.read(1 << 14 if pause else 1 << 18)
            if not piece:
                return "cut off"
            length -= len(piece)
            await asyncio.sleep(pause)
        return head[9:12].decode()


def get(path: str, accept: str = "*/*") -> bytes:
    """A GET as it goes over the wire."""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: {accept}\r\nConnection: close\r\n\r\n".encode()


def post(query: str, content_type: str = "application/sparql-query") -> bytes:
    """A POST as it goes over the wire."""
    body = query.encode()
    head = f"POST /sparql HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"Connection: close\r\n\r\n" + body


async def honest(load: Load, chance: random.Random) -> None:
    """Ask what the page offers, and look at nodes, with the pauses of a person in a hurry."""
    texts = [query.text for query in named_queries() if not any(one.required for one in query.parameters)]
    formats = ("application/sparql-results+json", "text/csv", "application/sparql-results+xml", "text/html")
    match chance.randrange(5):
        case 0:
            # One that the server has not seen before.
            letter, limit = chance.choice("abcdefghijklmnopqrstuvwxyz"), chance.randrange(10, 100)
            await load.request("new", post(NEW.format(letter=letter, limit=limit)))
        case 1:
            await load.request("honest", get(f"/sparql?query={quote(chance.choice(texts))}", chance.choice(formats)))
        case 2:
            await load.request("honest", post(chance.choice(texts)))
        case 2:
            await load.request(
                "honest", get("/concept/large_language_model", chance.choice(("text/turtle", "text/html")))
            )
        case _:
            await load.request("honest", get(chance.choice(("/", "/sparql", "/ontology", "/dataset")), "text/html"))
    await asyncio.sleep(chance.uniform(0.1, 0.5))


async def slow(load: Load, chance: random.Random) -> None:
    """Send or read slowly; some never end what they begin."""
    if chance.random() < 0.5:
        await load.request("slow", get(f"/sparql?query={quote(NODES)}")[:-2])
    else:
        await load.request("slow", get(f"/sparql?query={quote(CROSS + ' LIMIT 20000')}"), pause=0.2)


async def huge(load: Load, chance: random.Random) -> None:
    """Ask for more than is given, at the limit, or with a query that is too long."""
    match chance.randrange(3):
        case 0:
            await load.request("huge", post(CROSS))
        case 1:
            await load.request("huge", post(CROSS + " LIMIT 50000"))
        case _:
            await load.request("huge", post("ASK {} #" + "x" * 1_000_000))
    await asyncio.sleep(0.5)


async def endless(load: Load, chance: random.Random) -> None:
    """Ask what cannot be answered, each time a little differently, and hang up at times."""
    asking = load.request("endless", post(f"{ENDLESS} # {chance.randrange(1000)}"))
    if chance.random() < 0.3:
        with suppress(TimeoutError):
            await asyncio.wait_for(asking, chance.uniform(0.1, 3.0))
        load.outcomes["endless"]["hung up"] += 1
    else:
        await asking
    await asyncio.sleep(0.5)


async def malformed(load: Load, chance: random.Random) -> None:
    """Send what is no HTTP, no SPARQL, no UTF-8, or is not to be asked."""
    sent = (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        get("/sparql?query=SELECT"),
        get("/sparql?query=%FF%FE"),
        get("/" + "../" * 50 + "etc/passwd"),
        get("/sparql?query=" + quote("ASK { " + "{ " * 500 + "} " * 500 + "}")),
        post("(" * 100_000),
        post("ASK { FILTER(" + "(" * 50_000 + "1" + ")" * 50_000 + ") }"),
        post("DROP ALL"),
        post("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }"),
        post("ASK {}", "text/plain"),
        b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n",
    )
    await load.request("malformed", chance.choice(sent))
    await asyncio.sleep(0.2)


CLIENTS: dict[str, Client] = {
    "honest": honest,
    "slow": slow,
    "huge": huge,
    "endless": endless,
    "malformed": malformed,
}


async def run_client(kind: str, number: int, load: Load) -> None:
    """Be one client until the time is over."""
    chance = random.Random(number)
    await asyncio.sleep(chance.random())
    for _ in range(MOST_REQUESTS):
        if time.monotonic() >= load.end:
            return
        await CLIENTS[kind](load, chance)


async def measure(port: int, server: int, seconds: float, clients: int) -> Load:
    """Let all clients loose, and watch what the server takes meanwhile."""
    load = Load(port, time.monotonic() + seconds)
    kinds = [kind for kind, share in SHARES.items() for _ in range(round(share * clients))]
    tasks = [asyncio.create_task(run_client(kind, number, load)) for number, kind in enumerate(kinds)]
    report(f"{len(kinds)} clients for {seconds:g} seconds: {dict(Counter(kinds))}")
    while time.monotonic() < load.end:
        report(f"  {load.end - time.monotonic():4.0f} s left: {usage(server)}")
        await asyncio.sleep(min(10.0, max(0.1, load.end - time.monotonic())))
    _, late = await asyncio.wait(tasks, timeout=60)
    for task in late:
        task.cancel()
    failed = [task for task in tasks if task.done() and not task.cancelled() and task.exception()]
    report(f"{len(late)} clients were still waiting a minute later, {len(failed)} failed")
    return load


def usage(server: int) -> str:
    """Memory, open files and threads of the server, and the memory of its workers (Linux)."""
    process = Path(f"/proc/{server}")
    files = len(list(process.glob("fd/*")))
    threads = len(list(process.glob("task/*")))
    workers: list[float] = []
    for children in process.glob("task/*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            workers += [resident(int(pid)) for pid in children.read_text(encoding="ascii").split()]
    return (
        f"{resident(server):.0f} MB, {files} files, {threads} threads; "
        f"{len(workers)} workers with {sum(workers):.0f} MB"
    )


def resident(pid: int) -> float:
    """Memory of a process in MB; 0 where it has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def report(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def summarize(load: Load) -> None:
    """Print what came of all requests."""
    for kind in ("new", *SHARES):
        times = sorted(load.seconds[kind]) or [0.0]
        p50, p95, p99 = (times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.95, 0.99))
        report(
            f"{kind:<10} {len(times):6,} requests  median {p50 * 1000:6.0f} ms  95 % {p95 * 1000:6.0f}  "
            f"99 % {p99 * 1000:6.0f}  most {times[-1] * 1000:6.0f}  {dict(sorted(load.outcomes[kind].items()))}"
        )


async def main(folder: str = "exports", seconds: float = 60.0, clients: int = 200) -> None:
    """Start a server, load it, and end it."""
    command = (sys.executable, "-m", "kg", "serve", folder, "--port", "0")
    server = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert server.stdout
    try:
        line = (await server.stdout.readline()).decode()
        port = int(line.split("/")[2].rpartition(":")[2])
        report(f"{line.strip()}\nat rest: {usage(server.pid)}")
        load = await measure(port, server.pid, seconds, clients)
        summarize(load)
        await asyncio.sleep(15)
        report(f"15 s later: {usage(server.pid)}")
        last = Load(port, 0)
        for _ in range(20):
            await last.request("honest", post("SELECT (COUNT(*) AS ?n) { ?p a kg:Paper }"))
        report(f"then: {dict(last.outcomes['honest'])}, {max(last.seconds['honest']) * 1000:.0f} ms at most")
    finally:
        with suppress(ProcessLookupError):
            server.send_signal(signal.SIGINT)
        report(f"the server ended with exit code {await asyncio.wait_for(server.wait(), 30)}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2], *map(float, sys.argv[2:3]), *map(int, sys.argv[3:4])))
