"""D-SARI equals its authors' script, and its penalties are the paper's."""

from math import exp

import pytest

from sacreval.metrics.ngrams.d_sari import Context, penalties
from support.tasks import scores_of

SOURCE = (
    "marengo is a town in and the county seat of iowa county , iowa , united states . it has "
    "served as the county seat since august 1845 , even though it was not incorporated until july "
    "1859 . the population was 2,528 in the 2010 census , a decline from 2,535 in 2000 ."
)
SHORT = "in the US , 2,528 in 2010 . it is marengo ."
REFERENCE = "marengo is a city in iowa , the US . the population was 2,528 in 2010 ."


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
    found = scores_of("d-sari", [record], {"tokenize": "none"})
    assert list(found) == ["d_sari", "d_sari_add", "d_sari_keep", "d_sari_delete"]
    assert list(found.values()) == pytest.approx(wanted, abs=1e-9)


def test_penalties():
    """Shorter, longer and equal outputs, for references 20 tokens shorter than the source."""
    context = Context(source=[], references=[], size=1, source_length=30, length=10, sentences=2)
    assert penalties(5, 2, context) == (pytest.approx(exp(-5 / 5)), 1.0, 1.0)
    assert penalties(14, 3, context) == (1.0, exp(-4 / 20), exp(-1 / 3))
    assert penalties(10, 0, context) == (1.0, 1.0, exp(-2 / 2))


def test_nothing_to_do():
    """A part without n-grams to keep, delete or add is 0, unlike in sari."""
    record = {"prediction": "a b", "references": ["a b"], "sources": ["a b"]}
    found = scores_of("d-sari", [record], {"tokenize": "none"})
    assert found == pytest.approx(
        {"d_sari": 50 / 3, "d_sari_add": 0.0, "d_sari_keep": 50.0, "d_sari_delete": 0.0}
    )
