"""Compressed blocks of a page: what they hold, and which pages have them."""

import json
import zlib
from base64 import b64decode

import pytest

from sacreval.features.page.records import page_data
from sacreval.features.page.records.page_data import compressed, split


@pytest.fixture
def small(monkeypatch):
    """Compress everything, in blocks of 300 characters."""
    monkeypatch.setattr(page_data, "PLAIN", 0)
    monkeypatch.setattr(page_data, "SIZE", 300)


def unpacked(block):
    return json.loads(zlib.decompress(b64decode(block)))


def texts(n):
    """Return texts of n records with ten references, and marks of a third of them."""
    contexts = {str(i): [[[[f"reference {i % 10} <b>"], [], None]], [0], [f"é {i}"], {}]
             for i in range(n)}  # fmt: skip
    return contexts, [{str(i): {"0": [i]} for i in range(0, n, 3)}, {}]


@pytest.mark.usefixtures("small")
def test_each_record_is_in_the_block_that_its_digits_name():
    """All texts and marks come out as they went in; what has no text is in no block."""
    written, marks = texts(60)
    packed = compressed(written, marks, 62)
    assert len(packed.where) == 2 * 62
    assert packed.where.endswith("....")
    restored = {}
    for k, block in enumerate(packed.blocks):
        for i, text, marked in unpacked(block):
            assert int(packed.where[2 * i : 2 * i + 2], 36) == k
            restored[str(i)] = text
            assert marked == [marks[0].get(str(i)), None]
    assert restored == written


@pytest.mark.usefixtures("small")
def test_records_with_the_same_references_are_in_the_same_blocks():
    """Ten references of six records each: a block holds few of them, whatever the order was."""
    packed = compressed(*texts(60), 60)
    assert len(packed.blocks) > 5
    for block in packed.blocks:
        assert len({text[0][0][0][0] for _, text, _ in unpacked(block)}) <= 3


@pytest.mark.long
@pytest.mark.usefixtures("small")
def test_there_are_never_more_blocks_than_two_digits_can_name(monkeypatch):
    """Blocks grow where there would be more than 1,296."""
    monkeypatch.setattr(page_data, "SIZE", 1)
    packed = compressed(*texts(3_000), 3_000)
    assert 900 < len(packed.blocks) <= 1_296
    assert sum(len(unpacked(block)) for block in packed.blocks) == 3_000


def test_small_pages_have_texts_and_columns_as_they_are():
    """Below a million characters nothing is compressed, so that any browser can show it."""
    assert compressed(*texts(60), 60) is None
    assert split({"ids": ["a"], "base": 0}, ["ids"]) == ({"ids": ["a"], "base": 0}, [])


@pytest.mark.usefixtures("small")
def test_large_columns_are_taken_out_of_the_data():
    """The named columns are in one element, and the others stay."""
    left, [element] = split({"ids": ["a", "\udc80"], "scores": [1], "base": 0}, ["ids", "scores"])
    assert left == {"base": 0}
    assert element.get("id") == "columns"
    assert unpacked(element.text) == {"ids": ["a", "\udc80"], "scores": [1]}
