"""What score files hold, as a table."""

import json

from sacreval.features.correlate.tables.contents_tables import notes, render_contents, table

FOUND = {
    "names": [
        {"name": "q", "kind": "judgment", "systems": 2, "inputs": 3, "outputs": 6, "raters": 2,
         "levels": ["system", "global"]},
        {"name": "bleu", "kind": "metric", "systems": 2, "inputs": 3, "outputs": 6, "raters": 0,
         "levels": []},
    ],
    "systems": {"a": "peer", "b": "peer", "r": "reference"},
    "groups": {"d": [str(i) for i in range(20)]},
}  # fmt: skip


def test_a_row_for_each_name():
    """Raters are of judgments, and levels are listed."""
    assert table(FOUND).rows == [
        ["q", "judgment", "2", "3", "6", "2", "system, global"],
        ["bleu", "metric", "2", "3", "6", "", ""],
    ]


def test_lines_below():
    """Systems by kind, the first values of a group, and the next command."""
    systems, group, following = notes(FOUND)
    assert systems == "systems: 2 peer, 1 reference"
    assert group == f"group d: {', '.join(str(i) for i in range(12))} and 8 more"
    assert following.endswith("--human q")


def test_formats():
    """JSON has everything, text the table and the lines."""
    assert json.loads(render_contents(FOUND, "json")) == FOUND
    assert "group d: 0, 1" in render_contents(FOUND, "text")
