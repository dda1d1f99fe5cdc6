"""Rows of verdicts."""

from sacreval.core.verdict_rows import VerdictRow, decoder, verdict_line

ROW = VerdictRow(instance_id="Toy/0", sample=1, verdict="wrong", tests=[True, False],
                 program_sha256="ab", runner="bwrap 0.8.0", limits={"seconds": 3.0})  # fmt: skip


def test_lines():
    """A line is read as the row that it was written from."""
    assert decoder.decode(verdict_line(ROW)) == ROW
    assert verdict_line(ROW).endswith(b"}\n")
    assert b"attempt" not in verdict_line(ROW)


def test_keys():
    """A sample has the same key whether its problem's id is a number or its digits."""
    assert ROW.key == (None, "Toy/0", 1)
