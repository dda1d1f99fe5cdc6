"""Wide tables on narrow terminals: every cell is there once, and nothing is wider than can be."""

import os
import struct
import subprocess

import pytest

from sacreval.report.tables import Table
from sacreval.report.terminal_width import fitted, transposed, wrapped
from support import missing
from support.mirror import CHECKOUT
from support.program import PROGRAM

OUTPUTS = [f"output_{j} ↑" for j in range(8)]
TABLE = Table(
    ["system", "group", "n", *OUTPUTS],
    [[f"sys{i}", "g" if i else "", "5", *(f"{i}.{j}" for j in range(8))] for i in range(3)],
    frozenset({(0, 3), (2, 10)}),
    frozenset(range(2, 11)),
)


def cells(tables, row_of, output_of):
    """Read tables back: system and output to cell, and the best among them."""
    values, best = {}, set()
    for table in tables:
        for i, row in enumerate(table.rows):
            for j in table.numeric:
                key = (row_of(table, i, j), output_of(table, i, j))
                assert key not in values
                values[key] = row[j]
                if (i, j) in table.best:
                    best.add(key)
    return values, best


@pytest.mark.parametrize("width", [1, 20, 40, 60, 80, 120, 200])
def test_every_cell_is_there_once(width):
    """However it is cut or turned, a table says the same."""
    parts = fitted(TABLE, width)
    upright = "system" in parts[0].head
    names = {"sys0": "sys0", "sys1 g": "sys1", "sys2 g": "sys2"}
    if upright:
        values, best = cells(parts, lambda t, i, _: t.rows[i][0], lambda t, _, j: t.head[j])
    else:
        values, best = cells(parts, lambda t, _, j: names[t.head[j]], lambda t, i, _: t.rows[i][0])
    want = {
        (f"sys{i}", name): TABLE.rows[i][2 + j]
        for i in range(3)
        for j, name in enumerate(["n", *OUTPUTS])
    }
    assert values == want
    assert best == {("sys0", OUTPUTS[0]), ("sys2", OUTPUTS[7])}
    for part in parts:
        columns = zip(part.head, *part.rows, strict=True)
        taken = sum(max(map(len, column)) + 2 for column in columns) - 2
        assert taken <= width or len(part.numeric) == 1


def test_a_table_that_fits_stays():
    """A wide terminal shows the table as it is; one on its side is shown whole where that fits."""
    assert fitted(TABLE, 200) == [TABLE]
    assert fitted(TABLE, 60) == [transposed(TABLE)]
    words = Table(["name", "summary"], [["a", "b" * 300]])
    assert fitted(words, 40) == [words]


@pytest.mark.long
def test_on_a_terminal():
    """`evaluate` on a terminal of 80 columns writes no line of its tables wider than that."""
    pty = missing.module("pty", "tables on a terminal")
    fcntl, termios = (missing.module(name, "tables on a terminal") for name in ("fcntl", "termios"))
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
    sample = CHECKOUT / "configs" / "sample" / "labels.jsonl"
    command = [*PROGRAM, "evaluate", "suite", "classification", str(sample), "--ci", "-q"]
    environment = {k: v for k, v in os.environ.items() if k not in {"COLUMNS", "LINES"}}
    environment |= {"NO_COLOR": "1", "TERM": "dumb"}
    with subprocess.Popen(command, stdout=follower, stderr=follower, env=environment) as process:
        os.close(follower)
        written = _read(leader)
    assert process.returncode == 0
    table = written.partition("[ ]:")[0].splitlines()
    assert len(table) > 20
    assert max(map(len, table)) <= 80
    assert any("weighted F1" in line for line in table)


def test_lines_break_at_blanks():
    """A line is broken at blanks alone; a signature that is too wide stays whole."""
    assert wrapped("one two-three four", 10) == "one\n  two-three\n  four"
    assert wrapped("bleu|refs:1|tokenize:13a", 10) == "bleu|refs:1|tokenize:13a"


def _read(leader):
    written = b""
    try:
        while piece := os.read(leader, 65536):
            written += piece
    except OSError:  # how Linux says that the other end is closed
        pass
    return written.decode()
