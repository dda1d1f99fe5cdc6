"""Means of judgments by system."""

from itertools import combinations

import msgspec
import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.human_scores import (
    UNDEFINED,
    agreement,
    read_pairs,
    with_pairs,
)
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row, ScoreSet
from sacreval.features.correlate.data.selected_scores import Matrices
from sacreval.features.correlate.intervals.measure_intervals import replicates
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.scoring.human_pairs import HumanPair
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Units, draw_resamples
from support.correlations import compare_metrics, correlate


def test_means_by_system(cli, judged):
    """Raters are averaged, then inputs that were judged; who was not judged has no mean."""
    rows = cli("correlate", "judgments", judged, "--format", "json").json()
    means = {(row["system_id"], row["human"]): (row["mean"], row["n"]) for row in rows}
    assert means == {
        ("a", "good"): (3.0, 1), ("a", "new"): (None, 0), ("b", "good"): (2.75, 2),
        ("b", "new"): (1.0, 1), ("human", "good"): (5.0, 1), ("human", "new"): (None, 0),
    }  # fmt: skip
    assert {row["system_type"] for row in rows if row["system_id"] == "human"} == {"reference"}


def test_official_scores_of_systems(cli, tmp_path):
    """Judgments of whole systems that a folder holds stand beside the means."""
    folder = tmp_path / "human-scores"
    folder.mkdir()
    (folder / "en-de.mqm.seg.score").write_text("a\t-1\na\tNone\nb\t-2\nb\t-4\n")
    (folder / "en-de.mqm.sys.score").write_text("a\t-1.5\nb\t-3.5\n")
    rows = cli("correlate", "judgments", ".", "--format", "json").json()
    got = [(row["system_id"], row["mean"], row["n"], row["official"]) for row in rows]
    assert got == [("a", -1.0, 1, -1.5), ("b", -3.0, 2, -3.5)]


def rated(*ratings):
    """Return a set of scores, with the ratings of each output of one system."""
    return score_set(
        [Row("s", str(i), "peer", {}, {"h": judgment}, "") for i, judgment in enumerate(ratings)]
    )


def test_raters_who_agree():
    """Every measure is 1 for raters who agree, over all outputs and the one pair."""
    measures = agreement(rated([1.0, 1.0], [2.0, 2.0], [4.0, 4.0]), human="h")
    assert {measure.measure for measure in measures} == {
        "krippendorff-alpha", "fleiss-kappa", "cohen-kappa", "rater-correlation",
    }  # fmt: skip
    assert [measure.value for measure in measures] == pytest.approx([1] * len(measures))
    assert {(measure.n_items, measure.n_raters) for measure in measures} == {(3, 2)}
    assert {measure.n_pairs for measure in measures} == {None, 1}


def test_ratings_that_are_all_equal():
    """Without any difference agreement is undefined, which is said; JSON has null."""
    alpha, *_ = agreement(rated([3.0, 3.0], [3.0, 3.0]), human="h")
    assert alpha.note == UNDEFINED
    assert alpha.to_json()["value"] is None


def test_scores_without_raters():
    """A human score with one number an output has no raters."""
    with pytest.raises(UsageError, match="give judgments as lists, one number for each rater"):
        agreement(score_set([Row("s", "1", "peer", {}, {"h": 1.0}, "")]), human="h")


PEERS, HUMANS, INPUTS = ["a", "b", "c", "d"], ["h1", "h2", "h3"], ["1", "2", "3", "4", "5"]

OPTIONS = {"human": "adequacy", "level": ["summary"], "systems": ["all"], "resamples": 200}


def data(metrics=("m",)):
    """Return scores of peers and human texts with pairs, as `score` writes them."""
    rng = np.random.default_rng(8)
    systems = tuple(PEERS + HUMANS)
    judgments = {"adequacy": rng.integers(1, 6, (len(systems), len(INPUTS))).astype(float)}
    pairs = [
        HumanPair(instance_id=i, system_id=s, human_id=h, output=name,
                  score=float(rng.integers(0, 9)), human_score=0.0)
        for name in metrics for i in INPUTS for h in HUMANS for s in PEERS
    ]  # fmt: skip
    texts = {(p.output, p.instance_id, p.human_id): float(rng.integers(0, 9)) for p in pairs}
    pairs = [
        msgspec.structs.replace(p, human_score=texts[p.output, p.instance_id, p.human_id])
        for p in pairs
    ]
    scores = {f"{name}_jk": rng.normal(size=(len(systems), len(INPUTS))) for name in metrics}
    scored = ScoreSet(systems, tuple(INPUTS), frozenset(HUMANS), scores, judgments)
    return scored, pairs


def tau_a(cells):
    """Return (right - wrong) / pairs, of points (x, z)."""
    signs = [np.sign(a - b) * np.sign(c - d) for (a, c), (b, d) in combinations(cells, 2)]
    return sum(signs) / len(signs)


def groups(scores, pairs):
    """List for each input and human text the points of all systems and of this text."""
    z = scores.judgments["adequacy"]
    for column, name in enumerate(INPUTS):
        for row, human in enumerate(HUMANS, start=len(PEERS)):
            chosen = [p for p in pairs if (p.instance_id, p.human_id) == (name, human)]
            points = [(p.score, z[PEERS.index(p.system_id), column]) for p in chosen]
            yield [*points, (chosen[0].human_score, z[row, column])]


def test_tau_is_the_mean_over_inputs_and_human_texts():
    """By enumeration: in each group one human text and all systems, without its reference."""
    scores, pairs = data()
    expected = np.mean([tau_a(points) for points in groups(scores, pairs)])
    report = correlate(with_pairs(scores, pairs), coefficient=["tau-a"], **OPTIONS)
    assert report.results[0].value == pytest.approx(expected)
    assert report.results[0].n_used == len(INPUTS) * len(HUMANS)
    assert "|scores:pairs|" in report.results[0].signature
    assert correlate(scores, coefficient=["tau-a"], **OPTIONS).results[0].value != expected


def test_human_texts_that_are_left_out_have_no_group():
    """Without one human text, its groups of systems alone do not count."""
    scores, pairs = data()
    rest = [group for i, group in enumerate(groups(scores, pairs)) if i % len(HUMANS) != 1]
    with_them = with_pairs(scores, pairs)
    result = correlate(with_them, coefficient=["tau-a"], exclude=["h2"], **OPTIONS).results[0]
    assert result.value == pytest.approx(np.mean(list(map(tau_a, rest))))


@pytest.mark.parametrize("coefficient", ["tau-a", "pearson"])
@pytest.mark.parametrize("units", [Units.INPUTS, Units.SYSTEMS, Units.BOTH])
def test_resamples_draw_inputs_with_all_their_pairs(coefficient, units):
    """A resample is the value of the copied rows and columns, without pairs of copies."""
    scores, pairs = data()
    matrices = Matrices.of(with_pairs(scores, pairs), ["m_jk"], "adequacy")
    [cell] = CorrelationOptions(**{**OPTIONS, "coefficient": (coefficient,)}).cells
    x, z = matrices.at("m_jk", Level.SUMMARY)
    draws = draw_resamples(units, *x.shape[:2], 20, 3)
    replicated = replicates(cell.measure, x, z, Level.SUMMARY, draws)
    for r in range(20):
        rows, columns = (
            np.arange(n) if drawn is None else np.repeat(np.arange(n), drawn[r])
            for n, drawn in zip(x.shape[:2], (draws.systems, draws.inputs), strict=True)
        )
        value = cell.measure.of_resample(x, z, Level.SUMMARY, rows, columns)
        assert replicated[r] == pytest.approx(value, nan_ok=True)


def test_intervals_and_tests_of_pairs():
    """Intervals are over inputs and systems; metrics are tested by a bootstrap, and not swapped."""
    scores, pairs = data(("m", "n"))
    with_them = with_pairs(scores, pairs)
    options = {**OPTIONS, "metrics": ["m_jk", "n_jk"], "coefficient": ["kendall"]}
    report = compare_metrics(with_them, test="auto", interval="auto", **options)
    assert report.results[0].interval is not None
    assert 0 < report.tests[0].p_value <= 1
    swapped = compare_metrics(with_them, test="perm-systems", **options).tests[0]
    assert swapped.reason == "scores pair by pair are resampled, not swapped; use a bootstrap test"


def test_what_pairs_do_not_change():
    """Other levels have the same values; without human texts pairs have no effect, with a note."""
    scores, pairs = data()
    options = {**OPTIONS, "level": ["system"], "coefficient": ["pearson"]}
    with_them = with_pairs(scores, pairs[len(HUMANS) * len(PEERS) :])
    plain, paired = (correlate(x, **options).results[0].value for x in (scores, with_them))
    assert plain == paired
    peers = correlate(with_them, **{**options, "systems": ["peer"]})
    assert any("pair by pair were used" in note for note in peers.notes)
    summary = correlate(with_them, coefficient=["tau-a"], **OPTIONS)
    assert "1 inputs have no pairs of m_jk and were left out at summary level." in summary.notes


def test_what_cannot_be_compared():
    """A metric without pairs is not tested against one with pairs, and nothing is explained."""
    scores, pairs = data(("m", "n"))
    some = with_pairs(scores, [pair for pair in pairs if pair.output == "m"])
    options = {**OPTIONS, "coefficient": ["tau-a"]}
    with pytest.raises(UsageError, match="n_jk has no scores pair by pair"):
        compare_metrics(some, test="auto", **options)
    with pytest.raises(UsageError, match="drop --pairs"):
        correlate(some, explain=True, **options)


@pytest.mark.parametrize("ending", ["jsonl", "csv", "tsv"])
def test_files_of_pairs(tmp_path, ending):
    """What `score --pairs` writes is read again."""
    from sacreval.scoring.human_pairs import write_pairs

    _, pairs = data()
    write_pairs(pairs, tmp_path / f"pairs.{ending}")
    assert read_pairs(tmp_path / f"pairs.{ending}") == pairs


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("p.jsonl", "", "there are no pairs"),
        ("p.jsonl", '{"instance_id": "1"}\n', "p.jsonl:1: not a pair of a system"),
        ("p.csv", "instance_id,system_id\n1,a\n", "p.csv:2: not a pair of a system"),
    ],
)
def test_files_that_hold_none(tmp_path, name, text, message):
    """A wrong line is named with what to do."""
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message):
        read_pairs(tmp_path / name)


@pytest.mark.parametrize("interval", ["auto", "jackknife"])
def test_every_coefficient_takes_pairs(interval):
    """Each has a value and an interval, or says why not; one that no pair defines has neither."""
    scores, pairs = data()
    options = {**OPTIONS, "resamples": 20, "interval": interval, "coefficient": list(COEFFICIENTS)}
    for result in correlate(with_pairs(scores, pairs), **options).results:
        assert result.interval or result.interval_reason, result
        assert np.isnan(result.value) == (result.reason is not None)
