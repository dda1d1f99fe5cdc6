"""Errors, correlations and rankings, weighted too: by hand, beside scikit-learn and SciPy."""

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError, UsageError
from sacreval.metrics.rankings.kendall import official_tau, tau_b
from sacreval.stats.association.weighted import moderate, pearson
from sacreval.stats.resampling import bootstrap_weights
from support.program import write_jsonl
from support.sizes import long
from support.tasks import pairs, scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.mark.parametrize(
    ("name", "error"), [("mean-absolute-error", 1.7e308), ("mean-squared-error", 1e160)]
)
def test_errors_beyond_the_largest_number_are_refused(name, error):
    """One record whose loss is infinite is not scored, and neither is an infinite sum."""
    metric = metrics.get(name)()
    with pytest.raises(RecordError, match="the largest number"):
        metric.row(error, [-error])
    with pytest.raises(UsageError, match=f"{name}: the sum of the errors"):
        metric.reduce(np.array([np.inf, 2.0]))


def test_the_closest_reference_counts():
    """The loss is that of the closest reference, and every record counts once."""
    assert metrics.get("mean-absolute-error")().row(3, [0, 5, 9]) == (2.0, 1.0)
    assert metrics.get("mean-squared-error")().row(3, [0, 5, 9]) == (4.0, 1.0)


def test_mean_absolute_error_by_hand():
    """Errors of 1, and of 3 to the closer reference, have a mean of 2."""
    records = [
        {"prediction": 3, "references": [4]},
        {"prediction": -2.0, "references": [9, 1]},
    ]
    assert scores_of("mean-absolute-error", records) == {"mean_absolute_error": 2.0}


def test_mean_squared_error_by_hand():
    """Errors of 1, and of 3 to the closer reference: (1 + 9) / 2, and its root."""
    records = [
        {"prediction": 3, "references": [4]},
        {"prediction": -2.0, "references": [9, 1]},
    ]
    scores = scores_of("mean-squared-error", records)
    assert scores == {"mean_squared_error": 5.0, "root_mean_squared_error": pytest.approx(5**0.5)}


@pytest.mark.parametrize("seed", range(5))
def test_regression(sk, seed):
    """Errors are scikit-learn's, correlations scipy's, with many ties."""
    from scipy import stats

    rng = np.random.default_rng(seed)
    x, y = np.round(rng.normal(size=(2, 40)), 1)
    records = pairs(x.tolist(), y.tolist())
    scores = scores_of("mean-squared-error", records)
    assert scores["mean_squared_error"] == pytest.approx(sk.mean_squared_error(y, x), **CLOSE)
    want = sk.root_mean_squared_error(y, x)
    assert scores["root_mean_squared_error"] == pytest.approx(want, **CLOSE)
    want = sk.mean_absolute_error(y, x)
    assert scores_of("mean-absolute-error", records)["mean_absolute_error"] == pytest.approx(want)
    for name, function in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        assert scores_of(name, records)[name] == pytest.approx(function(x, y).statistic, **CLOSE)


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [([1, 2, 3], [1, 2, 4], 3 / (2 * 14 / 3) ** 0.5), ([1, 2, 3], [3, 2, 1], -1.0)],
)
def test_pearson_by_hand(x, y, value):
    """Covariance 3 over the root of 2 and 14/3, all three times the number of records."""
    assert scores_of("pearson", pairs(x, y)) == {"pearson": pytest.approx(value)}


def test_moderate_changes_no_bit():
    """Scaling by a power of two leaves a correlation of ordinary numbers as it was."""
    rng = np.random.default_rng(1)
    x, y = rng.random((2, 50)) * 100
    plain = pearson(x - x.mean(), y - y.mean(), np.ones(50))
    a, b = moderate(x), moderate(y)
    assert pearson(moderate(a - a.mean()), moderate(b - b.mean()), np.ones(50)) == plain


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [
        ([1, 20, 300], [1, 3, 2], 0.5),
        ([1, 1, 2], [1, 2, 3], 1.5 / (1.5 * 2) ** 0.5),
        ([1, 2], [5, 4], -1.0),
    ],
)
def test_spearman_by_hand(x, y, value):
    """1 - 6 (0 + 1 + 1) / (3 * 8) = 0.5; ties have ranks 1.5, 1.5, 3 with variance 1.5."""
    assert scores_of("spearman", pairs(x, y)) == {"spearman": pytest.approx(value)}


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [
        ([1, 2, 3], [1, 3, 2], (2 - 1) / 3),
        ([1, 1, 2], [1, 2, 3], 2 / 6**0.5),
        ([3, 2, 1], [10, 20, 30], -1.0),
    ],
)
def test_kendall_by_hand(x, y, value):
    """Two pairs in order and one not: 1/3; with a tie, 2 of sqrt(2 * 3) pairs."""
    assert scores_of("kendall", pairs(x, y)) == {"kendall": pytest.approx(value)}


def test_scipy():
    """Values are scipy's to the last bit, with ties on both sides."""
    rng = np.random.default_rng(2)
    for _ in range(300):
        n = int(rng.integers(2, 40))
        x, y = (rng.integers(0, rng.integers(2, 30), n) / 7 for _ in range(2))
        assert tau_b(x, y) == official_tau(x, y)
    x = rng.normal(size=5000)
    y = x + rng.normal(size=5000)
    assert tau_b(x, y) == official_tau(x, y)


def test_kendall_engines():
    """Both engines have equal rows, and equal estimates for weighted samples."""
    rng = np.random.default_rng(3)
    numbers = rng.integers(0, 6, (30, 2)).tolist()
    batch = Batch([Instance(prediction=a, references=[b]) for a, b in numbers])
    official, native = (metrics.get("kendall")(engine=e) for e in ("official", "native"))
    rows = native.rows(batch)
    np.testing.assert_array_equal(rows, official.rows(batch))
    weights = rng.integers(0, 3, (2, 5, 30))
    np.testing.assert_array_equal(
        native.estimate(rows, weights)["kendall"], official.estimate(rows, weights)["kendall"]
    )


def test_without_scipy():
    """A score on the native engine does not import scipy."""
    code = (
        "import sys\n"
        "from sacreval.core.metric import metrics\n"
        "from sacreval.core.records import Batch, Instance\n"
        "batch = Batch([Instance(prediction=x, references=[x % 3]) for x in range(9)])\n"
        "assert metrics.get('kendall')().with_engine('native').measure(batch)\n"
        "print([name for name in sys.modules if name.startswith('scipy')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("gain", ["linear", "exponential"])
def test_ranking(gain):
    """nDCG and MAP are the textbook's; trec_eval, which computes them, divides by all relevant."""
    rng = np.random.default_rng(2)
    documents = [f"d{i}" for i in range(12)]
    records = []
    ndcgs, maps = [], []
    for _ in range(20):
        grades = {d: int(g) for d, g in zip(documents, rng.integers(0, 4, 12), strict=True)}
        grades["d0"] = 1
        ranking = rng.permutation(documents)[: int(rng.integers(1, 12))].tolist()
        records.append({"ranking": ranking, "qrels": grades})
        worth = {d: (g if gain == "linear" else 2**g - 1) for d, g in grades.items()}
        dcg = sum(worth[d] / np.log2(i + 2) for i, d in enumerate(ranking[:5]))
        best = sum(g / np.log2(i + 2) for i, g in enumerate(sorted(worth.values())[::-1][:5]))
        ndcgs.append(dcg / best)
        hits = [grades[d] > 0 for d in ranking]
        measured = sum(sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit)
        maps.append(measured / sum(g > 0 for g in grades.values()))
    measured = scores_of("ranking", records, {"gain": gain})
    assert measured["ndcg_at_5"] == pytest.approx(np.mean(ndcgs), rel=1e-9)
    assert measured["map"] == pytest.approx(np.mean(maps), rel=1e-9)


def test_an_empty_ranking_scores_nothing_and_counts():
    """A query for which nothing was found is wrong, not left out."""
    records = [{"ranking": [], "qrels": {"d": 1}}, {"ranking": ["d"], "qrels": {"d": 1}}]
    assert scores_of("ranking", records)["map"] == 0.5


def test_queries_without_relevant_documents(cli):
    """They score 0 and count, as in pytrec_eval, and the run says how many there are."""
    import pytrec_eval

    qrels = [{"a": 1}, {"a": 0}, {"b": -1, "c": 0}]
    rows = [{"ranking": ["a", "b"], "qrels": qrel} for qrel in qrels]
    write_jsonl(Path("in.jsonl"), rows)
    done = cli("evaluate", "ranking", "in.jsonl", "--format", "json")
    assert done.code == 0
    assert "2 queries have no relevant document and count with 0, as in trec_eval" in done.err
    judged = {str(i): qrel for i, qrel in enumerate(qrels)}
    run = {q: {"a": 2.0, "b": 1.0} for q in judged}
    theirs = pytrec_eval.RelevanceEvaluator(judged, {"map"}).evaluate(run).values()
    scores = {r["output"]: (r["value"], r["n"]) for r in done.json()["results"]}
    assert scores["map"] == (pytest.approx(np.mean([x["map"] for x in theirs])), 3)


@pytest.mark.parametrize(
    ("gain", "grade", "refused"),
    [
        ("linear", 10_000, False),
        ("linear", 10_001, True),
        ("linear", -1e300, True),
        ("exponential", 13, False),
        ("exponential", 14, True),
    ],
)
def test_relevance_that_is_too_large(gain, grade, refused):
    """A gain for which trec_eval needs too much time or memory is refused with its value."""
    metric = metrics.get("ranking")(gain=gain)
    sentence = metric.fault(Instance(ranking=["d1"], qrels={"d1": 1, "d2": grade}))
    assert (sentence is not None) == refused
    assert not refused or f"has the relevance {grade:.15g}; " in sentence


@pytest.mark.parametrize("gain", ["linear", "exponential"])
@pytest.mark.parametrize("k", [(1, 5, 10), (3, 100), ()])
@pytest.mark.parametrize("size", [20, long(300)])
def test_ranking_engines(gain, k, size):
    """Rows without trec_eval are trec_eval's, with negative relevance and documents not found."""
    random = Random(4)
    records = []
    for _ in range(size):
        documents = [f"d{i}" for i in range(random.choice([3, 12, 60]))]
        ranking = random.sample(documents, random.randint(0, len(documents)))
        judged = random.sample([*documents, "other"], random.randint(1, len(documents)))
        grades = {doc: random.choice([0, 0, 1, 2, 3, -1, 13]) for doc in judged}
        records.append(Instance(ranking=ranking, qrels=grades))
    metric = metrics.get("ranking")(gain=gain, k=k)
    official = metric.with_engine("official").rows(Batch(records))
    native = metric.with_engine("native").rows(Batch(records))
    np.testing.assert_allclose(native, official, rtol=0, atol=1e-12)
    assert native[:, 0].std() > 0


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall", "roc-auc", "average-precision"])
def test_weighted_samples_are_resamples(name):
    """`estimate` of weights is the score of the records, each as often as its weight says."""
    rng = np.random.default_rng(1)
    x = np.round(rng.random(25), 1)
    y = rng.integers(0, 2, 25) if name in {"roc-auc", "average-precision"} else rng.random(25)
    metric = metrics.get(name)()
    rows = np.column_stack([x, y]).astype(float)
    (weights,) = bootstrap_weights(25, resamples=20, seed=4)
    got = metric.estimate(rows, weights)[metric.outputs[0]]
    for value, weight in zip(got, weights.astype(int), strict=True):
        index = np.repeat(np.arange(25), weight)
        records = pairs(x[index].tolist(), y[index].tolist())
        assert value == pytest.approx(scores_of(name, records)[metric.outputs[0]], **CLOSE)
