import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import kg
from kg.child import Child, starting

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.buffer.flush()"


def test_it_answers_until_it_is_ended():
    child = Child(ECHO)
    child.questions.write(b"hello\n")
    child.questions.flush()
    assert child.answers.readline() == b"hello\n"
    assert not child.ended
    child.end()
    assert child.ended
    child.end()  # once more does no harm
    assert child.last_words() == ([], -9)


def test_its_last_words_are_those_that_it_wrote_beside_its_answers():
    child = Child("import sys; print('answer'); sys.exit('first\\nlast')")
    assert child.answers.read() == b"answer\n"
    child._popen.wait()
    assert child.last_words() == (["first", "last"], 1)
    child.end()


def test_what_was_still_to_be_sent_to_a_dead_one_is_no_error():
    child = Child("import sys; sys.exit()")
    child._popen.wait()
    child.questions.write(b"x")
    child.end()
    assert (child.questions.closed, child.answers.closed) == (True, True)


def open_files():
    """Count the open files of this process, where the system tells."""
    return sum(1 for _ in Path("/proc/self/fd").glob("*"))


def test_one_that_cannot_be_started_leaves_nothing_open(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    before = open_files()
    with pytest.raises(OSError, match="No such file"):
        Child(ECHO)
    assert open_files() == before


def test_it_can_be_killed_by_another_thread():
    child = Child(ECHO)
    threading.Timer(0.1, child.kill).start()
    assert child.answers.read() == b""
    child.end()


@pytest.mark.parametrize("module", ["kg.extract.worker", "kg.sparql.worker"])
def test_modules_of_the_user_s_folder_are_not_run(tmp_path, module):
    for name in ("json", "sys", "pickle", "kg"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()", encoding="utf-8")
    program = f"""
from kg.child import Child, starting
child = Child(starting({module!r}))
child.questions.close()
print(child.answers.read(), child.last_words())
"""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "program.py").write_text(program, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(kg.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, str(tmp_path / "elsewhere" / "program.py")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("b'' ([], ")
    assert not (tmp_path / "ran").exists()


def test_it_runs_the_main_of_a_module():
    assert starting("kg.extract.worker").endswith("from kg.extract.worker import main; main()")
