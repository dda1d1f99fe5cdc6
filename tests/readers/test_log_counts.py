"""Counts of what a log holds beside whole outputs."""

import pytest

from sacreval.errors import InputNotice
from sacreval.readers._log_counts import LogCounts


def test_sentences():
    """Each kind of count has a sentence; without counts there is none."""
    counts = LogCounts("x.json")
    counts.warn()
    counts.cut.update(["max_tokens", "limit time", "max_tokens"])
    counts.others.append("more")
    assert list(counts.sentences()) == [
        "outputs cut short: 1 by limit time, 2 by max_tokens; they are scored as they are",
        "more",
    ]
    with pytest.warns(InputNotice, match=r"x\.json: more"):
        counts.warn()
