"""Summaries over groups, and their intervals."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("answers")


def test_intervals_say_what_was_drawn(cli):
    """The interval of a summary draws groups whole, and its method says so."""
    words = ["--by", "half", "--summary", "mean", "--ci", "--resamples", "20", "--format", "jsonl"]
    lines = cli("evaluate", "exact-match", "a.jsonl", *words).out.splitlines()
    found = {r["group"]: r["interval"] for r in map(json.loads, lines)}
    assert {group: (one["method"], one["unit"]) for group, one in found.items()} == {
        None: ("wilson", None),
        "half=0": ("wilson", None),
        "half=1": ("wilson", None),
        "half=(mean)": ("expanded", "half"),
    }
