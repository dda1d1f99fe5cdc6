"""Two runs: rows that they share, results that can be compared, and non-inferiority."""

import json

import msgspec
import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.features.gates import baseline_tests
from sacreval.features.gates.baseline_tests import paired_test
from sacreval.features.gates.matched_runs import directed, match, why_no_test
from sacreval.features.gates.paired_rows import TwoRuns, fallen, in_units
from sacreval.features.gates.regression_rule import Regression, UnitOptions
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.result_files import Baseline
from support.two_runs import right_or_wrong

NOW, OLD = [1, 1, 0, 1, 0, 1], [1, 0, 0, 1, 1, 0]


def test_the_gain_and_its_error_are_those_of_the_differences():
    """For means the jackknife's error is the standard error of the paired differences."""
    rows = right_or_wrong(NOW, OLD)
    gains = np.subtract(NOW, OLD)
    assert rows.gain == pytest.approx(gains.mean())
    estimate = rows.estimate()
    assert float(estimate.value) == pytest.approx(gains.mean())
    assert float(estimate.error) == pytest.approx(gains.std(ddof=1) / np.sqrt(6))
    assert estimate.freedom == 5


def test_groups_are_summed():
    """With groups as units the error is that of their sums, with groups - 1 degrees of freedom."""
    rows = right_or_wrong(NOW, OLD, groups={"passage": ["a", "a", "b", "b", "c", "c"]})
    estimate = rows._replace(unit="passage").estimate()
    sums = np.array([1, 0, 0])
    assert float(estimate.error) == pytest.approx(sums.std(ddof=1) / 2 / np.sqrt(3))
    assert estimate.freedom == 2


def test_0_1_scores_are_counted():
    """Records that only one run has right are counted, unless scores are means of runs."""
    assert right_or_wrong(NOW, OLD).discordant() == (2, 1)
    assert right_or_wrong(NOW, np.array(OLD) / 3, runs=3).discordant() is None
    groups = right_or_wrong(NOW, OLD, groups={"g": list("aabbcc")})._replace(unit="g")
    assert groups.discordant() is None


def test_the_same_outputs_are_known_by_their_hash():
    """Two runs have the same outputs if their signatures have the same hash."""
    assert right_or_wrong(NOW, NOW, same=True).same_outputs
    assert not right_or_wrong(NOW, NOW).same_outputs


def test_a_single_record_has_no_error():
    """One record has a gain but no standard error."""
    assert np.isnan(right_or_wrong([1], [0]).estimate().error)


def test_the_largest_losses_are_first():
    """Records that are better, or as good, are not named."""
    rows = right_or_wrong([0, 1, 0.25, 1], [1, 0, 0.5, 1])
    assert fallen(rows) == "; largest losses in records 0 (1 to 0), 2 (0.5 to 0.25)"


@pytest.mark.parametrize(("count", "more"), [(5, ""), (6, " and 1 more")])
def test_five_are_named(count, more):
    """The others are counted."""
    text = fallen(right_or_wrong([0] * count, [1] * count))
    assert text.endswith(f"4 (1 to 0){more}")


def test_nothing_is_named_where_none_is_worse():
    """A run that is as good, and an output without a direction, have no losses."""
    assert fallen(right_or_wrong([1, 1], [0, 1])) == ""
    rows = right_or_wrong([0, 0], [1, 1])
    now = msgspec.structs.replace(rows.now, higher_is_better=None)
    assert fallen(rows._replace(now=now)) == ""


def test_losses_have_the_direction_of_the_metric():
    """Of an error rate, records that rose are named."""
    rows = right_or_wrong([1, 0], [0, 1])
    rows = rows._replace(now=msgspec.structs.replace(rows.now, higher_is_better=False))
    assert fallen(rows) == "; largest losses in records 0 (0 to 1)"


def passages(rng, groups, *, alike):
    """Return rows whose differences are alike within each passage of ten records, or are not."""
    n = groups * 10
    old = (rng.random(n) < 0.7).astype(float)
    odd = np.repeat(rng.random(groups), 10) if alike else rng.random(n)
    now = np.where(odd < 0.2, 0, old)
    return right_or_wrong(now, old, groups={"passage": [f"p{i // 10}" for i in range(n)]})


def test_groups_whose_differences_are_alike_are_the_units():
    """Where passages decide, tests are over them, and a notice says so and why."""
    rows = passages(np.random.default_rng(1), 12, alike=True)
    (paired,), (text,) = in_units([rows], UnitOptions())
    assert paired.unit == "passage"
    assert len(paired.tables()[0]) == 12
    assert "tests of the baseline are over passage" in text


def test_the_user_decides():
    """A named group, records by --interval percentile, and groups of --by need no choice."""
    rng = np.random.default_rng(1)
    rows = passages(rng, 12, alike=True)
    for options in (UnitOptions(by_data=False), UnitOptions(besides=("passage",))):
        (paired,), notices = in_units([rows], options)
        assert (paired.unit, notices) == (None, [])
    unlike = passages(rng, 12, alike=False)
    assert in_units([unlike], UnitOptions("passage"))[0][0].unit == "passage"


def test_fewer_than_six_groups_cannot_test():
    """With five passages even a drop in all may be chance: one sentence says what to do."""
    rows = passages(np.random.default_rng(1), 5, alike=True)
    with pytest.raises(UsageError, match=r"5 values of passage are too few .* --max-drop"):
        in_units([rows], UnitOptions("passage"))


def test_whole_groups_change_sides(monkeypatch):
    """Over passages an unchanged system fails at the level; over records three times as often."""
    monkeypatch.setattr(baseline_tests, "TRIALS", 300)
    rng, failures = np.random.default_rng(2), {None: [], "passage": []}
    for _ in range(150):
        effects = np.repeat(rng.normal(size=20), 10)
        old = np.round(rng.random(200), 3)
        groups = {"passage": [str(i // 10) for i in range(200)]}
        rows = right_or_wrong(old + effects + rng.normal(size=200), old, groups=groups)
        for unit, failed in failures.items():
            failed.append(paired_test(rows._replace(unit=unit), 1).p <= 0.05)
    assert np.mean(failures["passage"]) < 0.1
    assert np.mean(failures[None]) > 0.2


def run(name="bleu", **options):
    records = [Instance(prediction="a b", references=["a b"], system_id="s", instance_id="1")]
    return evaluate([Batch(records)], metrics.get(name)(**options))


def two_runs(now, old, records=None):
    baseline = Baseline("old.json", old.report().results, records)
    return TwoRuns(now, now.report().results, baseline)


def test_pairs():
    """Results of equal outputs are paired; without rows there is no paired test."""
    both = run()
    runs = two_runs(both, both)
    pairs = match(runs, Regression()).pairs
    assert [(now.output, then.output) for now, then in pairs] == [("bleu", "bleu")]
    assert "a paired test needs the scores of its records" in why_no_test(runs, pairs)
    assert why_no_test(two_runs(both, both, {"s": {"1": next(both.instances())}}), pairs) == ""


def test_other_options():
    """Runs with other options are not compared, unless that is forced, and then not tested."""
    runs = two_runs(run(lowercase=True), run(), {"s": {}})
    with pytest.raises(UsageError, match="bleu has lowercase False there, True here"):
        match(runs, Regression())
    pairs = match(runs, Regression(force=True)).pairs
    assert "scores with different options cannot be tested" in why_no_test(runs, pairs)


def test_without_direction():
    """Outputs of which neither is better are left out, and refused where there are no others."""
    runs = two_runs(run("length"), run("length"))
    pairs = match(runs, Regression()).pairs
    with pytest.raises(UsageError, match="--max-drop"):
        directed(pairs, runs.baseline)


def test_missing_instances_are_the_first_cause(cli, tmp_path):
    """A refusal begins with what is missing, which alone may be why the data differ."""
    record = {"system_id": "a", "prediction": "x y", "references": ["x"]}
    lines = [json.dumps({"instance_id": str(i), **record}) for i in range(4)]
    (tmp_path / "all.jsonl").write_text("\n".join(lines))
    (tmp_path / "few.jsonl").write_text("\n".join(lines[:3]))
    metrics = ("suite", "-m", "chrf", "-m", "token-f1")
    assert (
        cli("evaluate", *metrics, "all.jsonl", "-o", "b.json", "--instances", "b.jsonl").code == 0
    )
    result = cli("evaluate", *metrics, "few.jsonl", "--baseline", "b.json")
    why = result.err.partition("that baseline: ")[2]
    assert why.startswith(
        "instances of 'a': 3 aligned, 1 gone (3), 0 new; whether the shared instances have the "
        "same references and sources cannot be told. Accept"
    )
