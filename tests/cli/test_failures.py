"""How a failed command ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sacreval.commands import app
from support.program import PROGRAM

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and pipes of POSIX")


def test_an_unexpected_error():
    """A fault of the program is one sentence with its place; the traceback is there on request."""
    code = (
        "import sys; import sacreval.commands.app as app; import sacreval.commands.verbs as verbs\n"
        "def broken(*a, **k): raise ZeroDivisionError('x')\n"
        "verbs.app = broken; sys.exit(app.run(['evaluate']))"
    )
    for traceback in ("", "1"):
        environment = {**os.environ, **({"SACREVAL_TRACEBACK": "1"} if traceback else {})}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=False, env=environment
        )
        assert done.returncode == (1 if traceback else 2)
        assert (b"Traceback" in done.stderr) == bool(traceback)
        assert b"ZeroDivisionError: x" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_an_error_that_nobody_can_read():
    """Where standard error is full or gone, the exit code is still that of the error."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PROGRAM, "evaluate", "bleu", "gone"], stderr=full, check=False)
    assert done.returncode == 2


def test_no_memory_for_the_sentence(monkeypatch, capfd):
    """Where there is no memory to tell of an error, the run still ends with one sentence."""

    def nothing_left(*_words, **_named):
        raise MemoryError

    monkeypatch.setattr(app, "_fail", nothing_left)
    assert app.run(["evaluate", "no-such-metric"]) == 2
    assert capfd.readouterr().err.startswith("sacreval: error: out of memory; ")
