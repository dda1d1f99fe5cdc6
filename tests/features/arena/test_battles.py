"""Battle: one line of a file of battles."""

import msgspec
import pytest

from sacreval.features.arena.battles import Battle


def test_verdicts():
    """A winner is a score of 1, 0.5 or 0; without either there is no verdict."""

    def verdict(**more):
        return Battle(instance_id=1, a="x", b="y", **more).verdict()

    assert [verdict(winner=w) for w in ("a", "tie", "b")] == [1, 0.5, 0]
    assert verdict(score=0.3) == 0.3
    assert verdict() is None


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"b": "x", "score": 1}, "one system"),
        ({"b": "y", "score": 1.1}, "from 0 to 1"),
        ({"b": "y", "score": 1, "winner": "a"}, "both `score` and `winner`"),
        ({"b": "y", "winner": "c"}, "Invalid enum value"),
        ({"b": "y", "wins": 1}, "unknown field"),
    ],
)
def test_refused(fields, why):
    """A battle of one system, a score out of range, and two verdicts are refused."""
    with pytest.raises(msgspec.ValidationError, match=why):
        msgspec.convert({"instance_id": 1, "a": "x", **fields}, Battle)
