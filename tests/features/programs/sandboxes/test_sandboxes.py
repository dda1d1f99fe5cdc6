"""Sandboxes: their names, command lines, and what happens without them."""

import os
import stat
from itertools import pairwise

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.features.programs.sandboxes import _base
from sacreval.features.programs.sandboxes import bwrap as module
from sacreval.features.programs.sandboxes._base import asked, no_image, sandbox_class
from sacreval.features.programs.sandboxes.bwrap import Bwrap
from sacreval.features.programs.sandboxes.canary import prove
from sacreval.features.programs.sandboxes.docker import BACKEND, Docker
from sacreval.features.programs.sandboxes.interpreter import Interpreter, interpreter
from sacreval.features.programs.sandboxes.podman import Podman
from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.programs import CodeTests, Program, ProgramLimits
from support.sandboxes import bwrap, container, unsafe


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
    python = interpreter(None, packages=False)
    assert sandbox_class("none")(interpreter=python).identity() == f"none python {python.version}"


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


PYTHON = Interpreter(program="/opt/python/bin/python3", version="3.12.0", folders=("/opt/python",))


def command(version="0.8.0"):
    sandbox = Bwrap(interpreter=PYTHON)
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
    assert words[words.index("--") + 1] == PYTHON.program


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
    assert Bwrap(interpreter=PYTHON).user() == module.NOBODY
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert Bwrap(interpreter=PYTHON).user() is None


def test_version():
    """The version is that of the program."""
    assert bwrap().identity().startswith("bwrap 0.")


CONTAINER_PYTHON = Interpreter(program="python3")


def containers_container(kind=Podman, **fields):
    return kind(interpreter=CONTAINER_PYTHON, **{"image": "python:3.12-slim", **fields})


def flags(words):
    """Return the value of each flag that has one."""
    return {a: b for a, b in pairwise(words) if a.startswith("--")}


@pytest.mark.parametrize("kind", [Podman, Docker])
def test_command(kind):
    """A container has no network, no rights, nothing to write but a small folder, and limits."""
    sandbox = containers_container(kind, limits=ProgramLimits(memory=100, processes=7, disk=3))
    words = sandbox.command("sacreval-1")
    known = flags(words)
    assert words[:2] == [kind.name, "run"]
    assert known["--network"] == "none"
    assert known["--cap-drop"] == "ALL"
    assert known["--security-opt"] == "no-new-privileges"
    assert known["--user"] == "65534:65534"
    assert known["--pids-limit"] == "9"
    assert known["--memory"] == known["--memory-swap"] == "164m"
    assert "size=3m" in known["--tmpfs"]
    assert known["--pull"] == "never"
    assert {"--read-only", "--rm", "--interactive"} <= set(words)
    assert not {"-v", "--volume", "--mount", "--privileged", "-p"} & set(words)
    assert known["--entrypoint"] == "python3"
    assert words[words.index("python:3.12-slim") + 1 :] == sandbox.driver[1:]


def test_images_of_containers():
    """An image must be named, and is no option."""
    with pytest.raises(UsageError, match="runs an image that you name"):
        containers_container(image="").check()
    with pytest.raises(UsageError, match="not the name of an image"):
        containers_container(image="--privileged").check()


def program(folder, text):
    """Write a program that stands for docker."""
    path = folder / "docker"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_no_server(tmp_path, monkeypatch):
    """Docker without a server, and an image that is not there, are errors with the remedy."""
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    program(tmp_path, "echo 'Cannot connect to the Docker daemon' >&2; exit 1")
    with pytest.raises(NotSetUpError, match=r"fails \(Cannot connect.*start Docker"):
        containers_container(Docker).check()
    program(tmp_path, '[ "$1" = version ] && echo 28.2.2 || exit 1')
    with pytest.raises(NotSetUpError, match="pull it first: docker pull python:3.12-slim"):
        containers_container(Docker).check()
    program(tmp_path, '[ "$1" = version ] && echo 28.2.2 || echo sha256:0123456789abcdef')
    assert containers_container(Docker).identity() == "docker 28.2.2 python:3.12-slim 0123456789ab"
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(NotSetUpError, match="podman cannot be run; install podman"):
        containers_container(Podman).check()


def test_name():
    """The version that counts is the server's, which also shows that there is one."""
    assert BACKEND is Docker
    assert "Server" in Docker(interpreter=Interpreter(program="python3"))._version_format()


def test_escapes():
    """Every attempt to escape is stopped, where an image is named."""
    assert prove(container("docker")) > 12


def test_programs():
    """Programs have verdicts as in a sandbox, in a folder for temporary files."""
    worker = Worker(unsafe(), spares=0)
    good = worker.judge(Program(text="import os\nassert os.getcwd() != '/'", tests=CodeTests(),
                                seconds=60.0))  # fmt: skip
    slow = worker.judge(Program(text="while True: pass", tests=CodeTests(), seconds=0.2))
    assert (good.verdict, slow.verdict) == ("passed", "timeout")
    assert not unsafe().isolates
    assert not unsafe().own_processes
