"""Gates and baselines of runs over data sets, and all mistakes named at once."""

import json

import pytest

from sacreval.errors import InputError, MistakesError, UsageError
from sacreval.features.gates.gate_options import GateOptions
from sacreval.features.gates.regression_rule import Regression
from sacreval.features.gates.run_gates import gates_of, one_by_one, parsed_gates
from sacreval.scoring.entries.run_metrics import entries
from support.two_sets import (
    RECORDS,
    WORDS,
    changed,
    without_output,
    write_lines,
    write_two_sets,
)


def verdicts(path):
    """Return gate, data set, system and whether it passed."""
    return [(v["gate"], v["dataset"], v["system_id"], v["passed"])
            for v in json.loads(path.read_text())["gates"]]  # fmt: skip


def test_bounds_by_set_and_on_the_mean(cli, tmp_path):
    """A bound is about a named set, each set with the output, or the mean over sets."""
    write_two_sets(tmp_path)
    gates = ["--check", "chrf > 60", "--fail-under", "token_f1_f1[dataset=nq]=0.5",
             "--check", "token_f1_f1[dataset=(mean)] > 0.99"]  # fmt: skip
    done = cli("evaluate", "suite", "suite.yaml", *gates, "-o", "r.json", "--junit", "j.xml")
    assert done.code == 1
    assert verdicts(tmp_path / "r.json") == [
        ("chrf > 60", "boolq", "careful", True),
        ("chrf > 60", "boolq", "careless", False),
        ("token_f1_f1 >= 0.5", "nq", "careful", True),
        ("token_f1_f1 >= 0.5", "nq", "careless", True),
        ("token_f1_f1 > 0.99", "(mean)", "careful", False),
        ("token_f1_f1 > 0.99", "(mean)", "careless", False),
    ]
    assert "gate failed: boolq: chrf of careless is" in done.err
    suites = (tmp_path / "j.xml").read_text()
    assert '<testsuite name="careless on boolq" tests="2" failures="1"' in suites
    assert '<testsuite name="careful on nq" tests="2" failures="0"' in suites


def test_unknown_sets_and_outputs(cli, tmp_path):
    """A gate on an unknown data set or output is an error before anything is computed."""
    write_two_sets(tmp_path)
    for gate, sentence in {
        "chrf[dataset=zz] > 1": "there is no data set 'zz'",
        "chrf[dataset=nq] > 1": "this run has no output 'chrf'",
        "chrf[dataset=(mean)] > 1": "this run has no output 'chrf'",
    }.items():
        done = cli("evaluate", "suite", "suite.yaml", "--check", gate)
        assert (done.code, sentence in done.err) == (2, True)


def test_baselines_by_set(cli, tmp_path):
    """Each data set is tested against that of the baseline, at an equal part of the level."""
    long = [{**record, "meta": {"i": i}} for i in range(10) for record in RECORDS]
    for name in ("a", "b"):
        write_lines(tmp_path / f"{name}.jsonl", long)
    sets = ["--dataset", "one=a.jsonl", "--dataset", "two=s=b.jsonl"]
    kept = ["-o", "base.json", "--instances", "base.jsonl"]
    assert cli("evaluate", "chrf", *sets, *kept).code == 0
    assert cli("baseline", "set", "base.json", "base", "--force").code in (0, 2)
    assert cli("evaluate", "chrf", *sets, "--baseline", "base.json").code == 0
    write_lines(tmp_path / "b.jsonl", changed(long))
    done = cli("evaluate", "chrf", *sets, "--baseline", "base.json", "-o", "now.json")
    assert done.code == 1
    passed = {
        (v["dataset"], v["passed"])
        for v in json.loads((tmp_path / "now.json").read_text())["gates"]
    }
    assert passed == {("one", True), ("two", False)}
    drop = ["--max-drop", "chrf[dataset=one]=1"]
    assert cli("evaluate", "chrf", *sets, "--baseline", "base.json", *drop).code == 0
    mean = ["--max-drop", "chrf[dataset=(mean)]=1"]
    done = cli("evaluate", "chrf", *sets, "--baseline", "base.json", *mean)
    assert "means over data sets have no baseline" in done.err


def test_baselines_of_other_sets(cli, tmp_path):
    """A baseline that lacks a data set, or has none, is refused, unless it is forced."""
    write_two_sets(tmp_path)
    kept = ["-o", "base.json", "--instances", "base.jsonl", "-q"]
    assert cli("evaluate", "chrf", *WORDS[:4], *kept).code == 0
    done = cli("evaluate", "chrf", *WORDS, "--baseline", "base.json")
    assert "base.json: this baseline has no results of nq" in done.err
    forced = ["--baseline", "base.json", "--force-baseline"]
    done = cli("evaluate", "chrf", *WORDS, *forced)
    assert (done.code, "no results of nq" in done.err) == (0, True)
    done = cli("evaluate", "chrf", "boolq/careful.jsonl", "--baseline", "base.json")
    assert "this baseline is of the data sets boolq, and this run has none" in done.err


MEAN = ("--check", "chrf[dataset=(mean)] >= 0")


def test_means_with_missing_records(cli, tmp_path):
    """A gate on a mean fails on the missing records of its sets, as a gate on a set does."""
    write_two_sets(tmp_path)
    write_lines(tmp_path / "nq" / "two.jsonl", without_output(RECORDS[1:], 1))
    words = ["evaluate", "chrf", *WORDS, "--allow-errors"]
    done = cli(*words, *MEAN)
    assert done.code == 1
    assert "mean over data sets: chrf of careless is" in done.err
    assert "but 1 of 5 records are missing; --max-missing SHARE allows them" in done.err
    assert cli(*words, *MEAN, "--max-missing", "0.5").code == 0
    assert cli(*words, "--instances", "base.jsonl", "-o", "base.json").code == 0
    assert cli(*words, *MEAN, "--baseline", "base.json").code == 0


def test_means_without_a_score_of_a_set(cli, tmp_path):
    """A gate on a mean fails where a system has none, even if missing records are allowed."""
    write_two_sets(tmp_path)
    write_lines(tmp_path / "nq" / "two.jsonl", without_output(RECORDS[1:], 2))
    done = cli("evaluate", "chrf", *WORDS, "--allow-errors", *MEAN, "--max-missing", "1")
    assert done.code == 1
    assert "chrf of careless has no value: a data set has no score" in done.err


def mistakes(sets=(None,), **stated):
    of_sets = dict.fromkeys(sets, entries(["chrf", "bleu"]))
    with pytest.raises(UsageError) as caught:
        gates_of(of_sets, GateOptions(**stated), Regression(), {})
    return getattr(caught.value, "sentences", (str(caught.value),))


def test_each_gate_has_a_sentence():
    """Four wrong gates of three options are four sentences, and right ones none."""
    sentences = mistakes(
        fail_under=["chrff=1", "bleu=1"],
        check=["chrf >> 3", "bleu => 60", "bleu >= 3"],
        max_drop=["bleu=x"],
        baseline="none.json",
    )
    assert [sentence.split(" ")[0].rstrip(":") for sentence in sentences] == [
        "--fail-under", "--check", "--check", "--max-drop",
    ]  # fmt: skip
    assert 'there is no operator >>; write >=, <=, > or <, as in "chrf > 30"' in sentences[1]
    assert 'there is no operator =>; write >=, <=, > or <, as in "bleu >= 30"' in sentences[2]


def test_each_gate_on_data_sets_has_a_sentence():
    """Of several data sets too all mistakes are named, each once."""
    assert mistakes(["a", "b"], check=["chrf[dataset=c] > 1", "bleu >= x", "chrf > 1"]) == (
        "--check chrf[dataset=c] > 1: there is no data set 'c'; available: (mean), a, b",
        "--check bleu >= x: 'x' is not a finite number; give one like 0.3",
    )


def test_a_mistake_of_two_together():
    """What is wrong only with both, such as a repetition, is told too, and one error is plain."""
    assert mistakes(fail_under=["bleu=1", "bleu=2"]) == (
        "--fail-under bleu=2: 'bleu' is repeated; keep one",
    )


def test_the_right_value_is_returned():
    """Without a mistake the gates are parsed once."""
    calls = []
    assert one_by_one(lambda gate: calls.append(gate) or 3, GateOptions(check=["a", "b"])) == 3
    assert len(calls) == 1
    assert issubclass(MistakesError, UsageError)


def test_the_baseline_is_read_only_for_a_run(tmp_path):
    """Gates are parsed without the file of the baseline, which a run reads."""
    options = GateOptions(max_drop=["bleu=1"], baseline=tmp_path / "none.json")
    run = {None: entries(["bleu"])}, options, Regression(), {}
    gates = parsed_gates(*run).sets[None]
    assert (gates.rule.max_drop, gates.baseline) == ({"bleu": 1.0}, None)
    with pytest.raises(InputError, match="no such file"):
        gates_of(*run)


def test_without_gates_there_is_no_rule():
    """A run without gates judges nothing."""
    gates = gates_of({None: entries(["bleu"])}, GateOptions(), Regression(), {})
    assert gates.sets[None].rule is None
