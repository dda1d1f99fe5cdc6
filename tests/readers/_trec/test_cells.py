"""Lines of TREC's files as cells."""

import io

import pytest

from sacreval.errors import InputError
from sacreval.readers._trec.cells import rows, shown


def test_rows():
    """Blanks and tabs separate cells, blank lines have no row, and other spaces are letters."""
    text = "a  b\t c\r\n\n d\u00a0e f".encode()
    found = list(rows(io.BytesIO(text), "x"))
    assert found == [(1, [b"a", b"b", b"c"]), (3, ["d\u00a0e".encode(), b"f"])]


def test_bytes_that_are_no_text():
    """The line that is not UTF-8 is named, and a file without line ends is refused."""
    with pytest.raises(InputError, match="x:3: not UTF-8"):
        list(rows(io.BytesIO(b"a\nb\nc\xff\n"), "x"))
    with pytest.raises(InputError, match="longer than 1 MiB"):
        list(rows(io.BytesIO(b"a" * 2_000_000), "x"))


def test_shown():
    """Long cells are cut in messages."""
    assert shown(b"a" * 500) == "a" * 80 + "…"
    assert shown(b"\xff") == "\ufffd"
