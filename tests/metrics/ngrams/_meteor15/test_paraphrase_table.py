"""Tables of paraphrases have what their source has, in its order, and detect damage."""

import contextlib
import random
import re
import struct
import zlib

import pytest

from sacreval import native
from sacreval.errors import InputError
from sacreval.metrics.ngrams._meteor15.paraphrase_source import build
from sacreval.metrics.ngrams._meteor15.paraphrase_table import HEADER, ParaphraseTable, read_header
from sacreval.native.batch import extension
from support.paraphrases import packed

WORDS = ["a", "b", "c", "größe", "ё", "𝒳", "ab", "abc"]
kernels = pytest.mark.skipif(not native.available(), reason="there are no kernels")


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
    found = {}
    for phrase, other in entries:
        found.setdefault(phrase, []).append(other)
    return found


def test_paraphrases_are_in_the_order_of_the_source(table, random_entries):
    """Each phrase has its paraphrases in the order of the file, repeated ones too."""
    opened = ParaphraseTable(table)
    for phrase, others in expected(random_entries).items():
        assert [" ".join(one) for one in opened(phrase.split())] == others
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
    content, own = struct.unpack("<2I", data[HEADER.size - 8 : HEADER.size])
    assert content == zlib.crc32(data[HEADER.size :])
    assert own == zlib.crc32(data[: HEADER.size - 4])
