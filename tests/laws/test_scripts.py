"""Texts whose script a metric's tokenizer does not know are not scored without a word."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring import unseen_tokens
from sacreval.scoring.run_metrics import Entry
from sacreval.scoring.unseen_tokens import UnseenTokens
from support.specimens import judge
from support.variants import identify, of_texts, variants

MADE, _ = variants()
OF_TEXTS = [m for m in of_texts(MADE) if m.is_settled()]
# A text, one that differs from it little, and one that has nothing to do with it.
ENGLISH = (
    "the weather is fine and so we walk in the park now",
    "the weather is fine and so we walk in the park",
    "last night he read three thick novels at home",
)
SCRIPTS = {
    "Chinese": (
        "今天天气很好我们一起去公园散步吧", "今天天气很好我们一起去公园散步",
        "昨晚他在图书馆读完了三本厚厚的小说",
    ),
    "Thai": (
        "วันนี้อากาศดีเราไปเดินเล่นในสวนกันเถอะ", "วันนี้อากาศดีเราไปเดินเล่นในสวนกัน",
        "เมื่อคืนเขาอ่านนิยายเล่มหนาจบสามเล่ม",
    ),
    "Hindi": (
        "मौसम आज बहुत अच्छा है और हम पार्क में घूमते हैं अब", "मौसम आज बहुत अच्छा है और हम पार्क में घूमते हैं",
        "कल रात उसने घर पर तीन मोटे उपन्यास पढ़े",
    ),
    "Arabic": (
        "الطقس جميل اليوم ونحن نمشي في الحديقة الآن", "الطقس جميل اليوم ونحن نمشي في الحديقة",
        "قرأ ثلاث روايات ضخمة ليلة أمس",
    ),
    "Russian": (
        "погода хорошая и мы гуляем в парке сейчас", "погода хорошая и мы гуляем в парке",
        "вчера он прочитал три толстых романа дома",
    ),
}  # fmt: skip


def told_apart(metric, texts):
    """Name the outputs by which a near text scores otherwise than a far one."""
    near, text, far = texts
    a, b = judge(metric, near, [text]), judge(metric, far, [text])
    return {name for name in a if abs(a[name] - b[name]) > 1e-9}


def warned(metric, texts):
    watch = UnseenTokens([Entry(metric)])
    list(watch.watch([Batch([Instance(prediction=texts[0], references=[texts[1]])])]))
    return watch.notices()


@pytest.mark.parametrize("metric", OF_TEXTS, ids=identify)
def test_what_is_lost_is_said(metric):
    """A metric that tells English texts apart by its main number does so, or a notice says why."""
    main = metric.outputs[0]
    if metric.is_higher_better(main) is None or main not in told_apart(metric, ENGLISH):
        return
    for script, texts in SCRIPTS.items():
        if main not in told_apart(metric, texts):
            [said] = warned(metric, texts)
            assert f"{metric.name} finds almost no tokens in 1 of 1 checked (" in said, script


@pytest.mark.parametrize("metric", OF_TEXTS, ids=identify)
def test_nothing_is_said_without_cause(metric):
    """English, and Russian unless ROUGE or the vectors know only English, cause no notice."""
    assert not warned(metric, ENGLISH)
    english_only = metric.name == "rouge-1.5.5" or metric.name.startswith("embedding-")
    if getattr(metric, "tokenize", "") != "rouge" and not english_only:
        assert not warned(metric, SCRIPTS["Russian"])


@pytest.mark.parametrize(
    ("name", "options", "script"),
    [
        ("rouge", {"tokenize": "intl"}, "Hindi"),
        ("rouge", {"tokenize": "zh"}, "Chinese"),
        ("bleu", {"tokenize": "zh"}, "Chinese"),
        ("bleu", {"tokenize": "char"}, "Thai"),
        ("ter", {"normalized": True, "asian_support": True}, "Chinese"),
        ("token-f1", {"normalize": "multilingual"}, "Chinese"),
        ("jaccard", {"unit": "character"}, "Thai"),
        ("factual-knowledge", {"words": False}, "Chinese"),
    ],
)
def test_the_remedy_helps(name, options, script):
    """With the option that the notice names, texts are told apart and nothing is said."""
    cls = metrics.get(name)
    texts = SCRIPTS[script]
    said = warned(cls(), texts)
    assert all(option.replace("_", "-") in said[0] for option in options if option != "words")
    assert told_apart(cls(**options), texts)
    assert not warned(cls(**options), texts)


def test_few_texts_of_a_batch_are_looked_at(monkeypatch):
    """Of 4,096 records some thirty are looked at, evenly spread, and odd ones are let pass."""
    seen = []
    monkeypatch.setattr(unseen_tokens, "_text", lambda one: seen.append(one) or one.prediction)
    texts = ["今天天气很好我们一起去公园"] + ["fine weather"] * 4095
    batch = Batch([Instance(prediction=text, references=["x"]) for text in texts])
    watch = UnseenTokens([Entry(metrics.get("rouge")())])
    assert list(watch.watch([batch])) == [batch]
    assert unseen_tokens.SAMPLE <= len(seen) <= 2 * unseen_tokens.SAMPLE
    assert watch.notices() == []
