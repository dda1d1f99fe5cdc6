"""METEOR: F-mean and fragmentation of matches, by hand."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import NotSetUpError
from support import missing
from support.tasks import check_scores


@pytest.fixture(autouse=True)
def _wordnet():
    """Skip where WordNet is not installed."""
    try:
        metrics.get("meteor")()
    except NotSetUpError as error:
        missing.say(f"METEOR by hand: {error}")
        pytest.skip(str(error))


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "options", "value"),
    [
        ("alpha beta gamma", {}, 1 - 0.5 * (1 / 3) ** 3),
        ("gamma beta alpha", {}, 1 - 0.5),
        ("gamma beta alpha", {"gamma": 0.0}, 1.0),
        ("alpha", {"gamma": 0.0}, (1 / 3) / (0.9 + 0.1 / 3)),
        ("alpha", {"gamma": 0.0, "alpha": 0.5}, 1 / 2),
        ("delta", {}, 0.0),
    ],
)
def test_by_hand(prediction, options, value, engine):
    """Three matches in one chunk lose 0.5 (1/3)^3, in three chunks 0.5; recall weighs 0.9.

    One word of three has precision 1 and recall 1/3: 1/3 / (0.9 + 0.1 / 3), or 1/2 with weights
    of a half.
    """
    check_scores(("meteor", prediction, ["alpha beta gamma"], options, value), engine=engine)
