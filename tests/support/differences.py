"""Differences: the tables of docs/differences.md, generated from tests/golden/differences.json."""

import json
from typing import Any

from support.mirror import CHECKOUT

DATA = CHECKOUT / "tests" / "golden" / "differences.json"
PAGE = CHECKOUT / "docs" / "differences.md"
TOOLKITS = {
    "lighteval": "lighteval",
    "unitxt": "unitxt",
    "fmeval": "fmeval",
    "jury": "jury",
    "scikit-learn": "Libraries and papers that metrics follow",
}
FIRST, LAST = "<!-- tables -->\n", "<!-- end of tables -->\n"
Row = dict[str, Any]


def rows() -> list[Row]:
    """Read all rows."""
    found: list[Row] = json.loads(DATA.read_text(encoding="utf-8"))["rows"]
    return found


def tables() -> str:
    """Write the tables."""
    text = ""
    for row in sorted(rows(), key=lambda row: list(TOOLKITS).index(_section(row))):
        title = f"\n## {TOOLKITS[_section(row)]}\n"
        if title not in text:
            text += f"{title}\n| case | there | sacreval | why |\n|---|---|---|---|\n"
        name = f"{row['toolkit']}: " * (_section(row) == "scikit-learn") + row["case"]
        cells = [f"`{name}`", _there(row), _here(row), row["why"]]
        text += f"| {' | '.join(cells)} |\n"
    return f"{text}\n"


def page(text: str) -> str:
    """Insert the tables into the page."""
    head, _, rest = text.partition(FIRST)
    return head + FIRST + tables() + LAST + rest.partition(LAST)[2]


def _section(row: Row) -> str:
    return row["toolkit"] if row["toolkit"] in TOOLKITS else "scikit-learn"


def _there(row: Row) -> str:
    return _number(row["there"]) if "there" in row else "not recorded"


def _here(row: Row) -> str:
    if "without" in row:
        return "no such metric"
    if "weights" in row:
        return "not run"
    if "refused" in row:
        return "refused"
    return "missing" if row["here"] is None else _number(row["here"])


def _number(value: Any) -> str:
    """Write a value briefly: the first digits of numbers, names before several."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_number(x)}" for name, x in value.items())
    if isinstance(value, list):
        return ", ".join(map(_number, value))
    if value is None:
        return "missing"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
