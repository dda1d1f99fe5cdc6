"""What the beginning of a file or a folder shows."""

import gzip
import os

from sacreval.readers._beginning import HEAD, beginning


def test_file(tmp_path):
    """Keys are found in plain and compressed files, after a byte order mark too."""
    text = b'\xef\xbb\xbf{"eval": {"task": "a"}}'
    (tmp_path / "a.json").write_bytes(text)
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(text))
    for name in ("a.json", "a.json.gz"):
        found = beginning(str(tmp_path / name))
        assert found.has("eval", "eval.task")
        assert not found.has("eval", "samples")
        assert (found.extension, found.is_folder) == (".json", False)


def test_long_file(tmp_path):
    """No more than the first bytes are read."""
    (tmp_path / "a").write_bytes(b"x" * (HEAD + 1))
    assert len(beginning(str(tmp_path / "a")).head) == HEAD


def test_folder(tmp_path):
    """A folder shows the names in it."""
    (tmp_path / "state.json").touch()
    found = beginning(str(tmp_path))
    assert (found.is_folder, found.names) == (True, {"state.json"})


def test_unreadable(tmp_path):
    """A pipe is not opened; a damaged file, and one that is missing, show nothing."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bad.gz").write_bytes(b"x")
    for name in ("pipe", "bad.gz", "missing"):
        assert beginning(str(tmp_path / name)) is None
