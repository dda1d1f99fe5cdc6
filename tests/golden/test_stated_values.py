"""Numbers at the edge: undefined formulas, huge and tiny numbers, and odd texts of the sources."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.readers._base import convert
from support.program import write_jsonl
from support.tasks import scores_of

UNDEFINED = {
    "pearson": (
        [(1, 2), (1, 3)],
        "pearson of 'in' is undefined (a side is constant) and given as 0",
    ),
    "spearman": ([(1, 2), (3, 2)], "spearman of 'in' is undefined (a side is constant)"),
    "kendall": ([(1, 2)], "kendall of 'in' is undefined (a side is constant)"),
    "roc-auc": ([(0.1, 1), (0.7, 1)], "roc_auc of 'in' is undefined (all references are the same)"),
    "classification": ([("a", "a")] * 3, "kappa of 'in' is undefined (both sides are one and the"),
    "sequence-labelling": (
        [(["O", "O"], ["O", "O"])],
        "macro_f1 of 'in' is undefined (there are no entities) and given as 0",
    ),
}


def records(pairs):
    return [{"prediction": p, "references": [r]} for p, r in pairs]


@pytest.mark.parametrize("metric", UNDEFINED)
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
        one | {"system_id": system, "groups": {"g": group}}
        for system in "ab"
        for group, pairs in (("x", [(1, 1), (2, 3)]), ("y", [(1, 1), (1, 2)]))
        for one in records(pairs)
    ]
    for i, one in enumerate(rows):
        one["instance_id"] = i
    write_jsonl(Path("in.jsonl"), rows)
    done = cli("evaluate", "pearson", "in.jsonl", "--by", "g")
    lines = [line for line in done.err.splitlines() if "undefined" in line]
    assert len(lines) == 1
    assert "pearson of 'a g=y', 'b g=y' is undefined" in lines[0]


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
        found = scores_of(metric, records((p * scale, r) for p, r in pairs))[metric]
        turned = scores_of(metric, records((r, p * scale) for p, r in pairs))[metric]
    want = {"pearson": 0.9819805060619657}.get(metric, 1.0)
    assert (found, turned) == pytest.approx((want, want), abs=1e-12)


def test_moderate_changes_no_bit():
    """Scaling by a power of two leaves a correlation of ordinary numbers as it was."""
    from sacreval.stats.weighted import moderate, pearson

    rng = np.random.default_rng(1)
    x, y = rng.random((2, 50)) * 100
    plain = pearson(x - x.mean(), y - y.mean(), np.ones(50))
    a, b = moderate(x), moderate(y)
    assert pearson(moderate(a - a.mean()), moderate(b - b.mean()), np.ones(50)) == plain


@pytest.mark.parametrize(
    ("metric", "number", "value"),
    [
        ("mean-squared-error", 1e200, None),
        ("mean-squared-error", 1e308, None),
        ("mean-squared-error", 1e100, 1e200),
        ("mean-absolute-error", 1e308, 1e308),
    ],
)
def test_large_errors(cli, metric, number, value):
    """An error that is too large to be squared is missing and counted; others are numbers."""
    write_jsonl(Path("in.jsonl"), records([(number, 0)]))
    done = cli("evaluate", metric, "in.jsonl", "--format", "json")
    assert done.code == (3 if value is None else 0)
    assert done.json()["results"][0]["value"] == (value and pytest.approx(value))
    assert "Traceback" not in done.err
    assert ("in.jsonl:1" in done.err) == (value is None)


def test_errors_that_do_not_add_up(cli):
    """A sum beyond the largest number is an error in one sentence, not infinity."""
    for metric, number in (("mean-absolute-error", 1.5e308), ("mean-squared-error", 1e154)):
        write_jsonl(Path("in.jsonl"), records([(number, 0)] * 3))
        done = cli("evaluate", metric, "in.jsonl")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert "scale both sides down" in done.err


def test_a_whole_number_of_400_digits(cli):
    """It is no number and no label that can be computed with, and is refused with its line."""
    write_jsonl(Path("in.jsonl"), records([(10**400, 1)]))
    for metric in ("mean-absolute-error", "accuracy", "pearson"):
        done = cli("evaluate", metric, "in.jsonl")
        assert (done.code, "in.jsonl:1" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [  # TorchMetrics 1.9.0, extended_edit_distance of one sentence each, 2026-11-22
        ("It costs 3.5 euro", "It costs 35 euro", 0.068783),
        ("in e.g. Rome", "in Rome", 0.3667),
        ("Mr Smith left", "Mr. Smith left", 0.1716),
        ("The U.S. won 3-2", "The US won 3-2", 0.1314),
        ("Prices rose 2.3%, to 1,200.", "Prices rose by 2.3% to 1200.", 0.1802),
    ],
)
def test_eed(prediction, reference, value):
    """Decimals, abbreviations and titles are prepared as the source prepares them."""
    found = scores_of("eed", records([(prediction, reference)]))["eed"]
    assert found == pytest.approx(value, abs=5e-5)


def test_sari_of_nothing():
    """An empty output counts as one empty word, as in Hugging Face evaluate 0.4.6."""
    record = {"sources": ["x y"], "prediction": "", "references": ["x"]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(79.1666666667)
    record |= {"sources": [""], "references": [""]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(100.0)


def test_queries_without_relevant_documents(cli):
    """They score 0 and count, as in pytrec_eval, and the run says how many there are."""
    import pytrec_eval

    qrels = [{"a": 1}, {"a": 0}, {"b": -1, "c": 0}]
    rows = [{"ranking": ["a", "b"], "qrels": one} for one in qrels]
    write_jsonl(Path("in.jsonl"), rows)
    done = cli("evaluate", "ranking", "in.jsonl", "--format", "json")
    assert done.code == 0
    assert "2 queries have no relevant document and count with 0, as in trec_eval" in done.err
    judged = {str(i): one for i, one in enumerate(qrels)}
    run = {q: {"a": 2.0, "b": 1.0} for q in judged}
    theirs = pytrec_eval.RelevanceEvaluator(judged, {"map"}).evaluate(run).values()
    found = {r["output"]: (r["value"], r["n"]) for r in done.json()["results"]}
    assert found["map"] == (pytest.approx(np.mean([x["map"] for x in theirs])), 3)


CHOICES = [
    {"text": "yes", "logprob": -2.0, "tokens": 2, "unconditioned": -3.0},
    {"text": "absolutely", "logprob": -4.0, "tokens": 4, "unconditioned": -3.0},
]


def test_probabilities_follow_the_norm():
    """After every norm there are the probability of the gold choice and its share."""
    options = {"norm": ["none", "char", "token", "pmi"]}
    found = scores_of("multiple-choice", [{"choices": CHOICES, "gold": 1}], options)
    for end, logs in {
        "": [-2.0, -4.0],
        "_char": [-2 / 3, -0.4],
        "_token": [-1.0, -1.0],
        "_pmi": [1.0, -1.0],
    }.items():
        share = np.exp(logs[1]) / np.exp(logs).sum()
        assert found[f"normalized_probability{end}"] == pytest.approx(share)
        if end != "_pmi":
            assert found[f"probability{end}"] == pytest.approx(np.exp(logs[1]))
    assert "probability_pmi" not in found


def test_shares_of_tiny_probabilities():
    """A gold choice far behind the others has a share of 0, and nothing overflows."""
    choices = [{"text": "a", "logprob": -1000.0}, {"text": "b", "logprob": -1.0}]
    found = scores_of("multiple-choice", [{"choices": choices, "gold": 0}], {"norm": ["none"]})
    assert found["normalized_probability"] == 0.0


@pytest.mark.parametrize(("greedy", "score"), [(True, 1.0), (False, 0.0), (None, 0.0)])
def test_greedy_match_needs_a_mark(greedy, score):
    """A gold choice that is not marked as the greedy output is not matched."""
    marked = {} if greedy is None else {"greedy": greedy}
    choices = [{"text": "a", "logprob": -1.0} | marked, {"text": "b", "logprob": -2.0}]
    record = convert({"choices": choices, "gold": [0]}, "here")
    metric = metrics.get("greedy-match")()
    assert metric.fault(record) is None
    assert metric.reduce(metric.rows(Batch([record])))["greedy_match"] == [score]


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
