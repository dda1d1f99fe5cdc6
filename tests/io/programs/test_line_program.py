"""Programs that read and write lines."""

import sys

import pytest

from sacreval.errors import NotSetUpError
from sacreval.io.programs.line_program import LineProgram

UPPER = "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"


def test_lines():
    """A line in, a line out, without its end; None after the last."""
    with LineProgram([sys.executable, "-c", UPPER]) as program:
        assert program.send(b"a\n", 5.0)
        assert program.receive(10.0) == b"A"
        assert program.finish()
        assert program.receive(10.0) is None
        assert program.receive(10.0) is None
        assert program.code() == 0


def test_late():
    """Waiting for a line ends with its time, and the program with the block."""
    with LineProgram([sys.executable, "-c", "import time; time.sleep(60)"]) as program:
        with pytest.raises(TimeoutError):
            program.receive(0.05)
        with pytest.raises(TimeoutError):
            program.receive(0)


def test_no_room():
    """A program that does not read has room for some lines only."""
    with LineProgram([sys.executable, "-c", "import time; time.sleep(60)"]) as program:
        sent = 0
        while program.send(b"x" * 100_000 + b"\n", 0.05):
            sent += 1
        assert 0 < sent < 1000
        assert not program.finish()


def test_missing():
    """A program that is not there is a sentence."""
    with pytest.raises(NotSetUpError, match="install that program"):
        LineProgram(["no-such-program-of-a-test"])
