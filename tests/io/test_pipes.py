"""Pipes are read once, whole, however often they are opened."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from sacreval.io.files import open_bytes
from sacreval.io.pipes import reopenable
from support.pages import SAMPLE

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


@pytest.fixture
def pipe(tmp_path):
    """Return a function that makes a named pipe with some bytes."""

    def make(content, name="pipe"):
        path = tmp_path / name
        os.mkfifo(path)
        Thread(target=path.write_bytes, args=(content,), daemon=True).start()
        return path

    return make


def test_bytes_are_there_each_time(pipe):
    """A pipe that is opened twice has all its bytes twice; other files are opened themselves."""
    path = pipe(b"x" * 100_000)
    for _ in range(2):
        with open_bytes(str(path)) as stream:
            assert len(stream.read()) == 100_000
    assert reopenable(str(SAMPLE)) == str(SAMPLE)
    Path(reopenable(str(path))).unlink()


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", "exact-match", "FILE", "--reader", "jsonl", "-o", "out.tsv"),
        ("convert", "FILE", "--reader", "jsonl", "-o", "out.jsonl"),
    ],
    ids=lambda words: words[0],
)
def test_verbs_read_pipes(words, pipe, cli, tmp_path):
    """A verb writes from a pipe without an ending what it writes from the file."""
    written = []
    for file in (str(pipe(SAMPLE.read_bytes())), str(SAMPLE)):
        done = cli(*[file if word == "FILE" else word for word in words], "--force")
        assert done.code == 0, done.err
        written.append((tmp_path / words[-1]).read_bytes())
    assert written[0] == written[1]


def test_copies_are_removed(tmp_path):
    """The copy of a pipe is removed at the end."""
    os.mkfifo(tmp_path / "p.txt")
    Thread(target=(tmp_path / "p.txt").write_text, args=("a\n",), daemon=True).start()
    words = ["evaluate", "length", "p.txt", "--reader", "parallel-text"]
    subprocess.run(
        [sys.executable, "-m", "sacreval", *words], cwd=tmp_path, check=True,
        env=os.environ | {"TMPDIR": str(tmp_path)}, capture_output=True,
    )  # fmt: skip
    assert [one.name for one in tmp_path.iterdir()] == ["p.txt"]
