"""JSON from servers whose characters are wrong."""

import pytest

from sacreval.asking.openai_replies import readable_json


def test_wrong_characters():
    """Wrong bytes, marks and halves of pairs are read; texts are valid Unicode afterwards."""
    assert readable_json(b'\xef\xbb\xbf{"\\ud800": ["\\udc00", "\xff", "\\ud83d\\ude00"]}') == {
        "�": ["�", "�", "\U0001f600"]
    }


def test_long_numbers():
    """A number of thousands of digits is read, as infinite."""
    assert readable_json(b"9" * 9999) == float("inf")


def test_no_json():
    """What is no JSON is a ValueError."""
    with pytest.raises(ValueError, match="Expecting"):
        readable_json(b"<html>")
