"""The notebook runs, and its page has its tables and plots."""

import json
import re

import pytest

from generator import notebook_pages
from generator.pages import ROOT
from support import missing


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
