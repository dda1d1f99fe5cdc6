"""Pairs as a file, and wins as a table."""

import csv

import msgspec
import pytest

from sacreval.scoring.human_pairs import AgainstHumans, HumanPair, humans_table, write_pairs

PAIR = HumanPair(
    instance_id="1", system_id='a "b"', human_id="h", output="m", score=0.1, human_score=1 / 3
)


@pytest.mark.parametrize(("ending", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_tables(tmp_path, ending, delimiter):
    """A table has a column for each field, at full precision."""
    path = tmp_path / f"p.{ending}"
    write_pairs([PAIR], path)
    with path.open(newline="") as stream:
        (row,) = csv.DictReader(stream, delimiter=delimiter)
    assert row == {name: str(value) for name, value in msgspec.to_builtins(PAIR).items()}


def test_lines(tmp_path):
    """JSON lines have one pair each."""
    write_pairs([PAIR, PAIR], tmp_path / "p.jsonl")
    text = (tmp_path / "p.jsonl").read_bytes()
    assert msgspec.json.Decoder(HumanPair).decode_lines(text) == [PAIR, PAIR]


def test_humans_table():
    """All human texts are named so; numbers are on the right."""
    common = {"output": "m", "system_id": "a", "n": 3, "wins": 2, "ties": 0, "losses": 1, "p": 0.75}
    found = [AgainstHumans(human_id=None, **common), AgainstHumans(human_id="h", **common)]
    table = humans_table(found)
    assert [row[2] for row in table.rows] == ["all human texts", "h"]
    assert list(table.rows[0][3:]) == ["3", "2", "0", "1", "0.7500"]
    assert table.numeric == frozenset(range(3, 8))
