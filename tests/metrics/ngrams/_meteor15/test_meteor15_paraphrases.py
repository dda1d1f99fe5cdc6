"""Tables of METEOR's paraphrases: their files, how they are built, and damage."""

import contextlib
import gzip
import hashlib
import random
import re
import struct
import zlib

import pytest

from sacreval import native
from sacreval.errors import InputError, NotSetUpError
from sacreval.metrics.ngrams._meteor15.paraphrase_source import build
from sacreval.metrics.ngrams._meteor15.paraphrase_table import (
    HEADER,
    ParaphraseTable,
    find_table,
    own_table,
    read_header,
)
from sacreval.native.batch import extension
from support.meteor_home import packed

pytestmark = pytest.mark.usefixtures("alone")


ENTRIES = [("red hat", "blue"), ("red", "blue one"), ("red hat", "hat"), ("red hat", "blue")]
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
WORDS = ["a", "b", "c", "größe", "ё", "𝒳", "ab", "abc"]
kernels = pytest.mark.skipif(not native.available(), reason="there are no kernels")


def test_none():
    """Without a table the command is named that installs it."""
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric meteor-1.5$"):
        find_table("en")
    with pytest.raises(
        NotSetUpError, match="run: sacreval setup-metric meteor-1.5 --paraphrases de=FILE.gz"
    ):
        find_table("de")


def test_own_before_fetched(tmp_path):
    """The user's own table is used where there is one."""
    fetched = tmp_path / "home" / "meteor-1.5" / "paraphrases-en.table"
    for path in (fetched, own_table("en"), own_table("de")):
        path.parent.mkdir(parents=True, exist_ok=True)
    fetched.touch()
    assert find_table("en") == fetched
    own_table("en").touch()
    own_table("de").touch()
    assert find_table("en") == own_table("en")
    assert find_table("de") == own_table("de")


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
    monkeypatch.setattr("sacreval.metrics.ngrams._meteor15.paraphrase_source._BLOCK", block)
    build(packed(tmp_path / "x.gz", ENTRIES, end), tmp_path / "x.table")
    build(packed(tmp_path / "y.gz", ENTRIES), tmp_path / "y.table")
    assert lookups(tmp_path / "x.table") == lookups(tmp_path / "y.table")


def test_last_line_without_end(tmp_path):
    """The last line needs no end, and words are separated by any number of blanks and tabs."""
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"1\nred \t hat\nblue"))
    build(tmp_path / "x.gz", tmp_path / "x.table")
    assert ParaphraseTable(tmp_path / "x.table")(["red", "hat"]) == [("blue",)]


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
    monkeypatch.setattr("sacreval.metrics.ngrams._meteor15.paraphrase_source.MAX_BYTES", 2**20)
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


@pytest.fixture(scope="module")
def random_entries():
    draw = random.Random(1)
    phrases = [" ".join(draw.choices(WORDS, k=draw.randint(1, 4))) for _ in range(80)]
    return [tuple(draw.choices(phrases, k=2)) for _ in range(500)]


@pytest.fixture
def table(tmp_path, random_entries):
    build(packed(tmp_path / "x.gz", random_entries), tmp_path / "x.table")
    return tmp_path / "x.table"


def expected(entries):
    """Return phrase to its paraphrases, in the order of the entries."""
    paraphrases = {}
    for phrase, other in entries:
        paraphrases.setdefault(phrase, []).append(other)
    return paraphrases


def test_paraphrases_are_in_the_order_of_the_source(table, random_entries):
    """Each phrase has its paraphrases in the order of the file, repeated ones too."""
    opened = ParaphraseTable(table)
    for phrase, others in expected(random_entries).items():
        assert [" ".join(words) for words in opened(phrase.split())] == others
    assert opened.header.entries == len(random_entries)
    assert opened.header.longest == 4


@kernels
def test_kernel_finds_the_same(table, random_entries):
    """The kernel returns the paraphrases of the Python definition."""
    for phrase, others in expected(random_entries).items():
        assert extension().paraphrases(str(table), phrase) == others


def test_phrases_without_paraphrases(table):
    """What is no phrase, or only the beginning or the paraphrase of one, has no paraphrases."""
    opened = ParaphraseTable(table)
    for phrase in ([], ["unknown"], ["a", "unknown"], ["a"] * 9, ["\ud800"], [""]):
        assert opened(phrase) == []


@kernels
def test_kernel_without_paraphrases(table):
    """The kernel finds none for the empty phrase and for unknown words."""
    for phrase in ("", "unknown", "a unknown", "a a a a a a a"):
        assert extension().paraphrases(str(table), phrase) == []


def changed(table, place, value):
    data = bytearray(table.read_bytes())
    data[place : place + len(value)] = value
    table.write_bytes(data)


def test_header_damage_is_refused(table):
    """A changed header, a file that is cut off, and another file are refused in one sentence."""
    whole = table.read_bytes()
    for data in (b"", b"hello" * 99, whole[:-1], whole + b"x", whole[:50]):
        table.write_bytes(data)
        with pytest.raises(InputError, match=re.escape(str(table)) + ": this .*; build it"):
            ParaphraseTable(table)
        if native.available():
            with pytest.raises(ValueError, match=re.escape(str(table))):
                extension().paraphrases(str(table), "a")
    table.write_bytes(whole)
    changed(table, 16, struct.pack("<Q", 3))
    with pytest.raises(InputError, match="is damaged; build it again: sacreval setup-metric"):
        ParaphraseTable(table)


def test_missing(tmp_path):
    """A missing table is reported with the command that builds it."""
    with pytest.raises(InputError, match="cannot be read .*setup-metric meteor-1.5 --force"):
        read_header(tmp_path / "no.table")


def test_other_format(table):
    """A table of another format is refused with both numbers."""
    changed(table, 8, struct.pack("<I", 7))
    with pytest.raises(InputError, match="is of format 7, and this version of sacreval reads 1"):
        read_header(table)


def test_check_finds_changed_content(table):
    """A changed byte behind the header is found by the checksum."""
    ParaphraseTable(table).check()
    changed(table, HEADER.size + 5, b"\x77")
    with pytest.raises(InputError, match="is damaged"):
        ParaphraseTable(table).check()


@kernels
def test_kernel_survives_any_content(table, random_entries, tmp_path):
    """Random bytes behind a valid header give wrong paraphrases or none, never a crash."""
    draw = random.Random(2)
    whole = table.read_bytes()
    for k in range(200):
        data = bytearray(whole)
        for _ in range(draw.choice([1, 5, 300])):
            data[draw.randrange(HEADER.size, len(data))] = draw.randrange(256)
        other = tmp_path / f"{k}.table"
        other.write_bytes(data)
        for phrase, _ in random_entries[:20]:
            with contextlib.suppress(UnicodeDecodeError):
                extension().paraphrases(str(other), phrase)
        other.unlink()


def test_header_has_its_own_checksum(table):
    """The header ends with its CRC-32, and the checksum of the content is the one before it."""
    data = table.read_bytes()
    content, checksum = struct.unpack("<2I", data[HEADER.size - 8 : HEADER.size])
    assert content == zlib.crc32(data[HEADER.size :])
    assert checksum == zlib.crc32(data[: HEADER.size - 4])
