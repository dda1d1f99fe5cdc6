"""Running metrics: the score of all outputs at once, whatever the steps and the processes."""

from contextlib import suppress

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, SacrevalError, UsageError
from sacreval.integrations.running import Running, row_metric
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.evaluate import evaluate

PREDICTIONS = ["the cat sat on the mat", "a dog barked at the boys", "x y z w v", ""]
REFERENCES = [["the cat sat on a mat"], ["the dog barked at boys", "a dog barks"], ["x y"], ["a"]]


def whole(metric):
    pairs = zip(PREDICTIONS, REFERENCES, strict=True)
    batch = Batch([Instance(prediction=text, references=right) for text, right in pairs])
    report = evaluate([batch], [entry(metric)]).report()
    return {one.output: one.value for one in report.results}


@pytest.mark.parametrize(
    "metric", ["bleu", 'chrf{"word_order": 2}', "ter", "rouge", "wer", "token-f1", "exact-match"]
)
def test_steps_and_merging_change_nothing(metric):
    """Merged parts have the same number to the last bit as one, and that of `evaluate`."""
    parts = [Running(metric) for _ in range(3)]
    for i, (prediction, references) in enumerate(zip(PREDICTIONS, REFERENCES, strict=True)):
        parts[i % 2].update([prediction], [references])
    one = Running(metric)
    one.update(PREDICTIONS, REFERENCES)
    assert parts[0].merge(*parts[1:]).compute() == one.compute()
    assert one.compute() == pytest.approx(whole(metric), rel=1e-12)


def test_one_reference():
    """A reference may be a text instead of a list of one."""
    one, several = Running("chrf"), Running("chrf")
    one.update(["a b"], ["a c"])
    several.update(["a b"], [["a c"]])
    assert one.compute() == several.compute()


def test_sources():
    """A metric without references reads sources, or outputs alone."""
    copied = Running("extractiveness")
    copied.update(["a b c"], sources=["a b c d"])
    assert copied.compute()["coverage"] == 1.0
    alone = Running("length")
    alone.update(["a b c"])
    assert alone.compute()["length_words"] == 3.0


def test_reset():
    """After a reset there is no score, until there is an output."""
    running = Running("bleu")
    running.update(["a"], ["a"])
    running.reset()
    with pytest.raises(UsageError, match="there is no output yet"):
        running.compute()
    running.update([], [])
    with pytest.raises(UsageError, match="there is no output yet"):
        running.compute()


def test_other_options_are_not_merged():
    """Rows of other options are refused."""
    with pytest.raises(UsageError, match="merge metrics with the same options"):
        Running("chrf").merge(Running('chrf{"word_order": 2}'))


@pytest.mark.parametrize(
    ("metric", "reason"),
    [
        ("self-bleu", "scores whole sets"),
        ("multiple-choice", "needs choices"),
        ("nist", "depends on all data"),
        ("blue", "did you mean 'bleu'"),
    ],
)
def test_refused_metrics(metric, reason):
    """Metrics of whole sets, of other fields, or that depend on all data are refused."""
    with pytest.raises(UsageError, match=reason):
        Running(metric)


def test_refused_updates():
    """Missing references, other lengths and wrong types are refused."""
    running = Running("bleu")
    with pytest.raises(UsageError, match="bleu needs references"):
        running.update(["a"])
    with pytest.raises(UsageError, match="2 predictions and 1 references"):
        running.update(["a", "b"], ["a"])
    with pytest.raises(InputError, match="prediction"):
        running.update([{"a": 1}], ["a"])


@pytest.mark.long
def test_every_metric_is_taken_or_refused():
    """Each metric of texts and labels that needs no model runs; the others are refused."""
    taken = []
    for name in metrics:
        with suppress(SacrevalError):
            row_metric(name)
            taken.append(name)
    assert {"bleu", "accuracy", "rouge-1.5.5", "sari", "extractiveness"} <= set(taken)
    assert not {"self-bleu", "pearson", "pass-at-k", "classification"} & set(taken)


def test_values_of_other_types():
    """Texts that are numbers are numbers, and a text that is none refuses the update."""
    running = Running("mean-squared-error")
    running.update(["3.5", 2], ["4", "2.0"])
    assert running.compute()["mean_squared_error"] == 0.125
    with pytest.raises(InputError, match="'abc', which is not a number"):
        running.update(["abc"], [1])
