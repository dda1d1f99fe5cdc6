"""Correlations in each format."""

import json

import pytest

from sacreval.features.correlate.analysis import TaskRun, run_one
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.tables.correlations import lines, render, tables
from support.correlations import options_of


@pytest.fixture(scope="module")
def found():
    rows = [
        Row(f"s{s}", f"i{i}", "peer", {"a|b": s + i % 3, "c": s * i}, {"q": s + i % 2}, "memory")
        for s in range(6)
        for i in range(4)
    ]
    options = options_of(
        human="q", level="system", coefficient="pearson", resamples=20, test="perm-systems"
    )
    return run_one(TaskRun(score_set(rows), options, ["all"]))


@pytest.mark.parametrize("form", ["text", "md", "tex"])
def test_formats_for_reading(found, form):
    """Tables come first, and every note follows on its own line."""
    out = render(found, form)
    start = {"text": "", "md": "- ", "tex": "% "}[form]
    last = out.splitlines()[-len(lines(found)) :]
    assert all(line.startswith(start) for line in last)
    assert "signature" in out.lower() or "v:" in out
    assert (r"a\|b" if form == "md" else "a|b") in out or form == "tex"


def test_formats_for_programs(found):
    """JSON has the whole document; JSONL, TSV and CSV have one line for each correlation."""
    assert json.loads(render(found, "json")) == found
    assert [json.loads(line) for line in render(found, "jsonl").splitlines()] == found["results"]
    for form, mark in (("tsv", "\t"), ("csv", ",")):
        header, *body = render(found, form).splitlines()
        assert mark in header
        assert len(body) == len(found["results"]) == 2


def test_tables(found):
    """There is a table of correlations, one of ranks and one of tests; without tests only one."""
    assert len(tables(found)) == 3
    assert len(tables({"results": found["results"]})) == 1
