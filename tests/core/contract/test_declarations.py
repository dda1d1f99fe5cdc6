"""What a metric declares is read in one place."""

from math import inf

import pytest

from sacreval.core.contract.declarations import (
    data_hashes,
    field_kind,
    highest_score,
    is_undefined,
    main_output,
    score_range,
    undefined_sentence,
    unparsed_output,
)
from sacreval.core.metric import metrics
from sacreval.core.options.field_types import ANYTHING


def test_the_main_output_depends_on_options():
    """It is `main`, or the first output where the options leave that out."""
    assert main_output(metrics.get("rouge")()) == "rougeL_f1"
    assert main_output(metrics.get("rouge")(types=("1",))) == "rouge1_f1"
    assert main_output(metrics.get("bleu")()) == "bleu"
    assert main_output(metrics.get("stored-score")()) is None


def test_fields_that_are_not_named_hold_anything():
    """`kinds` names the types of some fields."""
    assert field_kind(metrics.get("bleu")(), "meta") is ANYTHING
    assert field_kind(metrics.get("accuracy")(), "prediction").description


def test_a_record_without_a_score_by_definition():
    """Its error ends with the sentence of the metric, if it has one."""
    metric = metrics.get("py:support.own_metrics:AccuracyBySize")()
    assert is_undefined(metric, f"line 1: {undefined_sentence(metric)}")
    assert not is_undefined(metric, "line 1: prediction is missing")
    assert undefined_sentence(metrics.get("bleu")()) == ""


def test_what_few_metrics_declare():
    """Most have no data files of their own, and no output for unparsed answers."""
    assert unparsed_output(metrics.get("math")()) == "math_unparsed"
    assert unparsed_output(metrics.get("bleu")()) == ""
    assert data_hashes(metrics.get("bleu")()) == {}


@pytest.mark.parametrize(
    ("name", "output", "highest", "ends"),
    [
        ("token-f1", "token_f1", 1.0, (0.0, 1.0)),
        ("edit-distance", "edit_distance", None, (0.0, inf)),
        ("edit-distance", "edit_similarity", 1.0, (0.0, 1.0)),
        ("bleu", "bleu", None, (0.0, 100.0)),
        ("classification", "mcc", None, (-1.0, 1.0)),
        ("classification", "accuracy", None, (0.0, 1.0)),
        ("readability", "flesch_reading_ease", None, (-inf, inf)),
    ],
)
def test_ends(name, output, highest, ends):
    """A record's largest score is stated for means from 0 up alone; a system's range for more."""
    metric = metrics.get(name)()
    assert highest_score(metric, output) == highest
    assert score_range(metric, output) == ends
