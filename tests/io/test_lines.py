"""Lines of streams and pipes: numbers, limits, byte order marks, and lines that are read twice."""

import gzip
import io
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.io import lines
from sacreval.io.files import open_bytes, reopenable
from sacreval.io.lines import MEBIBYTE, LineLimit
from sacreval.io.whole_files import line_at, placed_lines, seekable
from support.pages import SAMPLE

SHORT = LineLimit(5 / MEBIBYTE, "jsonl")
TEXT = b"\xef\xbb\xbfone\n\n  \nfour\r\nfive"


def test_lines():
    """Only line feeds end lines, a byte order mark is dropped from the first alone."""
    text = "\ufeffa\r\n\u2028b\x85\x0b\rc\n\ufeffd"
    assert list(lines.lines(io.BytesIO(text.encode()), "f")) == [
        "a\r\n", "\u2028b\x85\x0b\rc\n", "\ufeffd",
    ]  # fmt: skip


def test_lines_name_the_bad_one():
    """The line that is not UTF-8 is named, and those before it are read."""
    read = lines.lines(io.BytesIO(b"ok\n\xc3\n"), "f")
    assert next(read) == "ok\n"
    with pytest.raises(InputError, match=r"f:2: not UTF-8 .*; convert"):
        next(read)


@pytest.mark.parametrize("chunk", [1, 3, 100])
def test_blocks_are_whole_lines(chunk, monkeypatch):
    """Whatever is read at once, blocks end with lines and number them."""
    monkeypatch.setattr(lines, "CHUNK", chunk)
    blocks = list(lines.blocks(io.BytesIO(b"a\n\nbb\nc"), "f", LineLimit()))
    assert b"".join(block.text for block in blocks) == b"a\n\nbb\nc"
    assert all(block.text.endswith(b"\n") for block in blocks[:-1])
    assert [x for block in blocks for x in lines.numbered(block)] == [
        (1, b"a"),
        (3, b"bb"),
        (4, b"c"),
    ]


@pytest.mark.parametrize("chunk", [2, 100])
def test_a_line_that_is_too_long(chunk, monkeypatch):
    """It is named by file and line, though its end was never read."""
    monkeypatch.setattr(lines, "CHUNK", chunk)
    with pytest.raises(InputError, match="f:3"):
        list(lines.blocks(io.BytesIO(b"12345\n\n123456"), "f", SHORT))


def test_a_byte_order_mark_is_told():
    """It is dropped from the start of a file, with a notice that names the file."""
    with pytest.warns(InputNotice, match="^f: "):
        assert lines.without_mark(b"\xef\xbb\xbfa", "f") == b"a"
    assert lines.without_mark(b"a", "f") == b"a"


def test_bytes():
    """A limit is in MiB."""
    assert LineLimit(0.5).bytes == MEBIBYTE // 2


@pytest.mark.parametrize("size", [0.0, -1.0, 4096.0, float("nan")])
def test_out_of_range(size):
    """Limits that csv cannot take, or that no line meets, are refused."""
    with pytest.raises(UsageError, match="max_line"):
        LineLimit(size, "table").check()
    LineLimit(64, "table").check()


def test_faults():
    """The message has the place, and the option of the reader where there is one."""
    assert LineLimit(reader="jsonl").fault("a.jsonl:7").startswith("a.jsonl:7: ")
    assert "jsonl{" in LineLimit(reader="jsonl").fault("a")
    assert "--reader" not in LineLimit(reader="").fault("a")
    assert "cell" in LineLimit().fault("a", "cell")


def test_places(tmp_path):
    """Every line is found again at its place, of a compressed file too; blank ones are skipped."""
    plain, packed = tmp_path / "a.txt", tmp_path / "a.txt.gz"
    plain.write_bytes(TEXT)
    packed.write_bytes(gzip.compress(TEXT))
    for path in map(str, (plain, packed)):
        with seekable(path) as stream:
            lines = list(placed_lines(stream, path, LineLimit()))
            assert [(line.number, line.text) for line in lines] == [
                (1, b"one"),
                (4, b"four\r"),
                (5, b"five"),
            ]
            assert [line_at(stream, line.start).rstrip(b"\n") for line in lines[::-1]] == [
                b"five",
                b"four\r",
                b"one",
            ]


@pytest.fixture
def pipe(tmp_path):
    """Return a function that makes a named pipe with some bytes."""

    def make(content, name="pipe"):
        path = tmp_path / name
        os.mkfifo(path)
        Thread(target=path.write_bytes, args=(content,), daemon=True).start()
        return path

    return make


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_bytes_are_there_each_time(pipe):
    """A pipe that is opened twice has all its bytes twice; other files are opened themselves."""
    path = pipe(b"x" * 100_000)
    for _ in range(2):
        with open_bytes(str(path)) as stream:
            assert len(stream.read()) == 100_000
    assert reopenable(str(SAMPLE)) == str(SAMPLE)
    Path(reopenable(str(path))).unlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_copies_are_removed(tmp_path):
    """The copy of a pipe is removed at the end."""
    os.mkfifo(tmp_path / "p.txt")
    Thread(target=(tmp_path / "p.txt").write_text, args=("a\n",), daemon=True).start()
    words = ["evaluate", "length", "p.txt", "--reader", "parallel-text"]
    subprocess.run(
        [sys.executable, "-m", "sacreval", *words], cwd=tmp_path, check=True,
        env=os.environ | {"TMPDIR": str(tmp_path)}, capture_output=True,
    )  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["p.txt"]
