"""Ctrl-C, and a program that is killed, while other processes work."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sacreval import native
from support.program import PROGRAM, records, wait, write_jsonl

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

SLEEPER = """
import os, time

def slow(prediction, references):
    open(f"pid-{os.getpid()}", "w").close()
    time.sleep(600)
"""


@pytest.fixture
def program(tmp_path):
    """Start the program, and wait until both of its workers are in the middle of work."""
    (tmp_path / "sleeper.py").write_text(SLEEPER, encoding="utf-8")
    write_jsonl(tmp_path / "in.jsonl", records(300))
    words = ["evaluate", "py:sleeper:slow", "in.jsonl", "--workers", "2", "-o", "out.json"]
    process = subprocess.Popen(
        [*PROGRAM, *words],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    wait(lambda: len(list(tmp_path.glob("pid-*"))) == 2, seconds=60)
    yield process
    process.kill()
    process.communicate()


@pytest.mark.long
@pytest.mark.parametrize("all_at_once", [True, False])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_interrupt(program, tmp_path, sent, all_at_once):
    """Ctrl-C and SIGTERM end all at once, with 130, one line, nothing written."""
    (os.killpg if all_at_once else os.kill)(program.pid, sent)
    out, err = program.communicate(timeout=60)
    assert program.returncode == 130
    assert (out, err) == (b"", b"sacreval: interrupted\n")
    wait(lambda: not _alive(tmp_path), seconds=60)
    assert not (tmp_path / "out.json").exists()


@pytest.mark.long
@pytest.mark.parametrize("pause", [0.0, 0.001, 0.1])
def test_interrupt_echo(program, tmp_path, pause):
    """A Ctrl-C that comes twice, from the terminal and from who started us, is one."""
    program.send_signal(signal.SIGINT)
    time.sleep(pause)
    program.send_signal(signal.SIGINT)
    program.send_signal(signal.SIGTERM)
    out, err = program.communicate(timeout=60)
    assert program.returncode == 130
    assert (out, err) == (b"", b"sacreval: interrupted\n")
    wait(lambda: not _alive(tmp_path), seconds=60)


@pytest.mark.parametrize("processes", [False, True])
@pytest.mark.skipif(not native.available(), reason="the kernels were not built")
@pytest.mark.long
def test_interrupt_kernels(tmp_path, processes):
    """Ctrl-C does not wait for kernels that have huge texts before them on other threads."""
    (tmp_path / "sleeper.py").write_text(SLEEPER, encoding="utf-8")
    texts = [{"prediction": f"{x}b" * 10**6, "references": [f"a{x}" * 10**6]} for x in "cd"]
    write_jsonl(tmp_path / "in.jsonl", texts)
    suite = ["-m", "cer", "-m", "py:sleeper:slow"] if processes else ["-m", "cer"]
    words = ["evaluate", "suite", *suite, "in.jsonl", "--workers", "2"]
    process = subprocess.Popen([*PROGRAM, *words], cwd=tmp_path, stderr=subprocess.PIPE)
    wait(lambda: _threads(process.pid) > 1, seconds=60)
    time.sleep(1.5 if processes else 0.5)
    process.send_signal(signal.SIGINT)
    err = process.communicate(timeout=60)[1]
    assert (process.returncode, err) == (130, b"sacreval: interrupted\n")


@pytest.mark.long
def test_ignored(tmp_path):
    """SIGTERM is left ignored where the caller ignores it."""
    write_jsonl(tmp_path / "in.jsonl", records(3))
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        process = subprocess.Popen(
            [*PROGRAM, "evaluate", "bleu", "-"],
            cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGTERM, before)
    time.sleep(1)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate((tmp_path / "in.jsonl").read_bytes(), timeout=60)
    assert process.returncode == 0
    assert b"bleu" in out


@pytest.mark.long
def test_killed(program, tmp_path):
    """Workers end with a program that is killed."""
    program.kill()
    program.wait(timeout=60)
    wait(lambda: not _alive(tmp_path), seconds=60)


def _threads(pid):
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def _alive(folder):
    names = [path.name.removeprefix("pid-") for path in folder.glob("pid-*")]
    return [name for name in names if _state(name) not in ("gone", "Z")]


def _state(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "gone"
