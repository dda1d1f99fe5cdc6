"""Replies of programs that score."""

import math

import pytest

from sacreval.asking.score_replies import decoded


def test_decoded():
    """A number, several by name, and an error are replies; NaN is read as such."""
    assert decoded(b'{"id": "a", "score": 1}').score == 1
    assert decoded(b'{"score": true}').score is True
    assert decoded(b'{"id": "a", "score": null}').score is None
    assert decoded(b'{"id": "a", "scores": {"f": 0.5}}').scores == {"f": 0.5}
    assert decoded(b'{"id": "a", "error": "no"}').error == "no"
    assert math.isnan(decoded(b'{"id": "a", "score": NaN}').score)
    assert math.isinf(decoded(b'{"id": "a", "scores": {"f": 1e999}}').scores["f"])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"Loading",
        b"[]",
        b"0.5",
        b'{"id": "a"}',
        b'{"id": 3, "score": 1}',
        b'{"id": "a", "score": "1"}',
        b'{"id": "a", "score": [1]}',
        b'{"id": "a", "scores": [1]}',
        b'{"id": "a", "score": 1, "error": "no"}',
        b'{"id": "a", "score": 1, "scores": {"f": 1}}',
        b'{"id": "a", "value": 1}',
        b"\xff\xfe",
        b'{"id": "a", "score": NaN',
    ],
)
def test_no_reply(line):
    """Anything else is a ValueError."""
    with pytest.raises(ValueError, match="."):
        decoded(line)


@pytest.mark.parametrize("line", [b'{"score": 1, "score": 2}', b'{"score": NaN, "score": 2}'])
def test_repeated_keys(line):
    """A line that repeats a key is no reply."""
    with pytest.raises(ValueError, match="'score' is repeated"):
        decoded(line)
