"""The layout of inspect_ai's logs."""

from sacreval.readers._inspect.layout import HEADER, SAMPLE


def test_unwanted_fields():
    """Fields that records do not need, such as events, are skipped whatever they hold."""
    text = b'{"id": "a", "events": [{"x": [1]}], "store": 3, "limit": {"type": "time"}}'
    found = SAMPLE.decode(text)
    assert (found.id, found.epoch, found.limit.type) == ("a", 1, "time")


def test_missing_version():
    """Converted files without a version have version 2."""
    assert HEADER.decode(b'{"eval": {"task": "t", "model": "m"}}').version == 2
