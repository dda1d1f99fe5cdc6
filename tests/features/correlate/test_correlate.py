"""Correlating small sets: published numbers, raters, other choices, and results as JSON."""

import json
import random
from dataclasses import fields

import msgspec
import numpy as np
import pytest

from sacreval import native
from sacreval.commands.app import run
from sacreval.features.correlate.correlate import Execution, Share, chance_level
from sacreval.features.correlate.correlation_results import (
    REASONS,
    CorrelationReport,
    IntervalFound,
    to_plain,
)
from sacreval.features.correlate.data.human_scores import agreement
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row, ScoreSet
from sacreval.features.correlate.explain import explain
from sacreval.features.correlate.measures.coefficient_names import (
    COEFFICIENTS,
    CoefficientSettings,
    cells,
)
from sacreval.stats.association.levels import Level, Undefined
from support.correlations import compare_metrics, correlate, options_of
from support.mirror import CHECKOUT
from support.sizes import long

EVERY_LEVEL = ("summary", "system", "global", "group-by-system")

QUICK = {"resamples": 20}


def values(report):
    """Key values by level and coefficient."""
    return {(r.level, r.coefficient): r.value for r in report.results}


@pytest.mark.parametrize("kind", ["reference", "peer", "all"])
def test_the_multiling_fixture_of_sacrerouge(golden, kind):
    """The 27 numbers of SacreROUGE's own test of its correlate command come out."""
    rows = [
        Row(
            r["s"],
            r["i"],
            r["t"],
            {"rouge-1_precision": r["r1_p"], "rouge-1_jk_precision": r["r1_jk_p"]},
            {"grade": r["grade"]},
            "golden",
        )
        for r in golden["multiling"]["rows"]
    ]
    metric = "rouge-1_precision" if kind == "peer" else "rouge-1_jk_precision"
    report = correlate(
        score_set(rows), human="grade", metrics=[metric], systems=kind, interval="none"
    )
    *expected, shape = golden["multiling"]["expected"][kind]
    got = [[r.value for r in report.results[i : i + 3]] for i in (0, 3, 6)]
    np.testing.assert_allclose(got, expected, atol=1e-4)
    assert [report.results[0].n_systems, report.results[0].n_instances] == shape


WANT_VARIATION = {
    "pearson", "spearman", "kendall", "tau-b", "tau-c", "tau-13", "weighted-tau", "pdp",
    "sys-delta", "partial-pearson", "partial-spearman",
}  # fmt: skip

CONSTANT = {"tau-a": 0.0, "tau-14": 0.0, "tau-10": -1.0, "darr": -1.0}  # values of a constant


def test_every_coefficient_at_every_level_it_knows(small):
    """Each gives a value in range with an interval, or the reason why not; and JSON without NaN."""
    report = correlate(
        small,
        human="quality",
        level=EVERY_LEVEL,
        coefficient=list(COEFFICIENTS),
        gap=0.5,
        **QUICK,
    )
    for result in report.results:
        undefined = result.metric == "flat" and result.coefficient in WANT_VARIATION
        assert np.isnan(result.value) == undefined, result
        assert result.reason == ("constant metric scores" if undefined else None), result
        assert (result.interval is None) == bool(result.interval_reason), result
        if result.metric == "good":
            assert result.interval, result
        if result.interval:
            assert -1 <= result.value <= 1, result
            assert -1 <= result.interval.low < result.interval.high <= 1 + 1e-12, result
        if result.metric == "good":
            assert result.value > 0.3, result
        elif result.metric == "flat" and result.coefficient in CONSTANT:
            assert result.value == CONSTANT[result.coefficient], result
    assert {r.coefficient for r in report.results} == set(COEFFICIENTS)
    text = msgspec.json.encode(report.to_json())
    assert b"NaN" not in text
    json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize("shuffles", [1, long(3)])
def test_same_seed_same_bytes_whatever_the_order_of_rows(small_rows, shuffles):
    """Shuffled rows give the same JSON to the last byte; another seed gives other intervals."""
    options = {"human": "quality", "coefficient": ["pearson", "spearman", "kendall"], **QUICK}

    def run(rows, seed):
        data = score_set(rows)
        reports = correlate(data, seed=seed, **options), compare_metrics(data, seed=seed, **options)
        return [msgspec.json.encode(r.to_json()) for r in reports]

    first = run(small_rows, 1)
    for shuffle in range(shuffles):
        random.Random(shuffle).shuffle(small_rows)
        assert run(small_rows, 1) == first
    assert run(small_rows, 2) != first


def test_uneven_judgments_are_noted(small):
    """Systems judged on different inputs, and references without jackknifing, are pointed out."""
    notes = correlate(small, human="quality", interval="none", systems="all").notes
    assert any("different numbers of inputs (7 to 8)" in n for n in notes)
    assert any("not jackknifed (flat, good, poor)" in n for n in notes)


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row._replace(judgments={}),
        lambda row: row._replace(scores={"good_jk": 1.0}),
        lambda row: row._replace(scores={"good-src": 1.0}),
    ],
)
def test_references_that_compare_fairly_are_not_noted(small_rows, change):
    """References without judgments, with jackknifed scores or by metrics without references."""
    rows = [change(row) if row.kind == "reference" else row for row in small_rows]
    notes = correlate(score_set(rows), human="quality", interval="none", systems="all").notes
    assert not any("not jackknifed" in n for n in notes)


def test_ranks_of_jackknifed_references_are_noted(small_rows):
    """Ranks of single jackknifed scores, of references and systems together, are pointed out."""
    renamed = [row._replace(scores={"good_jk": row.scores["good"]}) for row in small_rows]

    def noted(rows, systems="all", level="summary", coefficient="kendall"):
        report = correlate(
            score_set(rows), human="quality", interval="none", systems=systems,
            level=level, coefficient=coefficient,
        )  # fmt: skip
        return any("lean to systems" in note for note in report.notes)

    assert noted(renamed)
    assert not noted(renamed, coefficient="pearson")
    assert not noted(renamed, level="system")
    assert not noted(renamed, systems="peer")
    assert not noted(small_rows)


def test_uneven_raters_are_noted(small_rows):
    """Judgments with different numbers of ratings are pointed out, and only those."""
    options = {"human": "quality", "metrics": ["good"], "interval": "none"}
    said = "Outputs have 2 to 3 ratings of quality; the mean of each output counts the same."
    assert "ratings of" not in " ".join(correlate(score_set(small_rows), **options).notes)
    first, *rest = small_rows
    fewer = first._replace(judgments={"quality": first.judgments["quality"][:2]})
    assert said in correlate(score_set([fewer, *rest]), **options).notes


def single_metric(x, z):
    """Make a set of one metric from nested lists, None where missing."""
    x, z = np.array(x, dtype=float), np.array(z, dtype=float)
    shape = x.shape
    return ScoreSet(
        tuple(f"s{i}" for i in range(shape[0])),
        tuple(f"{i}" for i in range(shape[1])),
        scores={"m": x, "other": x[::-1] * 1.0},
        judgments={"h": z},
        ratings={"h": np.stack([z, z + 1], axis=2)},
    )


N = None

HARD = {
    "constant metric": ([[1, 1], [1, 1], [1, 1]], [[1, 2], [2, 1], [3, 3]]),
    "constant human": ([[1, 2], [2, 1], [3, 3]], [[1, 1], [1, 1], [1, 1]]),
    "one system": ([[1, 2, 3]], [[1, 3, 2]]),
    "one input": ([[1], [2], [3]], [[1], [3], [2]]),
    "two systems": ([[1, 2], [2, 1]], [[1, 2], [2, 2]]),
    "1 x 1": ([[1]], [[1]]),
    "missing cells": ([[1, N, 3], [2, 2, 2], [N, 5, 1]], [[1, 2, N], [2, 1, 3], [3, 4, 5]]),
    "missing blocks": ([[N, N, 3], [N, N, 2], [1, 5, 1]], [[1, 2, N], [2, 1, N], [3, 4, N]]),
    "no common cell": ([[1, N], [2, N]], [[N, 1], [N, 2]]),
    "all missing metric": ([[N, N], [N, N]], [[1, 2], [2, 1]]),
    "all missing human": ([[1, 2], [2, 1]], [[N, N], [N, N]]),
}


@pytest.mark.parametrize("name", HARD)
@pytest.mark.long
def test_nothing_crashes(name):
    """Every coefficient, level, interval and test gives a value or a stated reason."""
    data = single_metric(*HARD[name])
    for interval, units in (
        ("auto", "both"),
        ("auto", "systems"),
        ("auto", "inputs"),
        ("percentile", "both"),
        ("expanded", "both"),
        ("bca", "systems"),
        ("jackknife", "both"),
        ("fisher", "both"),
    ):
        report = correlate(
            data,
            human="h",
            level=EVERY_LEVEL,
            coefficient=list(COEFFICIENTS),
            interval=interval,
            units=units,
            **QUICK,
        )
        for result in report.results:
            assert not np.isnan(result.value) or result.reason, result
            assert result.interval or result.interval_reason, result
        assert b"NaN" not in msgspec.json.encode(report.to_json())
    for test in (
        "perm-systems",
        "perm-inputs",
        "perm-both-xor",
        "perm-both-cells",
        "williams",
        "bootstrap-both",
    ):
        report = compare_metrics(data, human="h", level=EVERY_LEVEL, test=test, **QUICK)
        for tested in report.tests:
            assert not np.isnan(tested.p_value) or tested.reason, tested
        assert b"NaN" not in msgspec.json.encode(report.to_json())
    assert all(a.note or not np.isnan(a.value) for a in agreement(data, human="h"))
    explain(data, "m", options_of(human="h"))


@pytest.mark.long
def test_ten_thousand_systems():
    """Ten thousand systems are correlated at system level in seconds."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(10_000, 2))
    x = z + rng.normal(size=z.shape)
    data = ScoreSet(
        tuple(f"s{i:05d}" for i in range(10_000)), ("1", "2"), scores={"m": x}, judgments={"h": z}
    )
    report = correlate(data, human="h", level=["system", "summary"], resamples=10)
    assert [r.n_systems for r in report.results] == [10_000] * 6
    assert report.results[0].value == pytest.approx(0.71, abs=0.03)
    [soft] = correlate(data, human="h", level=["system"], coefficient=["spa"], resamples=5).results
    assert soft.reason == "over 20 million pairs of systems"
    [result] = correlate(
        data, human="h", level=["global"], coefficient=["acc-eq"], epsilon=0.1, resamples=5
    ).results
    assert 0.5 < result.interval.low < result.value < result.interval.high < 1


@pytest.mark.long
@pytest.mark.skipif(not native.available(), reason="pairs are counted in blocks without kernels")
def test_a_threshold_of_200_million_pairs():
    """At global level the threshold of any number of outputs is fitted, and nothing is refused."""
    rng = np.random.default_rng(0)
    z = np.round(rng.normal(size=(20, 1_000)))
    x = z + rng.normal(size=z.shape)
    systems, inputs = (tuple(f"{i:04d}" for i in range(n)) for n in z.shape)
    data = ScoreSet(systems, inputs, scores={"m": x}, judgments={"h": z})
    options = {"human": "h", "level": ["global"], "coefficient": ["acc-eq"], "resamples": 5}
    [fitted] = correlate(data, **options).results
    assert fitted.epsilon > 0
    for other in (0.0, fitted.epsilon * 0.9, fitted.epsilon * 1.1):
        [result] = correlate(data, epsilon=other, **options).results
        assert result.value < fitted.value
    assert fitted.interval.low < fitted.interval.high


def test_all_results_are_told_of_after_the_last_step():
    """Each step tells of its share, rounded down."""
    steps: list[int] = []
    share = Share(Execution(advance=steps.append), results=10, steps=4)
    for _ in range(4):
        share(1)
    assert steps == [2, 3, 2, 3]


def measure(name, level, **settings):
    ((_, statistic),) = cells((level.value,), (name,), CoefficientSettings(**settings))
    return statistic


def world(ties, seed, shape=(6, 40)):
    """Return human scores of few or many values, with missing cells."""
    rng = np.random.default_rng(seed)
    z = np.floor(rng.normal(size=shape) * ties) / ties
    z[rng.random(shape) < 0.1] = np.nan
    return z, rng


@pytest.mark.parametrize("level", [Level.SUMMARY, Level.GLOBAL, Level.GROUP_BY_SYSTEM])
@pytest.mark.parametrize("ties", [0.3, 0.7, 3])
@pytest.mark.parametrize("name", ["pairwise-accuracy", "acc-eq"])
def test_random_metrics_reach_it_on_average(name, ties, level):
    """The mean over random metrics is the chance level; calibration may fit a little above it."""
    z, rng = world(ties, 7)
    statistic = measure(name, level)
    random = [statistic.of(rng.normal(size=z.shape), z, level).value for _ in range(30)]
    chance = chance_level(statistic, rng.normal(size=z.shape), z, level)
    above = np.mean(random) - chance
    assert -0.01 < above < (0.05 if name == "acc-eq" else 0.01)


def test_by_hand():
    """Of three pairs people call one equal: (1 - 1/3) / 2, or with calibration the same, 1/3."""
    z = np.array([[1.0], [1.0], [2.0]])
    x = np.array([[5.0], [1.0], [3.0]])
    for name in ("pairwise-accuracy", "acc-eq"):
        chance = chance_level(measure(name, Level.SUMMARY), x, z, Level.SUMMARY)
        assert chance == pytest.approx(1 / 3)


def test_mostly_equal_people():
    """Where people call most pairs equal, calling all equal is the better guess."""
    z = np.array([[1.0], [1.0], [1.0], [2.0]])
    x = np.arange(4.0)[:, None]
    assert chance_level(measure("acc-eq", Level.SUMMARY), x, z, Level.SUMMARY) == 0.5
    plain = chance_level(measure("pairwise-accuracy", Level.SUMMARY), x, z, Level.SUMMARY)
    assert plain == pytest.approx(0.25)


def test_missing_cells_have_no_pairs():
    """Pairs without a score on either side do not count."""
    z = np.array([[1.0], [2.0], [1.0]])
    x = np.array([[1.0], [2.0], [np.nan]])
    assert chance_level(measure("pairwise-accuracy", Level.SUMMARY), x, z, Level.SUMMARY) == 0.5


def test_system_means():
    """At system level pairs of means count, which are rarely equal: one half."""
    z, rng = world(3, 2)
    statistic = measure("pairwise-accuracy", Level.SYSTEM)
    assert chance_level(statistic, rng.normal(size=z.shape), z, Level.SYSTEM) == pytest.approx(0.5)


@pytest.mark.parametrize("name", ["pearson", "kendall", "spa@system"])
def test_other_coefficients_have_none(name):
    """For a correlation chance is 0, and for soft accuracies it is not stated."""
    z, rng = world(3, 2)
    level = Level.SYSTEM
    statistic = measure(name.partition("@")[0], level)
    assert chance_level(statistic, rng.normal(size=z.shape), z, level) is None


def test_a_threshold_that_is_given_has_none():
    """What a given threshold calls equal depends on the units of the metric."""
    z, rng = world(3, 2)
    statistic = measure("acc-eq", Level.SUMMARY, epsilon=0.1)
    assert chance_level(statistic, rng.normal(size=z.shape), z, Level.SUMMARY) is None


def test_without_pairs():
    """One system has no pairs, and no chance level."""
    statistic = measure("pairwise-accuracy", Level.SUMMARY)
    assert chance_level(statistic, np.ones((1, 3)), np.ones((1, 3)), Level.SUMMARY) is None


SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

FEW = ["--resamples", "50"]


def report_of(capsys, *words):
    assert run(["correlate", *map(str, words), "--format", "json"]) == 0
    text = capsys.readouterr().out
    assert "NaN" not in text
    return json.loads(text)


def test_agreement_and_explanation(capsys):
    """--agreement measures raters, --explain gives the value under other choices."""
    report = report_of(
        capsys, "bleu", SAMPLE, "--human", "adequacy", "--agreement", "--explain", *FEW
    )  # fmt: skip
    assert {"krippendorff-alpha", "fleiss-kappa"} <= {a["measure"] for a in report["agreement"]}
    assert {"level", "coefficient", "raters"} <= {e["choice"] for e in report["explanation"]}


ROWS = [
    Row(f"s{s}", str(i), "peer", {"m": s * 1.0 + i % 3}, {"h": s * 2.0 - i % 2}, "")
    for s in range(5)
    for i in range(6)
]


@pytest.mark.parametrize("level", ["system", "summary", "global"])
def test_the_current_choices_have_the_value_of_the_run(level):
    """Each kind of choice has one current option, and its value is that of the table."""
    options = {"human": "h", "level": [level], "coefficient": ["kendall"]}
    data = score_set(ROWS)
    (value,) = [result.value for result in correlate(data, interval="none", **options).results]
    listed = explain(data, "m", options_of(**options))
    current = {cell.choice: cell.value for cell in listed if cell.is_current}
    assert current.keys() >= {"level", "coefficient"}
    assert list(current.values()) == pytest.approx([value] * len(current))
    levels = {cell.option for cell in listed if cell.choice == "level"}
    assert len(levels) > 1


def test_values_become_plain():
    """NumPy numbers and arrays become Python's, tuples become lists, NaN and infinity None."""
    values = {"a": np.float64(0.5), 2: (np.int64(1), np.nan), "b": np.array([1.0, np.inf])}
    assert to_plain(values) == {"a": 0.5, "2": [1, None], "b": [1.0, None]}
    assert type(to_plain(np.int64(1))) is int
    assert [to_plain(value) for value in ("a", True, None)] == ["a", True, None]


def test_dataclasses_become_objects():
    """Every field is a key, and nested dataclasses become nested objects."""
    interval = IntervalFound(0.1, np.float64("nan"), "percentile-both", 0.95)
    plain = to_plain([interval])[0]
    assert list(plain) == [field.name for field in fields(IntervalFound)]
    assert (plain["low"], plain["high"], plain["seed"]) == (0.1, None, None)


def test_parts_for_other_code_are_not_in_json(small):
    """A report has its correlations, tests, ranking and notes; no groups' values, no families."""
    report = compare_metrics(small, human="quality", metrics=["good", "poor"], resamples=20)
    plain = report.to_json()
    assert list(plain) == ["results", "tests", "ranking", "notes"]
    assert "each" not in plain["results"][0]
    assert len(report.results[0].each) > 1
    assert msgspec.json.decode(msgspec.json.encode(plain)) == plain


def test_empty_report():
    """A report without results has empty lists."""
    assert set(map(str, CorrelationReport().to_json().values())) == {"[]"}


def test_every_code_has_a_reason():
    """Each reason why a value is undefined has words of its own."""
    assert REASONS.keys() == set(Undefined) - {Undefined.DEFINED}
    assert len(set(REASONS.values())) == len(REASONS)


def test_signatures_say_what_a_number_depends_on(small):
    """A signature has level, coefficient, grouping, filters, shape, interval, seed and version."""
    result = correlate(
        small,
        human="quality",
        metrics=["good"],
        exclude=["s1"],
        seed=7,
        references="3-mean",
        interval="percentile",
        **QUICK,
    ).results[0]
    parts = dict(part.split(":", 1) for part in result.signature.split("|"))
    assert parts["level"] == "summary"
    assert parts["coef"] == "pearson"
    assert parts["group"] == "input"
    assert parts["systems"] == "peer+not:s1"
    assert parts["n"] == "5x8"
    assert parts["used"] == "8"
    assert parts["refs"] == "3-mean"
    assert parts["ci"] == "percentile-both"
    assert "why" not in parts
    assert parts["resamples"] == "20"
    assert parts["seed"] == "7"
    assert "version" in parts
