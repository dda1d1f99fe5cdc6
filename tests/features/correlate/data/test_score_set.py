"""A metric's own scores of systems: the corpus scores of the judged outputs."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, TER

from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.features.correlate.data.directions import turned
from sacreval.features.correlate.data.score_set import OwnScores, ScoreSet, common
from sacreval.features.correlate.measures.measures import Plain
from sacreval.scoring.entries.run_metrics import entry
from sacreval.stats.association import coefficients as c
from sacreval.stats.draws import Units, draw_resamples
from support.correlations import compare_metrics, correlate, options_of
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

SYSTEMS, INPUTS = 7, 12


@pytest.fixture(scope="module")
def texts():
    """Return outputs of seven systems, the first the best, and the references."""
    rng = np.random.default_rng(4)
    lengths = rng.integers(4, 18, size=INPUTS)
    references = [[f"w{k}" for k in rng.integers(0, 40, size=length)] for length in lengths]
    outputs = [
        [" ".join(w if rng.random() > s / 10 else "x" for w in words) for words in references]
        for s in range(SYSTEMS)
    ]
    return outputs, [" ".join(words) for words in references]


def corpus(metric, outputs, references):
    """Score with sacrebleu."""
    return (BLEU() if metric == "bleu" else TER()).corpus_score(outputs, [references]).score


def formula(name):
    """Return the formula of a metric's score of systems."""
    metric = entry(name).metric
    return lambda sums: metric.reduce(sums)[name]


@pytest.fixture(scope="module")
def data(texts):
    """Return scores by BLEU and TER with their rows, and human scores with holes."""
    outputs, references = texts
    rng = np.random.default_rng(5)
    judged = np.round(5 - np.arange(SYSTEMS)[:, None] / 2 + rng.normal(size=(SYSTEMS, INPUTS)), 1)
    judged[rng.random(judged.shape) < 0.2] = np.nan
    scores, own_scores = {}, {}
    for name in ("bleu", "ter"):
        native = entry(name).on_engine(None)
        rows = np.array([native.metric.rows(batch(system, references)) for system in outputs])
        own_scores[name] = OwnScores(rows, formula(name))
        scores[name] = native.for_instances().metric.reduce(rows)[name]
    return ScoreSet(
        tuple(f"s{i}" for i in range(SYSTEMS)),
        tuple(f"{i:02}" for i in range(INPUTS)),
        scores=scores,
        judgments={"h": judged},
        own=own_scores,
        directions={"bleu": True, "ter": False},
    )


def batch(outputs, references):
    """Return outputs with a reference each."""
    pairs = zip(outputs, references, strict=True)
    return Batch([Instance(prediction=text, references=[reference]) for text, reference in pairs])


OPTIONS = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "interval": "none"}


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_they_are_sacrebleus_corpus_scores_of_the_judged_outputs(data, texts, metric):
    """In the whole sample and in a resample: the official corpus score of the drawn outputs."""
    outputs, references = texts
    judged = ~np.isnan(data.judgments["h"])
    counts = np.array([[1] * INPUTS, [0, 3, 1, 0, 2, 1, 1, 0, 1, 2, 0, 1]])
    got = data.own[metric].among(judged).scores(counts)
    want = [
        [
            corpus(
                metric,
                [text for i, text in enumerate(outputs[s]) for _ in range(draw[i] * judged[s, i])],
                [text for i, text in enumerate(references) for _ in range(draw[i] * judged[s, i])],
            )
            for s in range(SYSTEMS)
        ]
        for draw in counts
    ]
    np.testing.assert_allclose(got, want, atol=1e-9)
    [row] = correlate(data, metrics=[metric], **OPTIONS).results
    means = np.nanmean(data.judgments["h"], axis=1)
    sign = 1 if metric == "bleu" else -1
    assert row.value == pytest.approx(sign * np.corrcoef(want[0], means)[0, 1], abs=1e-9)
    assert "|scores:metric|" in row.signature
    assert (row.n_systems, row.n_instances) == (SYSTEMS, INPUTS)


def test_the_mean_is_one_option(data):
    """`mean` correlates means of sentence scores, as SacreROUGE, and differs."""
    by_rows = correlate(data, metrics=["bleu"], **OPTIONS).results[0]
    mean = correlate(data, metrics=["bleu"], **OPTIONS, system_scores="mean").results[0]
    there = ~np.isnan(data.judgments["h"])
    sentences = [row[seen].mean() for row, seen in zip(data.scores["bleu"], there, strict=True)]
    expected = np.corrcoef(sentences, np.nanmean(data.judgments["h"], axis=1))[0, 1]
    assert mean.value == pytest.approx(expected, abs=1e-12)
    assert by_rows.value != pytest.approx(mean.value, abs=1e-6)


@pytest.mark.parametrize("units", list(Units))
@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "pa", "acc-eq"])
def test_resampling_means_by_rows_is_resampling_means(data, units, coefficient):
    """A metric whose score is a mean has the replicates that it has without rows."""
    x = data.scores["bleu"]
    by_rows = replace(data, own={"bleu": OwnScores.of_means(x)})
    options = {**OPTIONS, "coefficient": [coefficient], "units": units.value, "resamples": 50}
    options["interval"] = "percentile"
    results = [
        correlate(score_set, metrics=["bleu"], **options, system_scores=source).results[0]
        for score_set, source in ((by_rows, "metric"), (data, "mean"))
    ]
    ends = [(result.value, result.interval.low, result.interval.high) for result in results]
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


def test_each_resample_is_computed_from_its_rows(data):
    """The replicates of Pearson's r are those of corpus scores of drawn systems and inputs."""
    data = turned(data, options_of(human="h"))
    z = data.judgments["h"]
    [sides] = common([data.own["ter"]], z)
    draws = draw_resamples(Units.BOTH, SYSTEMS, INPUTS, 20, 3)
    got = sides.replicates(Plain("pearson", c.PearsonCoefficient()), draws)
    want = []
    for r in range(20):
        drawn = np.repeat(np.arange(SYSTEMS), draws.systems[r])
        columns = np.repeat(np.arange(INPUTS), draws.inputs[r])
        rows = np.where(np.isnan(z)[..., None], 0.0, data.own["ter"].rows)
        sums = rows[drawn][:, columns].sum(axis=1)
        scores = -formula("ter")(sums)
        want.append(np.corrcoef(scores, np.nanmean(z[drawn][:, columns], axis=1))[0, 1])
    np.testing.assert_allclose(got, want, atol=1e-9)


@pytest.mark.parametrize("test", ["bootstrap-both", "centred-inputs", "williams"])
def test_tests_of_means_by_rows_are_tests_of_means(data, test):
    """Two metrics whose scores are means have the p-values that they have without rows."""
    own_scores = {name: OwnScores.of_means(x) for name, x in data.scores.items()}
    options = {**OPTIONS, "test": test, "resamples": 40}
    tests = [
        compare_metrics(score_set, **options, system_scores=source).tests[0]
        for score_set, source in ((replace(data, own=own_scores), "metric"), (data, "mean"))
    ]
    assert tests[0].delta == pytest.approx(tests[1].delta, abs=1e-9)
    assert tests[0].p_value == pytest.approx(tests[1].p_value, abs=1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_score_without_a_direction_is_tested_by_its_size(data, sign):
    """Beside corpus scores too: by |r| in either sign, and by no accuracy."""
    length = sign * np.abs(data.scores["bleu"])
    described = replace(data, scores={**data.scores, "length_words": length})
    options = {**OPTIONS, "coefficient": ["pearson", "pa"], "test": "bootstrap-inputs"}
    report = compare_metrics(described, metrics=["ter", "length_words"], resamples=20, **options)
    values = {row.metric: row.value for row in report.results if row.coefficient == "pearson"}
    tests = {test.coefficient: test for test in report.tests}
    assert np.sign(values["length_words"]) == sign
    size = values["ter"] - abs(values["length_words"])
    assert abs(tests["pearson"].delta) == pytest.approx(abs(size))
    assert 0 < tests["pearson"].p_value <= 1
    assert np.isnan(tests["pairwise-accuracy"].p_value)


def test_what_exchanges_single_outputs_is_refused_or_said(data):
    """Hybrids of two metrics have no corpus score: auto takes means and says so."""
    options = {**OPTIONS, "test": "perm-inputs", "resamples": 20}
    report = compare_metrics(data, **options)
    assert all("|scores:mean|" in result.signature for result in report.results)
    assert any("is not drawn by --test perm-inputs" in note for note in report.notes)
    with pytest.raises(UsageError, match="use --test bootstrap-both, or --system-scores mean"):
        compare_metrics(data, **options, system_scores="metric")


def test_the_command_correlates_the_scores_that_evaluate_prints(cli):
    """`correlate bleu` at system level has the scores of `evaluate bleu` on the same records."""
    sample = str(SAMPLE)
    printed = cli("evaluate", "bleu", sample, "--format", "json").json()
    scores = {result["system_id"]: result["value"] for result in printed["results"]}
    human: dict[str, list[float]] = {}
    for line in Path(sample).read_text().splitlines():
        record = json.loads(line)
        ratings = record["judgments"]["fluency"]
        human.setdefault(record["system_id"], []).append(float(np.mean(ratings)))
    expected = np.corrcoef(list(scores.values()), [np.mean(human[name]) for name in scores])[0, 1]
    words = ["--human", "fluency", "--level", "system", "--coefficient", "pearson"]
    done = cli("correlate", "bleu", sample, *words, "--interval", "none", "--format", "json")
    [row] = done.json()["results"]
    assert row["value"] == pytest.approx(expected, abs=1e-12)
    assert "|effective_order:false|" in row["signature"]
    assert "the metric's own score of each system" in done.json()["notes"][0]
