"""The data that a page contains for its script."""

from dataclasses import replace

from sacreval.core.records import Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.records.page_data import (
    columns_of,
    described,
    errors_of,
    kind_of,
    page_data,
)
from sacreval.features.page.records.record_texts import ErrorKind


def content(scores, *, error=None):
    """Create content of systems whose records have these scores of `x`."""
    results = [
        Result(
            metric="m",
            output="x",
            system_id=system,
            group=None,
            value=1.0,
            n=2,
            higher_is_better=False,
            interval=None,
            signature="m",
            engine="native",
            main=True,
        )
        for system in scores
    ]
    records = {
        system: {
            name: Scored(instance_id=name, system_id=system, scores={"x": value})
            for name, value in known.items()
        }
        for system, known in scores.items()
    }
    if error is not None:
        failed = Scored(instance_id="2", system_id="b", scores={}, error=error)
        records["b"]["2"] = failed
    return Content(results=results, instances=["1", "2"], records=records)


def test_columns():
    """Scores stand by system in the order of instances, with six digits and null where missing."""
    found = content({"a": {"2": 1 / 3, "1": 2.0}, "b": {"1": 0.5}})
    assert columns_of(found, "x") == [[2, 0.333333], [0.5, None]]
    data = page_data(found).data
    assert data["systems"] == ["a", "b"]
    assert data["ids"] == ["1", "2"]
    assert data["scores"] == [[[2, 0.333333], [0.5, None]]]


def test_what_is_known_of_an_output():
    """The script knows the direction of an output, and that it has no marks."""
    known = described(content({"a": {"1": 1.0}}), "x", None, [])
    assert known["up"] is False
    assert known["marks"] is None


def test_errors():
    """Errors stand by the index of the record, then of the system."""
    found = content({"a": {"1": 1.0}, "b": {"1": 1.0}}, error="no answer")
    assert errors_of(found) == {"1": {"1": "no answer"}}


def test_a_base_without_tests():
    """Without tests no system is the base of the others."""
    assert page_data(content({"a": {"1": 1.0}})).data["base"] is None


def test_outputs_with_error_spans():
    """An output of a metric that labels errors is marked by them."""
    found = content({"a": {"1": 1.0}})
    assert kind_of(found, "x") is None
    scored = Scored(instance_id="1", system_id="a", scores={"x": 1.0}, error_spans={"m": []})
    found = replace(found, records={"a": {"1": scored}})
    kind = kind_of(found, "x")
    assert kind == ErrorKind("m")
    known = described(found, "x", kind, [kind.key])
    assert (known["marks"], known["kind"]) == (0, "errors")
