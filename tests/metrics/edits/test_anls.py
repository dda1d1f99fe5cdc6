"""ANLS: similarity by edits, and its threshold, by hand."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from support.tasks import scores_of


@pytest.mark.parametrize(
    ("prediction", "references", "options", "expected"),
    [
        ("Brusels", ["Paris", "brussels"], {}, 7 / 8),
        ("abxy", ["abcd"], {}, 0.5),
        ("abxy", ["abcd"], {"threshold": 0.6}, 0.0),
        ("axyz", ["abcd"], {}, 0.0),
        ("new  york", ["New York"], {}, 1.0),
    ],
)
def test_by_hand(prediction, references, options, expected):
    """One edit in eight characters leaves 7/8; two in four are at the threshold, three below it."""
    record = {"prediction": prediction, "references": references}
    assert scores_of("anls", [record], options) == {"anls": pytest.approx(expected)}


def test_a_threshold_is_a_share():
    """A threshold above 1 is refused."""
    with pytest.raises(UsageError, match="threshold"):
        metrics.get("anls")(threshold=1.5)
