"""Mathematical answers: rows, reasons, and the verdicts and limits of math-verify."""

import subprocess
import sys

import numpy as np
import pytest

from sacreval.core.contract import metric_records
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.metrics.answers import _math_verify
from sacreval.scoring.collected_batches import evaluate
from support import missing
from support.shared_cases import shared_cases
from support.sizes import long
from support.tasks import scores_of

METRIC = metrics.get("math")
MATH_VERIFY = metrics.get("math-verify")
FACTORIAL, BINOMIAL = "10000000!", r"\binom{10^9}{5\cdot 10^8}"
LIMITS = [  # each takes the library longer than its own limit of five seconds, or for ever
    "9^{9^{9^{9}}}", "(10^{10^{10}})!", FACTORIAL, "7^{10^8}", BINOMIAL, r"\prod_{k=1}^{10^7}k",
    r"\lfloor 10^{10^8}/7\rfloor", r"3^{2\cdot10^7}-3^{2\cdot10^7}", r"\sin 10^{10^9}",
    r"\boxed{5^{5^{5^{5^5}}}}", r"\log\log\log\log 2^{2^{2^{2^{40}}}}",
    r"\int_0^1\sin\cos\tan x^x dx", "(" * 2000 + "1" + ")" * 2000,
    r"\sqrt{" * 500 + "1" + "}" * 500,
    r"\frac{1}{" * 60 + "2" + "}" * 60, "answer " * 15000,
]  # fmt: skip
FORMS = {  # of reference and prediction, by column of the shared cases
    "math_verify_latex": ("latex", "latex"),
    "math_verify_boxed": ("latex", "boxed"),
    "math_verify_plain": ("text", "text"),
    "math_verify_reversed": ("latex", "latex"),
    "math_verify_loose": ("latex", "latex"),
}
LOOSE = {"strict": False, "allow_set_relation_comp": True}


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
def test_math_rows(prediction, references, row):
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
    assert metric_records.missing_state(METRIC(), record, str(error.value)) == reason


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
    scores = scores_of("pass-at-k", [record], {"k": [1], "scorer": "math"})
    assert scores["pass_at_1"] == 0.75
    assert scores_of("maj-at-k", [record], {"k": [4], "scorer": "math"})["maj_at_4"] == 1


def test_math_verify_decides_the_rest():
    """math-verify is asked about undecided pairs alone, and raises no other verdict."""
    missing.module("math_verify", "undecided pairs that math-verify decides")
    metric = METRIC(undecided="math-verify")
    assert row_of(metric, r"\max(1,2)", "2").tolist() in ([1, 0, 1], [0, 0, 1])
    assert row_of(metric, "9", r"9\%").tolist() == [0, 0, 1]  # which math-verify calls equal
    cases = [x for x in shared_cases("math_equivalence")["cases"] if "answer" in x]
    records = [Instance(prediction=x["answer"], references=[x["gold"]]) for x in cases]
    scores = metric.rows(Batch(records))[:, 0]
    wrong = {x["id"] for x, score in zip(cases, scores, strict=True) if bool(score) != x["right"]}
    assert np.isfinite(scores).all()
    assert wrong == {"m063", "m083"}  # ambiguous: equal for positive variables


def test_no_record_can_be_scored():
    """Records without a verdict alone are counted, and none is unanswered."""
    records = [Instance(prediction="\\int_0^1 x\\,dx", references=["1/2"])]
    first, *_ = evaluate([Batch(records)], metrics.get("math")()).report().results
    assert (first.value, first.n, first.unanswered) == (None, 1, 0)
    assert first.missing.undecided == 1


@pytest.mark.parametrize(
    ("column", "step"), [*((form, 5) for form in FORMS), *(long(form, 1) for form in FORMS)]
)
def test_shared_verdicts(column, step):
    """The verdict on each shared pair is the stored one of math-verify 0.9.0."""
    cases = [x for x in shared_cases("math_equivalence")["cases"] if column in x["verdicts"]]
    assert len(cases) > 100
    cases = cases[::step]
    reference, prediction = FORMS[column]
    options = LOOSE if column == "math_verify_loose" else {}
    wrong = []
    for whole in (False, True):
        metric = MATH_VERIFY(
            reference_form=reference,
            prediction_form="text" if whole else prediction,  # whole outputs are as they are
            timeout=60.0,
            **options,
        )
        for case in (x for x in cases if ("output" in x) is whole):
            sides = [case["gold"], case.get("answer", case.get("output"))]
            pair = _math_verify.AnswerPair(*(sides[::-1] if "reversed" in column else sides))
            equal = metric.verifier.verdicts([pair]) == ["equal"]
            wrong += [case["id"]] if equal != case["verdicts"][column] else []
    assert not wrong


@pytest.mark.parametrize(
    ("prediction", "references", "row"),
    [
        (r"The answer is $\frac{2}{4}$.", ["0.5"], [1, 0, 1]),
        ("It is 4.", ["5", "4"], [1, 0, 1]),
        ("It is 4.", ["5", "6"], [0, 0, 1]),
        ("Nobody knows.", ["5"], [0, 1, 1]),
        (r"$\frac{1}{$", ["5"], [0, 1, 1]),
        (r"$\frac{1}{$", [r"\frac{1}{"], [1, 0, 1]),
    ],
)
def test_math_verify_rows(prediction, references, row):
    """Any reference may match; an output without an answer is 0 and counted; equal texts match."""
    assert row_of(MATH_VERIFY(), prediction, *references).tolist() == row


def test_extraction():
    """Letters are found if they are looked for, and plain texts hold no LaTeX."""
    letters = MATH_VERIFY(
        extraction=("string",), reference_extraction=("string",), reference_form="text"
    )
    assert row_of(letters, "The answer is (x). B", "B")[0] == 1
    assert row_of(MATH_VERIFY(), r"\sqrt{4}", "2")[0] == 0
    assert row_of(MATH_VERIFY(prediction_form="latex"), r"\sqrt{4}", "2")[0] == 1
    assert row_of(MATH_VERIFY(without_anchor=False), "first 3, then 4", "4")[1] == 1
    assert row_of(MATH_VERIFY(boxed_priority=0), r"\boxed{3} so the final answer is 4", "3")[0] == 1


@pytest.mark.long
@missing.needs("math_verify", "answers compared by math-verify")
@pytest.mark.parametrize("hostile", [FACTORIAL, BINOMIAL, *(long(limit) for limit in LIMITS)])
def test_limits(hostile):
    """What takes the library too long is a timeout, not a verdict."""
    metric = MATH_VERIFY(timeout=0.5)
    with pytest.raises(RecordError, match="timeout"):
        row_of(metric, f"${hostile}$", "1")
    assert row_of(metric, "1", "1")[0] == 1


def test_gmpy2():
    """The limit holds in GMP, which does not return to the interpreter; the signature names it."""
    missing.module("gmpy2", "limits of math-verify beside gmpy2")
    metric = MATH_VERIFY(timeout=0.5)
    assert "gmpy2" in metric.origin.libraries
    with pytest.raises(RecordError, match="timeout"):
        row_of(metric, f"${BINOMIAL}$", "1")


@pytest.mark.long
def test_reasons():
    """Records without a verdict are counted by the reason, with bounds on the score."""
    records = [
        Instance(instance_id=str(i), prediction=prediction, references=[reference])
        for i, (prediction, reference) in enumerate(
            [("1", "1"), ("2", "1"), (f"${BINOMIAL}$", "1"), ("1", "no answer at all")]
        )
    ]
    metric = MATH_VERIFY(timeout=0.5, reference_form="text")
    first, unparsed = evaluate([Batch(records)], metric).report(None).results
    assert (first.value, first.n, first.scored, unparsed.value) == (0.5, 4, 2, 0.0)
    assert first.missing.counts == {"unparsed reference": 1, "timeout": 1}
    assert (first.missing.if_worst, first.missing.if_best) == (0.25, 0.75)
    assert (unparsed.missing.if_worst, unparsed.missing.if_best) == (0.5, 0.0)


def test_verdicts_are_computed_once(monkeypatch):
    """Equal pairs are one call, in the same batch and in later ones."""
    metric = MATH_VERIFY()
    calls = []
    real = metric.verifier._processes.map

    def counted(asked, **options):
        calls.extend(asked)
        return real(asked, **options)

    monkeypatch.setattr(metric.verifier._processes, "map", counted)
    batch = Batch([Instance(prediction="1", references=["1", "2"])] * 3)
    first = metric.rows(batch)
    assert len(calls) == 2
    np.testing.assert_array_equal(metric.rows(batch), first)
    assert len(calls) == 2


def test_forgetting(monkeypatch):
    """Verdicts that do not fit are forgotten, and computed again."""
    monkeypatch.setattr(_math_verify, "_MOST", 2)
    verifier = _math_verify.MathVerify()
    pairs = [_math_verify.AnswerPair(str(i), "1") for i in range(3)]
    assert verifier.verdicts(pairs[:2]) == ["different", "equal"]
    assert verifier.verdicts(pairs) == ["different", "equal", "different"]
    assert len(verifier._known) == 1


@pytest.mark.parametrize(
    "options",
    [{"extraction": ()}, {"extraction": ("latex", "latex")}, {"timeout": 0.0}, {"memory": 10},
     {"timeout": float("nan")}, {"float_rounding": -1}, {"numeric_precision": 0}],
)  # fmt: skip
def test_refused_options(options):
    """Options that cannot be used are refused."""
    with pytest.raises(UsageError):
        MATH_VERIFY(**options)


def test_without_the_library(monkeypatch):
    """Where math-verify is not installed, one sentence names the extra."""
    monkeypatch.setattr(_math_verify, "find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[math\]'"):
        MATH_VERIFY()


@pytest.mark.long
@missing.needs("math_verify", "answers compared by math-verify")
def test_the_library_stays_outside():
    """The process of the metric imports neither math-verify nor sympy."""
    code = (
        "import sys; from sacreval.core.metric import metrics\n"
        "from sacreval.core.records import Batch, Instance\n"
        "one = Batch([Instance(prediction='1', references=['1'])])\n"
        "print(metrics.get('math-verify')().rows(one)[0, 0])\n"
        "assert not {'sympy', 'math_verify', 'antlr4'} & sys.modules.keys()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("1.0\n", 0), run.stderr
