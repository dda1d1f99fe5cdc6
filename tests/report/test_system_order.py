"""Orders of systems in results."""

from itertools import combinations

import pytest

from sacreval.core.comparisons import Settings
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.report.system_order import compared_in_order, in_order
from sacreval.scoring.compare import compare
from sacreval.scoring.evaluate import evaluate

OUTPUTS = {"middle": "a b c x", "best": "a b c d", "worst": "x", "also": "a b c x"}


def results(metric):
    records = [
        Instance(prediction=text, references=["a b c d"], system_id=name, instance_id="1")
        for name, text in OUTPUTS.items()
    ]
    return evaluate([Batch(records)], metrics.get(metric)()).report().results


def systems(found):
    return list(dict.fromkeys(one.system_id for one in found))


@pytest.mark.parametrize("metric", ["chrf", "wer"])
def test_by_score(metric):
    """The best is first, by the smallest score where less is better; equal ones stay as given."""
    assert systems(in_order(results(metric), "score")) == ["best", "middle", "also", "worst"]


def test_by_name():
    """Names are sorted, and each system keeps the order of its outputs."""
    found = in_order(results("rouge"), "name")
    assert systems(found) == sorted(OUTPUTS)
    outputs = [one.output for one in found if one.system_id == "best"]
    assert outputs == [one.output for one in results("rouge") if one.system_id == "best"]


def test_as_given():
    """Systems stay as they are given, as they do where no direction is better."""
    assert systems(in_order(results("chrf"), "given")) == list(OUTPUTS)
    assert systems(in_order(results("length"), "score")) == list(OUTPUTS)


def compared(metric, **settings):
    records = [
        Instance(prediction=text, references=["a b c d"], system_id=name, instance_id=i)
        for i in "12"
        for name, text in OUTPUTS.items()
    ]
    found = evaluate([Batch(records)], metrics.get(metric)(), every_group=True)
    return compare(found, "middle", ["best", "worst", "also"], Settings(**settings))


@pytest.mark.parametrize("metric", ["chrf", "wer"])
def test_comparisons(metric):
    """Systems of a comparison are in an order, the base among them, and so are pairs."""
    report = compared_in_order(compared(metric, all_pairs=True), "score")
    best_first = ["best", "middle", "also", "worst"]
    assert [one.system_id for one in report.standings][:4] == best_first
    pairs = [{one.base, one.other} for one in report.comparisons][:6]
    assert pairs == [set(x) for x in combinations(best_first, 2)]
    by_name = compared_in_order(compared(metric), "name")
    assert [one.system_id for one in by_name.standings][:4] == sorted(OUTPUTS)
    assert [one.other for one in by_name.comparisons][:3] == ["also", "best", "worst"]
    plain = compared(metric)
    assert compared_in_order(plain, "given") is plain


def test_command_that_compares(cli, tmp_path):
    """`compare --sort` orders the rows of the table."""
    for name, text in OUTPUTS.items():
        (tmp_path / f"{name}.txt").write_text(f"{text}\n" * 3)
    (tmp_path / "ref.txt").write_text("a b c d\n" * 3)
    words = ("compare", "chrf", *(f"{name}.txt" for name in OUTPUTS), "-r", "ref.txt", "-q")
    done = cli(*words, "--sort", "score")
    order = ["best", "middle", "also", "worst"]
    assert [line.split()[1] for line in done.out.splitlines()[1:5]] == order
    assert "base" in done.out.splitlines()[2]


def test_command(cli, tmp_path):
    """`--sort` orders the rows of tables and of JSON, which `verify` computes again."""
    for name, text in OUTPUTS.items():
        (tmp_path / f"{name}.txt").write_text(f"{text}\n")
    (tmp_path / "ref.txt").write_text("a b c d\n")
    words = ("evaluate", "chrf", *(f"{name}.txt" for name in OUTPUTS), "-r", "ref.txt")
    done = cli(*words, "--sort", "score", "-q", "-o", "r.json")
    order = ["best", "middle", "also", "worst"]
    assert [line.split()[0] for line in done.out.splitlines()[1:5]] == order
    inputs = words[2:]
    assert cli("verify", "r.json", *inputs).code == 0
