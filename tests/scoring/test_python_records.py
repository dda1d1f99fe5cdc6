"""score and verify as Python functions."""

import pytest

import sacreval
from sacreval.errors import ResultWarning, UsageError

OUTPUTS = ["The cat sat on the mat.", "Rain falls in the north.", "Frost."]
REFERENCES = ["The cat sat on a mat.", "It rains in the north.", "Frost at night."]


@pytest.fixture
def records():
    """Give the same data as records of two systems."""
    return [
        {"instance_id": i, "system_id": system, "prediction": text, "references": [reference]}
        for system in ("a", "b")
        for i, (text, reference) in enumerate(zip(OUTPUTS, REFERENCES, strict=True))
    ]


def test_verify(records):
    """Numbers come out again from the same outputs, and not from others."""
    found = sacreval.evaluate(records, metrics=["bleu", "exact-match"])
    assert sacreval.verify(found, records)
    other = [{**one, "prediction": "no"} for one in records]
    assert not sacreval.verify(found, other)


def test_score_says_what_the_command_says(records):
    """Outputs without a second reference have no jackknifed scores, which is a warning."""
    with pytest.warns(ResultWarning, match="6 outputs have one reference"):
        sacreval.score(records, metrics="chrf")


def test_pairs_with_human_texts(records):
    """Systems and human texts are scored pair by pair where that is asked for."""
    several = [{**one, "references": [*one["references"], "Another text."]} for one in records]
    found = sacreval.score(several, metrics="chrf", pairs=True, references_as_systems=True)
    assert {one.n for one in found.against_humans()} == {3}
    with pytest.raises(UsageError, match="drop jackknife=False"):
        sacreval.score(several, metrics="chrf", pairs=True, jackknife=False)
