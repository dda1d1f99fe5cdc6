"""Differences: the tables of docs/differences.md, generated from tests/golden/differences.json."""

import json
import re
from typing import Any

from support.mirror import CHECKOUT

DATA = CHECKOUT / "tests" / "golden" / "differences.json"
PAGE = CHECKOUT / "docs" / "differences.md"
TABLE = re.compile(r"(<!-- table of (\w+) -->\n).*?(<!-- end of table -->\n)", re.DOTALL)
Row = dict[str, Any]


def rows() -> list[Row]:
    """Read all rows."""
    rows: list[Row] = json.loads(DATA.read_text(encoding="utf-8"))["rows"]
    return rows


def page(text: str) -> str:
    """Insert the table of each topic into the page."""
    return TABLE.sub(lambda mark: f"{mark[1]}\n{_table(mark[2])}\n{mark[3]}", text)


def _table(topic: str) -> str:
    """Write a row for each reason, with its cases and the numbers of the first."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows():
        if row["topic"] == topic:
            groups.setdefault((row["toolkit"], row["why"]), []).append(row)
    text = "| case | there | sacreval | why |\n|---|---|---|---|\n"
    for (toolkit, why), group in groups.items():
        cases = ", ".join(f"`{row['case']}`" for row in group)
        cells = [f"{toolkit}: {cases}", _there(group[0]), _here(group[0]), why]
        text += f"| {' | '.join(cells)} |\n"
    return text


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
