"""Equivalence and non-inferiority: three answers."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import UsageError
from sacreval.features.compare.pairs.difference_intervals import (
    check_margins,
    margin_answers,
    parse_margins,
    with_outputs,
)
from sacreval.features.compare.result import Settings
from sacreval.scoring.entries import run_metrics
from sacreval.scoring.entries.output_names import directions
from support.pairs import pair_of, right


def answers(base, other, better=True, **margins):
    """Return the answers for two systems."""
    named = {name: {"exact_match": margin} for name, margin in margins.items()}
    return margin_answers(*pair_of(base, other, **named), better=better)


@pytest.mark.parametrize("margin", [0.05, 0.2, 0.5, 1.0])
def test_answers_are_those_of_one_sided_t_tests(margin):
    """Not worse where the one-sided p is at most .05, equivalent where both are."""
    gains = np.random.default_rng(2).normal(size=40)
    both, one = answers(np.zeros(40), gains, equivalent=margin, not_worse=margin)
    p = stats.ttest_1samp(gains, -margin, alternative="greater").pvalue
    other = stats.ttest_1samp(gains, margin, alternative="less").pvalue
    assert (one.answer == "not worse") == (p <= 0.05)
    assert (both.answer == "equivalent") == (max(p, other) <= 0.05)


def test_right_or_wrong_answers():
    """8 gains and 12 losses of 200: z is 1.28, so that a margin of .05 is too small, .06 not."""
    base, other = right(8, 12, 200)
    (narrow,), (wide,) = (answers(base, other, not_worse=x) for x in (0.05, 0.07))
    assert (narrow.answer, wide.answer) == ("cannot tell", "not worse")
    assert narrow.needed > 200
    assert wide.needed is None


@pytest.mark.parametrize("score", [0.5, 1.0])
def test_equal_scores_are_no_proof_where_records_are_few(score):
    """Of records without a difference, as many are needed as the answer says."""
    few = np.full(9, score)
    both, one = answers(few, few, equivalent=0.02, not_worse=0.02)
    assert both.answer == one.answer == "cannot tell"
    many = np.full(one.needed, score)
    both, one = answers(many, many, equivalent=0.02, not_worse=0.02)
    assert (both.answer, one.answer) == ("equivalent", "not worse")


def test_worse_and_not_equivalent():
    """A loss that is clearly larger than the margin has both answers."""
    loss = np.random.default_rng(1).normal(-2, 0.1, size=20)
    both, one = answers(np.zeros(20), loss, equivalent=0.5, not_worse=0.5)
    assert (both.answer, one.answer) == ("not equivalent", "worse")
    (turned,) = answers(np.zeros(20), loss, better=False, not_worse=0.5)
    assert turned.answer == "not worse"
    assert turned.low > 1.9


def test_margins():
    """Options are METRIC=MARGIN with a margin above 0, each output once."""
    assert parse_margins(["bleu=0.5", "ter=1"], "--not-worse") == {"bleu": 0.5, "ter": 1.0}
    for bad in ("bleu", "bleu=x", "bleu=0", "bleu=-1", "bleu=nan", "bleu=inf", "=1"):
        with pytest.raises(UsageError, match=r"--equivalent .*: write METRIC=MARGIN"):
            parse_margins([bad], "--equivalent")
    with pytest.raises(UsageError, match="named twice"):
        parse_margins(["bleu=1", "bleu=2"], "--equivalent")


def test_outputs_with_margins_are_known():
    """Names become outputs; a misspelt one, one named twice and a direction missing are refused."""
    entries = run_metrics.entries(["bleu", "length", "rouge"])
    named = with_outputs(
        Settings(primary="rouge", equivalent={"length-words": 1.0}, not_worse={"bleu": 1.0}),
        entries,
    )
    assert named.primary == "rougeL_f1"
    assert named.equivalent == {"length_words": 1.0}
    check_margins(named, directions(entries))
    with pytest.raises(UsageError, match="--equivalent: .* no output 'blue'; .*'bleu'"):
        with_outputs(Settings(equivalent={"blue": 1.0}), entries)
    with pytest.raises(UsageError, match="--primary: .* no output 'bluu'; .*'bleu'"):
        with_outputs(Settings(primary="bluu"), entries)
    with pytest.raises(UsageError, match="--primary tests one output alone"):
        with_outputs(Settings(primary="bleu", family="all"), entries)
    with pytest.raises(UsageError, match="rougeL_f1 is named twice"):
        with_outputs(Settings(not_worse={"rouge": 1.0, "rougeL_f1": 2.0}), entries)
    with pytest.raises(UsageError, match="neither larger nor smaller is better"):
        check_margins(Settings(not_worse={"length_words": 1.0}), directions(entries))
