"""Pairs of systems and human texts: a file of their scores, and a table of wins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from sacreval.report.p_values import p_text
from sacreval.report.record_scores import TABLES
from sacreval.report.tables import Table, delimited
from sacreval.scoring.human_pair_counts import AgainstHumans, HumanPair

NOTE = (
    "wins and losses of pairs scored against the same references; p is the mid-p of the sign test "
    "with inputs as units"
)


def write_pairs(pairs: Sequence[HumanPair], path: Path) -> None:
    """Write pairs as JSON lines or as a table, by the ending of the path."""
    from sacreval.io.files import write_text

    delimiter = TABLES.get(path.suffix.lower())
    names = HumanPair.__struct_fields__
    with write_text(path) as stream:
        if delimiter is None:
            stream.writelines(f"{msgspec.json.encode(pair).decode()}\n" for pair in pairs)
        else:
            cells = ([str(getattr(pair, name)) for name in names] for pair in pairs)
            stream.write(delimited([names, *cells], delimiter))


def humans_table(found: Sequence[AgainstHumans]) -> Table:
    """Return a table with a row for each output, system and name of human texts."""
    head = ["metric", "system", "against", "inputs", "wins", "ties", "losses", "p"]
    rows = [
        [x.output, x.system_id, x.human_id or "all human texts",
         *map(str, (x.n, x.wins, x.ties, x.losses)), p_text(x.p)]
        for x in found
    ]  # fmt: skip
    return Table(head, rows, numeric=frozenset(range(3, len(head))))
