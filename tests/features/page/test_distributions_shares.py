"""Cards of scores that are 0 or 1."""

import pytest

from sacreval.features.page.distributions import is_binary
from support.program import write_jsonl


@pytest.mark.parametrize(
    ("columns", "binary"),
    [({"a": [0, 1], "b": [1]}, True), ({"a": [0, 1], "b": [0.5]}, False), ({"a": [2]}, False)],
)
def test_scores_of_0_and_1(columns, binary):
    """One other score of any system is enough for a distribution."""
    assert is_binary(columns) is binary


def test_a_table_of_two_systems(cli, tmp_path):
    """Four counts, McNemar's p-value, and the records that changed sides."""
    right = {"a": {1, 2, 3, 4, 5, 6}, "b": {3, 4, 5, 6, 7, 8, 9}}
    write_jsonl(tmp_path / "o.jsonl", [
        {"instance_id": f"r{i}", "system_id": s, "references": ["x"],
         "prediction": "x" if i in right[s] else "y"}
        for s in "ab" for i in range(12)
    ])  # fmt: skip
    assert cli("evaluate", "exact-match", "o.jsonl", "-o", "r.json", "--instances",
               "s.jsonl", "-q").code == 0  # fmt: skip
    assert cli("report", "r.json", "--inputs", "o.jsonl", "-o", "r.html", "-q").code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "b against a: 3 newly 1, 2 newly 0" in page
    assert "McNemar's test (mid-p): p " in page
    card = page[page.index("newly 0</summary>") :]
    cells = [part.split("<")[0] for part in card.split('class="number"')[3:7]]
    assert [cell.rpartition(">")[2] for cell in cells] == ["4", "2", "3", "3"]
    newly = page[page.index("Newly 1: ") :].partition("</p>")[0]
    assert [name for name in ("r7", "r8", "r9", "r1") if f">{name}<" in newly] == ["r7", "r8", "r9"]
