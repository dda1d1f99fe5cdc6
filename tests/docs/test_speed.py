"""The page on speed and the notebook: numbers that are the same, tables and plots."""

import json
import re

import pytest

from generator import notebook_pages, speed
from generator.pages import ROOT
from support import missing
from support.mirror import CHECKOUT

KNOWN = json.loads((CHECKOUT / speed.FIGURES).read_text(encoding="utf-8"))

METRICS = KNOWN["metrics"]


def run(cpu, number, differs=""):
    return {
        "version": "1.0",
        "seconds": {"1000": [cpu, 2 * cpu]},
        "values": {"1000": number},
        "differs": differs,
    }


RUNS = {
    "sacreval": run(0.2, 0.5),
    "slow": run(1.0, 0.5),
    "other": run(0.1, 0.4, "other tokens"),
    "single": run(0.4, 0.5000001, "the same in single precision"),
}


def test_the_same_number():
    """Numbers are the same within a millionth, and nothing is said where one has none."""
    assert speed.same(RUNS["slow"], RUNS["sacreval"])
    assert speed.same(RUNS["single"], RUNS["sacreval"])
    assert speed.same(RUNS["other"], RUNS["sacreval"]) is False
    assert speed.same({"values": {}}, RUNS["sacreval"]) is None


def test_the_fastest_has_the_same_number():
    """A tool with another number counts only where no tool has the same."""
    assert speed.fastest(RUNS, 1000) == ("single", 0.4)
    assert speed.times(RUNS, 1000) == 2
    two = {name: RUNS[name] for name in ("sacreval", "other")}
    assert speed.fastest(two, 1000) == ("other", 0.1)
    assert speed.times(two, 1000) == 0.5
    assert speed.fastest(RUNS, 10_000) is None
    assert speed.times(RUNS, 10_000) is None


def test_a_row_says_why_a_tool_is_faster():
    """A ratio below one is bold, with the reason; without one the reason is left out."""
    slower = {"runs": {name: RUNS[name] for name in ("sacreval", "other")}, "why": "it is"}
    assert speed.summary("x", slower, [1000]) == ["x", "other", "0.20, 0.10: **0.5**", "it is"]
    first = {"runs": RUNS, "why": "it is"}
    assert speed.summary("x", first, [1000])[2:] == ["0.20, 0.40: 2.0", ""]


def test_another_number_has_a_verdict():
    """A tool with the same number has no row; the others have both numbers, and the reason."""
    assert list(speed.others("x", {"runs": RUNS})) == [
        ["x", "other 1.0", "0.4", "0.5", "no: other tokens"],
        ["x", "single 1.0", "0.5000001", "0.5", "the same in single precision"],
    ]


def test_the_page_is_that_of_its_figures():
    """The page is what `benchmarks/peers.py --write` writes from the file of figures."""
    assert (CHECKOUT / speed.PAGE).read_text(encoding="utf-8") == speed.page(KNOWN)
    assert (CHECKOUT / speed.PICTURE).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", METRICS)
def test_another_number_is_explained(name):
    """Where a tool prints another number the page says why; where it is the same, no other."""
    runs = METRICS[name]["runs"]
    assert runs["sacreval"]["values"]
    for tool, run in runs.items():
        if tool != "sacreval" and speed.same(run, runs["sacreval"]) is False:
            assert run["differs"], tool


@pytest.mark.parametrize("name", METRICS)
def test_where_sacreval_is_not_first_it_says_why(name):
    """A faster tool stands with the reason in a line."""
    metric = METRICS[name]
    ratios = [speed.times(metric["runs"], size) for size in speed.sizes_of(METRICS)]
    if any(ratio is not None and ratio < 1 for ratio in ratios):
        assert metric["why"]


def test_cells_and_outputs():
    """Text stays, code is a block, a table is HTML, a figure an image, and printed text a block."""
    cells = [
        {"cell_type": "markdown", "source": ["# a\n", "b"]},
        {"cell_type": "code", "source": "f()", "outputs": [
            {"data": {"text/html": ["<table>\n", "\n", "</table>"], "text/plain": "x"}},
            {"data": {"image/svg+xml": "<svg/>"}},
            {"text": ["\x1b[1mhi\x1b[0m\n"]},
        ]},
    ]  # fmt: skip
    text = notebook_pages.page({"cells": cells})
    assert text.startswith("# a\nb\n\n```python\nf()\n```\n\n<table>\n</table>\n\n<img alt=")
    assert text.endswith("```text\nhi\n```\n")


def test_tables_look_like_those_of_the_site():
    """Borders, classes and styles of pandas, which show in dark mode, are left out."""
    html = (
        '<div>\n<style scoped>\n td {border: 1px}\n</style>\n<table border="1" class="dataframe">\n'
        '<tr style="text-align: right;"><th>a</th></tr></table></div>'
    )
    cell = {"cell_type": "code", "source": "f", "outputs": [{"data": {"text/html": html}}]}
    text = notebook_pages.page({"cells": [cell]})
    assert "<div>\n<table>\n<tr><th>a</th></tr></table></div>" in text


def test_notebooks_are_committed_without_outputs():
    """What a notebook shows is made when it runs."""
    for path in notebook_pages.PAGES.values():
        cells = json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]
        assert not any(cell.get("outputs") for cell in cells)


@pytest.mark.long
def test_the_tour_runs():
    """Every cell of the tour runs, with tables of scores and a figure."""
    for name in ("nbclient", "ipykernel", "pandas", "matplotlib"):
        missing.module(name, "the notebook")
    text = notebook_pages.pages(ROOT)["notebook.md"]
    assert text.count("<table") >= 4
    assert "chrF2 ↑" in text
    assert "data:image/svg+xml" in text
    assert len(re.findall(r"^```python", text, re.MULTILINE)) >= 5
    assert "Traceback" not in text
