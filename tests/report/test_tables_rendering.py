"""A report in each format."""

import json

import pytest

from sacreval.report.tables import Table, rendered

ROWS = [{"name": "é", "value": 0.5}, {"name": "b", "value": None}]


def render(form):
    return rendered(
        form,
        document=lambda: {"rows": ROWS},
        rows=ROWS,
        table=lambda: Table(["name", "value"], [["é", "0.5"], ["b", ""]]),
        printed=lambda: f"printed as {form}",
    )


def test_json():
    """The document is indented and ends with a line feed."""
    text = render("json")
    assert json.loads(text) == {"rows": ROWS}
    assert text.startswith('{\n  "rows"')
    assert text.endswith("}\n")


def test_lines():
    """Each row is a line of JSON; tsv and csv have the same rows with a header."""
    assert [json.loads(line) for line in render("jsonl").splitlines()] == ROWS
    assert render("tsv").splitlines() == ["name\tvalue", "é\t0.5", "b\t"]
    assert render("csv").splitlines() == ["name,value", "é,0.5", "b,"]


@pytest.mark.parametrize("form", ["text", "md", "tex"])
def test_printed(form):
    """Other formats are what the report prints."""
    assert render(form) == f"printed as {form}"
