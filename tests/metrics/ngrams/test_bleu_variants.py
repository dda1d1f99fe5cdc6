"""coco-caption's BLEU, ROUGE-L and CIDEr-D with its tokens.

The numbers of CAPTIONS were computed on 2026-11-22 by pycocoevalcap 1.2 (Bleu(4), Rouge(), Cider()
after its PTBTokenizer, Java 17).
"""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._bleu_variants import weighted
from support import mirror, missing
from support.cases import COLLECTIONS

ENGINES = pytest.mark.parametrize("engine", ["native", "official"])
CAPTIONS = [
    (
        "A man isn't riding a wave on top of a surfboard.",
        ["A man rides a big wave on a surfboard.", "The surfer isn't falling off his board!"],
    ),
    (
        "Two dogs play; one (brown) jumps over 1 1/2 feet",
        ["Two brown dogs are playing in the grass.", "One dog jumps 1 1/2 feet high.", "dogs"],
    ),
    ("", ["Nothing at all."]),
    ("!", ["?", "a cat"]),
    ("a cat", ["a cat sat on the mat", "the cat"]),
]
BLEU = [0.7307692307411242, 0.4716015550627763, 0.2232064911975422, 2.8035737759684705e-05]
BLEU_4 = [7.419446626650234e-09, 3.4066372071996675e-05, 0.0, 0.0, 0.0009999999991250007]
ROUGE_L = [0.6842948717948718, 0.5823389021479713, 0.0, 1.0, 0.6288659793814433]
CIDER = [1.3295018562000238, 0.8111806585193084, 0.0, 0.0, 1.614132745637415]


def batch(captions):
    """Return captions and their references as a batch."""
    return Batch([Instance(prediction=text, references=own) for text, own in captions])


def made(name, engine=None, **options):
    """Create a metric with coco-caption's tokens."""
    if engine == "native" and not metrics.get(name)().covers_native():
        pytest.skip("the kernels are not built")
    metric = metrics.get(name)(tokenize="ptb", **options)
    return metric.with_engine(engine) if engine else metric


@ENGINES
def test_bleu(engine):
    """Bleu_1 to Bleu_4 of the set, and Bleu_4 of each caption, in percent."""
    for order, value in enumerate(BLEU, 1):
        metric = made("bleu", engine, smooth_method="coco", max_ngram_order=order)
        rows = metric.rows(batch(CAPTIONS))
        assert metric.reduce(rows.sum(0))["bleu"] == pytest.approx(100 * value, rel=1e-12)
    one = metric.for_instances().reduce(rows)["bleu"]
    assert one == pytest.approx([100 * value for value in BLEU_4], rel=1e-12)


@ENGINES
def test_rouge_l(engine):
    """R and P are of the best references taken apart; two captions without words are equal."""
    metric = made("rouge", engine, multi_reference="coco", types=("L",))
    rows = metric.rows(batch(CAPTIONS))
    assert rows[:, 2] == pytest.approx(ROUGE_L, rel=1e-12)


def test_cider():
    """CIDEr-D of each caption, with the rarity of n-grams in the five captions."""
    metric = made("cider")
    assert metric.each(batch(CAPTIONS)) == pytest.approx(CIDER, rel=1e-12)
    assert metric.measure(batch(CAPTIONS))["cider"] == pytest.approx(sum(CIDER) / 5, rel=1e-12)


def test_the_best_apart():
    """Two references, one with all of the prediction and one that is within it, score 1."""
    metric = made("rouge", multi_reference="coco", types=("L", "1"))
    rows = metric.rows(batch([("a b", ["a b c d", "b"])]))
    assert rows[0, :-1].tolist() == [1.0] * 6
    assert weighted(0.5, 1.0)[2] == pytest.approx(2.44 * 0.5 / (1.0 + 1.44 * 0.5))


def test_effective_order_is_refused():
    """coco-caption counts orders that a caption is too short for, so the option is refused."""
    with pytest.raises(UsageError, match="effective_order has no effect with 'coco'"):
        made("bleu", smooth_method="coco", effective_order=True)


def test_summeval():
    """Forty summaries with eleven references each score as pycocoevalcap's, one by one."""
    if not (COLLECTIONS / "cocoeval.json").exists():
        missing.say("coco-caption's scores of SummEval: SACREVAL_CASES names no cocoeval.json")
        pytest.skip("no cocoeval.json")
    case = json.loads((COLLECTIONS / "cocoeval.json").read_text(encoding="utf-8"))
    corpora = mirror.summeval()
    where = [(name.split(".")[1], int(name.split(".")[0])) for name in case["ids"]]
    captions = [
        (squeezed(corpora[m].predictions[i]), [squeezed(t) for t in corpora[m].references[i]])
        for m, i in where
    ]
    records, scores = batch(captions), case["scores"]
    for order in (1, 2, 3, 4):
        metric = made("bleu", smooth_method="coco", max_ngram_order=order)
        rows = metric.rows(records)
        assert metric.reduce(rows)["bleu"] / 100 == pytest.approx(
            scores["Bleu"]["scores"][order - 1]
        )
        whole = metric.reduce(rows.sum(0))["bleu"] / 100
        assert whole == pytest.approx(scores["Bleu"]["score"][order - 1], rel=1e-12)
    rouge = made("rouge", multi_reference="coco", types=("L",)).rows(records)[:, 2]
    assert rouge == pytest.approx(scores["ROUGE_L"]["scores"], rel=1e-12)
    assert made("cider").each(records) == pytest.approx(scores["CIDEr-D"]["scores"], rel=1e-9)


def squeezed(text):
    """Separate words by one blank."""
    return " ".join(text.split())
