"""Averages over tasks: weights, scales, draws of their own, and what parts the data."""

import numpy as np
import pytest

from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_origins import Signatures
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.significance.compare_metrics import Style
from sacreval.features.correlate.task_averages import average_over_tasks, task_seed
from sacreval.stats.significance.multiple_testing import Correction
from support.correlations import compare_metrics, correlate

STYLE = Style("h", "two-sided", Correction.HOLM, 0.05, "peer", Signatures())
PA = {"human": "h", "level": ["system"], "coefficient": ["pairwise-accuracy"]}
FREE = {"human": "h", "level": ["system"], "coefficient": ["pearson"]}


def task(seed, n_systems, flat=()):
    """Make a task in which metric a is better than b."""
    rng = np.random.default_rng(seed)
    rows = []
    for system in range(n_systems):
        for instance in range(12):
            z = system / 2 + rng.normal()
            scores = {"a": z + rng.normal() / 4, "b": z + 3 * rng.normal(), "c": z + rng.normal()}
            scores |= dict.fromkeys(flat, 1.0)
            rows.append(Row(f"s{system}", str(instance), "peer", scores, {"h": z}, "memory"))
    return score_set(rows)


def compared(tasks, test="bootstrap-both", **options):
    return {
        name: compare_metrics(data, test=test, seed=task_seed(1, name), resamples=199, **options)
        for name, data in tasks.items()
    }


TASKS = {"en-de": task(0, 5), "he-en": task(1, 9)}


def test_pairs_of_systems_are_pooled():
    """Pairwise accuracy counts the pairs of all tasks together, as WMT does."""
    reports = {name: correlate(data, interval="none", **PA) for name, data in TASKS.items()}
    means = average_over_tasks(reports, STYLE, 1).averages
    right, pairs = dict.fromkeys("abc", 0), 0
    for data in TASKS.values():
        z = data.judgments["h"].mean(axis=1)
        i, k = np.triu_indices(len(z), 1)
        pairs += len(i)
        for m in "abc":
            x = data.scores[m].mean(axis=1)
            right[m] += int((np.sign(x[i] - x[k]) == np.sign(z[i] - z[k])).sum())
    assert {a.metric: a.value for a in means} == pytest.approx({m: right[m] / pairs for m in "abc"})
    assert {(a.weights, a.n_tasks, a.cluster) for a in means} == {("pairs", 2, None)}


def test_coefficients_weigh_the_same_and_correlations_meet_accuracies_on_one_scale():
    """Over all coefficients r becomes (r + 1) / 2, and each coefficient counts once."""
    both = {**PA, "coefficient": ["pearson", "pairwise-accuracy"]}
    reports = {name: correlate(data, interval="none", **both) for name, data in TASKS.items()}
    means = {(a.coefficient, a.metric): a for a in average_over_tasks(reports, STYLE, 1).averages}
    pearson, accuracy = means["pearson", "a"], means["pairwise-accuracy", "a"]
    assert (pearson.scale, means["all", "a"].scale) == ("as-is", "0-1")
    expected = ((pearson.value + 1) / 2 + accuracy.value) / 2
    assert means["all", "a"].value == pytest.approx(expected)


def test_averages_are_tested_with_the_draws_of_each_task():
    """The null difference of an average is the average of the tasks' null differences."""
    reports = compared(TASKS, **FREE)
    averaged = average_over_tasks(reports, STYLE, 1)
    families = [report.families[0] for report in reports.values()]
    [tested] = [t for t in averaged.tests if {t.metric_a, t.metric_b} == {"a", "b"}]
    null = sum(f.verdict("a", "b").draws for f in families) / 2
    beyond = [~(side * (null + tested.delta) > 1e-10) for side in (1, -1)]  # and undefined draws
    share = 2 * (min(np.sum(half) for half in beyond) + 1) / 200
    assert tested.p_value == pytest.approx(share)
    assert [a.metric for a in averaged.averages] == ["a", "c", "b"]
    assert "over:en-de+he-en" in tested.signature
    centred = average_over_tasks(compared(TASKS, "centred-both", **FREE), STYLE, 1)
    [tested] = [t for t in centred.tests if {t.metric_a, t.metric_b} == {"a", "b"}]
    smaller = np.abs(null) < abs(tested.delta) - 1e-10  # an undefined draw is not
    assert tested.p_value == pytest.approx((np.sum(~smaller) + 1) / 200)


def test_tasks_have_draws_of_their_own():
    """The seed of a task hangs on its name, not on which other tasks there are."""
    assert task_seed(1, "en-de") == task_seed(1, "en-de")
    assert len({task_seed(s, name) for s in (1, 2) for name in ("en-de", "he-en")}) == 4


def test_what_cannot_be_averaged_is_said():
    """A metric that is undefined in one task, and a test without draws, have a reason."""
    tasks = {**TASKS, "zh-en": task(2, 6, flat=["c"])}
    averaged = average_over_tasks(compared(tasks, **FREE), STYLE, 1)
    assert [a.metric for a in averaged.averages] == ["a", "b"]
    assert "a task has no value of them: c." in averaged.notes[0]
    averaged = average_over_tasks(compared(TASKS, test="williams", **FREE), STYLE, 1)
    assert all("no random draws" in t.reason for t in averaged.tests)
    assert all(a.cluster is None for a in averaged.averages)
