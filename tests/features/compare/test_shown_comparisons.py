"""Comparisons as tables show them."""

from itertools import combinations

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.features.compare.compare import compare_data_sets
from sacreval.features.compare.result import Settings
from sacreval.features.compare.shown_comparisons import in_order
from sacreval.scoring.evaluate import evaluate

OUTPUTS = {"middle": "a b c x", "best": "a b c d", "worst": "x", "also": "a b c x"}


def compared(metric, **settings):
    records = [
        Instance(prediction=text, references=["a b c d"], system_id=name, instance_id=i)
        for i in "12"
        for name, text in OUTPUTS.items()
    ]
    evaluation = evaluate([Batch(records)], metrics.get(metric)(), every_group=True)
    return compare_data_sets(
        {None: evaluation}, "middle", ["best", "worst", "also"], Settings(**settings)
    )


@pytest.mark.parametrize("metric", ["chrf", "wer"])
def test_comparisons(metric):
    """Systems of a comparison are in an order, the base among them, and so are pairs."""
    report = in_order(compared(metric, all_pairs=True), "score")
    best_first = ["best", "middle", "also", "worst"]
    assert [one.system_id for one in report.standings][:4] == best_first
    pairs = [{one.base, one.other} for one in report.comparisons][:6]
    assert pairs == [set(x) for x in combinations(best_first, 2)]
    by_name = in_order(compared(metric), "name")
    assert [one.system_id for one in by_name.standings][:4] == sorted(OUTPUTS)
    assert [one.other for one in by_name.comparisons][:3] == ["also", "best", "worst"]
    plain = compared(metric)
    assert in_order(plain, "given") is plain


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
