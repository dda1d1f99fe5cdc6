"""Frames of the driver: split wherever they arrive, and bounded."""

import pytest

from sacreval.sandboxes.frames import BrokenFramesError, Frames

END = b"256 0.500000 0.250000 8000 -\nTraceback"
TEXT = b"s 0\no 3\nab\no 1\nc" + b"r 9\n-1 ok\n0 w" + b"r 5\nrong\n" + b"e %d\n%s" % (len(END), END)


@pytest.mark.parametrize("step", [1, 7, 1000])
def test_frames(step):
    """Frames that arrive in pieces are one run."""
    frames, runs = Frames(1000), []
    for start in range(0, len(TEXT), step):
        runs += frames.feed(TEXT[start : start + step])
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


def test_all_frames_of_a_run_are_bounded():
    """Many small frames are too many, too."""
    frames = Frames(100)
    frames.feed(b"s 0\n")
    for _ in range(10):
        frames.feed(b"o 10\n0123456789")
    with pytest.raises(BrokenFramesError):
        frames.feed(b"o 1\n0")
