"""The table, the daggers, the ranks and the plot of one run rest on the same tests."""

import json

import numpy as np
import pytest

from sacreval.commands.app import run
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.measures.orders import rank_clusters
from sacreval.features.correlate.tables import correlation_plots
from sacreval.features.correlate.tables.correlation_tables import significantly_worse
from sacreval.features.correlate.tables.correlations import lines
from support import missing
from support.correlations import compare_metrics
from support.sizes import few

SIDES = ["two-sided", "greater"]
CORRECTIONS = ["holm", "bonferroni", "bh", "none"]
OPTIONS = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "resamples": 999}
METRICS = {"a": 0.2, "b": 0.5, "c": 0.8, "d": 1.6, "e": 3.0}


@pytest.fixture(scope="module")
def rows():
    """Score 14 systems by five metrics of rising noise."""
    rng = np.random.default_rng(4)
    records = []
    for system in range(14):
        for instance in range(6):
            quality = system / 6 + rng.normal()
            scores = {name: quality + noise * rng.normal() for name, noise in METRICS.items()}
            records.append(
                Row(f"s{system}", f"i{instance}", "peer", scores, {"h": quality}, "memory")
            )
    return records


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("correction", CORRECTIONS)
def test_ranks_part_where_a_reported_test_is_significant(rows, alternative, correction):
    """A rank begins just where a member of the rank above is significantly better, as corrected."""
    report = compare_metrics(
        score_set(rows), test="perm-both-xor", alternative=alternative, correction=correction,
        **OPTIONS,
    )  # fmt: skip
    beats = {(t.metric_a, t.metric_b) for t in report.tests if t.significant and t.delta > 0}
    rank, above = 1, []
    for place in report.ranking:
        if any((metric, place.metric) in beats for metric in above):
            rank, above = rank + 1, []
        above.append(place.metric)
        assert place.cluster == rank, place
        said = place.test, place.alternative, place.correction, place.alpha
        assert said == ("perm-both-xor", alternative, correction, 0.05)
    assert max(place.cluster for place in report.ranking) > 1


def test_daggers_and_ranks_agree(rows):
    """What a dagger marks as worse than the best never shares its rank."""
    report = compare_metrics(score_set(rows), test="perm-both-xor", **OPTIONS).to_json()
    rank = {place["metric"]: place["cluster"] for place in report["ranking"]}
    marked = {key[2] for key in significantly_worse(report["results"], report["tests"])}
    assert marked
    assert all(rank[metric] > 1 for metric in marked)


@pytest.mark.parametrize("test", ["wmt", "bootstrap-both"])
def test_the_ranks_of_wmt_are_one_sided_and_uncorrected(rows, test):
    """`--ranks wmt`, or `greater` without correction, gives mt-metrics-eval's clusters."""
    raw = {"alternative": "greater", "correction": "none"}
    report = compare_metrics(score_set(rows), test=test, **raw, **OPTIONS)
    [family] = report.families
    p = np.full((5, 5), np.nan)
    p[np.triu_indices(5, 1)] = [verdict.p.greater for verdict in family.verdicts]
    assert [place.cluster for place in report.ranking] == rank_clusters(p).tolist()
    named = compare_metrics(score_set(rows), test=test, ranks="wmt", **OPTIONS)
    assert named.ranking == report.ranking
    said = " ".join(lines(named.to_json()))
    assert f"Tests, † rest on: {report.tests[0].test}, two-sided, holm over 10 tests" in said
    basis = f"{report.tests[0].test}, greater, without correction, at 0.05, as WMT's"
    assert f"Ranks rest on: {basis}" in said


@pytest.fixture
def table(tmp_path, rows):
    """Write the scores to a file."""
    path = tmp_path / "scores.jsonl"
    with path.open("w") as file:
        for row in rows:
            record = {
                "instance_id": row.instance, "system_id": row.system,
                "system_type": "peer", "scores": row.scores, "judgments": row.judgments,
            }  # fmt: skip
            file.write(json.dumps(record) + "\n")
    return path


@pytest.fixture
def drawn(monkeypatch):
    """Keep what a plot of significance would show."""
    missing.module("matplotlib", "plots")
    kept, draw = {}, correlation_plots.significance_grid

    def keep(**shown):
        kept.update(shown)
        return draw(**shown)

    monkeypatch.setattr(correlation_plots, "significance_grid", keep)
    return kept


@few(1, ("alternative", "correction"), [(x, y) for x in SIDES for y in ("holm", "none")])
def test_the_plot_is_the_table(capsys, table, drawn, alternative, correction):
    """Filled cells are the stars, numbers the p-values; the caption names test and sides."""
    words = ["correlate", "scores", str(table), "--human", "h", "--level", "system",
             "--coefficient", "pearson", "--resamples", "999", "--interval", "none",
             "--test", "perm-both-xor", "--alternative", alternative, "--correction", correction,
             "--plot", f"significance={table.with_name('p.png')}", "--format", "json"]  # fmt: skip
    assert run(words) == 0
    report = json.loads(capsys.readouterr().out)
    names = drawn["names"]
    assert names == [place["metric"] for place in report["ranking"]]
    boxes = {
        (names[i], names[k]) for i, k in zip(*np.nonzero(drawn["p_adjusted"] <= 0.05), strict=True)
    }
    stars = {(t["metric_a"], t["metric_b"]) for t in report["tests"] if t["significant"]}
    assert boxes == stars
    assert boxes
    for test in report["tests"]:
        cell = names.index(test["metric_a"]), names.index(test["metric_b"])
        assert drawn["p_adjusted"][cell] == test["p_adjusted"]
    over = " over 10 tests" if alternative == "two-sided" else " over 20 tests"
    basis = f"perm-both-xor, {alternative}, correction {correction}"
    assert drawn["title"].endswith(basis + (over if correction == "holm" else ""))
    [said] = [line for line in lines(report) if "rest on" in line]
    shown = f"holm{over}" if correction == "holm" else "without correction"
    assert f"ranks rest on: perm-both-xor, {alternative}, {shown}, at 0.05" in said


def test_a_plot_without_a_test_names_the_one_it_runs(capsys, tmp_path, table, drawn):
    """Without --test the caption names the default test, its sides and the correction."""
    words = ["correlate", "scores", str(table), "--human", "h", "--level", "system",
             "--coefficient", "pearson", "--resamples", "49", "--interval", "none"]  # fmt: skip
    plot = ["--plot", f"significance={tmp_path / 'p.png'}"]
    assert run([*words, *plot]) == 0
    assert "bootstrap-both, two-sided, correction holm over 10 tests" in drawn["title"]
    capsys.readouterr()
    assert run([*words, *plot, "--metric", "a", "--force"]) == 2
    assert "needs two" in capsys.readouterr().err
