"""Counts of records, and what a recipe expects."""

import pytest

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.corpus_files import Tally
from sacreval.features.setup.recipes.schema import Counts, Step


@pytest.fixture
def tally():
    """Count two outputs of an input and a human text."""
    found = Tally()
    first = Instance(
        instance_id="1", system_id="a", prediction="x", references=["r", "s"],
        judgments={"h": [1, None, 2], "g": None},
    )  # fmt: skip
    found.add(first, {"bleu": 1.0, "ter": None})
    found.add(Instance(instance_id="1", system_id="b", prediction="x"), {})
    found.add(Instance(instance_id="2", system_id="h", system_type="reference"), {})
    return found


COUNTS = {
    "records": 3, "instances": 2, "systems": 3, "reference_records": 1, "references": 2,
    "judgments": 2, "missing": 2, "scores": 1,
}  # fmt: skip


def step(emits=(), **expect):
    return Step(
        reader="jsonl", inputs=["a"], output="o.jsonl", expect=Counts(**expect), emits=emits
    )


def test_counts(tally):
    """Ratings count one by one, and gaps among them as missing."""
    assert tally.counts() == COUNTS
    tally.check(step(**COUNTS))


def test_differences_are_named(tally):
    """Each count and field that differs from the recipe is named; an empty corpus is told."""
    with pytest.raises(InputError, match="3 records instead of 4") as error:
        tally.check(step(records=4, emits=["prediction"]))
    assert "references" in str(error.value)
    with pytest.raises(InputError, match="o.jsonl"):
        Tally().check(step())
