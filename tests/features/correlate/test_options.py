"""Options of correlations, as signatures say them."""

from support.correlations import correlate

QUICK = {"resamples": 20}


def test_signatures_say_what_a_number_depends_on(small):
    """A signature has level, coefficient, grouping, filters, shape, interval, seed and version."""
    found = correlate(
        small,
        human="quality",
        metrics=["good"],
        exclude=["s1"],
        seed=7,
        references="3-mean",
        interval="percentile",
        **QUICK,
    ).results[0]
    parts = dict(part.split(":", 1) for part in found.signature.split("|"))
    assert parts["level"] == "summary"
    assert parts["coef"] == "pearson"
    assert parts["group"] == "input"
    assert parts["systems"] == "peer+not:s1"
    assert parts["n"] == "5x8"
    assert parts["used"] == "8"
    assert parts["refs"] == "3-mean"
    assert parts["ci"] == "percentile-both"
    assert "why" not in parts
    assert parts["resamples"] == "20"
    assert parts["seed"] == "7"
    assert "version" in parts
