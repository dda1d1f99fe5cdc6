"""What all sandboxes share: their names, and what they do where they are not installed."""

import pytest

from sacreval.errors import NotSetUpError
from sacreval.features.programs.sandboxes import _base
from sacreval.features.programs.sandboxes._base import asked, no_image, sandbox_class
from sacreval.features.programs.sandboxes.interpreter import interpreter


def test_names():
    """Each name has a class of that name, with a sentence that names its source or purpose."""
    names = ("bwrap", "podman", "docker", "none")
    for name in names:
        assert sandbox_class(name).name == name
    assert [name for name in names if not sandbox_class(name).isolates] == ["none"]


def test_linux_alone(monkeypatch):
    """Elsewhere than on Linux no program is run."""
    monkeypatch.setattr(_base.sys, "platform", "darwin")
    with pytest.raises(NotSetUpError, match="on Linux alone"):
        sandbox_class("bwrap")


def test_identity():
    """A sandbox is named with its version and that of Python."""
    own = interpreter(None, packages=False)
    assert sandbox_class("none")(interpreter=own).identity() == f"none python {own.version}"


def test_asking():
    """A backend that is missing or fails is an error with what to do."""
    assert asked(["echo", "1.0"], "install it") == "1.0"
    with pytest.raises(NotSetUpError, match=r"no-such-program cannot be run; install it"):
        asked(["no-such-program"], "install it")
    with pytest.raises(NotSetUpError, match=r"ls /nowhere fails \(.*\); install it"):
        asked(["ls", "/nowhere"], "install it")


def test_images():
    """A container needs an image, and nothing else takes one."""
    assert "give --image" in str(no_image(None, "podman"))
    assert "drop it" in str(no_image("x", "podman"))
