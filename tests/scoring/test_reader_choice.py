"""Choice of the reader of an input."""

import json

import pytest

from sacreval.errors import InputNotice, UsageError
from sacreval.scoring.reader_choice import reader_of


def chosen(path, **more):
    """Return the name of the reader of a file."""
    given = {"references": (), "spec": None, "fields": {}, **more}
    return reader_of(str(path), **given).name


def test_logs(tmp_path):
    """A log is read by its tool's reader; with --map its lines as they are, with a notice."""
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"eval": {"task": "t", "model": "m"}}))
    assert chosen(log) == "inspect"
    with pytest.warns(InputNotice, match="with --map, this log of inspect is read as plain JSON"):
        assert chosen(log, fields={"prediction": "x"}) == "jsonl"


def test_contradictions(tmp_path):
    """References may be named in one place only."""
    spec = 'parallel-text{"references": ["a.txt"]}'
    with pytest.raises(UsageError, match="keep one of the two"):
        chosen(tmp_path / "a.txt", references=("b.txt",), spec=spec)
