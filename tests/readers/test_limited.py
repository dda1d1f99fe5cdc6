"""Limits of readers on what a file may take in memory."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.readers._base import readers
from sacreval.readers._limited import ArrowReader, WholeFileReader

EVERY = [reader for _, reader in readers.importable()]
WHOLE = [reader for reader in EVERY if issubclass(reader, WholeFileReader)]
ARROW = [reader for reader in EVERY if issubclass(reader, ArrowReader)]


@pytest.mark.parametrize("reader", WHOLE, ids=lambda reader: reader.name)
def test_sizes(reader, tmp_path):
    """A limit below 0 is refused, and a file above the limit is refused by the reader's name."""
    with pytest.raises(UsageError, match="max_size"):
        reader(max_size=-1)
    large = tmp_path / "large.json"
    large.write_text("[" + "1," * 40_000 + "1]")
    with pytest.raises(InputError, match=reader.name):
        list(reader(max_size=0.01).read(str(large)))


@pytest.mark.parametrize("reader", ARROW, ids=lambda reader: reader.name)
def test_memory(reader):
    """A limit below 0 is refused."""
    with pytest.raises(UsageError, match="max_memory"):
        reader(max_memory=-1)
