"""SARI: added, kept and deleted n-grams, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize(
    ("prediction", "keep", "delete"),
    [("a", 100.0, 100.0), ("a b", 100 * (2 / 3 + 0 + 1 + 1) / 4, 100.0)],
)
def test_by_hand(prediction, keep, delete):
    """Of `a b` the reference keeps `a`; keeping all has word precision 1/2 and recall 1.

    The kept bigram is wrong, longer n-grams do not occur and count as right, and where nothing is
    deleted nothing is deleted wrongly. Nothing is added, and nothing is to be added.
    """
    record = {"sources": ["a b"], "prediction": prediction, "references": ["a"]}
    found = scores_of("sari", [record])
    assert found["sari_keep"] == pytest.approx(keep)
    assert found["sari_delete"] == pytest.approx(delete)
    assert found["sari_add"] == pytest.approx(100.0)
    assert found["sari"] == pytest.approx((100 + keep + delete) / 3)


def test_sari_of_nothing():
    """An empty output counts as one empty word, as in Hugging Face evaluate 0.4.6."""
    record = {"sources": ["x y"], "prediction": "", "references": ["x"]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(79.1666666667)
    record |= {"sources": [""], "references": [""]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(100.0)
