"""Frames of the driver: split wherever they arrive, and bounded."""

import pytest

from sacreval.features.programs.sandboxes import frames
from sacreval.features.programs.sandboxes.frames import BrokenFramesError, Frames

END = b"256 0.500000 0.250000 8000 -\nTraceback"
TEXT = b"s 0\no 3\nab\no 1\nc" + b"r 9\n-1 ok\n0 w" + b"r 5\nrong\n" + b"e %d\n%s" % (len(END), END)


@pytest.mark.parametrize("step", [1, 7, 1000])
def test_frames(step):
    """Frames that arrive in pieces are one run."""
    split, runs = Frames(1000), []
    for start in range(0, len(TEXT), step):
        runs += split.feed(TEXT[start : start + step])
    (run,) = runs
    assert (run.output, run.report, run.stderr) == (b"ab\nc", (b"-1 ok", b"0 wrong"), b"Traceback")
    assert (run.status, run.seconds, run.cpu, run.peak, run.why) == (256, 0.5, 0.25, 8000, "")


@pytest.mark.parametrize(
    "text",
    [
        b"x 1\na",
        b"e 4\n1 2\n",
        b"s 0\ne 4\n1 2\n",
        b"o 99999\n",
        b"o -1\n",
        b"o " + b"9" * 40,
        b"z" * 40,
        b"s 0\ne 11\na b c d e f\n",
    ],
)
def test_other_bytes(text):
    """What no driver writes is an error, also lengths beyond the limit."""
    with pytest.raises(BrokenFramesError):
        Frames(100).feed(text)


@pytest.mark.parametrize(
    "end",
    [
        b"99999 1 1 1 -", b"4991 1 1 1 -", b"-1 1 1 1 -", b"0 nan 1 1 -", b"0 1 inf 1 -",
        b"0 -1 1 1 -", b"0 1 1 -1 -", b"0 1 1 %d -" % 10**30,
    ],
)  # fmt: skip
def test_other_ends(end):
    """Numbers that no process ends with are an error."""
    with pytest.raises(BrokenFramesError):
        Frames(100).feed(b"s 0\ne %d\n%s" % (len(end), end))


def test_all_frames_of_a_run_are_bounded():
    """Many small frames are too many, too."""
    split = Frames(100)
    split.feed(b"s 0\n")
    for _ in range(10):
        split.feed(b"o 10\n0123456789")
    with pytest.raises(BrokenFramesError):
        split.feed(b"o 1\n0")


def test_an_end_is_bounded(monkeypatch):
    """Of standard error the end is kept, of the lines of a report the first ones."""
    monkeypatch.setattr(frames, "_MOST_LINES", 2)
    end = b"0 1 1 1 -\n" + b"x" * 9000
    report = b"a\nb\n\n\ndone T\n"
    (run,) = Frames(10**5).feed(b"s 0\nr %d\n%se %d\n%s" % (len(report), report, len(end), end))
    assert len(run.stderr) == 4096
    assert run.report == (b"a", b"b")
