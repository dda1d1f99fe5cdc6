"""math: rows, reasons and math-verify's share of the verdicts."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError
from sacreval.scoring.evaluate import evaluate
from support import missing
from support.shared_cases import shared_cases
from support.tasks import scores_of

METRIC = metrics.get("math")


def row_of(metric, prediction, *references):
    """Score one output."""
    return metric.rows(Batch([Instance(prediction=prediction, references=list(references))]))[0]


@pytest.mark.parametrize(
    ("prediction", "references", "row"),
    [
        (r"\frac{2}{4}", ["0.5"], [1, 0, 1]),
        ("4", ["5", "4"], [1, 0, 1]),
        ("4", [r"\int x", "4"], [1, 0, 1]),
        ("4", ["5", "6"], [0, 0, 1]),
        ("4 +", ["5"], [0, 1, 1]),
        ("", ["5"], [0, 1, 1]),
    ],
)
def test_rows(prediction, references, row):
    """Any reference may match; an output that is no mathematical answer is 0 and counted."""
    assert row_of(METRIC(), prediction, *references).tolist() == row


@pytest.mark.parametrize(
    ("prediction", "references", "reason"),
    [
        (r"\int x", ["5"], "undecided"),
        ("5", [r"\frac{1}{"], "unparsed_reference"),
        ("5", ["6", r"\int x", "7 +"], "undecided"),
    ],
)
def test_no_verdict(prediction, references, reason):
    """A pair that is not decided, and a reference that is no answer, leave a record unscored."""
    record = Instance(prediction=prediction, references=references)
    with pytest.raises(RecordError, match=reason) as error:
        METRIC().rows(Batch([record]))
    assert METRIC().missing_state(record, str(error.value)) == reason


def test_counts():
    """Records without a verdict are counted by the reason, and bound the score."""
    pairs = [("1", "1"), ("1", "2"), (r"\int x", "2"), ("1", "2 +"), ("1", "2 +")]
    records = [
        Instance(instance_id=str(i), system_id="a", prediction=p, references=[r])
        for i, (p, r) in enumerate(pairs)
    ]
    result = evaluate([Batch(records)], METRIC()).report(None).results[0]
    assert result.value == 0.5
    assert result.missing.counts == {"unparsed reference": 2, "undecided": 1}
    assert (result.missing.if_worst, result.missing.if_best) == (0.2, 0.8)


def test_as_scorer():
    """Samples are right, and vote for one answer, where they are equal as mathematics."""
    record = {"samples": ["0.5", r"\frac12", "2", "1/2"], "references": [r"\frac{2}{4}"]}
    found = scores_of("pass-at-k", [record], {"k": [1], "scorer": "math"})
    assert found["pass_at_1"] == 0.75
    assert scores_of("maj-at-k", [record], {"k": [4], "scorer": "math"})["maj_at_4"] == 1


def test_math_verify_decides_the_rest():
    """math-verify is asked about undecided pairs alone, and raises no other verdict."""
    missing.module("math_verify", "undecided pairs that math-verify decides")
    metric = METRIC(undecided="math-verify")
    assert row_of(metric, r"\max(1,2)", "2").tolist() in ([1, 0, 1], [0, 0, 1])
    assert row_of(metric, "9", r"9\%").tolist() == [0, 0, 1]  # which math-verify calls equal
    cases = [x for x in shared_cases("math_equivalence")["cases"] if "answer" in x]
    records = [Instance(prediction=x["answer"], references=[x["gold"]]) for x in cases]
    found = metric.rows(Batch(records))[:, 0]
    wrong = {x["id"] for x, score in zip(cases, found, strict=True) if bool(score) != x["right"]}
    assert np.isfinite(found).all()
    assert wrong == {"m063", "m083"}  # ambiguous: equal for positive variables


def test_no_record_can_be_scored():
    """Records without a verdict alone are counted, and none is unanswered."""
    records = [Instance(prediction="\\int_0^1 x\\,dx", references=["1/2"])]
    first, *_ = evaluate([Batch(records)], metrics.get("math")()).report().results
    assert (first.value, first.n, first.unanswered) == (None, 1, 0)
    assert first.missing.undecided == 1
