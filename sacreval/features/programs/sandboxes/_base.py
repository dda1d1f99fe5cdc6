"""Base class of sandboxes, and the `sandboxes` by name.

A backend returns the command of a sandbox; the driver inside, the limits and the verdicts are the
same for all. A backend from which an attempt of `attempts.py` escapes is refused before the first
program. There is no default and no fall-back.
"""

from __future__ import annotations

import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import ClassVar

from sacreval.errors import NotSetUpError, UsageError, shortened
from sacreval.features.programs.sandboxes.interpreter import Interpreter, scripts
from sacreval.features.programs.sandboxes.programs import ProgramLimits

_PATIENCE = 60.0  # seconds


@dataclass(frozen=True, kw_only=True)
class Sandbox(ABC):
    """Base class of sandboxes, each of which runs one job.

    Args:
        interpreter: The Python that programs run with.
        limits: What a program may use.
    """

    name: ClassVar[str]
    isolates: ClassVar[bool] = True
    own_processes: ClassVar[bool] = True  # whether RLIMIT_NPROC counts those of the sandbox alone
    spares: ClassVar[int] = 2  # sandboxes that are started ahead for each worker
    patience: ClassVar[float] = 20.0  # seconds in which one must start

    interpreter: Interpreter
    limits: ProgramLimits = field(default_factory=ProgramLimits)

    @abstractmethod
    def command(self, name: str) -> list[str]:
        """Return the command that starts a sandbox with the driver.

        Args:
            name: A name that no other sandbox has.
        """

    @abstractmethod
    def check(self) -> str:
        """Check that the backend is installed; return its version.

        Raises:
            NotSetUpError: If it is not.
            UsageError: If it cannot work with the options.
        """

    def identity(self) -> str:
        """Return the backend, its version and that of Python, for rows of verdicts."""
        return f"{self.name} {self.version} python {self.interpreter.version}".replace("  ", " ")

    @cached_property
    def version(self) -> str:
        """The version of the backend."""
        return self.check()

    def environment(self) -> Mapping[str, str]:
        """Return the environment of the command, which programs may be able to read."""
        return {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}

    def folder(self) -> str:
        """Return the folder that the command is run in."""
        return "/"

    def user(self) -> int | None:
        """Return the user that the command is run as; None for the one who runs sacreval."""
        return None

    def kill(self, process: subprocess.Popen[bytes], _name: str) -> None:
        """End a sandbox and everything in it.

        Args:
            process: The command.
            _name: The name that it was started with.
        """
        process.kill()

    @cached_property
    def driver(self) -> list[str]:
        """The command of the driver inside the sandbox."""
        return [*self.interpreter.command, "-c", *scripts(self.interpreter.version)]


def sandbox_class(name: str) -> type[Sandbox]:
    """Return the class of a backend."""
    if sys.platform != "linux":
        raise NotSetUpError("programs are run on Linux alone; use a virtual machine")
    backend: type[Sandbox] = import_module(f"sacreval.features.programs.sandboxes.{name}").BACKEND
    return backend


def asked(words: list[str], remedy: str) -> str:
    """Return what a command prints, to learn whether a backend is there.

    Args:
        words: The command.
        remedy: What to do if it fails.

    Raises:
        NotSetUpError: If it cannot be run, or fails.
    """
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            words, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError):
        raise NotSetUpError(f"{words[0]} cannot be run; {remedy}") from None
    if done.returncode:
        reason = shortened(" ".join((done.stderr or done.stdout).split()), 200)
        raise NotSetUpError(f"{' '.join(words[:2])} fails ({reason}); {remedy}")
    return done.stdout.strip()


def no_image(image: str | None, name: str) -> UsageError:
    """Return the error of a container without an image, or with one it does not take."""
    if image is None:
        return UsageError(
            f"--sandbox {name} runs an image that you name; give --image, as in "
            "--image python:3.12-slim, after pulling it"
        )
    return UsageError(f"--image is for podman and docker; drop it, or give --sandbox {name}")
