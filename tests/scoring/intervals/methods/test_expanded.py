"""Percentiles with wider tails."""

import sacreval


def test_tails_are_wider():
    """The interval that is chosen for few records contains that of plain percentiles."""
    texts, references = ["a b c d", "a c", "b b a", "a b"] * 5, ["a b c d", "a b c", "a b", "c"] * 5
    wide, plain = (
        sacreval.evaluate({"a": texts}, references, metrics="chrf", interval=name)
        .report.results[0]
        .interval
        for name in ("expanded", "percentile")
    )
    assert wide.low < plain.low < plain.high < wide.high
    assert wide.method == "expanded"
