"""score and verify as Python functions."""

import pytest

import sacreval
from sacreval.errors import ResultWarning, UsageError
from support import missing

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


def test_verdicts_are_a_table(records):
    """Each verdict has both values and what differs; printed, as a document, and as a frame."""
    found = sacreval.evaluate(records, metrics=["bleu", "exact-match"])
    other = [{**one, "prediction": "no"} for one in records if one["system_id"] == "a"]
    verified = sacreval.verify(found, other)
    rows = {(x["system_id"], x["output"]): x for x in verified.rows()}
    assert rows["a", "bleu"]["recomputed"] != rows["a", "bleu"]["value"]
    assert not rows["b", "bleu"]["equal"]
    assert rows["b", "bleu"]["differences"] == "the inputs have no such system"
    assert verified.to_dict() == {"verdicts": verified.rows()}
    assert str(verified).splitlines()[0].split()[:3] == ["system_id", "metric", "output"]
    assert len(verified.render("csv").splitlines()) == 1 + len(rows)
    missing.module("pandas", "data frames of pandas")
    frame = verified.to_pandas()
    assert (frame["equal"].dtype, frame["value"].dtype) == (bool, float)


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
