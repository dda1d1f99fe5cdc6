"""Metrics of n-grams: chrF, CIDEr-D, METEOR of NLTK, distinct-n, and what their kernels count."""

from dataclasses import fields

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from sacreval.metrics.ngrams._base import for_kernel
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.text.tokenizers import tokenization
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
        native.bleu(one, **options, max_ngram_order=2).tolist() for one in (texts, split.texts)
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
    found = scores_of("distinct-n", [{"prediction": text} for text in texts], options)
    assert found == {"distinct_1": pytest.approx(one), "distinct_2": pytest.approx(two)}
