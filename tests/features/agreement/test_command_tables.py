"""Agreement of the scores of logs in each format."""

import json

from sacreval.features.agreement.command import long_table, notes, render, tables
from sacreval.scoring.agreement.agreement_rows import (
    AgreementReport,
    RowDifference,
    ScoreAgreement,
)

ROWS = [RowDifference(instance_id=str(i), sample=i, stored=1.0, derived=0.0) for i in range(3)]
ROWS.append(RowDifference(instance_id="3", stored=1.0, derived=None, why="it has no text"))
DIFFERENT = ScoreAgreement(
    file="x",
    tool="inspect",
    score="match",
    system_id="m",
    agreement="different",
    metric="exact-match",
    rows=9,
    rows_different=7,
    differences=ROWS,
    stored=0.5,
    notes=["known"],
)
OTHERS = [
    ScoreAgreement(
        file="x", tool="helm", score=f"s{i}", system_id="m", agreement="not derived", notes=["why"]
    )
    for i in range(22)
]
REPORT = AgreementReport([DIFFERENT, *OTHERS])


def test_notes():
    """Rows that differ, reasons, and scores that were not derived are listed, with counts."""
    lines = notes(REPORT, rows=2)
    assert lines[0] == "match of m: known"
    assert lines[1] == "match of m: row 0, sample 0: stored 1.0000, derived 0.0000"
    assert lines[3] == "match of m: and 5 more rows differ"
    assert lines[4].startswith("not derived (why): s0, s1")
    assert lines[4].endswith("s19, and 2 more")
    assert lines[-1] == "0 scores are equal, 1 different"
    assert "row 3: stored 1.0000, it has no text" in notes(REPORT, rows=4)[4]


def test_formats():
    """Tables have the scores that were derived; other formats have all."""
    assert [len(table.rows) for table in tables(REPORT)] == [1]
    assert len(long_table(REPORT.scores).rows) == 23
    assert len(json.loads(render(REPORT, "json", rows=1))["scores"]) == 23
    assert len(render(REPORT, "jsonl", rows=1).splitlines()) == 23
    assert "0 scores are equal, 1 different" in render(REPORT, "text", rows=1)


def test_nothing_is_derived():
    """Of a log without counterparts there is no table, and a line that says so."""
    text = render(AgreementReport(OTHERS[:1]), "text", rows=1)
    assert text == "not derived (why): s0\nno score of the log has a counterpart here\n"
