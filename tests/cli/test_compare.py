"""compare: sacrebleu's draws, honest claims, and levels that hold."""

import json
import os
import time
from functools import cache

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest
from scipy import stats

from sacreval.stats import multiple_testing, paired, resampling, signed_ranks
from support import mirror
from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
MULTEVAL = "jhclark/multeval/bd93ed16197af93dce6ff3273efa04b9cc9d13ce/example"
SYSTEMS = ("baseline.opt0", "baseline.opt1", "sys2.opt0")

# p-values of sys1.opt0 and sys2.opt0 beside baseline.opt0, all 2,489 sentences: sacrebleu 2.6.0,
# PairedTest(systems, metrics, None, "ar", 0), BLEU with tokenize="none", on 2026-11-20.
WHOLE = {
    ("bleu", "sys1"): 0.0004999500049995,
    ("bleu", "sys2"): 9.999000099990002e-05,
    ("chrf", "sys1"): 9.999000099990002e-05,
    ("chrf", "sys2"): 9.999000099990002e-05,
    ("ter", "sys1"): 9.999000099990002e-05,
    ("ter", "sys2"): 9.999000099990002e-05,
}
METRICS = ["-m", 'bleu{"tokenize": "none"}', "-m", "chrf", "-m", "ter"]
SENTENCES = 150
TRIALS = 200
ALIKE = "sys2.opt0"  # the same bytes as baseline.opt0


@cache
def multeval(name):
    return mirror.lines(f"{MULTEVAL}/{name}")[:SENTENCES]


@cache
def official(kind):
    """Run sacrebleu's own paired test: metric and system to p-value."""
    os.environ.pop("SACREBLEU_SEED", None)
    references = [multeval("refs.test2010.lc.tok.en.0")]
    metrics = {
        "bleu": BLEU(tokenize="none", references=references),
        "chrf": CHRF(references=references),
        "ter": TER(references=references),
    }
    named = [(name, multeval(f"hyps.lc.tok.en.{name}")) for name in SYSTEMS]
    _, found = PairedTest(named, metrics, None, kind, TRIALS)()
    return {
        (name, system): result.p_value
        for name, results in found.items()
        if name != "System"
        for system, result in zip(SYSTEMS, results, strict=True)
    }


@pytest.fixture
def compared(cli, tmp_path):
    files = []
    for name in SYSTEMS:
        files.append(tmp_path / f"{name}.txt")
        files[-1].write_text("\n".join(multeval(f"hyps.lc.tok.en.{name}")) + "\n")
    reference = tmp_path / "ref"
    reference.write_text("\n".join(multeval("refs.test2010.lc.tok.en.0")) + "\n")
    draws = ["--trials", TRIALS, "--resamples", TRIALS, "--format", "json"]
    done = cli("compare", "suite", *METRICS, *files, "-r", reference, *draws)
    assert done.code == 0, done.err
    return done.json()["comparisons"]


@pytest.mark.parametrize("test", ["paired-ar", "paired-bs"])
def test_p_values_are_those_of_sacrebleu(compared, test):
    """Same seed, same settings, same p-values as `sacrebleu.significance`, on MultEval's data."""
    assert len(compared) == 6
    wanted = official(test.removeprefix("paired-"))
    names = {"bleu": "BLEU", "chrf": "chrF2", "ter": "TER"}
    for found in compared:
        got = found["tests"][test]
        assert got["p_sacrebleu"] == wanted[names[found["output"]], found["other"]]
        assert got["p"] >= got["p_sacrebleu"]
    distinct = [f for f in compared if f["other"] != ALIKE and f["output"] != "ter"]
    assert all(f["tests"][test]["p"] == f["tests"][test]["p_sacrebleu"] for f in distinct)


def test_p_values_of_the_whole_set_are_those_of_sacrebleu(cli):
    """At sacrebleu's defaults, 10,000 trials, all of MultEval's example gives its p-values."""
    folder = mirror.path(MULTEVAL)
    files = [folder / f"hyps.lc.tok.en.{name}.opt0" for name in ("baseline", "sys1", "sys2")]
    reference = folder / "refs.test2010.lc.tok.en.0"
    done = cli("compare", "suite", *METRICS, *files, "-r", reference, "--format", "json")
    found = {
        (c["output"], c["other"].rpartition(".")[2]): c["tests"]["paired-ar"]["p_sacrebleu"]
        for c in done.json()["comparisons"]
    }
    assert found == WHOLE


def test_no_difference_is_claimed_between_equal_systems(compared):
    """sys2 is the baseline byte for byte: every p is 1, where sacrebleu prints its smallest."""
    alike = [found for found in compared if found["other"] == ALIKE]
    assert len(alike) == 3
    for found in alike:
        assert found["finding"] == "no difference shown"
        assert {test["p"] for test in found["tests"].values()} == {1.0}
        assert found["tests"]["paired-ar"]["p_sacrebleu"] == 1 / (TRIALS + 1)
        assert (found["difference"], found["wins"], found["losses"]) == (0.0, 0, 0)
        assert found["ties"] == SENTENCES
        assert found["effect_size"] == 0.0


def test_wilcoxon_and_sign_test_are_scipys_on_instance_scores(cli):
    """Both tests, wins, ties, losses and effect size follow from the scores of the records."""
    done = cli(
        "compare", "chrf", SAMPLE, "--base", "terse", "--other", "literal", "--format", "json"
    )
    scores = {}
    for line in cli("score", "chrf", SAMPLE, "--no-jackknife").out.splitlines():
        record = json.loads(line)
        scores.setdefault(record["system_id"], []).append(record["scores"]["chrf"])
    found = np.array(scores["literal"]) - np.array(scores["terse"])
    [one] = done.json()["comparisons"]
    assert one["tests"]["wilcoxon"]["p"] == pytest.approx(stats.wilcoxon(found).pvalue, abs=1e-12)
    wins = int((found > 0).sum())
    expected = stats.binomtest(wins, np.count_nonzero(found)).pvalue
    assert one["tests"]["sign"]["p"] == pytest.approx(expected, rel=1e-12)
    assert (one["wins"], one["losses"]) == (wins, int((found < 0).sum()))
    assert one["effect_size"] == pytest.approx(found.mean() / found.std(ddof=1), abs=1e-12)
    largest = sorted(found, reverse=True)[:3]
    gains = [change["other"] - change["base"] for change in one["gains"]]
    assert gains == pytest.approx(largest)


def test_thirteen_records_take_no_longer_than_fourteen(cli, tmp_path):
    """Six systems of 13 records are compared by ROUGE in less than a second; ties took a minute."""
    rng = np.random.default_rng(0)
    words = np.array(["the", "cat", "sat", "on", "a", "mat", "today"])
    write_jsonl(tmp_path / "six.jsonl", [
        {"system_id": f"s{s}", "instance_id": str(i), "references": ["the cat sat on a mat"],
         "prediction": " ".join(rng.choice(words, 6))}
        for s in range(6) for i in range(13)
    ])  # fmt: skip
    start = time.process_time()
    done = cli("compare", "rouge", "six.jsonl", "--format", "json")
    assert time.process_time() - start < 1
    assert len(done.json()["comparisons"]) == 5 * 9


def test_a_lower_score_is_a_gain_where_lower_is_better(cli):
    """TER that falls is better: finding, wins, gains and ranks say so."""
    done = cli(
        "compare", "ter", SAMPLE, "--base", "literal", "--other", "careful", "--format", "json"
    )
    found = done.json()
    [one] = found["comparisons"]
    assert one["difference"] < 0
    assert one["finding"] == "better"
    assert one["wins"] > one["losses"]
    assert all(change["other"] < change["base"] for change in one["gains"])
    assert {s["system_id"]: s["best_rank"] for s in found["standings"]} == {
        "careful": 1,
        "literal": 2,
    }


def test_the_base_is_the_first_system_or_the_one_named(cli):
    """In one file of several systems, --base and --other choose."""
    first = cli("compare", "bleu", SAMPLE, "--format", "json").json()["comparisons"]
    assert [(c["base"], c["other"]) for c in first] == [
        ("careful", "literal"),
        ("careful", "terse"),
    ]
    chosen = cli("compare", "bleu", SAMPLE, "--base", "terse", "--format", "json").json()
    assert {c["base"] for c in chosen["comparisons"]} == {"terse"}


def test_groups_are_compared_too(cli):
    """--by gives every comparison again for the instances of each value."""
    found = cli("compare", "bleu", SAMPLE, "--by", "domain", "--format", "json").json()
    groups = {c["group"] for c in found["comparisons"]}
    assert groups == {None, *(f"domain={d}" for d in ("news", "recipes", "travel", "weather"))}
    assert sum(c["n"] for c in found["comparisons"] if c["group"]) == 2 * 20


def test_only_instances_of_all_systems_are_compared(cli, tmp_path):
    """What one system lacks is left out for all, and said."""
    for name, ids in (("a", range(10)), ("b", range(3, 12))):
        write_jsonl(tmp_path / f"{name}.jsonl", [
            {"instance_id": i, "prediction": f"{name} cat {i}", "references": ["a cat 4"]}
            for i in ids
        ])  # fmt: skip
    done = cli("compare", "chrf", "a.jsonl", "b.jsonl", "--format", "json")
    assert done.json()["comparisons"][0]["n"] == 7
    assert "7 in common" in done.err


BAD = {
    "other references": (["compare", "bleu", "a.jsonl", "other.jsonl"], "'1'", "the same"),
    "nothing in common": (["compare", "bleu", "a.jsonl", "far.jsonl"], "in common", "instance_id"),
    "one system": (["compare", "bleu", "a.jsonl"], "only system", "another file"),
    "an unknown base": (
        ["compare", "bleu", SAMPLE, "--base", "careless"],
        "'careless'",
        "'careful'",
    ),
    "an unknown other": (["compare", "bleu", SAMPLE, "--other", "ters"], "'ters'", "'terse'"),
    "an unknown test": (["compare", "bleu", SAMPLE, "--test", "t"], "--test", "paired-ar"),
    "too few trials": (["compare", "bleu", SAMPLE, "--trials", "1"], "--trials", "100"),
    "a negative show": (["compare", "bleu", SAMPLE, "--show", "-1"], "--show", "0"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_of_compare(cli, tmp_path, name):
    """Mistakes are one sentence with the remedy, and exit with 2."""
    for stem, first, reference in (("a", 1, "x"), ("other", 1, "y"), ("far", 7, "x")):
        write_jsonl(tmp_path / f"{stem}.jsonl", [
            {"instance_id": str(i), "prediction": "x", "references": [reference]}
            for i in range(first, first + 3)
        ])  # fmt: skip
    words, *fragments = BAD[name]
    done = cli(*words)
    assert done.code == 2
    assert done.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in done.err


def simulated(seed, *, n, coarse):
    """Draw two systems of equal quality: correlated, skewed scores, or zeros and ones."""
    rng = np.random.default_rng(seed)
    hard = rng.beta(0.5, 1.0, n)
    if coarse:
        return [(rng.random(n) < hard).astype(float)[:, None] for _ in range(2)]
    return [np.clip(hard + rng.exponential(0.2, n), 0, 1)[:, None] for _ in range(2)]


def p_values(tables, seed):
    totals = [table.sum(axis=0) for table in tables]
    kept = paired.kept_sums(tables, trials=199, seed=seed)
    gap = (kept[0] + totals[1] - kept[1]) - (totals[0] - kept[0] + kept[1])
    found = paired.differences(tables[0][:, 0], tables[1][:, 0])
    return {
        "paired-ar": paired.p_value(np.abs(gap[:, 0]), float((totals[0] - totals[1])[0])).p,
        "wilcoxon": signed_ranks.wilcoxon(found),
        "sign": signed_ranks.sign_test(found),
    }


@pytest.mark.long
@pytest.mark.parametrize("coarse", [False, True], ids=["shares", "zeros and ones"])
def test_tests_hold_their_level(coarse):
    """Equal systems are called different in 5 of 100 comparisons at most, and now and then."""
    runs = 800
    found = [p_values(simulated(i, n=30, coarse=coarse), i) for i in range(runs)]
    most = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    for test in ("paired-ar", "wilcoxon", "sign"):
        assert 0.015 <= np.mean([p[test] <= 0.05 for p in found]) <= most, test


@pytest.mark.long
def test_sacrebleus_paired_bootstrap_is_in_effect_one_sided():
    """Why paired-ar decides by default: at 0.05 the paired bootstrap errs in about 1 of 10."""
    runs, wrong = 600, 0
    for i in range(runs):
        rows = np.random.default_rng(i).normal(size=(200, 1))
        gaps = np.abs(resampling.bootstrap_sums([rows], resamples=200, seed=i)[0][:, 0])
        wrong += paired.p_value(gaps - gaps.mean(), float(rows.sum())).p <= 0.05
    assert 0.07 < wrong / runs < 0.13


def test_one_unequal_instance_is_no_evidence():
    """Where one instance decides, every shuffle is as large as what was seen: p is 1."""
    base = np.array([[1.0], *[[0.0]] * 19])
    other = np.zeros((20, 1))
    assert p_values([base, other], 1)["paired-ar"] == 1.0


def test_masks_are_one_stream_however_blocks_fall(monkeypatch):
    """Blocks of any size draw the masks that one call would."""
    whole = np.random.default_rng(5).integers(2, size=(500, 37), dtype=bool)
    for cells in (1, 5000, 10**9):
        monkeypatch.setattr(paired, "BLOCK_CELLS", cells)
        blocks = list(paired.swap_masks(37, trials=500, seed=5))
        assert np.array_equal(np.concatenate(blocks), whole)


def test_holm_adjusts_as_by_hand():
    """Holm's steps: times 3, 2, 1, never falling, at most 1, in the given order."""
    assert multiple_testing.holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert multiple_testing.holm([0.6, 0.9]) == [1.0, 1.0]


def test_rank_ranges_of_equal_systems_are_shared():
    """Equal systems hold the same ranks; a better one is first."""
    scores = np.array([[5.0] * 10, [3.0] * 10, [3.0] * 10])
    found = paired.rank_ranges(scores, confidence=0.95, larger_first=True)
    assert found == [(1, 1), (2, 3), (2, 3)]


def test_rank_ranges_leave_out_their_share_of_resamples():
    """Ranks held in 50 of 1000 resamples are outside the range of 90 percent, 51 are inside."""
    for times, worst in ((50, 1), (51, 2)):
        first = np.r_[np.zeros(times), np.full(1000 - times, 2.0)]
        found = paired.rank_ranges(np.array([first, np.ones(1000)]), confidence=0.9,
                                   larger_first=True)  # fmt: skip
        assert found == [(1, worst), (3 - worst, 2)]
        turned = paired.rank_ranges(-np.array([first, np.ones(1000)]), confidence=0.9,
                                    larger_first=False)  # fmt: skip
        assert turned == found


def test_the_detectable_difference_is_found_four_times_in_five():
    """A true difference of that size is significant in 80 of 100 test sets."""
    rng = np.random.default_rng(3)
    spread = 1 / 100**0.5
    size = paired.detectable(spread, alpha=0.05)
    draws = rng.normal(size, 1, (2000, 100))
    t = draws.mean(axis=1) / (draws.std(axis=1, ddof=1) / 10)
    assert np.mean(np.abs(t) > stats.t.ppf(0.975, 99)) == pytest.approx(0.8, abs=0.03)
