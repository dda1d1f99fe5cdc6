"""Parse rules as judge files have them."""

import msgspec
import pytest

from support.judge_parsing import rules


def test_kinds():
    """The key of a rule is its kind."""
    found = rules("[{pattern: a}, {errors: {}}, {lines: {}, }, {logprobs: {}}]")
    assert [rule.kind for rule in found] == ["pattern", "errors", "lines", "logprobs"]


@pytest.mark.parametrize(
    "rule",
    [
        "{}",
        "{pick: last}",
        "{pattern: a, lines: {}}",
        "{lines: {}, pick: last}",
        "{pattern: '('}",
        "{pattern: a, pick: best}",
        "{regex: a}",
        "{lines: {item: '('}}",
    ],
)
def test_wrong_rules_are_refused(rule):
    """A rule has one kind, and keys of that kind alone."""
    with pytest.raises(msgspec.ValidationError):
        rules(f"[{rule}]")
