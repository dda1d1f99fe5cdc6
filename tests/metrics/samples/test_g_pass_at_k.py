"""G-pass@k, by hand."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from support.tasks import scores_of


def test_by_hand():
    """Of the 6 pairs of 4 samples with 2 right ones, 5 have one or more and 1 has both."""
    found = scores_of(
        "g-pass-at-k", [{"samples": [1, 0, 1, 0]}], {"k": [2], "shares": [0.0, 0.5, 1]}
    )
    assert found == {
        "g_pass_at_2_0": pytest.approx(5 / 6),
        "g_pass_at_2_0.5": pytest.approx(5 / 6),
        "g_pass_at_2_1": pytest.approx(1 / 6),
        "mg_pass_at_2": pytest.approx(1 / 6),
    }


def test_shares():
    """A share above 1 is refused."""
    with pytest.raises(UsageError, match="shares"):
        metrics.get("g-pass-at-k")(shares=(1.5,))
