"""Files to which lines are appended."""

import io
import os

import pytest

from sacreval.errors import UsageError
from sacreval.io.append_file import AppendFile, StreamBeginning, check_appendable, complete_size


def test_lines(tmp_path):
    """Lines are appended in order, in a file that only its owner reads."""
    path = tmp_path / "a.jsonl"
    with AppendFile(path) as file:
        file.append(b"1\n")
        assert path.read_bytes() == b"1\n"
        file.append(b"2\n")
    assert path.read_bytes() == b"1\n2\n"
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600


def test_an_empty_file(tmp_path):
    """A new file to which nothing was written is removed."""
    AppendFile(tmp_path / "a.jsonl").close()
    assert not list(tmp_path.iterdir())


def test_cutting(tmp_path):
    """What follows the last complete line is removed, which a notice states."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"1\n2")
    with AppendFile(path) as file:
        assert file.cut_line(complete_size(file.stream)).endswith("is removed (1 bytes)")
        assert not file.cut_line(complete_size(file.stream))
        file.append(b"3\n")
    assert path.read_bytes() == b"1\n3\n"


@pytest.mark.parametrize(("text", "size"), [(b"", 0), (b"x", 0), (b"a\nb", 2), (b"a\nbc\n", 5)])
def test_complete_size(text, size):
    """The last complete line is found from the end, whatever the step."""
    assert complete_size(io.BytesIO(text)) == complete_size(io.BytesIO(text), step=1) == size


def test_beginnings():
    """A stream of the first bytes ends after them."""
    stream = StreamBeginning(io.BytesIO(b"abcdef"), 4)
    assert (stream.read(3), stream.read(3), stream.read(3)) == (b"abc", b"d", b"")


def test_places(tmp_path):
    """Places that cannot be appended to are refused."""
    check_appendable(tmp_path / "a.jsonl", "lines")
    for name, words in (("a.jsonl.gz", "lines are appended as plain"), ("x/a.jsonl", "no folder")):
        with pytest.raises(UsageError, match=words):
            check_appendable(tmp_path / name, "lines")
    with pytest.raises(UsageError, match="this is a folder"):
        check_appendable(tmp_path, "lines")
