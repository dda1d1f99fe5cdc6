"""Containers: their command line, and what happens without image or server."""

import os
import stat
from itertools import pairwise

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.features.programs.sandboxes.docker import Docker
from sacreval.features.programs.sandboxes.interpreter import Interpreter
from sacreval.features.programs.sandboxes.podman import Podman
from sacreval.features.programs.sandboxes.programs import Limits

OWN = Interpreter(program="python3")


def container(kind=Podman, **fields):
    return kind(interpreter=OWN, **{"image": "python:3.12-slim", **fields})


def flags(words):
    """Return the value of each flag that has one."""
    return {a: b for a, b in pairwise(words) if a.startswith("--")}


@pytest.mark.parametrize("kind", [Podman, Docker])
def test_command(kind):
    """A container has no network, no rights, nothing to write but a small folder, and limits."""
    sandbox = container(kind, limits=Limits(memory=100, processes=7, disk=3))
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


def test_images():
    """An image must be named, and is no option."""
    with pytest.raises(UsageError, match="runs an image that you name"):
        container(image="").check()
    with pytest.raises(UsageError, match="not the name of an image"):
        container(image="--privileged").check()


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
        container(Docker).check()
    program(tmp_path, '[ "$1" = version ] && echo 28.2.2 || exit 1')
    with pytest.raises(NotSetUpError, match="pull it first: docker pull python:3.12-slim"):
        container(Docker).check()
    program(tmp_path, '[ "$1" = version ] && echo 28.2.2 || echo sha256:0123456789abcdef')
    assert container(Docker).identity() == "docker 28.2.2 python:3.12-slim 0123456789ab"
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(NotSetUpError, match="podman cannot be run; install podman"):
        container(Podman).check()
