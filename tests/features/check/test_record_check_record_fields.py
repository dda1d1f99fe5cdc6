"""Counts of the values of fields."""

from sacreval.core.records import Instance
from sacreval.features.check.record_check import FieldValues, is_empty, kind_of_field


def test_kinds():
    """Kinds are JSON's, and those of lists name what is in them."""
    values = [None, True, 2, 2.5, "a", {"a": 1}, ["a", "b"], [1, None], [["a"]], []]
    assert [kind_of_field(value) for value in values] == [
        "null", "boolean", "number", "number", "text", "object", "list of texts",
        "list of nulls and numbers", "list of lists", "empty list",
    ]  # fmt: skip


def test_emptiness():
    """Blank texts, empty lists and empty objects are empty; 0, false and [""] are not."""
    assert [is_empty(x) for x in ("", " \n", [], {}, 0, False, [""], "a")] == [True] * 4 + [
        False
    ] * 4


def test_counts():
    """Each field, group and judgment is counted apart, in the order of the record's fields."""
    values = FieldValues()
    values.add(Instance(prediction=" ", references=["a"], groups={"topic": "x", "year": 1}))
    values.add(Instance(prediction=3, references=["a", "b"], groups={"topic": "x"}))
    values.add(Instance(judgments={"fluency": [1, None]}, meta={"a": 1}))
    found = {one.field: one for one in values.counts()}
    assert list(found) == [
        "prediction", "references", "judgments.fluency", "groups.topic", "groups.year", "meta",
    ]  # fmt: skip
    prediction = found["prediction"]
    assert (prediction.n, prediction.empty, prediction.kinds) == (2, 1, {"text": 1, "number": 1})
    assert (found["references"].least, found["references"].most) == (1, 2)
    assert (found["groups.topic"].n, found["groups.topic"].distinct) == (2, 1)
    assert found["prediction"].distinct is None
