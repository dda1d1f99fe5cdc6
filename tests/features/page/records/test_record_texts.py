"""Texts of records, within the size limits of a page."""

from dataclasses import replace

import pytest

from sacreval.core.record_parts import ErrorSpan
from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.records import record_texts
from sacreval.features.page.records.record_texts import ErrorKind


def content(texts):
    """Create content of systems whose records have these texts."""
    names = sorted({name for known in texts.values() for name in known})
    results = [
        Result(
            metric="m",
            output="x",
            system_id=system,
            group=None,
            value=1.0,
            n=1,
            higher_is_better=True,
            interval=None,
            signature="m",
            engine="native",
        )
        for system in texts
    ]
    return Content(
        results=results, instances=names, records={one: {} for one in texts}, texts=texts
    )


def test_equal_contexts_are_listed_once():
    """Systems that were given the same references share a context; a missing record has none."""
    one = Instance(prediction="a", references=["r"], sources=["s"], groups={"domain": 1})
    found = content({"x": {"1": one}, "y": {"1": one}, "z": {}})
    contexts, of, predictions, groups = record_texts.text(found, 0)
    assert contexts == [[["r"], ["s"], None]]
    assert of == [0, 0, None]
    assert predictions == ["a", "a", None]
    assert groups == {"domain": "1"}


def test_values_are_json():
    """Predictions that are no text are shown as JSON."""
    found = content({"x": {"1": Instance(prediction=[1, "ä"], references=[{"a": 2}])}})
    contexts, _, predictions, _ = record_texts.text(found, 0)
    assert predictions == ['[1,"ä"]']
    assert contexts[0][0] == ['{"a":2}']


def test_texts_that_find_no_room(monkeypatch):
    """Where texts do not fit, the most important are in the page, and a notice counts them."""
    known = {str(i): Instance(prediction="word " * 20, references=["r"]) for i in range(3)}
    found = content({"x": known})
    assert record_texts.choose(found, [2, 0, 1]) == ([2, 0, 1], [])
    monkeypatch.setattr(record_texts, "CHARACTERS", 150)
    chosen, (notice,) = record_texts.choose(found, [2, 0, 1])
    assert chosen == [2]
    assert notice.startswith("the texts of 1 of 3 records are in this page")


@pytest.mark.parametrize("i", [0, 1])
def test_records_of_an_instance(i):
    """A system without a record of an instance has None in its place."""
    one = Instance(prediction="a")
    found = content({"x": {"1": one, "2": one}, "y": {"2": one}})
    assert record_texts.records_of(found, i) == [[one, None], [one, one]][i]


def test_marks_of_error_spans(monkeypatch):
    """All outputs with known spans are marked, also without references; others are left out."""
    monkeypatch.setattr(record_texts, "MARKED", 0)
    known = {str(i): Instance(prediction="a cat") for i in range(3)}
    span = ErrorSpan(text="cat", confidence=0.5, severity="minor", start=2, end=5)
    spans = {"0": {"m": [span]}, "1": {"m": []}, "2": None}
    scored = {
        name: Scored(instance_id=name, system_id="y", scores={"x": 1.0}, error_spans=of)
        for name, of in spans.items()
    }
    found = replace(content({"x": {}, "y": known}), records={"x": {}, "y": scored})
    kind = ErrorKind("m")
    assert kind.described["levels"] == ["minor", "major", "critical"]
    marked, notices = record_texts.marks(found, [kind], [2, 0, 1])
    assert marked == [{"0": {"1": [[0, [2, 5, 1]], {}]}, "1": {"1": [[0, []], {}]}}]
    assert notices == []
