"""Lines of streams: numbers, limits, byte order marks."""

import io

import pytest

from sacreval.errors import InputError, InputNotice
from sacreval.io import lines
from sacreval.io.line_limit import MEBIBYTE, LineLimit

SHORT = LineLimit(5 / MEBIBYTE, "jsonl")


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
