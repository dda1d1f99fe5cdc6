"""Objects of Python named by the user."""

import json

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.text.python_names import named

KINDS = "py:MODULE:FUNCTION"


def test_found():
    """The object is that of the module."""
    assert named("json:loads", KINDS) is json.loads


def test_working_directory(tmp_path, monkeypatch):
    """A module of the working directory is found."""
    (tmp_path / "own_names_of_a_test.py").write_text("found = 3")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["/nowhere", *__import__("sys").path])
    assert named("own_names_of_a_test:found", KINDS) == 3


@pytest.mark.parametrize(
    ("path", "kind", "said"),
    [
        ("json", UsageError, "py:json: write py:MODULE:FUNCTION"),
        ("a b:c", UsageError, "write py:MODULE:FUNCTION"),
        ("json:lods", UsageError, "json has no 'lods'; did you mean 'loads'"),
        ("own.py:f", UsageError, "name the module, not its file: py:own:f"),
        ("no_such_module_x:y", NotSetUpError, "install its package"),
        ("broken_names_of_a_test:y", NotSetUpError, r"cannot be imported \(ImportError: a b\)"),
    ],
)
def test_bad(path, kind, said, tmp_path, monkeypatch):
    """What is not there is a sentence of one line."""
    (tmp_path / "broken_names_of_a_test.py").write_text("raise ImportError('a\\nb')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(kind, match=said):
        named(path, KINDS)
