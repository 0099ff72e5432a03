import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from kg.errors import ModelError, WorkerError
from kg.extract import parallel
from kg.extract.parallel import Alone, Workers, workers_for
from kg.extract.worker import Extractor

WORKER = """
import os, pickle, signal, sys, time
def say(*answer):
    pickle.dump(answer, sys.stdout.buffer)
    sys.stdout.buffer.flush()
pickle.load(sys.stdin.buffer)
BEFORE
say([], 1000, None)
while True:
    try:
        texts = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    results = []
    for title, abstract in texts:
        if title == "slow":
            time.sleep(0.3)
        if title == "deadly" or (title == "once" and not os.path.exists(abstract)):
            if title == "once":
                open(abstract, "w").close()
            print("the last words", file=sys.stderr)
            os.kill(os.getpid(), signal.SIGKILL)
        results.append("failed" if title == "bad" else (title + abstract + ":" + str(os.getpid())).encode())
    say(results, 1000, None)
"""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so here")


@pytest.fixture
def fake(monkeypatch):
    """Let workers do something quick instead of extracting; give a way to change how they begin."""

    def begin(code=""):
        monkeypatch.setattr(parallel, "_START", WORKER.replace("BEFORE", code))

    begin()
    return begin


def run(texts, count=2):
    """Give the results, without the process that each is from, and those processes."""
    with Workers(None, count) as workers:
        results = [result for batch in workers.extract(iter(texts)) for result in batch]
        assert 0 < workers.memory <= 1000 * count
    plain = [result if isinstance(result, str) else result.decode().rpartition(":")[0] for result in results]
    return plain, {result.decode().rpartition(":")[2] for result in results if isinstance(result, bytes)}


def numbered(count):
    return [(str(number), "") for number in range(count)]


def titles(texts):
    return [title for title, _ in texts]


def alive(pid):
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("count", [1, 2, 3])
def test_results_come_in_the_order_of_the_texts(fake, count):
    texts = numbered(100)
    texts[0] = texts[40] = ("slow", "")
    results, processes = run(texts, count)
    assert results == titles(texts)
    assert len(processes) <= count
    assert not any(map(alive, processes))


def test_texts_are_taken_as_they_are_needed(fake):
    taken = 0

    def texts():
        nonlocal taken
        for text in numbered(10_000):
            taken += 1
            yield text

    with Workers(None, 2) as workers:
        next(workers.extract(texts()))
    assert taken <= 2 * parallel._WINDOW * parallel._BATCH


def test_a_text_that_fails_costs_itself(fake):
    texts = numbered(40)
    texts[20] = ("bad", "")
    results, _ = run(texts)
    assert results == [*titles(texts)[:20], "failed", *titles(texts)[21:]]


def test_a_text_that_ends_its_process_costs_itself(fake):
    texts = numbered(40)
    texts[20] = ("deadly", "")
    results, _ = run(texts)
    assert results[:20] + results[21:] == titles(texts)[:20] + titles(texts)[21:]
    assert results[20] == "it ends the process that extracts it (the last words)"


def test_a_process_that_is_killed_costs_nothing(fake, tmp_path):
    texts = numbered(40)
    texts[20] = ("once", str(tmp_path / "seen"))
    results, processes = run(texts)
    assert results == [*titles(texts)[:20], "once" + str(tmp_path / "seen"), *titles(texts)[21:]]
    assert len(processes) <= 3


def test_processes_that_are_killed_again_and_again_cost_nothing(fake):
    texts = [("slow", str(number)) for number in range(24)]
    with Workers(None, 2) as workers:
        stop = threading.Event()

        def kill():
            for _ in range(2):  # a text that is alone in its process may lose that once
                if stop.wait(0.7):
                    return
                with workers._lock:
                    for process in workers._processes:
                        process.kill()

        killer = threading.Thread(target=kill)
        killer.start()
        results = [result for batch in workers.extract(texts) for result in batch]
        stop.set()
        killer.join()
    assert [result.decode().rpartition(":")[0] for result in results] == ["slow" + number for _, number in texts]


def test_processes_that_never_begin_are_told(fake):
    fake('sys.exit("out of everything")')
    with pytest.raises(WorkerError, match=r"can be started that extracts \(out of everything\): .* --jobs 1"):
        run(numbered(40))


def test_a_process_that_begins_at_the_third_time_is_taken(fake, tmp_path):
    fake(f"n = len(os.listdir({str(tmp_path)!r})); open({str(tmp_path)!r} + '/' + str(n), 'w'); n < 2 and sys.exit(1)")
    assert run(numbered(20), 1)[0] == titles(numbered(20))


def test_a_python_that_is_not_there_is_told(fake, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerError, match="No such file"):
        run(numbered(40))


def test_processes_end_when_the_block_does(fake):
    def fail():
        with Workers(None, 2) as workers:
            next(workers.extract([("slow", "")] * 1000))
            pids.extend(process.pid for process in workers._processes)
            raise KeyboardInterrupt

    pids = []
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        fail()
    assert time.monotonic() - start < 60  # and not the five minutes that the rest would take
    assert pids
    assert not any(map(alive, pids))


ORPHANS = """
import sys
from kg.extract import parallel
parallel._START = sys.argv[1]
workers = parallel.Workers(None, 2)
for batch in workers.extract([("x", "")] * 100_000):
    print(" ".join(str(process.pid) for process in workers._processes), flush=True)
"""


def test_processes_end_when_the_one_that_gives_the_work_is_killed(fake):
    command = [sys.executable, "-c", ORPHANS, parallel._START]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        pids = parent.stdout.readline().split()
        parent.kill()
    deadline = time.monotonic() + 30
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert pids
    assert not any(map(alive, pids))


UNGUARDED = """
import sys
from kg.extract import parallel
with open("ran", "a") as file:
    file.write("x")
with parallel.Workers(None, 2) as workers:
    texts = [("FastNet", "We propose FastNet for parsing.")] * 40
    results = [result for batch in workers.extract(texts) for result in batch]
assert len(results) == 40 and len(set(results)) == 1 and b"FastNet" in results[0], results[:2]
"""


def test_a_program_without_a_main_guard_runs_once(tmp_path):
    (tmp_path / "program.py").write_text(UNGUARDED, encoding="utf-8")
    # What lies in the folder of the program is not taken for the library's own.
    (tmp_path / "pickletools.py").write_text("raise SystemExit('taken')", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "ran").read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("make", [Alone, lambda model: Workers(model, 2)])
def test_a_folder_without_a_model_is_told(tmp_path, make):
    with make(tmp_path) as extractor, pytest.raises(ModelError, match="is missing"):
        next(extractor.extract(numbered(2)))


def test_a_text_that_raises_costs_itself(monkeypatch):
    extractor = Extractor(None)
    make_doc = extractor._nlp.make_doc

    def fail(text):
        if "odd" in text:
            raise RuntimeError("it is odd")
        return make_doc(text)

    monkeypatch.setattr(extractor._nlp, "make_doc", fail)
    first, odd, last = extractor([("", "We propose FastNet."), ("", "An odd one."), ("", "We propose FastNet.")])
    assert odd == "RuntimeError: it is odd"
    assert first == last
    assert b"FastNet" in first


def test_few_texts_are_not_worth_a_process(monkeypatch):
    monkeypatch.setattr(parallel, "usable_cores", lambda: 4)
    assert [workers_for(texts, None) for texts in (0, 95, 199, 200, 399, 10_000)] == [1, 1, 1, 2, 3, 4]
    assert [workers_for(10_000, jobs) for jobs in (1, 2, 8)] == [1, 2, 8]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert workers_for(10_000, 8) == 1
