"""Decoding of foreign JSON into wanted fields."""

import msgspec
import pytest

from sacreval.errors import InputError
from sacreval.readers._typed import converted, typed


class Wanted(msgspec.Struct):
    """What a reader needs."""

    name: str
    value: float | None = None


DECODER = msgspec.json.Decoder(Wanted)


def test_constants():
    """NaN and Infinity, which Python writes, are null outside texts."""
    assert typed(DECODER, b'{"name": "a \\" NaN", "value": NaN}', "x").value is None
    assert typed(DECODER, b'{"name": "NaN", "value": -Infinity}', "x").name == "NaN"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"name": 1}', r"x:3: `name` must be text, not a whole number; this is not the tool's"),
        (b'{"name": "a"', "x:3: this is not JSON"),
        (b'{"name": "\\ud800"}', "x:3: a text has half of a surrogate pair|x:3: this is not JSON"),
        (b"[" * 100_000, "x:3: this is not JSON|x:3: it must"),
        (b'{"name": "a", "value": 1e999}', "x:3: .*range"),
        (b'{"name": "\xff"}', "x:3: this is not JSON"),
    ],
)
def test_faults(text, why):
    """Each fault has its place and a remedy."""
    with pytest.raises(InputError, match=why):
        typed(DECODER, text, "x:3")


def test_plain_data():
    """Data from YAML is checked alike."""
    assert converted(Wanted, {"name": "a"}, "x").name == "a"
    with pytest.raises(InputError, match="`name` must be text"):
        converted(Wanted, {"name": []}, "x")


def test_empty():
    """An empty log is called empty, not damaged JSON."""
    with pytest.raises(InputError, match="x: this is empty; copy the log again"):
        typed(DECODER, b"\n", "x")
