"""Orders of systems in results."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.report.best_scores import in_order
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
