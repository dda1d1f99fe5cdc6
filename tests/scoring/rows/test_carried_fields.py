"""Fields that are carried with the rows of records."""

import pytest

from sacreval.core.records import Batch, Instance, PredictionScores
from sacreval.errors import InputError
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.rows.carried_fields import carry, explanatory_fields, numbers


def batch(*meta):
    """Return records with the given `meta`, whose answers are marked."""
    return Batch(
        [
            Instance(instance_id=i, system_id="a", prediction="so #### 7", meta=one)
            for i, one in enumerate(meta)
        ]
    )


def test_numbers_of_meta():
    """Whole and other numbers are read from meta, in the order of the records."""
    assert numbers(batch({"length": 3}, {"length": 0.5}), "length") == [3.0, 0.5]


@pytest.mark.parametrize("value", [None, True, "3", float("inf"), float("nan")])
def test_other_values_are_refused(value):
    """A record without a finite number is named, with what to do."""
    with pytest.raises(InputError, match=r"no number meta\.length.*drop --covariate"):
        numbers(batch({"length": 1}, {"length": value}), "length")
    with pytest.raises(InputError, match=r"no number meta\.length"):
        numbers(batch(None), "length")


def test_fields_and_extracted_answers():
    """Fields are carried as they are; `extracted` has the answers by metric that extracts them."""
    entries = [
        entry('exact-match{"extract": "last-number"}'),
        entry("rouge"),
    ]
    found = carry(batch({"x": 1}), entries, ["meta", "extracted"])
    assert found == {"meta": [{"x": 1}], "extracted": [{"exact-match": "7"}]}


def test_scores_of_predictions():
    """All scores of a reduction and the first of the best are carried, lower ones for WER."""
    reduction = '{"reduce_predictions": "mean"}'
    entries = [entry(f"exact-match{reduction}"), entry(f"wer{reduction}"), entry("exact-match")]
    texts = [["a b", "a", "a"], ["c"]]
    held = Batch([Instance(predictions=x, prediction=x[0], references=["a"]) for x in texts])
    held = Batch([*held, Instance(error="failed")])
    assert explanatory_fields(entries) == ("predictions",)
    assert explanatory_fields(entries[2:]) == ()
    first, second, failed = carry(held, entries, ["predictions"])["predictions"]
    assert isinstance(first, PredictionScores)
    assert first.scores["exact_match"] == [0.0, 1.0, 1.0]
    assert first.scores["wer"] == [1.0, 0.0, 0.0]
    assert (first.best["exact_match"], first.best["wer"]) == (1, 1)
    assert second.scores["wer"] == [1.0]
    assert failed is None


def test_no_best_without_a_direction():
    """Lengths of predictions are listed, and none of them is the best."""
    entries = [entry('length{"reduce_predictions": "max"}')]
    [found] = carry(Batch([Instance(predictions=["a b", "a"])]), entries, ["predictions"])[
        "predictions"
    ]
    assert next(iter(found.scores.values())) == [2.0, 1.0]
    assert found.best == {}
