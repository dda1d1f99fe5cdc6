"""Errors that are too large to be squared or summed."""

from pathlib import Path

import pytest

from support.program import write_jsonl
from support.tasks import pairs


@pytest.mark.parametrize(
    ("metric", "number", "value"),
    [
        ("mean-squared-error", 1e200, None),
        ("mean-squared-error", 1e308, None),
        ("mean-squared-error", 1e100, 1e200),
        ("mean-absolute-error", 1e308, 1e308),
    ],
)
def test_large_errors(cli, metric, number, value):
    """An error that is too large to be squared is missing and counted; others are numbers."""
    write_jsonl(Path("in.jsonl"), pairs([number], [0]))
    done = cli("evaluate", metric, "in.jsonl", "--format", "json")
    assert done.code == (3 if value is None else 0)
    assert done.json()["results"][0]["value"] == (value and pytest.approx(value))
    assert "Traceback" not in done.err
    assert ("in.jsonl:1" in done.err) == (value is None)


def test_errors_that_do_not_add_up(cli):
    """A sum beyond the largest number is an error in one sentence, not infinity."""
    for metric, number in (("mean-absolute-error", 1.5e308), ("mean-squared-error", 1e154)):
        write_jsonl(Path("in.jsonl"), pairs([number] * 3, [0] * 3))
        done = cli("evaluate", metric, "in.jsonl")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "scale both sides down" in done.err
