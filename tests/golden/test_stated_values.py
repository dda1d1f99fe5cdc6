"""Numbers at the edge: undefined formulas, huge and tiny numbers, and odd texts of the sources."""

import json
import warnings
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.readers._base import convert
from support.program import write_jsonl
from support.sizes import few
from support.tasks import scores_of

UNDEFINED = {
    "pearson": (
        [(1, 2), (1, 3)],
        "pearson of 'in' is undefined (a side is constant) and given as 0",
    ),
    "spearman": ([(1, 2), (3, 2)], "spearman of 'in' is undefined (a side is constant)"),
    "kendall": ([(1, 2)], "kendall of 'in' is undefined (a side is constant)"),
    "roc-auc": ([(0.1, 1), (0.7, 1)], "roc_auc of 'in' is undefined (all references are the same)"),
    "average-precision": (
        [(0.1, 0), (0.7, 0)],
        "average_precision of 'in' is undefined (no reference is positive) and given as 0",
    ),
    "max-f1": ([(0.1, 0)], "max_f1 of 'in' is undefined (no reference is positive) and given as 0"),
    "cider": (
        [("two cats", "two cats")],
        "cider of 'in' is undefined (in one record no n-gram is rarer than another) and given as 0",
    ),
    "self-bleu": ([("a b", "a")], "self_bleu of 'in' is undefined (there is no other output)"),
    "nist": (
        [("yes", "yes")] * 3,
        "nist of 'in' is undefined (no n-gram of the references has information) and given as 0",
    ),
    "classification": ([("a", "a")] * 3, "kappa of 'in' is undefined (both sides are one and the"),
    "sequence-labelling": (
        [(["O", "O"], ["O", "O"])],
        "macro_f1 of 'in' is undefined (there are no entities) and given as 0",
    ),
}


def records(pairs):
    return [{"prediction": p, "references": [r]} for p, r in pairs]


@few(3, "metric", UNDEFINED)
def test_undefined_numbers_are_named(cli, metric):
    """A number whose formula is undefined has a stated value, and the run says so."""
    pairs, said = UNDEFINED[metric]
    write_jsonl(Path("in.jsonl"), records(pairs))
    done = cli("evaluate", metric, "in.jsonl")
    assert done.code == 0
    assert said in done.err
    json.loads(cli("evaluate", metric, "in.jsonl", "--format", "json", "-q").out)


def test_undefined_groups_are_named(cli):
    """So it is for groups, several systems in one sentence."""
    rows = [
        record | {"system_id": system, "groups": {"g": group}}
        for system in "ab"
        for group, pairs in (("x", [(1, 1), (2, 3)]), ("y", [(1, 1), (1, 2)]))
        for record in records(pairs)
    ]
    for i, row in enumerate(rows):
        row["instance_id"] = i
    write_jsonl(Path("in.jsonl"), rows)
    done = cli("evaluate", "pearson", "in.jsonl", "--by", "g")
    lines = [line for line in done.err.splitlines() if "undefined" in line]
    assert len(lines) == 1
    assert "pearson of 'a g=y', 'b g=y' is undefined" in lines[0]


@pytest.mark.parametrize("metric", ["cider", "self-bleu", "average-precision", "pearson"])
def test_groups_of_random_sizes(cli, metric):
    """A group of one record has no set statistics: the groups named are those, and no others."""
    random = Random(8)
    rows = []
    for group in range(12):
        for i in range(random.choice([1, 1, 2, 3, 4])):
            number = (group + i, i % 2) if metric == "average-precision" else (group + i, i * i)
            words = ("a b c d " * (i + 1) + f"w{group}", f"a b c d w{group} {i}")
            record = records([words if metric in {"cider", "self-bleu"} else number])[0]
            rows.append(record | {"groups": {"g": f"g{group:02}"}})
    write_jsonl(Path("in.jsonl"), rows)
    err = cli("evaluate", metric, "in.jsonl", "--by", "g").err
    sizes = Counter(row["groups"]["g"] for row in rows)
    for size, said in ((1, "undefined ("), (2, "no correlation but -1 and 1")):
        names = [f"'in g={group}'" for group in sorted(sizes) if sizes[group] == size]
        lines = [line for line in err.splitlines() if said in line]
        if size == 1 or metric == "pearson":
            assert ", ".join(names[:6]) in lines[0]
            assert lines[0].count("'in g=") == min(6, len(names))
        assert len(lines) == (size == 1 or metric == "pearson")


@pytest.mark.parametrize("metric", ["pearson", "spearman", "kendall", "classification"])
def test_defined_numbers_are_not_named(cli, metric):
    """Where the formula is defined nothing is said."""
    write_jsonl(Path("in.jsonl"), records([(1, 2), (2, 1), (3, 3)]))
    assert cli("evaluate", metric, "in.jsonl").err == ""


@pytest.mark.parametrize("scale", [1.0, 1e155, 1e-200, 2e307, 5e-324, 1e-160])
@pytest.mark.parametrize("metric", ["pearson", "spearman", "kendall"])
def test_scale_does_not_matter(metric, scale):
    """A correlation of huge or tiny numbers is that of the same numbers, without a warning."""
    pairs = [(1, 1), (2, 2), (4, 3)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scaled = scores_of(metric, records((p * scale, r) for p, r in pairs))[metric]
        turned = scores_of(metric, records((r, p * scale) for p, r in pairs))[metric]
    want = {"pearson": 0.9819805060619657}.get(metric, 1.0)
    assert (scaled, turned) == pytest.approx((want, want), abs=1e-12)


def test_a_whole_number_of_400_digits(cli):
    """It is no number and no label that can be computed with, and is refused with its line."""
    write_jsonl(Path("in.jsonl"), records([(10**400, 1)]))
    for metric in ("mean-absolute-error", "accuracy", "pearson"):
        done = cli("evaluate", metric, "in.jsonl")
        assert (done.code, "in.jsonl:1" in done.err) == (2, True)


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize(
    "pairs", [[(1, i) for i in range(4)], [(i, 1) for i in range(4)], [(1, 2)]], ids=str
)
def test_a_constant_side_has_no_correlation(name, pairs):
    """Whichever side is constant, as both are in a single record, the correlation is 0."""
    metric = metrics.get(name)()
    records = [convert({"prediction": x, "references": [y]}, "here") for x, y in pairs]
    rows = metric.rows(Batch(records))
    assert metric.undefined(rows) == {name: "a side is constant"}
    assert metric.estimate(rows, np.ones(len(rows)))[name] == 0
