"""Metrics of n-grams: chrF, CIDEr-D, METEOR of NLTK, distinct-n, and what their kernels count.

Also tests `_sacrebleu_base`.
"""

from dataclasses import fields
from math import exp

import numpy as np
import pytest
from msgspec.structs import replace

from sacreval import native
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metrics.ngrams._base import for_kernel
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.metrics.ngrams._word_order import (
    harmonic_mean,
    length_penalty,
    position_counts,
    position_penalty,
)
from sacreval.metrics.ngrams.d_sari import DocumentNgrams, penalties
from sacreval.text.tokenizers import tokenization
from support.classic_cases import each_engine, others, scores_of_each, segments
from support.tasks import check_scores, pairs, scores_of

BATCH = Batch([Instance(prediction="猫が 3.5", references=["A b."])])

NAMES = ("cider", "d-sari", "google-bleu", "hlepor", "lepor", "ribes", "sari", "self-bleu")

SAME = ["a b c d", "e f g h"]

CHRF = [
    # Precision 1 and recall 1/2 are 5 * 1/2 / (4 + 1/2) with beta 2, and 2/3 with beta 1.
    ("abc", ["abd"], {"char_order": 1}, 200 / 3),
    ("ab", ["abcd"], {"char_order": 1}, 100 * 5 / 9),
    ("ab", ["abcd"], {"char_order": 1, "beta": 1}, 200 / 3),
    ("abc", ["abd"], {"char_order": 2}, 100 * (2 / 3 + 1 / 2) / 2),
    ("a b", ["ab"], {"char_order": 1}, 100.0),
    ("a b", ["ab"], {"char_order": 1, "whitespace": True, "beta": 1}, 80.0),
    ("the cat", ["the dog"], {"char_order": 0, "word_order": 1}, 50.0),
    ("ab", ["xy", "ab"], {}, 100.0),
]


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize("case", CHRF)
def test_chrf_by_hand(case, engine):
    """Scores are those that the comment above them computes."""
    check_scores(("chrf", *case), engine=engine)


@pytest.mark.skipif(not native.available(), reason="the kernels are not built")
def test_compiled_tokenizers_read_raw_texts():
    """What a kernel can split itself is passed on as it is, with the options."""
    texts, options = for_kernel(BATCH, "13a", lowercase=True)
    assert texts is BATCH.texts
    assert options == {"tokenize": "13a", "lowercase": True}


@pytest.mark.skipif(not native.available(), reason="the kernels are not built")
def test_other_tokenizers_run_before():
    """Other texts are split and lowercased first, and the kernel splits at blanks only."""
    texts, options = for_kernel(BATCH, "zh", lowercase=True)
    split = Batch([Instance(prediction="猫 が 3.5", references=["a b ."])])
    assert options == {"tokenize": "none", "lowercase": False}
    got, want = (
        native.bleu(x, **options, max_ngram_order=2).tolist() for x in (texts, split.texts)
    )
    assert got == want


@pytest.mark.parametrize("name", NAMES)
def test_splitting(name):
    """The description of a metric splits as its tokenizer does."""
    cls = metrics.get(name)
    assert issubclass(cls, TokenizedMetric)
    for tokenize in ("intl", "char", "ptb"):
        split = cls(tokenize=tokenize).tokenization().split
        assert split("The mat, too.") == tokenization(tokenize).split("The mat, too.")
    assert cls(tokenize="none").rests_on() == ()


@pytest.mark.parametrize("name", NAMES)
def test_missing_models(name, monkeypatch, tmp_path):
    """A tokenizer whose model is not there is refused when the metric is created."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    with pytest.raises(NotSetUpError, match="flores101"):
        metrics.get(name)(tokenize="flores101")


def test_no_fields():
    """The base class adds no option."""
    assert "tokenize" not in {f.name for f in fields(TokenizedMetric)}


def test_some_order_is_needed():
    """Neither characters nor words is refused."""
    with pytest.raises(UsageError, match="char_order and word_order"):
        metrics.get("chrf")(char_order=0)


@pytest.mark.parametrize(
    ("outputs", "value"), [(SAME, 10.0), (["a b c d", ""], 5.0), (SAME[::-1], 0.0)]
)
def test_cider_by_hand(outputs, value):
    """Outputs equal to their references have cosine 1 at all four orders, times 10."""
    assert scores_of("cider", pairs(outputs, SAME)) == {"cider": pytest.approx(value)}


def test_what_every_record_has_counts_nothing():
    """A word of all references has rarity log(2/2) = 0, so that sharing it alone scores 0."""
    records = pairs(["the", "the x"], ["the a", "the b"])
    assert scores_of("cider", records) == {"cider": 0.0}


def test_the_mean_over_references_and_the_length_penalty():
    """One reference of two matches, and outputs of other lengths lose by a Gaussian."""
    half = [{"prediction": "a b c d", "references": ["a b c d", "x y z w"]}]
    other = [{"prediction": "", "references": ["q"]}]
    assert scores_of("cider", half + other) == {"cider": pytest.approx(10 / 2 / 2)}
    narrow = {"sigma": 0.1}
    longer = pairs(["a b c d e", "q"], ["a b c d", "r"])
    assert scores_of("cider", longer, narrow)["cider"] == pytest.approx(0.0, abs=1e-12)
    assert scores_of("cider", longer)["cider"] > 3


@pytest.mark.parametrize(
    ("texts", "options", "one", "two"),
    [
        (("a b a", "b"), {}, 2 / 4, 2 / 2),
        (("a b", "a b"), {}, 2 / 4, 1 / 2),
        (("a A",), {}, 1.0, 1.0),
        (("a A",), {"lowercase": True}, 1 / 2, 1.0),
        (("aab",), {"unit": "character"}, 2 / 3, 1.0),
        (("", ""), {}, 0.0, 0.0),
    ],
)
def test_distinct_n_by_hand(texts, options, one, two):
    """Two different words of four; n-grams do not cross from one output into the next."""
    scores = scores_of("distinct-n", [{"prediction": text} for text in texts], options)
    assert scores == {"distinct_1": pytest.approx(one), "distinct_2": pytest.approx(two)}


COUNTS = np.array([position_counts([(0, 1), (1, 0)], 2, 4), position_counts([], 0, 3)])

GUIDE = (
    "It is a guide to action which ensures that the military always obeys the commands of the party"
)

HEED = "It is a guide to action that ensures that the military will forever heed Party commands"

NONE = {"tokenize": "none"}

CASES = [
    ("lepor", "a b c", ["a b c"], NONE, 1.0),
    # All three words match, at 1/3 2/3 3/3 and at 2/3 1/3 3/3: (1/3 + 1/3) / 3.
    ("lepor", "b a c", ["a b c"], NONE, exp(-2 / 9)),
    # 2 of 4 words; lengths 4 and 2; positions 1/4 2/4 and 1/2 2/2; p = 1/2, r = 1.
    ("lepor", "a b x y", ["a b"], NONE, exp(1 - 2) * exp(-(1 / 4 + 1 / 2) / 4) * (2 / 3)),
    # The second a follows b in both texts, so it is aligned with the third word, not the first.
    ("lepor", "b a", ["a b a"], NONE,
     exp(1 - 3 / 2) * exp(-(abs(1 / 2 - 2 / 3)) / 2) * (2 / (1 + 3 / 2))),
    # Neither a has a neighbour in common: the first takes the nearest, then the other is left.
    ("lepor", "a x a", ["y a y a"], NONE,
     exp(1 - 4 / 3) * exp(-(2 / 4 - 1 / 3) / 3) * (2 / (2 + 3 / 2))),
    ("lepor", "a", ["b"], NONE, 0.0),
    ("lepor", "", ["a"], NONE, 0.0),
    # Alpha is the weight of recall and beta that of precision.
    ("lepor", "a b", ["a b c d"], {"alpha": 9.0, "beta": 1.0},
     exp(1 - 2) * exp(-(1 / 4 + 1 / 2) / 2) * 10 / (9 / 0.5 + 1 / 1)),
    # lepor 0.1.0, sentence_lepor(reference, output), 2026-11-22: texts of the same distinct words.
    ("lepor", "the small boat sailed slowly", ["slowly sailed the small boat"], {},
     0.6187833918061408),
    ("lepor", "one two three", ["three one two"], {}, 0.6411803884299546),
    # hLepor 0.0.4, single_hlepor_score(…, separate_punctuation=False), 2026-11-22: repeated words.
    ("hlepor", GUIDE, [HEED], NONE, 0.7841643862495711),
    ("hlepor", "to be or not to be to be", ["not to be or to be or not to be"], NONE,
     0.8159834378796869),
    ("hlepor", "a b", [""], NONE, 0.0),  # which the package refuses
    ("hlepor", "a b", ["c d"], NONE, 0.0),
    # Isozaki et al. 2010, H0/R0: ranks 7 8 9 10 6 0 1 2 3 4 5, of which 21 of 55 pairs ascend.
    ("ribes", "he read the book because he was interested in world history",
     ["he was interested in world history because he read the book"], {}, 21 / 55),
    # H1/R1: ranks 2 1 0 3, of which 3 of 6 pairs ascend.
    ("ribes", "Bob hit John yesterday", ["John hit Bob yesterday"], {}, 0.5),
    # H2/R2: ranks 3 4 2 0 1, of which 2 of 10 pairs ascend; 5 of 7 words are aligned.
    ("ribes", "the book was read by the boy", ["the boy read the book"], {}, 0.2 * (5 / 7) ** 0.25),
    ("ribes", "one", ["one"], {}, 0.0),
    ("ribes", "", ["one two"], {}, 0.0),
    ("ribes", "one two", [""], {}, 0.0),
]  # fmt: skip


@each_engine
@pytest.mark.parametrize("case", CASES)
def test_by_hand(case, engine):
    """Scores are those that the comment above them computes, or the named package."""
    check_scores(case, engine=engine)


@each_engine
@pytest.mark.parametrize(("name", "program"), [("hlepor", "hlepor"), ("ribes", "ribes_nltk")])
def test_worked_numbers(name, program, engine):
    """The scores of 40 segments of WMT23 are those of hLepor 0.0.4 and NLTK 3.10.4."""
    scores = scores_of_each(name, segments(40), tokenize="none", engine=engine)
    assert scores == pytest.approx(others(program)["scores"], abs=1e-12)


def test_counts():
    """Counts are the matches, the differences of positions times both lengths, and the lengths."""
    assert COUNTS.tolist() == [[2, abs(1 * 4 - 2 * 2) + abs(2 * 4 - 1 * 2), 2, 4], [0, 0, 0, 3]]


def test_penalties():
    """An empty text has no position penalty, and the largest length penalty."""
    assert position_penalty(COUNTS).tolist() == pytest.approx([exp(-(2 / 2 - 1 / 4) / 2), 1.0])
    assert length_penalty(COUNTS).tolist() == pytest.approx([exp(-1), 0.0])


def test_harmonic_mean():
    """Precision 1 and recall 1/2 with weights 1 and 9; 0 without a match."""
    assert harmonic_mean(COUNTS, 9.0, 1.0).tolist() == pytest.approx([10 / (9 / 0.5 + 1), 0.0])


@pytest.mark.parametrize("name", ["ribes", "lepor", "hlepor"])
def test_tokens(name):
    """Tokenizer and case are options, and the best reference counts."""
    records = pairs(["Go home, now!"], ["go home , now !"])
    options = {"tokenize": "13a", "lowercase": True}
    assert scores_of(name, records, options)[name] == 1.0
    assert scores_of(name, records, options | {"tokenize": "none"})[name] < 0.7
    several = [{"prediction": "a b c", "references": ["x", "a b c", "c b a"]}]
    assert scores_of(name, several)[name] == 1.0


def test_longer_texts_are_refused():
    """Texts of more than 2,000 words are refused, as NLTK refuses them."""
    with pytest.raises(InputError, match="at most 2000 words"):
        scores_of("ribes", pairs(["a " * 2001], ["a b"]))


RECORDS = [
    Instance(prediction="a cat", references=["a cat sat", "the cat"], sources=["the big cat sat"]),
    Instance(prediction="", references=["x"], sources=["x y", "z"]),
]

SOURCE = (
    "marengo is a town in and the county seat of iowa county , iowa , united states . it has "
    "served as the county seat since august 1845 , even though it was not incorporated until july "
    "1859 . the population was 2,528 in the 2010 census , a decline from 2,535 in 2000 ."
)

SHORT = "in the US , 2,528 in 2010 . it is marengo ."

REFERENCE = "marengo is a city in iowa , the US . the population was 2,528 in 2010 ."


@pytest.mark.parametrize("name", ["sari", "d-sari"])
def test_left_out_references(name):
    """Rows without each reference are those of records that do not have it, on both engines."""
    record = RECORDS[0]
    apart = [replace(record, references=[text]) for text in reversed(record.references)]
    for engine in ("native", "official"):
        metric = metrics.get(name)().with_engine(engine)
        rows, without = rows_with_leave_one_out(metric, Batch([record]))
        assert np.allclose(rows, metric.rows(Batch([record])), rtol=0, atol=1e-12)
        assert np.allclose(without, metric.rows(Batch(apart)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["sari", "d-sari"])
def test_sources_are_one_text(name):
    """Several sources count as one text with blanks between them, on both engines."""
    joined = Instance(prediction="", references=["x"], sources=["x y z"])
    for engine in ("native", "official"):
        metric = metrics.get(name)().with_engine(engine)
        assert np.array_equal(metric.rows(Batch([RECORDS[1]])), metric.rows(Batch([joined])))


@pytest.mark.parametrize(
    ("prediction", "keep", "delete"),
    [("a", 100.0, 100.0), ("a b", 100 * (2 / 3 + 0 + 1 + 1) / 4, 100.0)],
)
def test_by_hand_of_simplification(prediction, keep, delete):
    """Of `a b` the reference keeps `a`; keeping all has word precision 1/2 and recall 1.

    The kept bigram is wrong, longer n-grams do not occur and count as right, and where nothing is
    deleted nothing is deleted wrongly. Nothing is added, and nothing is to be added.
    """
    record = {"sources": ["a b"], "prediction": prediction, "references": ["a"]}
    scores = scores_of("sari", [record])
    assert scores["sari_keep"] == pytest.approx(keep)
    assert scores["sari_delete"] == pytest.approx(delete)
    assert scores["sari_add"] == pytest.approx(100.0)
    assert scores["sari"] == pytest.approx((100 + keep + delete) / 3)


def test_sari_of_nothing():
    """An empty output counts as one empty word, as in Hugging Face evaluate 0.4.6."""
    record = {"sources": ["x y"], "prediction": "", "references": ["x"]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(79.1666666667)
    record |= {"sources": [""], "references": [""]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(100.0)


@pytest.mark.parametrize(
    ("prediction", "references", "wanted"),
    [
        # The script of the authors (D_SARIsent), 2026-11-22; sentences are counted by our rule.
        (
            SHORT,
            [REFERENCE],
            (44.51480260177695, 22.11202947130655, 22.894078398665556, 88.53829993535875),
        ),
        (
            f"{REFERENCE} {SHORT}",
            [REFERENCE, SHORT],
            (64.44294999152356, 95.92901630770695, 29.99715804546617, 67.40267562139756),
        ),
    ],
)
def test_original(prediction, references, wanted):
    """Mean, added, kept and deleted n-grams are those of the script."""
    record = {"prediction": prediction, "references": references, "sources": [SOURCE]}
    scores = scores_of("d-sari", [record], {"tokenize": "none"})
    assert list(scores) == ["d_sari", "d_sari_add", "d_sari_keep", "d_sari_delete"]
    assert list(scores.values()) == pytest.approx(wanted, abs=1e-9)


def test_penalties_of_simplification():
    """Shorter, longer and equal outputs, for references 20 tokens shorter than the source."""
    context = DocumentNgrams(
        source=[], references=[], size=1, source_length=30, length=10, sentences=2
    )
    assert penalties(5, 2, context) == (pytest.approx(exp(-5 / 5)), 1.0, 1.0)
    assert penalties(14, 3, context) == (1.0, exp(-4 / 20), exp(-1 / 3))
    assert penalties(10, 0, context) == (1.0, 1.0, exp(-2 / 2))


def test_nothing_to_do():
    """A part without n-grams to keep, delete or add is 0, unlike in sari."""
    record = {"prediction": "a b", "references": ["a b"], "sources": ["a b"]}
    scores = scores_of("d-sari", [record], {"tokenize": "none"})
    assert scores == pytest.approx(
        {"d_sari": 50 / 3, "d_sari_add": 0.0, "d_sari_keep": 50.0, "d_sari_delete": 0.0}
    )
