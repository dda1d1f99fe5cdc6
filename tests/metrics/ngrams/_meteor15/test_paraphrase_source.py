"""Tables of paraphrases are built from METEOR's files, and from nothing else."""

import gzip
import hashlib

import pytest

from sacreval.errors import InputError
from sacreval.metrics.ngrams._meteor15.paraphrase_source import build
from sacreval.metrics.ngrams._meteor15.paraphrase_table import ParaphraseTable
from support.paraphrases import packed

ENTRIES = [("red hat", "blue"), ("red", "blue one"), ("red hat", "hat"), ("red hat", "blue")]


def lookups(path):
    table = ParaphraseTable(path)
    return [table(phrase.split()) for phrase in ("red hat", "red", "blue", "hat")]


def test_entries(tmp_path):
    """Entries of one phrase may be apart, and their order stays."""
    header = build(packed(tmp_path / "x.gz", ENTRIES), tmp_path / "x.table")
    assert lookups(tmp_path / "x.table") == [
        [("blue",), ("hat",), ("blue",)], [("blue", "one")], [], [],
    ]  # fmt: skip
    assert (header.entries, header.words, header.nodes, header.longest) == (4, 4, 6, 2)
    assert header.source == hashlib.sha256((tmp_path / "x.gz").read_bytes()).digest()


def test_same_bytes(tmp_path):
    """The same file always gives the same bytes, and nothing else is left in the folder."""
    packed(tmp_path / "x.gz", ENTRIES)
    tables = [tmp_path / name for name in ("one.table", "two.table")]
    for path in tables:
        build(tmp_path / "x.gz", path)
    assert tables[0].read_bytes() == tables[1].read_bytes()
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("block", [1, 2, 7, 2**22])
def test_line_ends(tmp_path, monkeypatch, end, block):
    """Lines end as Java ends them, also where a block ends between two characters of an end."""
    monkeypatch.setattr("sacreval.metrics.ngrams._meteor15.paraphrase_lines._BLOCK", block)
    build(packed(tmp_path / "x.gz", ENTRIES, end), tmp_path / "x.table")
    build(packed(tmp_path / "y.gz", ENTRIES), tmp_path / "y.table")
    assert lookups(tmp_path / "x.table") == lookups(tmp_path / "y.table")


def test_last_line_without_end(tmp_path):
    """The last line needs no end, and words are separated by any number of blanks and tabs."""
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"1\nred \t hat\nblue"))
    build(tmp_path / "x.gz", tmp_path / "x.table")
    assert ParaphraseTable(tmp_path / "x.table")(["red", "hat"]) == [("blue",)]


WRONG = {
    b"": "has no entries",
    b"\n": ":1: this line is the last",
    b"1\na\nb\nx\nc\nd\n": ":4: this line is not a probability",
    b"1\na\nb\n1\n \nd\n": ":5: this line has no words",
    b"1\na\nb\n1\nc\n\n": ":6: this line has no words",
    b"1\na\nb\n1\nc\n": ":5: this line is the last",
    b"1\na\nb\n1\n" + b"c " * 101 + b"\nd\n": ":5: this line has more than 100 words",
    b"1\na\nb\n1\n" + b"c" * 9_000_000: ":4: this line and the next have more than 1048576 bytes",
    b"\x00\x01\xff\n" * 30: ":1: this line is not a probability",
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_wrong_lines(tmp_path, text):
    """The first wrong line is named, and no table is written."""
    (tmp_path / "x.gz").write_bytes(gzip.compress(text))
    with pytest.raises(InputError, match=WRONG[text]):
        build(tmp_path / "x.gz", tmp_path / "x.table")
    assert [path.name for path in tmp_path.iterdir()] == ["x.gz"]


def test_damaged_files(tmp_path):
    """A truncated file, one that is not gzip, and a missing one are refused in one sentence."""
    whole = packed(tmp_path / "x.gz", ENTRIES * 1000).read_bytes()
    for data in (whole[:-20], whole[:20], b"PK\x03\x04" + whole, whole[:-6] + b"\0" * 6):
        (tmp_path / "x.gz").write_bytes(data)
        with pytest.raises(InputError, match="not a complete gzip file"):
            build(tmp_path / "x.gz", tmp_path / "x.table")
    with pytest.raises(InputError, match="No such file or directory"):
        build(tmp_path / "no.gz", tmp_path / "x.table")


def test_bombs(tmp_path, monkeypatch):
    """A file that unpacks to more than any table is given up."""
    monkeypatch.setattr("sacreval.metrics.ngrams._meteor15.paraphrase_lines.MAX_BYTES", 2**20)
    packed(tmp_path / "x.gz", ENTRIES * 50_000)
    with pytest.raises(InputError, match="unpacks to more than 1048576 bytes"):
        build(tmp_path / "x.gz", tmp_path / "x.table")


def test_invalid_utf8_is_kept(tmp_path):
    """Bytes that are not UTF-8 are kept, and match no text."""
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"1\n\xff\xfe\nred\n1\nred\n\xff\n"))
    build(tmp_path / "x.gz", tmp_path / "x.table")
    table = ParaphraseTable(tmp_path / "x.table")
    assert table(["\ufffd"]) == []
    assert table(["red"]) == [("\ufffd",)]
