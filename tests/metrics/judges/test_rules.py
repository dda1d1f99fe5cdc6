"""Parse rules as judge files have them."""

import msgspec
import pytest

from sacreval.metrics.judges._rules import logprob_params
from support.judge_parsing import rules
from support.judged import asked


def test_log_probabilities_are_requested_by_the_rule():
    """A judge requests as many as one of its rules reads, and none if no rule reads them."""
    found = rules("[{logprobs: {top: 5}}, {logprobs: {top: 7}, pick: last}, {pattern: a}]")
    assert logprob_params(found, chat=True) == {"logprobs": True, "top_logprobs": 7}
    assert logprob_params(found, chat=False) == {"logprobs": 7}
    assert logprob_params(found[2:], chat=True) == {}


def test_the_request_has_them(tmp_path):
    """Parameters of the judge come last, so that it may ask otherwise."""
    text = """{judge: x, needs: [prediction],
    messages: [{role: user, content: "{{prediction}}"}],
    scale: {type: number, min: 1, max: 5}, parse: [{logprobs: {top: 5}}],
    params: {max_tokens: 1}}"""
    (tmp_path / "x.yaml").write_text(text)
    (request,) = asked(str(tmp_path / "x.yaml"), {"prediction": "p"}, {"x": "4"})
    assert request.params == {"logprobs": True, "top_logprobs": 5, "max_tokens": 1}


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
