"""Laws of texts whose script a metric's tokenizer does not know: they are not scored unsaid."""

from sacreval.core.contract.declarations import direction
from sacreval.core.contract.metric_records import is_settled
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.text_samples import UnseenTokens
from support.law_items import METRICS
from support.specimens import judge
from support.variants import of_texts, variants

OF_TEXTS = [m for m in of_texts(variants()[0]) if is_settled(m)]
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


def distinguishing(metric, texts):
    """Name the outputs by which a near text scores otherwise than a far one."""
    near, text, far = texts
    a, b = judge(metric, near, [text]), judge(metric, far, [text])
    return {name for name in a if abs(a[name] - b[name]) > 1e-9}


def warned(metric, texts):
    watch = UnseenTokens([Entry(metric)])
    list(watch.watch([Batch([Instance(prediction=texts[0], references=[texts[1]])])]))
    return watch.notices()


@METRICS.of(OF_TEXTS)
def what_is_lost_is_said(metric):
    """A metric that tells English texts apart by its main number does so, or a notice says why."""
    main = metric.outputs[0]
    if direction(metric, main) is None or main not in distinguishing(metric, ENGLISH):
        return
    for script, texts in SCRIPTS.items():
        if main not in distinguishing(metric, texts):
            [said] = warned(metric, texts)
            assert f"{metric.name} finds almost no tokens in 1 of 1 checked (" in said, script


@METRICS.of(OF_TEXTS)
def nothing_is_said_without_cause(metric):
    """English, and Russian unless ROUGE or the vectors know only English, cause no notice."""
    assert not warned(metric, ENGLISH)
    english_only = metric.name == "rouge-1.5.5" or metric.name.startswith("embedding-")
    if getattr(metric, "tokenize", "") != "rouge" and not english_only:
        assert not warned(metric, SCRIPTS["Russian"])
