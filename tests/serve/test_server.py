"""The server as a process, by sockets: what a client cannot do to it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from urllib.parse import quote

import pytest
import uvicorn

from kg.export.rdf import write_rdf
from kg.serve import AddressError, connections, make_app
from kg.serve.connections import PatientProtocol
from kg.serve.run import listen
from kg.sparql import connect_graph
from tests.serve.conftest import ENDLESS, LIMITS


@pytest.fixture(scope="module")
def port(graph):
    """The port of a server that waits half a second for slow clients."""
    patch = pytest.MonkeyPatch()
    patch.setattr(connections, "HEADER_SECONDS", 0.5)
    patch.setattr(connections, "WRITE_SECONDS", 0.5)
    app = make_app(connect_graph(graph, workers=2), limits=replace(LIMITS, result_bytes=64 << 20))
    config = uvicorn.Config(app, http=PatientProtocol, ws="none", log_config=None, lifespan="on", timeout_keep_alive=1)
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(timeout=20)
    patch.undo()
    assert not thread.is_alive()


@pytest.fixture
def connected(port):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        yield client


def get(port, path):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: client.recv(1 << 16), b""))


def is_closed_soon(client):
    """Whether the other side hangs up within the ten seconds of the socket."""
    try:
        while client.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    return True


def test_an_honest_request(port):
    assert b'"boolean":true' in get(port, "/sparql?query=ASK%7B%7D")


@pytest.mark.parametrize("sent", [b"", b"GET /spa", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: "])
def test_half_a_request_is_waited_for_only_so_long(connected, sent):
    start = time.monotonic()
    connected.sendall(sent)
    assert is_closed_soon(connected)
    assert time.monotonic() - start < 8


def test_a_request_that_drips_is_waited_for_only_so_long(connected):
    connected.sendall(b"GET / HTTP/1.1\r\n")
    lines = 0
    with suppress(OSError):  # broken pipe or reset, as the system has it
        while lines < 100:
            connected.sendall(f"X-{lines}: y\r\n".encode())
            lines += 1
            time.sleep(0.1)
    assert lines < 100


def test_a_second_request_on_a_connection_is_waited_for_no_longer(connected):
    connected.sendall(b"GET /sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b"200 OK" in connected.recv(1 << 16)
    connected.sendall(b"GET /sparql?query=ASK")
    assert is_closed_soon(connected)


def test_a_connection_may_be_used_again(connected):
    for _ in range(3):
        connected.sendall(b"GET /sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = connected.recv(1 << 16)
        while b'"boolean"' not in answer:
            answer += connected.recv(1 << 16)


def test_an_answer_that_nobody_takes_is_given_up(port):
    # More than the system's own buffers take.
    query = quote("SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 50000")
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.settimeout(10)
        client.connect(("127.0.0.1", port))
        client.sendall(f"GET /sparql?query={query} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        time.sleep(3)
        # What is already on its way can still be read; then it ends before its announced end.
        read = b""
        try:
            while piece := client.recv(1 << 16):
                read += piece
        except ConnectionResetError:
            pass
    head, _, body = read.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    assert len(body) < length
    assert b'"boolean":true' in get(port, "/sparql?query=ASK%7B%7D")


def test_a_client_that_hangs_up_frees_its_worker(port):
    for _ in range(4):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(f"GET /sparql?query={quote(ENDLESS)} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            time.sleep(0.2)
    start = time.monotonic()
    assert b'"boolean":true' in get(port, "/sparql?query=ASK%7B%7D")
    assert time.monotonic() - start < LIMITS.seconds / 2


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999\r\n\r\n",
        b"GET /%00%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ],
)
def test_requests_that_are_none_are_refused(port, connected, sent):
    try:
        connected.sendall(sent)
        answer = connected.recv(1 << 16)
    except ConnectionResetError:
        answer = b""
    assert not answer or answer.startswith(b"HTTP/1.1 4")
    assert b"Traceback" not in answer
    assert b'"boolean":true' in get(port, "/sparql?query=ASK%7B%7D")


def test_an_address_that_is_taken():
    with (
        listen("127.0.0.1", 0) as first,
        pytest.raises(AddressError, match=r"127\.0\.0\.1, port \d+: cannot be listened to .* --port"),
    ):
        listen("127.0.0.1", first.getsockname()[1])


@pytest.mark.parametrize("host", ["203.0.113.7", "a" * 300, "\0"])
def test_an_address_that_is_not_this_machines(host):
    with pytest.raises(AddressError, match="cannot be listened to"):
        listen(host, 0)


@pytest.mark.skipif(os.name == "nt", reason="signals are others on Windows")
def test_the_command_listens_to_this_machine_and_ends_by_ctrl_c(graph, tmp_path):
    write_rdf(graph, tmp_path / "graph.ttl")
    command = [sys.executable, "-m", "kg", "serve", str(tmp_path), "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        assert line.startswith("http://127.0.0.1:"), process.stderr.read()
        port = int(line.split("/")[2].rpartition(":")[2])
        assert b'"boolean":true' in get(port, "/sparql?query=ASK%7B%3Fp%20a%20kg%3APaper%7D")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert process.stderr.read() == ""


def test_the_command_says_what_is_missing(tmp_path):
    command = [sys.executable, "-m", "kg", "serve", str(tmp_path / "nothing")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(f"kg: {tmp_path / 'nothing'}: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("package", ["uvicorn", "starlette", "jinja2"])
def test_the_command_says_which_package_is_missing(package):
    script = f"import sys; sys.modules['{package}'] = None; from kg.cli import main; main(['serve'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr == f"kg: kg serve needs the package {package}. Install it with: pip install 'kg-papers[serve]'\n"
