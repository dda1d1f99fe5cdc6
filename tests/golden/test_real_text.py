"""Real text beside the official libraries: options, corpora, details and sacrebleu's bootstrap."""

import json
import shutil

import nltk
import numpy as np
import pytest
from sacrebleu.metrics.base import Score
from sacrebleu.metrics.bleu import BLEUScore
from sacrebleu.metrics.ter import TERScore

from sacreval.core.metric import Metric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import SEED, IntervalOptions
from sacreval.stats.resampling import bootstrap_sums, percentile_interval
from support import mirror, missing, official
from support.mirror import Corpus
from support.official import sacrebleu_corpus, sacrebleu_of
from support.parity import assert_parity, batches
from support.variants import identify, variants

OFFICIAL = [metric for metric in variants()[0] if official.has(metric)]
SHORT = 16  # words; sacrebleu's TER takes 3 ms for a pair so long, and a second for a paragraph
JAPANESE = ("zh", "ja-mecab", "char", "intl")
each_option = pytest.mark.parametrize("metric", OFFICIAL, ids=identify)
# BERT ensemble 74.87/86.32 and so on: exact match and F1 in percent by SQuAD's evaluate-v1.1.py
# on XQuAD English, as its users publish them; two decimals.
SQUAD = {
    "BERT (ensemble) (Google AI Language)": (74.87, 86.32),
    "r-net+ (ensemble) (Microsoft Research Asia)": (72.77, 83.41),
    "SLQA+ (ensemble) (Alibaba iDST NLP)": (72.18, 82.85),
    "Match-LSTM with Ans-Ptr (Boundary+Ensemble) (Singapore Management University)": (61.09, 72.67),
    "Logistic Regression Baseline (Stanford University)": (34.54, 45.85),
}
SAME = {"rel": 1e-12, "abs": 1e-12}
SMALL = Corpus(
    ["the cat sat on the mat", "x y", "", "a dog barked at night loudly", "one"],
    [["a cat sat on the mat", "the cat sits"], ["a b"], ["one word"], ["the dog barked"], ["one"]],
)
FLOAT32 = 2e-4  # sacrebleu sums its resamples in single precision
METRICS = [
    metrics.get("bleu")(),
    metrics.get("bleu")(smooth_method="floor"),
    metrics.get("chrf")(word_order=2),
    metrics.get("ter")(),
]


def plain(name: str) -> Metric:
    return metrics.get(name)()


@each_option
def test_every_option_on_wmt23(metric):
    """Every option of every metric gives official numbers on WMT23 with two references."""
    data = mirror.wmt23("ONLINE-W")
    few = {"ter": data.short(SHORT).part(0, 24), "rouge": data.part(0, 557, 28)}
    assert_parity(metric, few.get(metric.name, data.part(0, 557, 12)))


@pytest.mark.parametrize("name", ["chrf", "google-bleu", "cer", "wer"])
def test_a_whole_system_of_wmt23(name):
    """Scores of the system that writes most are official over all its 557 segments."""
    assert_parity(plain(name), mirror.wmt23("ZengHuiMT"), every=4)


def test_every_system_of_wmt23():
    """BLEU of all 14 systems of WMT23 is official, for systems and for segments."""
    systems = mirror.wmt23_systems()
    assert len(systems) == 14
    for system in systems:
        data = mirror.wmt23(system)
        assert len(data.predictions) == 557
        assert_parity(plain("bleu"), data, every=10)


def test_ter_on_wmt23():
    """TER of short and of long segments is official."""
    for i, system in enumerate(mirror.wmt23_systems()):
        data = mirror.wmt23(system)
        assert_parity(plain("ter"), data.short(30).part(i, 557, 40))
    assert_parity(plain("ter"), mirror.wmt23("refA").part(0, 1))


@pytest.mark.parametrize("name", ["bleu", "chrf", "google-bleu", "wer", "cer", "rouge"])
def test_webnlg(name):
    """References of unequal number, one to four, give official numbers."""
    data = mirror.webnlg()
    assert {len(references) for references in data.references} == {1, 2, 3, 4}
    if name == "rouge":
        assert_parity(plain(name), data.part(0, 1862, 8))
    else:
        assert_parity(plain(name), data, every=10)


def test_webnlg_ter():
    """TER's mean reference length is official where references are unequal in number."""
    data = mirror.webnlg().short(SHORT).part(0, 1862, 8)
    assert len({len(references) for references in data.references}) > 1
    assert_parity(plain("ter"), data)


@pytest.mark.parametrize("name", ["bleu", "chrf", "rouge", "google-bleu", "wer"])
def test_summeval(name):
    """Eleven references of summaries give official numbers for all 16 systems."""
    systems = mirror.summeval()
    assert len(systems) == 16
    assert {len(references) for data in systems.values() for references in data.references} == {11}
    step = 10 if name in {"bleu", "google-bleu"} else 50
    for i, system in enumerate(sorted(systems)):
        assert_parity(plain(name), systems[system].part(i, 100, step))


def test_summeval_ter():
    """TER against eleven references is official."""
    systems = mirror.summeval()
    assert_parity(plain("ter"), systems["M11"].cut(220).part(0, 2))


@pytest.mark.parametrize("tokenize", JAPANESE)
@pytest.mark.parametrize("name", ["bleu", "google-bleu"])
def test_japanese(name, tokenize):
    """Japanese under the tokenizers made for it has official scores."""
    if tokenize == "ja-mecab":
        missing.module("MeCab", "Japanese tokenizers")
    for system in (1, 2):
        data = mirror.japanese(system, 300)
        assert_parity(metrics.get(name)(tokenize=tokenize), data, every=4)


@pytest.mark.parametrize("tokenize", ["zh", "char", "intl", "13a", "none"])
def test_chinese(tokenize):
    """Chinese under each tokenizer has official scores, with one and with two references."""
    assert_parity(metrics.get("bleu")(tokenize=tokenize), mirror.chinese(120))


@pytest.mark.parametrize(
    "metric",
    [
        metrics.get("chrf")(word_order=2),
        metrics.get("cer")(),
        metrics.get("wer")(transform="standardize"),
        metrics.get("ter")(normalized=True, asian_support=True),
        metrics.get("ter")(no_punct=True, asian_support=True),
        metrics.get("rouge")(),
    ],
    ids=identify,
)
def test_other_metrics_on_other_scripts(metric):
    """Metrics other than BLEU are official on Japanese and Chinese too."""
    for data in (mirror.japanese(1, 60), mirror.chinese(20)):
        assert_parity(metric, data.cut(40).part(0, 10) if metric.name == "ter" else data)


def test_trg_lang():
    """`trg_lang` chooses the tokenizer that sacrebleu chooses."""
    data = mirror.chinese(20)
    assert_parity(metrics.get("bleu")(trg_lang="zh"), data)
    assert metrics.get("bleu")(trg_lang="zh").tokenize == "zh"


def test_split_summaries(tmp_path, monkeypatch):
    """Lsum with NLTK's sentence splitter is official."""
    target = tmp_path / "tokenizers" / "punkt_tab" / "english"
    target.mkdir(parents=True)
    repository = mirror.path(mirror.PUNKT).parent
    for file in repository.glob("*/nltk_data/tokenizers/punkt_tab/english/*"):
        shutil.copy(file, target)
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    metric = metrics.get("rouge")(types=("1", "Lsum"), split_summaries=True)
    systems = mirror.summeval()
    assert_parity(metric, systems["M11"].part(0, 100, 10))


@pytest.mark.parametrize("system", SQUAD)
def test_squad(system):
    """Exact match and token F1 of real SQuAD systems are those of SQuAD's own script."""
    from sacreval.scoring.collected_batches import evaluate
    from support.parity import batches

    data = mirror.xquad_answers(system)
    assert len(data.predictions) == 1190
    scores = []
    for metric in (metrics.get("exact-match")(normalize="squad"), plain("token-f1")):
        results = evaluate(batches(data), metric).report().results
        scores.append(round(100 * results[-1].value, 2))
    assert tuple(scores) == SQUAD[system]


def of(name):
    return pytest.mark.parametrize(
        "metric", [metric for metric in OFFICIAL if metric.name == name], ids=identify
    )


def corpora(count=300):
    """Return small texts, single ones, and a part of WMT23 where the mirror has it."""
    yield SMALL
    yield from (SMALL.part(i, i + 1) for i in range(len(SMALL.predictions)))
    yield mirror.wmt23("ONLINE-W").part(0, count, 3)


def corpus_score(metric, data):
    """Return the result of a corpus."""
    pairs = zip(data.predictions, data.references, strict=True)
    records = [Instance(prediction=p, references=r) for p, r in pairs]
    (result,) = evaluate([Batch(records)], metric).report().results
    return result.value, {name: detail.value for name, detail in result.details.items()}


@of("bleu")
def test_bleu(metric):
    """Precisions, penalty, ratio and lengths are sacrebleu's, and so is the line it prints."""
    for data in corpora():
        theirs = official.sacrebleu_of(metric).corpus_score(data.predictions, data.streams())
        score, parts = corpus_score(metric, data)
        orders = range(1, metric.max_ngram_order + 1)
        precisions = [parts[f"precision_{n}"] for n in orders]
        assert precisions == pytest.approx(theirs.precisions, **SAME)
        want = [theirs.bp, theirs.ratio, theirs.sys_len, theirs.ref_len]
        assert [parts[x] for x in ("bp", "ratio", "sys_len", "ref_len")] == pytest.approx(
            want, **SAME
        )
        lengths = int(parts["sys_len"]), int(parts["ref_len"])
        ours = BLEUScore(score, theirs.counts, theirs.totals, precisions, parts["bp"], *lengths)
        assert ours.format() == theirs.format()


@of("ter")
def test_ter(metric):
    """Edits and the length of references are sacrebleu's."""
    for data in (*list(corpora())[:-1], mirror.wmt23("ONLINE-W").short(16).part(0, 12)):
        theirs = official.sacrebleu_of(metric).corpus_score(data.predictions, data.streams())
        score, parts = corpus_score(metric, data)
        ours = TERScore(score, parts["edits"], parts["ref_len"])
        assert (ours.num_edits, ours.ref_length) == pytest.approx(
            (theirs.num_edits, theirs.ref_length), **SAME
        )
        assert ours.format() == theirs.format()


@of("chrf")
def test_chrf(metric):
    """Precision and recall of each order are those of sacrebleu's counts, in percent."""
    for data in corpora(60):
        scorer = official.sacrebleu_of(metric)
        rows = scorer._extract_corpus_statistics(data.predictions, data.streams())
        counts = [sum(column) for column in zip(*rows, strict=True)]
        score, parts = corpus_score(metric, data)
        assert score == pytest.approx(scorer._compute_f_score(counts), **SAME)
        kinds = [("char", n) for n in range(1, metric.char_order + 1)]
        kinds += [("word", n) for n in range(1, metric.word_order + 1)]
        ps, rs = [], []
        for (kind, n), hyp, ref, match in zip(
            kinds, counts[::3], counts[1::3], counts[2::3], strict=True
        ):
            ps.append(100 * match / hyp if hyp else 0.0)
            rs.append(100 * match / ref if ref else 0.0)
            assert parts[f"{kind}_precision_{n}"] == pytest.approx(ps[-1], **SAME)
            assert parts[f"{kind}_recall_{n}"] == pytest.approx(rs[-1], **SAME)
        occurs = [bool(h and r) for h, r in zip(counts[::3], counts[1::3], strict=True)]
        used = max(len(kinds) if metric.eps_smoothing else sum(occurs), 1)
        for name, values in (("precision", ps), ("recall", rs)):
            assert parts[name] == pytest.approx(sum(values) / used, **SAME)
        p, r, beta2 = parts["precision"], parts["recall"], metric.beta**2
        if not metric.eps_smoothing and p + r:
            assert score == pytest.approx((1 + beta2) * p * r / (beta2 * p + r), **SAME)


def data_of(metric: Metric) -> mirror.Corpus:
    whole = mirror.wmt23("ONLINE-W")
    return whole.short(16) if metric.name == "ter" else whole.part(0, 557, 5)


@pytest.mark.parametrize("metric", METRICS, ids=Metric.signature)
def test_same_indices(metric):
    """A resample's score is sacrebleu's corpus score of the texts drawn with the same seed."""
    data = data_of(metric)
    data = data.part(0, 30)
    n = len(data.predictions)
    drawn = np.random.default_rng(SEED).choice(n, size=(12, n), replace=True)
    rows = np.concatenate([metric.rows(batch) for batch in batches(data)])
    got = metric.reduce(bootstrap_sums([rows], resamples=12, seed=SEED)[0])[metric.name]
    for index, score in zip(drawn, got, strict=True):
        texts = mirror.Corpus(
            [data.predictions[i] for i in index], [data.references[i] for i in index]
        )
        assert score == pytest.approx(sacrebleu_corpus(metric, texts)[metric.name], abs=1e-9)


@pytest.mark.parametrize("metric", METRICS, ids=Metric.signature)
def test_printed_interval(metric):
    """The half-width and mean that sacrebleu prints are ours, but for its single precision."""
    data = data_of(metric)
    scorer = sacrebleu_of(metric)
    theirs = scorer.corpus_score(data.predictions, data.streams(), n_bootstrap=1000)
    printed = json.loads(
        theirs.format(width=6, signature=str(scorer.get_signature()), is_json=True)
    )
    assert printed["seed"] == str(SEED)
    result = evaluate(batches(data), metric).report(IntervalOptions(method="percentile")).results[0]
    half = (result.interval.high - result.interval.low) / 2
    assert half > 0.1
    assert half == pytest.approx(printed["confidence_var"], abs=FLOAT32)
    rows = np.concatenate([metric.rows(batch) for batch in batches(data)])
    scores = metric.reduce(bootstrap_sums([rows], resamples=1000, seed=SEED)[0])[metric.name]
    assert scores.mean() == pytest.approx(printed["confidence_mean"], abs=FLOAT32)
    assert percentile_interval(scores, level=0.95) == (result.interval.low, result.interval.high)


@pytest.mark.parametrize("resamples", [2, 39, 40, 100, 1000, 1001])
def test_percentiles(resamples):
    """The bounds are the order statistics that sacrebleu takes, at any number of resamples."""
    scores = np.random.default_rng(1).normal(50, 3, resamples)
    official = Score("any", 0.0)
    official.estimate_ci([Score("any", score) for score in scores])
    low, high = percentile_interval(scores, level=0.95)
    assert (high - low) / 2 == pytest.approx(official._ci, abs=1e-12)
