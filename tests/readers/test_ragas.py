"""The reader of Ragas."""

import csv
import json

import pytest

from sacreval.errors import InputError
from support import tool_logs
from support.arrow_tables import hf_folder

ROWS = [
    {"user_input": "3 + 4?", "response": "7", "retrieved_contexts": ["a", "b"], "recall": 0.5},
    {"user_input": "How far?", "response": None, "retrieved_contexts": ["c"], "recall": None},
]
RECORDS = [
    {
        "instance_id": 1, "input": "3 + 4?", "prediction": "7", "sources": ["a", "b"],
        "meta": {"scores": {"recall": 0.5}},
    },
    {
        "instance_id": 2, "input": "How far?", "sources": ["c"],
        "error": "not asked: there is no response",
    },
]  # fmt: skip


def lines(path):
    """Write the rows as lines of JSON."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))


def document(path):
    """Write the rows as one list."""
    path.write_text(json.dumps(ROWS))


def table(path):
    """Write the rows as CSV."""
    with path.open("w", newline="") as stream:
        out = csv.DictWriter(stream, ROWS[0])
        out.writeheader()
        out.writerows(ROWS)


@pytest.mark.parametrize("write", [lines, document, table], ids=["jsonl", "json", "csv"])
def test_files(tmp_path, write):
    """Lines, a list and a table of one data set have the same records."""
    path = tmp_path / f"x.{'csv' if write is table else 'json'}"
    write(path)
    assert tool_logs.records(path) == RECORDS


def test_folder(tmp_path):
    """A saved folder has the same records, and is no data set of records."""
    assert tool_logs.records(hf_folder(tmp_path / "x", ROWS)) == RECORDS


def test_damaged(tmp_path):
    """A damaged row is an error with file and line."""
    lines(tmp_path / "x.jsonl")
    with (tmp_path / "x.jsonl").open("a") as stream:
        stream.write('{"user_input": ')
    with pytest.raises(InputError, match=r"x\.jsonl:3: this is not JSON"):
        tool_logs.records(tmp_path / "x.jsonl")
