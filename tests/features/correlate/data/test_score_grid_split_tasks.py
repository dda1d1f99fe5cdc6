"""Rows split into tasks by their groups."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.score_grid import split_rows
from sacreval.features.correlate.data.score_set import Row


def rows_of(groups):
    return [
        Row(s, i, "peer", {"m": float(i)}, {}, f"line {n}", g)
        for n, (i, g) in enumerate(groups)
        for s in "ab"
    ]


def test_rows_without_a_group_follow_their_instance():
    """A line that does not name its group belongs where the others of its instance do."""
    judged = [Row("a", "1", "peer", {}, {"h": 1.0}, "judgments", None)]
    found = split_rows([*rows_of([("1", {"d": "news"}), ("2", {"d": "web"})]), *judged], (), ["d"])
    assert sorted(found) == ["news", "web"]
    assert found["news"].judgments["h"].shape == (2, 1)


@pytest.mark.parametrize(
    ("groups", "by", "error", "said"),
    [
        ([("1", {"domain": "news"})], ["domian"], UsageError, "did you mean 'domain'"),
        ([("1", None)], ["d"], UsageError, "no output has this group"),
        ([("1", {"d": "x"}), ("2", None)], ["d"], InputError, "no other line of this instance"),
        (
            [("1", {"d": "x"}), ("1", {"d": "y"}), ("1", None)], ["d"],
            InputError, "several tasks have it",
        ),
    ],
)  # fmt: skip
def test_rows_that_belong_nowhere(groups, by, error, said):
    """A misspelt group is answered with the nearest; a line without one is named."""
    with pytest.raises(error, match=said):
        split_rows(rows_of(groups), (), by)
