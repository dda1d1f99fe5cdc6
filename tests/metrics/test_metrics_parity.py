"""Equality with the kept libraries on random input, resamples among it."""

import warnings
from time import perf_counter

import numpy as np
import pytest
from sklearn import metrics as sk

from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.readers._base import convert
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals import Bootstrap
from sacreval.stats.resampling import bootstrap_weights
from support.tasks import scores_of

LABELS = ["a", "b", "c", "d"]
CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def pairs(predictions, references):
    return [
        {"prediction": p, "references": [r]} for p, r in zip(predictions, references, strict=True)
    ]


@pytest.mark.parametrize("seed", range(8))
def test_classification(seed):
    """Accuracy, averages, MCC, kappa and balanced accuracy are scikit-learn's."""
    rng = np.random.default_rng(seed)
    y, p = (rng.choice(LABELS, size=int(rng.integers(2, 60))) for _ in range(2))
    p = rng.choice(LABELS[: 2 + seed % 3], size=len(y))
    found = scores_of(
        "classification",
        pairs(p.tolist(), y.tolist()),
        {"average": ["macro", "micro", "weighted", "per-class"]},
    )
    assert found["accuracy"] == pytest.approx(sk.accuracy_score(y, p), **CLOSE)
    assert found["balanced_accuracy"] == pytest.approx(sk.balanced_accuracy_score(y, p), **CLOSE)
    assert found["mcc"] == pytest.approx(sk.matthews_corrcoef(y, p), **CLOSE)
    assert found["kappa"] == pytest.approx(sk.cohen_kappa_score(y, p), **CLOSE)
    for average in ("macro", "micro", "weighted"):
        want = sk.precision_recall_fscore_support(y, p, average=average, zero_division=0)
        got = [found[f"{average}_{part}"] for part in ("precision", "recall", "f1")]
        assert got == pytest.approx(want[:3], **CLOSE)
    each = sk.f1_score(y, p, average=None, zero_division=0)
    for label, f1 in zip(sorted({*y, *p}), each, strict=True):
        assert found[f"f1_{label}"] == pytest.approx(f1, **CLOSE)


def test_macro_averages_are_of_a_system():
    """A label that only another system predicts leaves a macro average as it is alone."""
    right, said = ["a", "b", "a", "c"], ["a", "b", "b", "c"]
    alone = [one | {"system_id": "x"} for one in pairs(said, right)]
    other = [one | {"system_id": "y"} for one in pairs(["a", "b", "?", "c"], right)]
    want = sk.f1_score(right, said, average="macro", zero_division=0)
    named = sk.f1_score(right, said, average="macro", zero_division=0, labels=["?", "a", "b", "c"])
    for absent, value in (("leave", want), ("zero", named)):
        metric = metrics.get("classification")(absent=absent)
        batch = Batch([convert(record, "here") for record in [*alone, *other]])
        report = evaluate([batch], metric).report()
        found = {(r.system_id, r.output): r.value for r in report.results}
        assert found["x", "macro_f1"] == pytest.approx(value, **CLOSE)
    assert scores_of("classification", alone)["macro_f1"] == pytest.approx(want, **CLOSE)


def test_macro_averages_of_resamples():
    """The macro average of a resample is scikit-learn's of those records."""
    rng = np.random.default_rng(5)
    y, p = rng.choice(LABELS, size=(2, 12))
    metric = metrics.get("classification")(labels=tuple(LABELS))
    rows = metric.rows(Batch([convert(x, "here") for x in pairs(p.tolist(), y.tolist())]))
    for _ in range(20):
        drawn = rng.integers(0, 12, 5)
        want = sk.f1_score(y[drawn], p[drawn], average="macro", zero_division=0)
        found = metric.reduce(rows[drawn].sum(axis=0))["macro_f1"]
        assert found == pytest.approx(want, **CLOSE)


def test_confusion_matrix():
    """The cells are scikit-learn's."""
    rng = np.random.default_rng(0)
    y, p = rng.choice(LABELS, size=(2, 50))
    found = scores_of("confusion-matrix", pairs(p.tolist(), y.tolist()))
    want = sk.confusion_matrix(y, p, labels=LABELS)
    got = [[found[f"{a}->{b}"] for b in LABELS] for a in LABELS]
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("seed", range(5))
def test_multi_label(seed):
    """Averages, subset accuracy, Hamming loss and samples F1 are scikit-learn's."""
    rng = np.random.default_rng(seed)
    y, p = rng.random((2, 30, 4)) < 0.4
    names = np.array(LABELS)
    records = [
        {"prediction": names[a].tolist(), "references": [names[b].tolist()]}
        for a, b in zip(p, y, strict=True)
    ]
    found = scores_of("multi-label", records, {"labels": LABELS})
    for average in ("macro", "micro", "weighted"):
        want = sk.f1_score(y, p, average=average, zero_division=0)
        assert found[f"{average}_f1"] == pytest.approx(want, **CLOSE)
    assert found["subset_accuracy"] == pytest.approx(sk.accuracy_score(y, p), **CLOSE)
    assert found["hamming_loss"] == pytest.approx(sk.hamming_loss(y, p), **CLOSE)
    want = sk.f1_score(y, p, average="samples", zero_division=0)
    assert found["samples_f1"] == pytest.approx(want, **CLOSE)


@pytest.mark.parametrize("seed", range(5))
def test_probabilities(seed):
    """ROC AUC, average precision and Brier are scikit-learn's, ties among the scores."""
    rng = np.random.default_rng(seed)
    y = np.array([0, 1, *rng.integers(0, 2, 40)])
    p = np.round(rng.random(42), 1)
    records = pairs(p.tolist(), y.tolist())
    for name, function in (
        ("roc_auc", sk.roc_auc_score),
        ("average_precision", sk.average_precision_score),
        ("brier", sk.brier_score_loss),
    ):
        found = scores_of(name.replace("_", "-"), records)[name]
        assert found == pytest.approx(function(y, p), **CLOSE)


def test_calibration_error():
    """The gaps of the bins are those of a plain loop."""
    rng = np.random.default_rng(3)
    p, y = rng.random(200), rng.integers(0, 2, 200)
    bins = np.minimum((p * 10).astype(int), 9)
    gaps = [abs(y[bins == b].sum() - p[bins == b].sum()) for b in range(10)]
    found = scores_of("calibration-error", pairs(p.tolist(), y.tolist()))
    assert found["calibration_error"] == pytest.approx(sum(gaps) / 200, **CLOSE)


@pytest.mark.parametrize("seed", range(5))
def test_regression(seed):
    """Errors are scikit-learn's, correlations scipy's, with many ties."""
    from scipy import stats

    rng = np.random.default_rng(seed)
    x, y = np.round(rng.normal(size=(2, 40)), 1)
    records = pairs(x.tolist(), y.tolist())
    found = scores_of("mean-squared-error", records)
    assert found["mean_squared_error"] == pytest.approx(sk.mean_squared_error(y, x), **CLOSE)
    want = sk.root_mean_squared_error(y, x)
    assert found["root_mean_squared_error"] == pytest.approx(want, **CLOSE)
    want = sk.mean_absolute_error(y, x)
    assert scores_of("mean-absolute-error", records)["mean_absolute_error"] == pytest.approx(want)
    for name, function in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        assert scores_of(name, records)[name] == pytest.approx(function(x, y).statistic, **CLOSE)


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


@pytest.mark.parametrize("scheme", ["lenient", "IOB2", "IOBES"])
def test_sequence_labelling(scheme):
    """Scores are seqeval's, in its default and its strict mode."""
    from seqeval import metrics as seqeval
    from seqeval import scheme as schemes

    rng = np.random.default_rng(0)
    prefixes = "BIES" if scheme == "IOBES" else "BI"
    tags = ["O", *(f"{b}-{t}" for b in prefixes for t in ("PER", "LOC"))]
    y, p = ([rng.choice(tags, 8).tolist() for _ in range(40)] for _ in range(2))
    p = [a if i % 3 else b for i, (a, b) in enumerate(zip(y, p, strict=True))]
    records = [{"prediction": a, "references": [b]} for a, b in zip(p, y, strict=True)]
    found = scores_of("sequence-labelling", records, {"scheme": scheme})
    mode = {} if scheme == "lenient" else {"mode": "strict", "scheme": getattr(schemes, scheme)}
    for average in ("micro", "macro", "weighted"):
        want = seqeval.f1_score(y, p, average=average, zero_division=0, **mode)
        assert found[f"{average}_f1"] == pytest.approx(want, **CLOSE)
    assert found["tag_accuracy"] == pytest.approx(seqeval.accuracy_score(y, p), **CLOSE)


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
        found = sum(sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit)
        maps.append(found / sum(g > 0 for g in grades.values()))
    found = scores_of("ranking", records, {"gain": gain})
    assert found["ndcg_at_5"] == pytest.approx(np.mean(ndcgs), rel=1e-9)
    assert found["map"] == pytest.approx(np.mean(maps), rel=1e-9)


def test_an_empty_ranking_scores_nothing_and_counts():
    """A query for which nothing was found is wrong, not left out."""
    records = [{"ranking": [], "qrels": {"d": 1}}, {"ranking": ["d"], "qrels": {"d": 1}}]
    assert scores_of("ranking", records)["map"] == 0.5


def test_rates_of_words():
    """MER, WIL and WIP of a system are jiwer's."""
    import jiwer

    rng = np.random.default_rng(5)
    words = np.array("a b c d e".split())
    texts = [[" ".join(rng.choice(words, rng.integers(1, 9))) for _ in range(30)] for _ in range(2)]
    want = jiwer.process_words(*texts)
    records = pairs(texts[1], texts[0])
    for name in ("mer", "wil", "wip"):
        assert scores_of(name, records)[name] == pytest.approx(getattr(want, name), **CLOSE)


def test_intervals_of_macro_f1_are_fast():
    """A thousand resamples of macro F1 over 2,000 records take less than 0.2 s."""
    rng = np.random.default_rng(0)
    y, p = rng.choice([f"label{i}" for i in range(10)], size=(2, 2000)).tolist()
    batch = Batch([convert(record, "") for record in pairs(p, y)])
    evaluation = evaluate([batch], metrics.get("classification")())
    evaluation.report()
    times = []
    for _ in range(3):
        start = perf_counter()
        evaluation.report(Bootstrap())
        times.append(perf_counter() - start)
    assert min(times) < 1, f"{min(times):.3f} s"  # some 0.05 s where nobody else works


@pytest.mark.parametrize("seed", range(6))
def test_no_answer_threshold(seed):
    """The best threshold is the best of all, each tried with the 2.0 scores of what it leaves."""
    rng = np.random.default_rng(seed)
    records, plain = [], []
    for i in range(40):
        references = [["a b c"], ["the x", "y"], []][int(rng.integers(3))]
        text = ["a b", "a b c", "x", "", "the"][int(rng.integers(5))]
        doubt = float(np.round(rng.random() * 2 - seed % 2, 1))
        answer = None if i % 9 == 8 else {"text": text, "no_answer": doubt}
        records.append({"prediction": answer, "references": references})
    found = scores_of("squad-threshold", records)
    doubts = {r["prediction"]["no_answer"] for r in records if r["prediction"]}
    best = {"exact_match": 0.0, "f1": 0.0}
    for cut in [*doubts, -9.0]:
        plain = [
            {**r, "prediction": r["prediction"] and _below(cut, **r["prediction"])} for r in records
        ]
        scores = scores_of("squad", plain, {"version": "2.0"})
        best = {name: max(value, scores[f"squad_{name}"]) for name, value in best.items()}
        for name in best:
            if found[f"squad_best_{name}_threshold"] == cut:
                want = found[f"squad_best_{name}"]
                assert scores[f"squad_{name}"] == pytest.approx(want, **CLOSE)
    for name, value in best.items():
        assert found[f"squad_best_{name}"] == pytest.approx(value, **CLOSE)
    assert found["squad_missing"] == 4


def _below(cut, *, text, no_answer):
    return text if no_answer <= cut else ""


@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [
        ("104", "100", 1.0),
        ("105.0", "100", 1.0),
        ("105.1", "100", 0.0),
        ("-104", "-100", 1.0),
        ("$1,040", "1000", 1.0),
        ("50 %", "0.5", 1.0),
        ("2,3", "23", 0.0),
        ("1,234,567", "1234567", 1.0),
        ("13.395", "14.1", 0.0),  # 0.05 and something by division, 0.05 by multiplication
        ("0.001", "0", 0.0),
        ("0", "0.0", 1.0),
        (" Yes ", "yes", 1.0),
        ("1_000", "1000", 0.0),
        ("nan", "NaN", 1.0),
        ("inf", "100", 0.0),
        ("", "", 1.0),
    ],
)
def test_relaxed_accuracy(prediction, reference, value):
    """Numbers may be off by a twentieth of the reference, the border included; texts may not."""
    found = scores_of("relaxed-accuracy", pairs([prediction], [reference]))
    assert found == {"relaxed_accuracy": value}


def test_max_f1():
    """The largest F1 is that of the best point of scikit-learn's precision-recall curve."""
    rng = np.random.default_rng(9)
    for _ in range(10):
        y, p = np.array([1, *rng.integers(0, 2, 20)]), np.round(rng.random(21), 1)
        precision, recall, thresholds = sk.precision_recall_curve(y, p)
        f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-300)
        found = scores_of("max-f1", pairs(p.tolist(), y.tolist()))
        assert found["max_f1"] == pytest.approx(f1.max(), **CLOSE)
        reached = sk.f1_score(y, p >= found["max_f1_threshold"])
        assert reached == pytest.approx(f1.max(), **CLOSE)
        assert found["max_f1_threshold"] in thresholds


def test_entities():
    """Counts of bags are those of plain lists, with places taken away."""
    rng = np.random.default_rng(4)
    kinds, names = ["PER", "LOC"], ["Rome", "Dan", "rome"]
    records, hits, given, wanted = [], 0, 0, 0
    for _ in range(30):
        a, b = (
            [[str(rng.choice(names)), str(rng.choice(kinds))] for _ in range(rng.integers(0, 5))]
            for _ in range(2)
        )
        records.append({"prediction": a, "references": [b]})
        left = [tuple(one) for one in b]
        for one in map(tuple, a):
            if one in left:
                left.remove(one)
                hits += 1
        given, wanted = given + len(a), wanted + len(b)
    found = scores_of("entities", records)
    assert found["micro_precision"] == pytest.approx(hits / given, **CLOSE)
    assert found["micro_recall"] == pytest.approx(hits / wanted, **CLOSE)
    folded = scores_of("entities", records, {"normalize": "lower"})
    assert folded["micro_recall"] > found["micro_recall"]
