"""Paired tests of systems: sacrebleu's and SciPy's p-values, and honest claims."""

import json
import os
from functools import cache

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest
from scipy import stats

from support import mirror
from support.mirror import CHECKOUT

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
    draws = ["--trials", TRIALS, "--resamples", TRIALS, "--all-tests", "--format", "json"]
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
    words = ["--test", "paired-ar", "--format", "json"]
    done = cli("compare", "suite", *METRICS, *files, "-r", reference, *words)
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
        "compare", "chrf", SAMPLE, "--base", "terse", "--other", "literal", "--all-tests",
        "--show", "3", "--format", "json",
    )  # fmt: skip
    scores = {}
    for line in cli("score", "chrf", SAMPLE, "--no-jackknife").out.splitlines():
        record = json.loads(line)
        scores.setdefault(record["system_id"], []).append(record["scores"]["chrf"])
    found = np.array(scores["literal"]) - np.array(scores["terse"])
    [one] = done.json()["comparisons"]
    assert one["tests"]["wilcoxon"]["p"] == pytest.approx(stats.wilcoxon(found).pvalue, abs=1e-12)
    wins = int((found > 0).sum())
    assert one["tests"]["sign"]["p"] == stats.binomtest(wins, np.count_nonzero(found)).pvalue
    assert (one["wins"], one["losses"]) == (wins, int((found < 0).sum()))
    assert one["effect_size"] == pytest.approx(found.mean() / found.std(ddof=1), abs=1e-12)
    largest = sorted(found, reverse=True)[:3]
    gains = [change["other"] - change["base"] for change in one["gains"]]
    assert gains == pytest.approx(largest)


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


def test_few_records_leave_every_rank_open(cli):
    """Where no test can find a difference, every system may have every rank."""
    words = ["compare", "chrf", SAMPLE, "--by", "domain", "--format", "json"]
    found = [x for x in cli(*words).json()["standings"] if x["group"] is not None]
    assert len(found) == 12
    assert {(one["best_rank"], one["worst_rank"]) for one in found} == {(1, 3)}
    separate = cli(*words, "--ranks", "separate").json()["standings"]
    assert {one["best_rank"] for one in separate} == {1, 2, 3}
