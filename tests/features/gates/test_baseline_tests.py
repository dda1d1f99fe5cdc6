"""The paired test against a baseline: its p-values, sizes, and the drops that it finds."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sacreval.features.compare.pairs.paired_tests import mid_p
from sacreval.features.gates import baseline_tests
from sacreval.features.gates.baseline_tests import (
    drop_notices,
    drop_verdicts,
    gain_of,
    least_changed,
    margin_verdict,
    paired_test,
    passes,
    records_needed,
    smallest_drop,
)
from sacreval.features.gates.regression_rule import Regression
from support.accepted import ACCEPT, against, system
from support.pairs import pair_of
from support.program import write_jsonl
from support.two_runs import nights, right_or_wrong


def fails(now, old, runs=1):
    """Return whether the test fails a run against its baseline."""
    rows = right_or_wrong(now, old, runs=runs)
    (verdict,) = drop_verdicts([(rows.now, rows)], Regression())
    return not verdict.passed


def test_0_1_scores_have_mcnemars_mid_p():
    """12 records lost and 4 gained of 40: mid-p .0490, where counting ties in full has .0768."""
    old = np.repeat([1, 0, 1], [12, 4, 24])
    now = np.repeat([0, 1, 1], [12, 4, 24])
    # scipy 1.17.1, 2026-11-22: binom.cdf(4, 16, .5) + binom.cdf(3, 16, .5).
    assert paired_test(right_or_wrong(now, old), 1).p == pytest.approx(0.0490417, abs=1e-7)
    assert fails(now, old)


def test_scores_of_few_values_are_tested_exactly():
    """Halves of a baseline of two runs have all exchanges counted, as `compare` counts them."""
    old, now = np.repeat([1.0, 0.5], [10, 30]), np.repeat([0.0, 0.5], [10, 30])
    assert paired_test(right_or_wrong(now, old, runs=2), 1).p == 2**-10
    parts = np.random.default_rng(3).integers(0, 5, (2, 40)) / 4
    p_value = paired_test(right_or_wrong(parts[0], parts[1], runs=2), 1).p
    pair, _ = pair_of(parts[1], parts[0])
    assert p_value == pytest.approx(mid_p(pair), rel=1e-12)


def test_other_tied_scores_are_tested_by_drawing():
    """Where differences have no common step, ties of draws count by half."""
    old, now = np.full(40, 0.5), np.repeat([0.0, 0.5, 0.5 - np.pi / 10], [9, 30, 1])
    p_value = paired_test(right_or_wrong(now, old, runs=2), 1).p
    assert p_value == pytest.approx(2**-10, abs=1e-3)


@pytest.mark.long
@pytest.mark.parametrize("runs", [1, 3, 5])
def test_an_unchanged_system_fails_at_its_level(monkeypatch, runs):
    """Against one run or the mean of several, some 2.5 % of unchanged runs fail."""
    monkeypatch.setattr(baseline_tests, "TRIALS", 400)
    rng = np.random.default_rng(17)
    drawn = (nights(rng, 60, runs + 1) for _ in range(300))
    share = np.mean([fails(sample[-1], sample[:-1].mean(axis=0), runs) for sample in drawn])
    assert share <= 0.025 + 2.5 * np.sqrt(0.025 * 0.975 / 300)


@pytest.mark.long
def test_the_best_of_five_fails_three_times_as_often_as_the_mean(monkeypatch):
    """Of unchanged runs more than 6 % fail against the best of five, under 3.5 % against all."""
    monkeypatch.setattr(baseline_tests, "TRIALS", 400)
    rng = np.random.default_rng(18)
    best, mean = [], []
    for _ in range(1000):
        *five, now = nights(rng, 100, 6)
        best.append(fails(now, max(five, key=np.mean)))
        mean.append(fails(now, np.mean(five, axis=0), 5))
    assert np.mean(best) > 0.06
    assert np.mean(mean) < 0.035


@pytest.mark.long
def test_the_smallest_drop_is_found_in_80_percent_of_runs():
    """A true drop of the printed size fails the test in 75 to 85 % of worlds."""
    rng = np.random.default_rng(19)
    drops, failures = [], []
    for _ in range(600):
        chances = rng.beta(1.05, 0.45, 300)
        old = (rng.random(300) < chances).astype(float)
        now = (rng.random(300) < chances * (1 - 0.092 / 0.7)).astype(float)
        drops.append(smallest_drop(right_or_wrong(now, old), 0.05))
        failures.append(fails(now, old))
    assert 0.75 < np.mean(failures) < 0.85
    assert np.median(drops) == pytest.approx(0.092, abs=0.006)


def test_several_runs_find_smaller_drops():
    """The mean of three runs varies less than one, so that smaller drops are found."""
    rng = np.random.default_rng(20)
    *three, now = nights(rng, 400, 4)
    drop = smallest_drop(right_or_wrong(now, three[0]), 0.05)
    assert smallest_drop(right_or_wrong(now, np.mean(three, axis=0), runs=3), 0.05) < 0.9 * drop


def test_a_pass_says_what_it_would_have_found():
    """One sentence names the drop of each output; where nothing changed, the least number."""
    rng = np.random.default_rng(21)
    old, now = nights(rng, 200, 2)
    rows = right_or_wrong(now, old)
    verdicts = drop_verdicts([(rows.now, rows)], Regression(seed=1))
    (text,) = drop_notices("b.json", verdicts, [rows], 0.05)
    assert f"exact_match {verdicts[0].detectable:.3g}" in text
    assert "with 200 records and a baseline of one run" in text
    same = right_or_wrong(old, old)
    (text,) = drop_notices(
        "b.json", drop_verdicts([(same.now, same)], Regression(seed=1)), [same], 0.05
    )
    assert "no score of a record has changed" in text
    assert "a drop in fewer than 5 of them passes" in text


@pytest.mark.parametrize("alpha", [0.05, 0.025, 0.01])
def test_the_least_number_of_records_that_fails(alpha):
    """So many records that are worse fail the test, and one less does not."""
    least = least_changed(alpha)
    for lost, fail in ((least, True), (least - 1, False)):
        old = np.repeat([1, 1], [lost, 30])
        now = np.repeat([0, 1], [lost, 30])
        assert (paired_test(right_or_wrong(now, old), 1).p <= alpha) == fail


def test_an_output_without_records_fails():
    """An output that both runs have, but no record, is not tested and does not pass."""
    now = SimpleNamespace(target="m", system_id="a")
    (verdict,) = drop_verdicts([(now, None)], Regression(seed=1))
    assert not verdict.passed
    assert "no instance to test it on" in verdict.sentence


def test_small_p_values_are_not_zero():
    """A p-value below what is printed is given as a bound."""
    rows = right_or_wrong(np.zeros(200), np.ones(200))
    (verdict,) = drop_verdicts([(rows.now, rows)], Regression())
    assert ", p <0.0001 by mid-p; largest losses" in verdict.sentence


@pytest.fixture
def accepted_large(cli, tmp_path):
    """Accept a run of 400 records."""
    write_jsonl(tmp_path / "old.jsonl", system(400))
    words = ["-o", "r.json", "--instances", "s.jsonl", "-q"]
    assert cli("evaluate", "chrf", "old.jsonl", *words).code == 0
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    return tmp_path


def slightly_worse(n=400):
    """Return records of which each tenth lacks its last words."""
    return [
        {**record, "prediction": record["prediction"][:-3]} if i % 10 == 0 else record
        for i, record in enumerate(system(n))
    ]


def test_a_small_loss_that_a_test_finds_passes(cli, accepted_large):
    """The same loss fails the paired test, and the gate whose value is below it."""
    plain = against(cli, accepted_large, slightly_worse())
    assert plain.code == 1
    assert "p <0.0001" in plain.err
    large = against(cli, accepted_large, slightly_worse(), "--significant-drop", "chrf=5")
    assert large.code == 0, large.err
    kept = against(cli, accepted_large, slightly_worse(), "--significant-drop", "chrf=5", "-o",
                   "kept.json")  # fmt: skip
    assert kept.code == 0, kept.err
    [gate] = json.loads(Path("kept.json").read_text())["gates"]
    assert ", worse, but by no more than 5, on " in gate["sentence"]
    small = against(cli, accepted_large, slightly_worse(), "--significant-drop", "chrf=0.2")
    assert small.code == 1
    assert "chrf is not significantly worse than the baseline by more than 0.2" in small.err


def test_a_loss_that_chance_explains_passes_whatever_its_size(cli, accepted):
    """--max-drop fails where no test finds a loss, and --significant-drop does not."""
    records = system(wrong=[1, *range(0, 40, 8)])
    assert against(cli, accepted, records, "--max-drop", "chrf=0.5").code == 1
    assert against(cli, accepted, records, "--significant-drop", "chrf=0.5").code == 0


def test_the_records_with_the_largest_losses_are_named(cli, accepted):
    """A failed gate on a drop names five records that are worse, and counts the others."""
    records = system(wrong=range(0, 40, 2))
    for option in ((), ("--significant-drop", "chrf=1"), ("--max-drop", "chrf=1")):
        done = against(cli, accepted, records, *option)
        assert done.code == 1
        assert "; largest losses in records " in done.err
        assert "and 10 more" in done.err


def test_a_drop_without_scores_of_records_names_none(cli, accepted):
    """--max-drop compares with a baseline that has numbers alone."""
    cli("evaluate", "chrf", "old.jsonl", "-o", "base.json", "--force")
    done = against(cli, accepted, system(wrong=range(20)), "--max-drop", "chrf=1")
    assert done.code == 1
    assert "largest losses" not in done.err


def test_it_is_about_groups(cli, tmp_path):
    """With --by the gate names a group, and only that is tested."""

    def records(wrong):
        return [
            {**record, "groups": {"half": "ab"[i % 2]}}
            for i, record in enumerate(system(80, wrong=wrong))
        ]

    write_jsonl(tmp_path / "a.jsonl", records(()))
    assert cli("evaluate", "chrf", "a.jsonl", "--by", "half", *ACCEPT).code == 0
    write_jsonl(tmp_path / "a.jsonl", records(range(0, 80, 2)))
    words = ["evaluate", "chrf", "a.jsonl", "--by", "half", "--baseline", "r.json"]
    assert cli(*words, "--significant-drop", "chrf[half=b]=1").code == 0
    assert cli(*words, "--significant-drop", "chrf[half=a]=1").code == 1


def test_it_is_about_data_sets(cli, tmp_path):
    """Over data sets it applies to the set that it names, else to each."""
    write_jsonl(tmp_path / "a.jsonl", system())
    write_jsonl(tmp_path / "b.jsonl", system())
    sets = ["--dataset", "one=a.jsonl", "--dataset", "two=b.jsonl"]
    assert cli("evaluate", "chrf", *sets, *ACCEPT).code == 0
    write_jsonl(tmp_path / "a.jsonl", system(wrong=range(20)))
    words = ["evaluate", "chrf", *sets, "--baseline", "r.json", "--significant-drop"]
    assert cli(*words, "chrf[dataset=two]=1").code == 0
    assert cli(*words, "chrf[dataset=one]=1").code == 1
    assert cli(*words, "chrf=1").code == 1


def test_it_goes_with_other_gates(cli, accepted):
    """Each option judges the outputs that it names, all in one run."""
    options = ["--significant-drop", "chrf=1", "--not-worse", "chrf=1", "--max-drop", "chrf=1"]
    done = against(cli, accepted, system(wrong=range(0, 40, 2)), *options)
    assert done.code == 1
    assert "3 of 3 gates failed" in done.err


@pytest.mark.parametrize(
    ("value", "fragment"),
    [
        ("chrf", "write METRIC=VALUE"),
        ("chrf=-1", "give 0 or more"),
        ("chrf=nan", "not a finite number"),
        ("bleu=1", "chrf"),
        ("chrf[half=a]=1", "--by half"),
    ],
)
def test_bad_values_are_refused(cli, accepted, value, fragment):
    """What cannot be tested is refused with exit code 2 and a remedy."""
    done = against(cli, accepted, system(), "--significant-drop", value)
    assert done.code == 2
    assert "--significant-drop" in done.err
    assert fragment in done.err


@pytest.mark.usefixtures("accepted")
def test_it_needs_a_baseline_and_a_direction(cli):
    """Without a baseline there is nothing to compare with; a length cannot be worse."""
    done = cli("evaluate", "chrf", "old.jsonl", "--significant-drop", "chrf=1")
    assert (done.code, "--baseline RESULT.json" in done.err) == (2, True)
    cli("evaluate", "length", "old.jsonl", *ACCEPT, "--force")
    words = ["length", "old.jsonl", "--baseline", "r.json"]
    done = cli("evaluate", *words, "--significant-drop", "length_words=1")
    assert done.code == 2
    assert "--max-drop length_words=1" in done.err


def answer(now, old, margin, **options):
    """Return the answer for scores of records."""
    return margin_verdict(right_or_wrong(now, old, **options), margin, 0.05).answer


def counts(gains, losses, n):
    """Return scores of a run and its baseline with these records gained and lost."""
    rest = n - gains - losses
    old, now = (
        np.repeat([0, 1, 1], [gains, losses, rest]),
        np.repeat([1, 0, 1], [gains, losses, rest]),
    )
    return now, old


def test_0_1_scores_have_tangos_interval():
    """8 gained and 12 lost of 200: the 90 % interval is [-.0594, .0178] (Tango's by bisection)."""
    gain = gain_of(right_or_wrong(*counts(8, 12, 200)), 0.05)
    assert (gain.low, gain.high) == pytest.approx((-0.05935171, 0.01775541), abs=1e-7)
    assert answer(*counts(8, 12, 200), 0.05) == "cannot tell"
    assert answer(*counts(8, 12, 200), 0.06) == "not worse"
    assert answer(*counts(2, 40, 200), 0.06) == "worse"


def test_other_scores_have_a_t_interval():
    """Means of runs have the interval of a paired t test."""
    now, old = np.array([1, 0, 1, 1, 0.0]), np.array([0.5, 0.5, 1, 0.5, 0.5])
    gains = now - old
    gain = gain_of(right_or_wrong(now, old, runs=2), 0.05)
    reach = 2.131846786 * gains.std(ddof=1) / np.sqrt(5)  # scipy 1.17.1: t.ppf(.95, 4)
    assert (gain.low, gain.high) == pytest.approx((gains.mean() - reach, gains.mean() + reach))


@pytest.mark.parametrize(
    ("gains", "losses", "said"),
    [(8, 12, "needs about 248 records if nothing has changed, and 688 if the change is as obs"),
     (2, 40, "is worse than -0.05"), (12, 8, "is better than -0.05")],
)  # fmt: skip
def test_each_answer_has_its_sentence(gains, losses, said):
    """A sentence has both scores, the interval, the number of runs, and what follows."""
    verdict = margin_verdict(right_or_wrong(*counts(gains, losses, 200)), 0.05, 0.05)
    assert said in verdict.sentence
    assert "(baseline of one run)" in verdict.sentence
    assert verdict.gate == "exact_match is not worse than the baseline by 0.05"
    assert verdict.passed == (verdict.answer == "not worse")
    assert [verdict.sentence in text for text in passes([verdict])] == [True] * verdict.passed


def test_lower_is_better():
    """For an error rate the limit and the interval have the sign of the score."""
    now, old = counts(12, 8, 200)
    rows = right_or_wrong(now, old)
    rows = rows._replace(now=_lower(rows.now), old=_lower(rows.old))
    verdict = margin_verdict(rows, 0.01, 0.05)
    assert verdict.answer == "cannot tell"
    assert "both sides of +0.01" in verdict.sentence
    low, high = map(float, re.search(r"interval \[(.*), (.*)\]", verdict.sentence).groups())
    assert low < 0.02 < high


def _lower(result):
    from msgspec.structs import replace

    return replace(result, higher_is_better=False)


def test_the_outputs_of_the_baseline_are_not_worse():
    """Literally the same outputs pass by any margin; the same scores of others need records."""
    assert answer([1, 0, 1], [1, 0, 1], 0.0, same=True) == "not worse"
    assert answer([1, 0, 1], [1, 0, 1], 0.05) == "cannot tell"


@pytest.mark.parametrize("margin", [0.02, 0.05, 0.2])
def test_without_a_difference_the_stated_number_is_the_least_that_passes(margin):
    """So many equal records pass by the margin, and one less cannot tell."""
    needed = records_needed(right_or_wrong([1, 0], [1, 0]), 0.0, margin, 0.05)
    assert answer(np.ones(needed), np.ones(needed), margin) == "not worse"
    assert answer(np.ones(needed - 1), np.ones(needed - 1), margin) == "cannot tell"


def test_equal_scores_of_parts_are_bounded_by_what_may_change_unseen():
    """Means of scores between 0 and 1 of which none differs: the loss is below 1 - 0.05^(1/n)."""
    half = np.full(149, 0.5)
    rows = right_or_wrong(half, half, runs=2)
    assert gain_of(rows, 0.05).low == pytest.approx(-(1 - 0.05 ** (1 / 149)))
    assert records_needed(rows, 0.0, 0.02, 0.05) == 149
    assert margin_verdict(rows, 0.02, 0.05).answer == "not worse"
    verdict = margin_verdict(right_or_wrong(half[:20], half[:20], runs=2), 0.02, 0.05)
    assert verdict.answer == "cannot tell"
    assert verdict.sentence.endswith("needs about 149 records if nothing has changed")
    assert answer(half[:20], half[:20], 0.9, runs=2) == "not worse"


def test_no_spread_is_no_proof():
    """One record, or records that all change alike by parts, cannot tell."""
    assert answer([1.0], [0.5], 0.1, runs=2) == "cannot tell"
    assert answer([1.0, 1.0], [0.5, 0.5], 0.1, runs=2) == "cannot tell"
    assert (
        "no record" not in margin_verdict(right_or_wrong([1.0], [0.5], runs=2), 0.1, 0.05).sentence
    )


def test_a_margin_of_nothing_needs_a_larger_one():
    """By a margin of 0 an unchanged system passes by chance, whatever the number of records."""
    assert (
        "give a larger one"
        in margin_verdict(right_or_wrong(*counts(8, 12, 200)), 0.0, 0.05).sentence
    )


@pytest.mark.long
@pytest.mark.parametrize("runs", [1, 3])
def test_a_system_that_is_worse_by_the_margin_passes_at_the_level(runs):
    """With a true drop of exactly the margin some 5 % of runs pass."""
    rng = np.random.default_rng(31)
    passed = []
    for _ in range(150):
        chances = rng.beta(1.05, 0.45, 100)
        old = (rng.random((runs, 100)) < chances).mean(axis=0)
        now = rng.random(100) < chances * (1 - 0.05 / 0.7)
        passed.append(answer(now, old, 0.05, runs=runs) == "not worse")
    assert 0.01 < np.mean(passed) < 0.1


@pytest.mark.long
def test_the_stated_number_of_records_passes_in_80_percent_of_runs():
    """An unchanged system with the number of records that the sentence names passes in 80 %."""
    rng = np.random.default_rng(32)
    old, now = nights(rng, 400, 2)
    rows = right_or_wrong(now, old)
    needed = int(records_needed(rows, float(rows.estimate().error), 0.05, 0.05))
    pairs = (nights(rng, needed, 2) for _ in range(400))
    passed = [answer(now, old, 0.05) == "not worse" for old, now in pairs]
    assert 0.72 < np.mean(passed) < 0.88
