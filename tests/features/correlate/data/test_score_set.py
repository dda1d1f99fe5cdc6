"""Sets of scores: what is kept of them, and their types of systems."""

import numpy as np

from sacreval.features.correlate.data.score_set import ScoreSet

DATA = ScoreSet(
    ("a", "b", "c"),
    ("1", "2"),
    references=frozenset("c"),
    scores={"m": np.array([[1.0, 2], [3, 4], [5, 6]])},
    judgments={"h": np.array([[7.0, 8], [9, 0], [1, 2]])},
    ratings={"h": np.arange(18.0).reshape(3, 2, 3)},
    system_scores={"m": np.array([1.0, 2, 3])},
    other_types={"b": "baseline"},
)


def test_types():
    """A system is a reference, of another type, or a peer."""
    assert [DATA.type_of(system) for system in DATA.systems] == ["peer", "baseline", "reference"]


def test_keep():
    """Systems and instances that are not kept are in none of the arrays."""
    kept = DATA.keep(np.array([True, False, True]), np.array([False, True]))
    assert (kept.systems, kept.instances) == (("a", "c"), ("2",))
    assert kept.scores["m"].tolist() == [[2], [6]]
    assert kept.judgments["h"].tolist() == [[8], [2]]
    assert kept.ratings["h"].tolist() == [[[3, 4, 5]], [[15, 16, 17]]]
    assert kept.system_scores["m"].tolist() == [1, 3]
    assert DATA.keep(np.ones(3, dtype=bool)).instances == DATA.instances


def test_notes_are_added():
    """Notes come after those that were there."""
    assert DATA.noted("x").noted("y", "z").notes == ("x", "y", "z")
