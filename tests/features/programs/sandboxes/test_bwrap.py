"""The command line of bubblewrap, and programs in it."""

import os

from sacreval.features.programs.sandboxes import bwrap as module
from sacreval.features.programs.sandboxes.bwrap import Bwrap
from sacreval.features.programs.sandboxes.interpreter import Interpreter
from support.sandboxes import bwrap

OWN = Interpreter(program="/opt/python/bin/python3", version="3.12.0", folders=("/opt/python",))


def command(version="0.8.0"):
    sandbox = Bwrap(interpreter=OWN)
    sandbox.__dict__["version"] = version
    return sandbox.command("x")


def test_profile():
    """Nothing but /usr and the interpreter is shown, and nothing is shared."""
    words = command()
    for wanted in ("--unshare-all", "--die-with-parent", "--new-session", "--clearenv"):
        assert wanted in words
    assert words[words.index("--cap-drop") + 1] == "ALL"
    shown = [words[i + 1] for i, word in enumerate(words) if word.startswith("--ro-bind")]
    assert {"/usr", "/opt/python"} <= set(shown)
    assert not any(path.startswith(("/home", "/root", "/var")) for path in shown)
    assert "--bind" not in words
    assert words[words.index("--") + 1] == OWN.program


def test_sizes():
    """Both folders that can be written have a size, and the rest is read-only."""
    words = command()
    sizes = [words[i - 1] for i, word in enumerate(words) if word == "--tmpfs"]
    assert sizes == ["67108864", "67108864"]
    closed = [words[i + 1] for i, word in enumerate(words) if word == "--remount-ro"]
    assert closed == ["/dev", "/"]


def test_older_releases():
    """Releases before 0.8 cannot forbid further namespaces."""
    assert "--disable-userns" in command()
    assert "--disable-userns" not in command("0.7.0")


def test_root_becomes_nobody(monkeypatch):
    """Root does not run programs."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert Bwrap(interpreter=OWN).user() == module.NOBODY
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert Bwrap(interpreter=OWN).user() is None


def test_version():
    """The version is that of the program."""
    assert bwrap().identity().startswith("bwrap 0.")
