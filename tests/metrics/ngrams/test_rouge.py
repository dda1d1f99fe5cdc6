"""ROUGE with tokenizers beyond a to z, and the mean over references on both engines."""

from random import Random

import numpy as np
import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

ROUGE = metrics.get("rouge")
needs_kernels = pytest.mark.skipif(not native.available(), reason="no compiled kernels")
CHINESE = ("今天天气很好,我们去公园。", ["今天天气不错,我们去了公园。"])
HINDI = ("मौसम आज अच्छा है", ["आज मौसम बहुत अच्छा है"])
ARABIC = ("الطقس جميل اليوم", ["الطقس اليوم جميل جدا"])


def rows(metric, prediction, references):
    return metric.rows(Batch([Instance(prediction=prediction, references=references)]))[0]


@pytest.mark.parametrize(
    ("pair", "tokenize", "want"),
    [
        # By hand: matched tokens over those of the prediction, and over those of the reference.
        (CHINESE, "char", (11 / 13, 11 / 14)),
        (CHINESE, "zh", (11 / 13, 11 / 14)),
        (HINDI, "intl", (1.0, 4 / 5)),
        (HINDI, "none", (1.0, 4 / 5)),
        (ARABIC, "13a", (1.0, 3 / 4)),
    ],
)
def test_other_scripts_are_scored(pair, tokenize, want):
    """With a tokenizer for their script, texts have the unigram precision and recall counted."""
    metric = ROUGE(types=("1",), tokenize=tokenize)
    assert rows(metric, *pair)[:2] == pytest.approx(want)
    assert rows(ROUGE(types=("1",)), *pair)[:3] == pytest.approx((0, 0, 0))


def test_lowercase_and_stems():
    """Tokens are lowercased, and stemmed where more than three letters long."""
    metric = ROUGE(types=("1",), tokenize="none", stemmer=True)
    assert rows(metric, "Running DOGS Ärzte", ["run dog ärzte"])[2] == pytest.approx(1.0)


def test_lsum_splits_lines_before_tokens():
    """Lsum tokenizes each line alone, where 13a would join a word hyphenated at a line's end."""
    metric = ROUGE(types=("1", "Lsum"), tokenize="13a")
    one, lsum = rows(metric, "a foo-\nbar b", ["a foobar b"])[[2, 5]]
    assert one == pytest.approx(1.0)
    assert lsum < 1


@needs_kernels
@pytest.mark.parametrize("tokenize", ["rouge", "13a", "zh"])
def test_the_mean_over_references_is_the_same_to_the_last_digit(tokenize):
    """Both engines give equal rows for multi_reference=mean with up to nine references."""
    rng = Random(16)

    def text():
        return " ".join(rng.choices("abcdefg猫犬", k=rng.randint(1, 9)))

    batch = Batch(
        [
            Instance(prediction=text(), references=[text() for _ in range(rng.randint(1, 9))])
            for _ in range(150)
        ]
    )
    metric = ROUGE(types=("1", "2", "L"), multi_reference="mean", tokenize=tokenize)
    np.testing.assert_array_equal(metric.with_engine("native").rows(batch), metric.rows(batch))
