"""Rows of logs, as lines of JSON or one list."""

import pytest

from sacreval.errors import InputError
from sacreval.io.line_limit import LineLimit
from sacreval.readers._log_rows import log_rows

LIMIT = LineLimit()


def test_rows(tmp_path):
    """Rows are numbered without blank lines, and their places are those of lines."""
    path = tmp_path / "x"
    path.write_text('{"a": NaN}\n\n{"a": "NaN"}')
    found = [(one.number, one.where, one.row) for one in log_rows(str(path), LIMIT)]
    assert found == [(1, f"{path}:1", {"a": None}), (2, f"{path}:3", {"a": "NaN"})]


def test_list(tmp_path):
    """A list has a row for each item."""
    path = tmp_path / "x"
    path.write_text('[{"a": 1},\n{"a": 2}]')
    found = list(log_rows(str(path), LIMIT, is_list=True))
    assert [one.row for one in found] == [{"a": 1}, {"a": 2}]
    assert found[1].where == f"{path}:2"


@pytest.mark.parametrize("is_list", [False, True])
@pytest.mark.parametrize("text", ['{"a": ', "7", '{"a": 1, "a": 2}', '[{"a": 1, "a": 2}]', "\xff"])
def test_damaged(tmp_path, text, is_list):
    """What is no row, or repeats a key, is an error with its place."""
    path = tmp_path / "x"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match=str(path)):
        list(log_rows(str(path), LIMIT, is_list=is_list))
