"""The parse rule `logprobs`: expected values at the token of the verdict."""

from math import log

import msgspec
import pytest

from sacreval.core.record_replies import RecordReply
from sacreval.metrics.judges._verdicts import read_verdict
from support.judge_parsing import rules, scale, tokens

FIVE = "{type: number, min: 1, max: 5}"
AB = "{type: choices, values: {A: 1, B: 0}}"


def expected(*tops, on=FIVE, by="[{logprobs: {}}]"):
    """Return the number of a reply with these tokens, given with their probabilities."""
    made = tokens(*({text: log(p) for text, p in top.items()} for top in tops))
    reply = RecordReply(text="".join(each.token for each in made), logprobs=made)
    verdict = read_verdict(reply, scale(on), rules(by))
    return verdict.values[0] if verdict.values else verdict.reason


def test_the_expected_value_over_labels():
    """Blanks around a token do not matter, other tokens are left out, and the rest sums to one."""
    assert expected({"4": 0.5, "5": 0.25, " 4": 0.2, "x": 0.05}) == pytest.approx(4.05 / 0.95)
    assert expected({"A": 0.6, "b": 0.4}, on=AB) == pytest.approx(0.6)


def test_less_mass_is_unparsed():
    """The labels must have the stated share of probability."""
    assert "0.600 of the probability" in expected({"4": 0.6, "x": 0.4})
    assert expected({"4": 0.6, "x": 0.4}, by="[{logprobs: {least_mass: 0.5}}]") == 4


@pytest.mark.parametrize(
    "texts", [("4", ".", "5"), ("-", "4"), ("1", "0"), ("x", "4"), ("4", "th"), ("3", "4")]
)
def test_parts_of_words_and_numbers_are_no_labels(texts):
    """A token that continues a number or a word is not the verdict."""
    assert expected(*({text: 1.0} for text in texts)) == "unparsed: no rule applies"


def test_several_labels_need_a_pick():
    """`4 of 5` has two; the judge says which counts."""
    reply = [{"4": 1.0}, {" of": 1.0}, {" 5": 1.0}]
    assert "2 tokens are labels" in expected(*reply)
    assert expected(*reply, by="[{logprobs: {}, pick: first}]") == 4
    assert expected(*reply, by="[{logprobs: {}, pick: last}]") == 5


def test_the_next_rule_without_probabilities():
    """A server without log-probabilities is read by the next rule."""
    both = rules("[{logprobs: {}}, {pattern: '\\d'}]")
    assert read_verdict(RecordReply(text="4"), scale(FIVE), both).values == (4.0,)


def test_wrong_probabilities_are_unparsed():
    """Numbers that are no log-probabilities are not used."""
    reply = RecordReply(text="4", logprobs=tokens({"4": 900.0}))
    assert "above 0" in read_verdict(reply, scale(FIVE), rules("[{logprobs: {}}]")).reason
    reply = RecordReply(text="4", logprobs=tokens({"4": float("nan")}))
    assert read_verdict(reply, scale(FIVE), rules("[{logprobs: {}}]")).values == ()


@pytest.mark.parametrize("rule", ["{top: 0}", "{top: 21}", "{least_mass: 0}", "{least_mass: 2}"])
def test_wrong_rules_are_refused(rule):
    """A rule states how many tokens and how much of their probability."""
    with pytest.raises(msgspec.ValidationError):
        rules(f"[{{logprobs: {rule}}}]")
