"""The limit on the length of lines."""

import pytest

from sacreval.errors import UsageError
from sacreval.io.line_limit import MEBIBYTE, LineLimit


def test_bytes():
    """A limit is in MiB."""
    assert LineLimit(0.5).bytes == MEBIBYTE // 2


@pytest.mark.parametrize("size", [0.0, -1.0, 4096.0, float("nan")])
def test_out_of_range(size):
    """Limits that csv cannot take, or that no line meets, are refused."""
    with pytest.raises(UsageError, match="max_line"):
        LineLimit(size, "table").check()
    LineLimit(64, "table").check()


def test_faults():
    """The message has the place, and the option of the reader where there is one."""
    assert LineLimit(reader="jsonl").fault("a.jsonl:7").startswith("a.jsonl:7: ")
    assert "jsonl{" in LineLimit(reader="jsonl").fault("a")
    assert "--reader" not in LineLimit(reader="").fault("a")
    assert "cell" in LineLimit().fault("a", "cell")
