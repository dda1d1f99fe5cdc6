"""coco-caption's BLEU, ROUGE-L and CIDEr-D with its tokens.

The numbers of CAPTIONS were computed on 2026-11-22 by pycocoevalcap 1.2 (Bleu(4), Rouge(), Cider()
after its PTBTokenizer, Java 17).

The numbers were printed on 2026-11-22 by mteval-v13a.pl (mosesdecoder@3445289), to four decimals;
those of segments and documents with -d 2.
"""

import json
import re
from math import log2

import pytest

import sacreval
from sacreval.core.contract.metric_records import for_instances, settle
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._bleu_variants import weighted
from sacreval.readers._base import convert
from support import mirror, missing
from support.cases import COLLECTIONS
from support.tasks import pairs, scores_of

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
    return Batch([Instance(prediction=text, references=refs) for text, refs in captions])


def metric_of(name, engine=None, **options):
    """Create a metric with coco-caption's tokens."""
    if engine == "native" and not metrics.get(name)().covers_native():
        pytest.skip("the kernels are not built")
    metric = metrics.get(name)(tokenize="ptb", **options)
    return metric.with_engine(engine) if engine else metric


@ENGINES
def test_bleu(engine):
    """Bleu_1 to Bleu_4 of the set, and Bleu_4 of each caption, in percent."""
    for order, value in enumerate(BLEU, 1):
        metric = metric_of("bleu", engine, smooth_method="coco", max_ngram_order=order)
        rows = metric.rows(batch(CAPTIONS))
        assert metric.reduce(rows.sum(0))["bleu"] == pytest.approx(100 * value, rel=1e-12)
    scores = for_instances(metric).reduce(rows)["bleu"]
    assert scores == pytest.approx([100 * value for value in BLEU_4], rel=1e-12)


@ENGINES
def test_rouge_l(engine):
    """R and P are of the best references taken apart; two captions without words are equal."""
    metric = metric_of("rouge", engine, multi_reference="coco", types=("L",))
    rows = metric.rows(batch(CAPTIONS))
    assert rows[:, 2] == pytest.approx(ROUGE_L, rel=1e-12)


def test_cider():
    """CIDEr-D of each caption, with the rarity of n-grams in the five captions."""
    metric = metric_of("cider")
    assert metric.each(batch(CAPTIONS)) == pytest.approx(CIDER, rel=1e-12)
    assert metric.measure(batch(CAPTIONS))["cider"] == pytest.approx(sum(CIDER) / 5, rel=1e-12)


def test_the_best_apart():
    """Two references, one with all of the prediction and one that is within it, score 1."""
    metric = metric_of("rouge", multi_reference="coco", types=("L", "1"))
    rows = metric.rows(batch([("a b", ["a b c d", "b"])]))
    assert rows[0, :-1].tolist() == [1.0] * 6
    assert weighted(0.5, 1.0)[2] == pytest.approx(2.44 * 0.5 / (1.0 + 1.44 * 0.5))


def test_effective_order_is_refused():
    """coco-caption counts orders that a caption is too short for, so the option is refused."""
    with pytest.raises(UsageError, match="effective_order has no effect with 'coco'"):
        metric_of("bleu", smooth_method="coco", effective_order=True)


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
        metric = metric_of("bleu", smooth_method="coco", max_ngram_order=order)
        rows = metric.rows(records)
        assert metric.reduce(rows)["bleu"] / 100 == pytest.approx(
            scores["Bleu"]["scores"][order - 1]
        )
        whole = metric.reduce(rows.sum(0))["bleu"] / 100
        assert whole == pytest.approx(scores["Bleu"]["score"][order - 1], rel=1e-12)
    rouge = metric_of("rouge", multi_reference="coco", types=("L",)).rows(records)[:, 2]
    assert rouge == pytest.approx(scores["ROUGE_L"]["scores"], rel=1e-12)
    assert metric_of("cider").each(records) == pytest.approx(scores["CIDEr-D"]["scores"], rel=1e-9)


def squeezed(text):
    """Separate words by one blank."""
    return " ".join(text.split())


MTEVAL = {"definition": "mteval"}

PRINTED = {"abs": 5.1e-5}

SEGMENTS = 100

WORDS = [
    (["a 0 b"], ["a 0 b"], 1.5850 + 0.7925),
    (["0 0 a"], ["0 0 a"], 0.9183 + 1.5850),
    (["0 a 0 b"], ["0 a 0 b"], 1.5 + 1.3333),
    (["a b a c"], ["a b a c"], 1.5 + 0.6667),
]

TWO_REFERENCES = [  # output, references, document, NIST, BLEU
    ("a b", ["a b c", "b a"], "d0", 3.6479, 1.0),
    ("c d e f g", ["c d e g f", "c d e"], "d0", 4.4292, 0.4518),
    ("x", ["y", "x y z w v"], "d0", 0.0308, 1.0),
    ("", ["a b", "a"], "d1", 0.0, 0.0),
    ("the cat 0 sat on the mat", ["the cat 0 sat on a mat", "a 0 cat"], "d1", 5.0, 0.6435),
]

DOCUMENTS = {"d0": (3.9419, 0.4729), "d1": (5.0, 0.5578)}

SYSTEM = (4.6762, 0.5247)

WMT_D1 = [  # segments of the second ten of WMT23's, with two references
    (7.9537, 0.4044), (5.6160, 0.1822), (10.8163, 0.6179), (10.3905, 0.6166), (8.6131, 0.4645),
    (9.5883, 0.5547), (8.0538, 0.4202), (8.8051, 0.4246), (8.4091, 0.4286), (6.9239, 0.3787),
]  # fmt: skip

SPECS = {
    "nist": {"definition": "mteval", "lowercase": True},
    "bleu": {"smooth_method": "mteval", "lowercase": True},
}


@pytest.mark.parametrize(("outputs", "references", "value"), WORDS)
def test_small_sets(outputs, references, value):
    """Scores are those of the script, which takes bigrams after the word 0 for unigrams."""
    scores = scores_of("nist", pairs(outputs, references), MTEVAL)
    assert scores == {"nist": pytest.approx(value, abs=1.1e-4)}


def test_the_length_penalty():
    """An output of two thirds of the mean length of its references scores half."""
    record = {"prediction": "a b", "references": ["a b", "a b c d"]}
    whole = {"prediction": "a b", "references": ["a b", "a b"]}
    options = {**MTEVAL, "order": 1}
    penalized = scores_of("nist", [record], options)["nist"]
    assert penalized == pytest.approx(0.5 * log2(6 / 2))
    assert scores_of("nist", [whole], options)["nist"] == pytest.approx(log2(4 / 2))


def test_counts_of_all_references():
    """A word matches as often as in the reference that has it most often, over both references."""
    record = {"prediction": "a a b", "references": ["a a c", "b c c"]}
    scores = scores_of("nist", [record], {**MTEVAL, "order": 1})
    assert scores == {"nist": pytest.approx((2 * log2(6 / 2) + log2(6 / 1)) / 3)}


def test_nothing():
    """Empty outputs, and references without words, score 0."""
    for output, reference in (("", "a"), ("a", ""), ("", "")):
        assert scores_of("nist", pairs([output], [reference]), MTEVAL) == {"nist": 0.0}


def test_case():
    """Without international tokenization, the script lowercases A to Z only."""
    options = {**MTEVAL, "lowercase": True, "order": 1}
    records = pairs(["Ä B"], ["ä b"])
    assert scores_of("nist", records, options) == {"nist": pytest.approx(0.5)}
    assert scores_of("nist", records, {**options, "tokenize": "intl"}) == {"nist": pytest.approx(1)}


def small_set():
    """Return the records of TWO_REFERENCES, with their documents."""
    return [
        {"instance_id": str(i), "prediction": text, "references": refs, "groups": {"doc": document}}
        for i, (text, refs, document, *_) in enumerate(TWO_REFERENCES)
    ]


def printed(nist, bleu):
    """Return printed scores in the scales of the metrics."""
    return {"nist": pytest.approx(nist, **PRINTED), "bleu": pytest.approx(100 * bleu, abs=5.1e-3)}


def segment_scores(records):
    """Return the scores of records by both metrics with the options of the script."""
    ready = [settle(metrics.get(name)(**options), [records]) for name, options in SPECS.items()]
    columns = [for_instances(metric).reduce(metric.rows(records))[metric.name] for metric in ready]
    return [dict(zip(SPECS, scores, strict=True)) for scores in zip(*columns, strict=True)]


def test_segments():
    """Scores of segments are those of -d 2: BLEU as smoothed there, NIST by all references."""
    records = Batch([convert(record, "a record") for record in small_set()])
    expected = [printed(nist, bleu) for *_, nist, bleu in TWO_REFERENCES]
    assert segment_scores(records) == expected


def test_documents_and_the_system():
    """Scores of groups are those of the documents of -d 1, beside the system's."""
    specs = [metrics.get(name)(**options) for name, options in SPECS.items()]
    by_group: dict[str | None, dict[str, float]] = {}
    for result in sacreval.evaluate(small_set(), metrics=specs, by="doc").report.results:
        by_group.setdefault(result.group, {})[result.output] = result.value
    groups = {f"doc={name}": printed(*scores) for name, scores in DOCUMENTS.items()}
    assert by_group == {None: printed(*SYSTEM), **groups}


def test_segments_of_wmt23():
    """The same holds for the second ten segments of WMT23, with the references of a hundred."""
    segments = segment_scores(wmt(0, 1))[10:20]
    assert segments == [printed(*scores) for scores in WMT_D1]


def test_the_averages_of_documents():
    """The mean of documents is `--by` with `--summary mean`."""
    wrap = {"by": "doc", "summary": "mean"}
    scores = scores_of("nist", small_set(), SPECS["nist"], wrap)
    assert scores == {"nist": pytest.approx((3.9419 + 5) / 2, **PRINTED)}


def test_smoothing_refuses_effective_order():
    """The script's smoothing counts all orders."""
    with pytest.raises(UsageError, match="effective_order has no effect with 'mteval'"):
        metrics.get("bleu")(smooth_method="mteval", effective_order=True)


def wmt(*references):
    """Return the first hundred segments of a WMT23 system, with blanks squeezed."""
    corpus = mirror.wmt23("ONLINE-A").part(0, SEGMENTS)
    rows = zip(corpus.predictions, corpus.references, strict=True)
    texts = [[text, *(translations[r] for r in references)] for text, translations in rows]
    squeezed = [[" ".join(text.split()) for text in row] for row in texts]
    return Batch([Instance(prediction=text, references=refs) for text, *refs in squeezed])


@pytest.mark.parametrize(
    ("references", "tokenize", "lowercase", "nist", "bleu"),
    [
        ((0,), "13a", True, 8.0444, 0.4053),
        ((0,), "13a", False, 8.0145, 0.4018),
        ((0,), "intl", True, 8.2855, 0.4173),
        ((0,), "intl", False, 8.2577, 0.4135),
        ((0, 1), "13a", True, 9.1648, 0.5014),
        ((0, 1), "13a", False, 9.1422, 0.4984),
        ((0, 1), "intl", True, 9.3882, 0.5134),
        ((0, 1), "intl", False, 9.3701, 0.5105),
    ],
)
def test_wmt23(references, tokenize, lowercase, nist, bleu):
    """NIST and BLEU of a hundred segments with one and two references are those of the script."""
    records = wmt(*references)
    options = {"tokenize": tokenize, "lowercase": lowercase}
    metric = settle(metrics.get("nist")(**MTEVAL, **options), [records])
    assert metric.reduce(metric.rows(records).sum(0))["nist"] == pytest.approx(nist, **PRINTED)
    for smoothing in ("exp", "mteval"):
        metric = metrics.get("bleu")(smooth_method=smoothing, **options)
        scores = metric.reduce(metric.rows(records).sum(0))
        assert scores["bleu"] == pytest.approx(100 * bleu, abs=5e-3)


@pytest.mark.parametrize(("lowercase", "bleu"), [(False, 40.18), (True, 40.53)])
def test_multi_bleu(lowercase, bleu):
    """multi-bleu.perl is BLEU without smoothing of texts that are split already."""
    from sacreval.text.tokenizers import tokenized

    split = [
        [
            " ".join(tokenized(text, "13a", lowercase=False))
            for text in (record.prediction, *record.references)
        ]
        for record in wmt(0)
    ]
    records = Batch([Instance(prediction=text, references=refs) for text, *refs in split])
    options = {"tokenize": "none", "smooth_method": "none", "lowercase": lowercase}
    metric = metrics.get("bleu")(**options)
    assert metric.reduce(metric.rows(records).sum(0))["bleu"] == pytest.approx(bleu, abs=5.1e-3)


def test_collection():
    """The numbers of this file are those of the collection that they were taken from."""
    if not (COLLECTIONS / "others.json").exists():
        missing.say("mteval's numbers anew: SACREVAL_CASES names no others.json")
        pytest.skip("no others.json")
    case = json.loads((COLLECTIONS / "others.json").read_text(encoding="utf-8"))
    output = "\n".join(case["moses"]["output"])
    printed = re.findall(r"mteval-v13a.*\n(NIST score = .*)", output)
    assert [re.findall(r"= ([\d.]+)", line) for line in printed] == [
        ["8.0444", "0.4053"],
        ["8.0145", "0.4018"],
        ["8.2855", "0.4173"],
    ]
    assert re.findall(r"multi-bleu.perl.*\nBLEU = ([\d.]+)", output) == ["40.18", "40.53"]
