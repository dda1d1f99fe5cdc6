"""The Python that programs run with."""

import os
import sys

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.features.programs.sandboxes import interpreter as module
from sacreval.features.programs.sandboxes.interpreter import Interpreter, check_visible, interpreter


def test_own():
    """By default it is the one that runs sacreval, isolated and without its packages."""
    own = interpreter(None, packages=False)
    assert own.program == os.path.realpath(sys.executable)
    assert own.folders == (os.path.realpath(sys.base_prefix),)
    assert {"-I", "-S"} <= set(own.command)


def test_packages():
    """With its packages, the folder of a virtual environment is needed, too."""
    own = interpreter(sys.executable, packages=True)
    assert "-S" not in own.command
    assert os.path.realpath(sys.prefix) in own.folders
    assert own.program == sys.executable


@pytest.mark.parametrize("path", ["/nowhere/python", "/bin/true", "/bin/false", ""])
def test_no_python(path):
    """What is no Python is refused."""
    with pytest.raises(UsageError, match="this is no Python"):
        interpreter(path, packages=False)


def test_old(monkeypatch):
    """A Python without process file descriptors is refused."""
    monkeypatch.setattr(module, "_asked", lambda path: ["3.8.1", "/usr", "/usr", path])
    with pytest.raises(UsageError, match=r"Python 3.8.1; give 3.9"):
        interpreter("/usr/bin/python3.8", packages=False)


def test_the_home_folder(tmp_path, monkeypatch):
    """An interpreter that needs the home folder is refused, and one inside it is not."""
    home = tmp_path / "home"
    (home / "python").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    check_visible(Interpreter(program="p", folders=(str(home / "python"),)), as_others=False)
    for folder in (home, tmp_path):
        with pytest.raises(UsageError, match="which holds the home folder"):
            check_visible(Interpreter(program="p", folders=(str(folder),)), as_others=False)


def test_closed_folders(tmp_path):
    """As another user, folders that only their owner enters are of no use."""
    closed = tmp_path / "closed"
    (closed / "python").mkdir(parents=True)
    closed.chmod(0o700)
    own = Interpreter(program="p", folders=(str(closed / "python"),))
    check_visible(own, as_others=False)
    with pytest.raises(NotSetUpError, match="only some users can read; as sacreval runs as root"):
        check_visible(own, as_others=True)
