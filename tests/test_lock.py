import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import kg
from kg.errors import OutputError
from kg.lock import PRIVATE, locked

HOLD = """
import sys, time
from kg.lock import locked
with locked(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_folder_is_there_while_it_is_held_and_goes_if_it_is_empty(tmp_path):
    with locked(tmp_path / "deep" / "out") as private:
        assert private == tmp_path / "deep" / "out" / PRIVATE
        assert private.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_what_is_put_into_the_private_folder_stays_there(tmp_path):
    with locked(tmp_path) as private:
        (private / "mine").write_text("mine", encoding="utf-8")
    assert (tmp_path / PRIVATE / "mine").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / PRIVATE / ".gitignore").read_text(encoding="utf-8") == "*\n"
    with locked(tmp_path):
        pass


def test_a_second_one_is_refused_and_told_who_holds_it(tmp_path):
    told = f"is being written by process {os.getpid()} on .* since 2"
    with locked(tmp_path):
        for _ in range(2):
            with pytest.raises(OutputError, match=told), locked(tmp_path):
                pass


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so here")
def test_the_lock_of_a_killed_process_is_free(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(Path(kg.__file__).parent.parent)}
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(OutputError, match=f"by process {holder.pid} on"), locked(tmp_path):
            pass
        holder.kill()
        holder.wait()
    with locked(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="out"), locked(tmp_path / "out"):
        pass
    assert (tmp_path / "out").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "out").mkdir(mode=0o500)
    with pytest.raises(OutputError, match="Name a folder that you may write to"), locked(tmp_path / "out"):
        pass
