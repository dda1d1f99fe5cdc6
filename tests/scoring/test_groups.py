"""Summaries over groups, and their intervals."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("answers")


def test_intervals_say_what_was_drawn(cli):
    """The interval of a summary draws groups whole, and its method says so."""
    words = ["--by", "half", "--summary", "mean", "--ci", "--resamples", "20", "--format", "jsonl"]
    lines = cli("evaluate", "exact-match", "a.jsonl", *words).out.splitlines()
    methods = {r["group"]: r["interval"]["method"] for r in map(json.loads, lines)}
    assert methods == {
        None: "bootstrap-percentile",
        "half=0": "bootstrap-percentile",
        "half=1": "bootstrap-percentile",
        "half=(mean)": "bootstrap-percentile over half",
    }
