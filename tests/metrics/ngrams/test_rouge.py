"""ROUGE with tokenizers beyond a to z, means over references, and ROUGE-WE."""

import re
from random import Random

import numpy as np
import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from support.mirror import CHECKOUT
from support.tasks import scores_of

ROUGE = metrics.get("rouge")
needs_kernels = pytest.mark.skipif(not native.available(), reason="no compiled kernels")
CHINESE = ("今天天气很好,我们去公园。", ["今天天气不错,我们去了公园。"])
HINDI = ("मौसम आज अच्छा है", ["आज मौसम बहुत अच्छा है"])
ARABIC = ("الطقس جميل اليوم", ["الطقس اليوم جميل جدا"])
VECTORS = str(CHECKOUT / "tests" / "golden" / "word_vectors.txt")


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
    rouge1, lsum = rows(metric, "a foo-\nbar b", ["a foobar b"])[[2, 5]]
    assert rouge1 == pytest.approx(1.0)
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


@pytest.mark.parametrize(
    ("order", "wanted"),
    [  # rouge_n_we of the SummEval toolkit with tokenize=True and these vectors, 2026-11-22
        (1, (0.75, 0.8571428571428571, 0.7999999999999999)),
        (2, (0.2857142857142857, 0.3333333333333333, 0.30769230769230765)),
    ],
)
def test_summeval(order, wanted):
    """Similar words match, and a word without a vector matches itself."""
    record = {
        "prediction": "The cat sat on a mat, unknown cat!",
        "references": ["a dog ran on the sea unknown"],
    }
    scores = scores_of("rouge-we", [record], {"vectors": VECTORS, "order": order})
    assert list(scores.values()) == pytest.approx(wanted, abs=1e-12)
    assert list(scores) == [f"rouge_we_{order}_{x}" for x in ("precision", "recall", "f1")]


def test_by_hand(tmp_path):
    """One output n-gram takes a reference's once; the threshold and the exact match decide."""
    path = tmp_path / "two.vec"
    path.write_text("a 1 0\nb 0.6 0.8\nC 0 1\n")
    record = {"prediction": "a a b", "references": ["b c c"]}
    options = {"vectors": str(path), "order": 1}
    # cos(b, b) is exact, cos(b, c) is 0.8 and cos(a, b) 0.6; a takes b first if 0.6 is enough.
    assert scores_of("rouge-we", [record], options)["rouge_we_1_recall"] == pytest.approx(1 / 3)
    options["threshold"] = 0.59
    assert scores_of("rouge-we", [record], options)["rouge_we_1_recall"] == pytest.approx(2 / 3)
    two = {"prediction": "a a b", "references": ["b c c", "a"]}
    options["threshold"] = 0.81
    assert scores_of("rouge-we", [two], options)["rouge_we_1_precision"] == pytest.approx(2 / 6)


def test_signature(tmp_path):
    """The signature has the file's SHA-256, and another file under its name is refused."""
    path = tmp_path / "words.vec"
    path.write_text("a 1 0\n")
    text = metrics.get("rouge-we")(vectors=str(path)).signature()
    assert re.search(r"vectors_sha256:[0-9a-f]{64}\b", text)
    assert from_signature(text).signature() == text
    path.write_text("a 1 1\n")
    with pytest.raises(UsageError, match="not the file of the signature"):
        from_signature(text)
    again = {"vectors": str(path), "order": 1}
    assert scores_of("rouge-we", [{"prediction": "a", "references": ["a"]}], again)


def test_without_vectors(tmp_path):
    """Without a file, or with one that is not there, one sentence says what to name."""
    with pytest.raises(NotSetUpError, match="name it: --vectors FILE"):
        metrics.get("rouge-we")()
    with pytest.raises(InputError, match="none.vec: No such file or directory; name a file"):
        metrics.get("rouge-we")(vectors=str(tmp_path / "none.vec"))
    with pytest.raises(UsageError, match="threshold is 2.0; give a cosine from -1 to 1"):
        metrics.get("rouge-we")(vectors=VECTORS, threshold=2.0)
