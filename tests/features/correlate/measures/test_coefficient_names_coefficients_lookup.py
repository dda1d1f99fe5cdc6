"""Names that users type."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.measures.coefficient_names import pick
from support.correlations import correlate


def test_spellings_of_levels(small):
    """Instance, segment, item and input are the summary level."""
    for name in ("instance", "segment", "item", "input", "Group_By_System"):
        report = correlate(small, human="quality", metrics=["good"], level=[name], interval="none")
        assert report.results[0].level in {"summary", "group-by-system"}


def test_no_human_scores():
    """Where the inputs have no human scores, the message says what to add."""
    with pytest.raises(UsageError, match=r"no judgments at all; add files .* judgments\.quality"):
        pick("quality", [], "human score")


def test_wrong_names_are_answered_with_the_nearest(small):
    """A metric, a human score, a level, a coefficient, a system: each names what is near."""
    wrong = [
        ({"metrics": ["god"]}, "did you mean 'good'"),
        ({"human": "qualty"}, "did you mean 'quality'"),
        ({"level": ["sytem"]}, "did you mean 'system'"),
        ({"coefficient": ["kendal"]}, "did you mean 'kendall'"),
        ({"exclude": ["s11"]}, "did you mean"),
        ({"interval": "bca"}, "--units"),
        ({"confidence": 95}, "between 0 and 1"),
        ({"resamples": 0}, "--resamples is 0"),
        ({"coefficient": ["spa"], "level": ["summary"]}, "No coefficient is defined"),
        ({"system_scores": "files"}, "no official system scores"),
    ]
    for options, message in wrong:
        with pytest.raises(UsageError, match=message):
            correlate(small, **{"human": "quality", "metrics": ["good"], **options})
