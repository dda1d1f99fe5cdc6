"""Tables and columns of details."""

from sacreval.core.results import Detail, Result
from sacreval.report.details import detail_columns, detail_tables
from sacreval.report.tables import to_text


def result(output, system="a", group=None, **details):
    return Result(
        metric=output, output=output, system_id=system, group=group, value=1.0, n=1,
        higher_is_better=True, interval=None, signature=output, engine="native", main=True,
        details={name: Detail(**value) for name, value in details.items()},
    )  # fmt: skip


def test_a_table_for_each_metric():
    """Counts have no decimals, numbers below 10 four, others two; metrics without details none."""
    results = [
        result("bleu", bp={"value": 0.5}, sys_len={"value": 60.0, "low": 40.0, "high": 70.5}),
        result("bleu", "b", bp={"value": 1.0}),
        result("accuracy"),
        result("ter", edits={"value": 12.345}),
    ]
    bleu, ter = detail_tables(results)
    assert to_text(bleu).splitlines() == [
        "BLEU of      bp          sys_len",
        "a        0.5000  60 [40.0, 70.5]",
        "b        1.0000                -",
    ]
    assert to_text(ter).splitlines() == ["TER of  edits", "a       12.35"]  # 12.345 is below


def test_groups_follow_the_whole():
    """All records come first, then the groups, in sorted order."""
    parts = [result("ter", group=g, edits={"value": 2.0}) for g in (None, "d=y", "d=x")]
    (table,) = detail_tables(parts)
    assert [row[:2] for row in table.rows] == [["a", ""], ["a", "d=x"], ["a", "d=y"]]


def test_columns():
    """Columns of CSV and data frames have the bounds where there are any."""
    one = result("bleu", bp={"value": 0.5}, ratio={"value": 2.0, "low": 1.0, "high": 3.0})
    assert detail_columns(one) == {
        "details_bp": 0.5,
        "details_ratio": 2.0,
        "details_ratio_low": 1.0,
        "details_ratio_high": 3.0,
    }
