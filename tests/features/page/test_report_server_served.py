"""A report that is served: the page without scores and texts, and answers to its script."""

import json

import pytest

from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.report_server import ASKED, ServedReport
from support.pages import data_of


def content(n=3, *, texts=True):
    """Create content of one system: record i has the score i and the text `Output i`."""
    names = [f"r{i}" for i in range(n)]
    result = Result(
        metric="m", output="x", system_id="a", group=None, value=1.0, n=n, higher_is_better=True,
        interval=None, signature="m", engine="native", main=True,
    )  # fmt: skip
    scored = {
        name: Scored(instance_id=name, system_id="a", scores={"x": float(i)})
        for i, name in enumerate(names)
    }
    known = {
        name: Instance(prediction=f"Output {i}", references=["right"], groups={"domain": "news"})
        for i, name in enumerate(names)
    }
    shown = {"a": known} if texts else {}
    return Content(results=[result], instances=names, records={"a": scored}, texts=shown)


def asked(report, path):
    """Return an answer, read from JSON."""
    found = report.answer(path)
    return None if found is None else json.loads(found)


def test_the_page_is_small():
    """It names all records, and has neither their scores nor their texts."""
    report = ServedReport(content())
    data = data_of(report.page.decode())
    assert data["served"] is True
    assert data["readable"] is True
    assert data["ids"] == ["r0", "r1", "r2"]
    assert (data["scores"], data["texts"]) == ([None], {})
    assert b"Output 1" not in report.page
    assert b"connect-src 'self'" in report.page


def test_scores_and_records():
    """Scores are columns of systems; records have texts and groups, or null without texts."""
    report = ServedReport(content())
    assert asked(report, "scores/0") == [[0, 1, 2]]
    found = asked(report, "records/2,0")
    assert found["texts"]["2"] == [[[["right"], [], None]], [0], ["Output 2"], {"domain": "news"}]
    assert list(found["texts"]) == ["2", "0"]
    bare = ServedReport(content(texts=False))
    assert data_of(bare.page.decode())["readable"] is False
    assert asked(bare, "records/1") == {"texts": {"1": None}, "marks": []}


@pytest.mark.parametrize(
    ("query", "places"),
    [("output%201", [1]), ("R2", [2]), ("NEWS", [0, 1, 2]), ("right", [0, 1, 2]), ("%F0%9F", [])],
)
def test_find(query, places):
    """Names, texts and groups are searched without regard to case."""
    assert asked(ServedReport(content()), f"find/{query}") == places


@pytest.mark.parametrize(
    "path",
    ["", "scores", "scores/1", "scores/0,0", "scores/-1", "records/", "records/3", "records/x",
     "records/٣", f"records/{'9' * 5000}", f"records/{','.join('0' * (ASKED + 1))}",
     "../etc/passwd", "page", "__class__"],
)  # fmt: skip
def test_anything_else_has_no_answer(path):
    """Unknown paths, indices out of range, and too many records at once."""
    assert ServedReport(content()).answer(path) is None
