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
from support.fixtures import write_jsonl
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
    _, tested = PairedTest(named, metrics, None, kind, TRIALS)()
    return {
        (name, system): result.p_value
        for name, results in tested.items()
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
    for row in compared:
        got = row["tests"][test]
        assert got["p_sacrebleu"] == wanted[names[row["output"]], row["other"]]
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
    p_values = {
        (c["output"], c["other"].rpartition(".")[2]): c["tests"]["paired-ar"]["p_sacrebleu"]
        for c in done.json()["comparisons"]
    }
    assert p_values == WHOLE


def test_no_difference_is_claimed_between_equal_systems(compared):
    """sys2 is the baseline byte for byte: every p is 1, where sacrebleu prints its smallest."""
    alike = [row for row in compared if row["other"] == ALIKE]
    assert len(alike) == 3
    for row in alike:
        assert row["finding"] == "no difference shown"
        assert {test["p"] for test in row["tests"].values()} == {1.0}
        assert row["tests"]["paired-ar"]["p_sacrebleu"] == 1 / (TRIALS + 1)
        assert (row["difference"], row["wins"], row["losses"]) == (0.0, 0, 0)
        assert row["ties"] == SENTENCES
        assert row["effect_size"] == 0.0


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
    gaps = np.array(scores["literal"]) - np.array(scores["terse"])
    [row] = done.json()["comparisons"]
    assert row["tests"]["wilcoxon"]["p"] == pytest.approx(stats.wilcoxon(gaps).pvalue, abs=1e-12)
    wins = int((gaps > 0).sum())
    assert row["tests"]["sign"]["p"] == stats.binomtest(wins, np.count_nonzero(gaps)).pvalue
    assert (row["wins"], row["losses"]) == (wins, int((gaps < 0).sum()))
    assert row["effect_size"] == pytest.approx(gaps.mean() / gaps.std(ddof=1), abs=1e-12)
    largest = sorted(gaps, reverse=True)[:3]
    gains = [change["other"] - change["base"] for change in row["gains"]]
    assert gains == pytest.approx(largest)


def test_a_lower_score_is_a_gain_where_lower_is_better(cli):
    """TER that falls is better: finding, wins, gains and ranks say so."""
    done = cli(
        "compare", "ter", SAMPLE, "--base", "literal", "--other", "careful", "--format", "json"
    )
    report = done.json()
    [row] = report["comparisons"]
    assert row["difference"] < 0
    assert row["finding"] == "better"
    assert row["wins"] > row["losses"]
    assert all(change["other"] < change["base"] for change in row["gains"])
    assert {s["system_id"]: s["best_rank"] for s in report["standings"]} == {
        "careful": 1,
        "literal": 2,
    }


def test_few_records_leave_every_rank_open(cli):
    """Where no test can find a difference, every system may have every rank."""
    words = ["compare", "chrf", SAMPLE, "--by", "domain", "--format", "json"]
    standings = [x for x in cli(*words).json()["standings"] if x["group"] is not None]
    assert len(standings) == 12
    assert {(standing["best_rank"], standing["worst_rank"]) for standing in standings} == {(1, 3)}
    separate = cli(*words, "--ranks", "separate").json()["standings"]
    assert {standing["best_rank"] for standing in separate} == {1, 2, 3}


WORDS = ("compare", "exact-match", "--extract", "last-number", "--format", "json")


def system(path, right, *, refused=(), failed=(), gone=(), n=100):
    """Write answers to `n` questions, of which the first are right, and some are not there."""
    records = []
    for i in range(n):
        record = {"instance_id": i, "references": [str(i)], "prediction": f"so {i + (i >= right)}"}
        if i in refused:
            record["prediction"] = "I cannot help with that."
        if i in failed:
            record["error"] = f"failed: {record.pop('prediction')}"
        if i not in gone:
            records.append(record)
    return write_jsonl(path, records)


@pytest.fixture
def at_worst_compared(cli, tmp_path):
    """Compare files of systems by the number of right answers; return comparisons by system."""

    def compare(*systems, words=()):
        paths = [
            system(tmp_path / f"{i}.jsonl", right, **lacking)
            for i, (right, lacking) in enumerate(systems)
        ]
        done = cli(*WORDS, *paths, "--allow-errors", *words)
        assert done.code == 0
        return {row["other"]: row for row in done.json()["comparisons"]}, done.err

    return compare


def test_unanswered_records_are_wrong(at_worst_compared):
    """A model that skips its hard items is no better than one that gets them wrong."""
    by_other, _ = at_worst_compared((65, {}), (65, {"refused": range(76, 100)}))
    row = by_other["1"]
    assert (row["n"], row["base_value"], row["other_value"]) == (100, 0.65, 0.65)
    assert (row["base_unanswered"], row["other_unanswered"]) == (0, 24)
    assert row["finding"] == "no difference shown"


@pytest.mark.parametrize("lacking", ["failed", "gone"])
def test_a_finding_must_hold_with_missing_records_against_it(at_worst_compared, lacking):
    """A difference that missing records could undo is none; one that they could not stands."""
    by_other, said = at_worst_compared(
        (60, {}), (95, {lacking: range(25)}), (95, {lacking: range(90, 95)})
    )
    row, other = by_other["1"], by_other["2"]
    assert (row["n"], row["base_missing"], row["other_missing"]) == (100, 0, 25)
    assert (row["difference"] > 0.4, row["tests"][row["test"]]["p"] < 0.001) == (True, True)
    assert (row["finding"], row["p_at_worst"] > 0.01) == ("depends on missing", True)
    assert (other["other_missing"], other["finding"]) == (5, "better")
    assert "records are missing ('1' 25, '2' 5); a finding is one only if it holds" in said


def test_what_the_other_system_lacks_may_have_been_right(at_worst_compared):
    """The missing records of the worse system are taken for right."""
    row = at_worst_compared((70, {"failed": range(40)}), (85, {}))[0]["1"]
    assert row["difference"] == pytest.approx(45 / 60 - 30 / 60)
    assert row["finding"] == "better"
    row = at_worst_compared((10, {"failed": range(50, 100)}), (48, {}))[0]["1"]
    assert (row["difference"] > 0.7, row["finding"]) == (True, "depends on missing")


def test_other_systems_change_no_record_of_a_pair(at_worst_compared):
    """With a third system, which lacks records, the comparison of the others is the same."""
    alone = at_worst_compared((65, {}), (80, {}))[0]["1"]
    beside = at_worst_compared(
        (65, {}), (80, {}), (90, {"failed": range(30), "gone": range(30, 70)})
    )[0]["1"]
    for row in (alone, beside):
        for test in row["tests"].values():
            test.pop("p_holm")
        row.pop("detectable")
    assert [row.pop("interval")["level"] for row in (alone, beside)] == [0.95, 0.975]
    assert alone == beside


def test_margins(at_worst_compared):
    """That a system is not worse must hold whatever the missing records would have scored."""
    words = ("--not-worse", "exact_match=0.1", "--equivalent", "exact_match=0.1")
    whole = at_worst_compared((80, {}), (80, {}), words=words)[0]["1"]["margins"]
    assert [row["answer"] for row in whole] == ["equivalent", "not worse"]
    lacking = at_worst_compared((80, {}), (80, {"failed": range(60, 80)}), words=words)[0]["1"][
        "margins"
    ]
    assert [row["answer"] for row in lacking] == ["cannot tell", "cannot tell"]


def test_groups_and_units(cli, tmp_path):
    """Missing records are counted in their group, and in their unit."""
    rows = [
        {"instance_id": i, "prediction": "ab"[i % 3 == 0], "references": ["a"],
         "groups": {"half": i % 2, "text": i // 4}}
        for i in range(40)
    ]  # fmt: skip
    write_jsonl(tmp_path / "a.jsonl", rows)
    lost = [
        {**x, "prediction": None, "error": "refused"} if x["instance_id"] == 3 else x for x in rows
    ]
    write_jsonl(tmp_path / "b.jsonl", lost)
    words = ("a.jsonl", "b.jsonl", "--by", "half", "--allow-errors", "--format", "json")
    pairs = cli("compare", "exact-match", *words).json()["comparisons"]
    counts = {row["group"]: (row["n"], row["other_missing"]) for row in pairs}
    assert counts == {None: (40, 1), "half=0": (20, 0), "half=1": (20, 1)}
    units = cli("compare", "exact-match", *words, "--resample-by", "text").json()["comparisons"][0]
    assert (units["n_units"], units["other_missing"]) == (10, 1)


def test_scores_without_a_worst_value(cli, tmp_path):
    """Corpus scores rest on the shared records, which is said."""
    system(tmp_path / "a.jsonl", 50)
    system(tmp_path / "b.jsonl", 60, failed=range(10))
    done = cli("compare", "bleu", "a.jsonl", "b.jsonl", "--allow-errors", "--format", "json")
    (row,) = done.json()["comparisons"]
    assert (row["n"], row["other_missing"], row["p_at_worst"]) == (100, 10, None)
    assert "for bleu, which is no mean of scores with a worst value, findings rest on" in done.err


def test_tables(cli, tmp_path):
    """The counts stand in tables where there are any, beside the scores of the pair."""
    paths = [
        system(tmp_path / "a.jsonl", 60),
        system(tmp_path / "b.jsonl", 95, failed=range(25)),
        system(tmp_path / "c.jsonl", 60, refused=range(90, 100)),
    ]
    words = ("compare", "exact-match", *paths, "--extract", "last-number", "--allow-errors")
    head, base, row, other, *_ = (" ".join(x.split()) for x in cli(*words).out.splitlines())
    assert (
        head
        == "metric system finding n unanswered missing shared value base value difference p Holm"
    )
    assert base == "exact match a base 100 0 0 0.6000"
    assert row.startswith("exact match b depends on 25 missing 100 0 25 75 0.9333 0.4667 +0.4667")
    assert other.startswith("exact match c no difference shown 100 10 0 100 0.6000 0.6000 +0.0000")
    pairs = cli(*words, "--all-pairs").out
    assert "0 and 10     25 and 0" in pairs or "10 and 0" in pairs
    lines = cli(*words, "--format", "jsonl").out.splitlines()
    assert [json.loads(x)["finding"] for x in lines] == [
        "depends on missing", "no difference shown"
    ]  # fmt: skip


def test_undefined_records_are_not_missing(cli, tmp_path):
    """A record that the formula has no value for is not compared, and depends on nothing."""
    (tmp_path / "shares.py").write_text(
        "def share(prediction, references):\n"
        "    words = prediction.split()\n"
        "    found = [word in references for word in words]\n"
        "    return sum(found) / len(words) if words else float('nan')\n"
        "share.undefined_where = 'an output has no word'\n"
        "share.highest = 1.0\n"
        "share.higher_is_better = True\n"
    )
    for name, word in (("a", "b"), ("b", "a")):
        write_jsonl(tmp_path / f"{name}.jsonl", [
            {"instance_id": i, "prediction": "" if name == "a" and i < 3 else word,
             "references": ["a"]} for i in range(20)
        ])  # fmt: skip
    words = ("py:shares:share", "a.jsonl", "b.jsonl")
    (row,) = cli("compare", *words, "--format", "json").json()["comparisons"]
    assert (row["n"], row["base_missing"], row["p_at_worst"]) == (17, 0, None)
    assert row["finding"] == "better"
