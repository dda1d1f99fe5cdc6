"""Parity with the official libraries on real text: every option, corpus and sentence scores."""

import shutil

import nltk
import pytest

from sacreval.core.metric import Metric, metrics
from support import mirror, missing, official
from support.parity import assert_parity
from support.variants import identify, variants

OFFICIAL = [metric for metric in variants()[0] if official.has(metric)]
SHORT = 16  # words; sacrebleu's TER takes 3 ms for a pair so long, and a second for a paragraph
JAPANESE = ("zh", "ja-mecab", "char", "intl")

each_option = pytest.mark.parametrize("metric", OFFICIAL, ids=identify)


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
    assert {len(own) for own in data.references} == {1, 2, 3, 4}
    if name == "rouge":
        assert_parity(plain(name), data.part(0, 1862, 8))
    else:
        assert_parity(plain(name), data, every=10)


def test_webnlg_ter():
    """TER's mean reference length is official where references are unequal in number."""
    data = mirror.webnlg().short(SHORT).part(0, 1862, 8)
    assert len({len(own) for own in data.references}) > 1
    assert_parity(plain("ter"), data)


@pytest.mark.parametrize("name", ["bleu", "chrf", "rouge", "google-bleu", "wer"])
def test_summeval(name):
    """Eleven references of summaries give official numbers for all 16 systems."""
    systems = mirror.summeval()
    assert len(systems) == 16
    assert {len(own) for data in systems.values() for own in data.references} == {11}
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


# BERT ensemble 74.87/86.32 and so on: exact match and F1 in percent by SQuAD's evaluate-v1.1.py
# on XQuAD English, as its users publish them; two decimals.
SQUAD = {
    "BERT (ensemble) (Google AI Language)": (74.87, 86.32),
    "r-net+ (ensemble) (Microsoft Research Asia)": (72.77, 83.41),
    "SLQA+ (ensemble) (Alibaba iDST NLP)": (72.18, 82.85),
    "Match-LSTM with Ans-Ptr (Boundary+Ensemble) (Singapore Management University)": (61.09, 72.67),
    "Logistic Regression Baseline (Stanford University)": (34.54, 45.85),
}


@pytest.mark.parametrize("system", SQUAD)
def test_squad(system):
    """Exact match and token F1 of real SQuAD systems are those of SQuAD's own script."""
    from sacreval.scoring.evaluate import evaluate
    from support.parity import batches

    data = mirror.xquad_answers(system)
    assert len(data.predictions) == 1190
    found = []
    for metric in (metrics.get("exact-match")(normalize="squad"), plain("token-f1")):
        results = evaluate(batches(data), metric).report().results
        found.append(round(100 * results[-1].value, 2))
    assert tuple(found) == SQUAD[system]
