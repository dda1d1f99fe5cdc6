"""ROUGE-WE equals SummEval's, and refuses files that are not the signature's."""

import re

import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.errors import InputError, NotSetUpError, UsageError
from support.mirror import CHECKOUT
from support.tasks import scores_of

VECTORS = str(CHECKOUT / "tests" / "golden" / "word_vectors.txt")


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
    found = scores_of("rouge-we", [record], {"vectors": VECTORS, "order": order})
    assert list(found.values()) == pytest.approx(wanted, abs=1e-12)
    assert list(found) == [f"rouge_we_{order}_{x}" for x in ("precision", "recall", "f1")]


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
