"""Files of notices."""

import json

import pytest

from sacreval.errors import UsageError
from sacreval.io.notice_file import Line, append, check

ONE = Line(verb="evaluate bleu", kind="gate", text="bleu is low", system="a")


def test_lines_are_appended(tmp_path):
    """A file is created when it is checked, and grows; all fields are in every line."""
    path = tmp_path / "n.jsonl"
    check(path)
    assert path.read_bytes() == b""
    append(path, ONE)
    append(path, ONE)
    check(path)
    first, second = map(json.loads, path.read_text().splitlines())
    assert first == second
    assert first == {
        "verb": "evaluate bleu", "kind": "gate", "text": "bleu is low", "system": "a",
        "file": None, "line": None, "count": None,
    }  # fmt: skip


def test_any_name_can_be_written(tmp_path):
    """Names of files that are no UTF-8 are escaped."""
    path = tmp_path / "n.jsonl"
    append(path, Line(verb="x", kind="error", text="a\udcff.jsonl:1: no\n"))
    assert json.loads(path.read_text())["text"] == "a\\udcff.jsonl:1: no\n"


@pytest.mark.parametrize(
    "content", [b"text\n", b'{"prediction": "a"}\n', b"[" * 100_000, b"\xff\n", b"{}\n", b"x" * 10]
)
def test_other_files_are_left_alone(tmp_path, content):
    """A file with other lines is refused and not changed."""
    path = tmp_path / "n.jsonl"
    path.write_bytes(content)
    for act in (lambda: check(path), lambda: append(path, ONE)):
        with pytest.raises(UsageError, match="other lines than notices"):
            act()
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["n.txt", "n.json", "gone/n.jsonl", "folder.jsonl", "x" * 300])
def test_refused(tmp_path, name):
    """Other endings, folders and places that cannot be written are refused."""
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(UsageError, match="--notices"):
        check(tmp_path / name)
