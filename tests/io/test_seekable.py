"""Lines that are read twice."""

import gzip

from sacreval.io.line_limit import LineLimit
from sacreval.io.seekable import line_at, placed_lines, seekable

TEXT = b"\xef\xbb\xbfone\n\n  \nfour\r\nfive"


def test_places(tmp_path):
    """Every line is found again at its place, of a compressed file too; blank ones are skipped."""
    plain, packed = tmp_path / "a.txt", tmp_path / "a.txt.gz"
    plain.write_bytes(TEXT)
    packed.write_bytes(gzip.compress(TEXT))
    for path in map(str, (plain, packed)):
        with seekable(path) as stream:
            found = list(placed_lines(stream, path, LineLimit()))
            assert [(one.number, one.text) for one in found] == [
                (1, b"one"),
                (4, b"four\r"),
                (5, b"five"),
            ]
            assert [line_at(stream, one.start).rstrip(b"\n") for one in found[::-1]] == [
                b"five",
                b"four\r",
                b"one",
            ]
