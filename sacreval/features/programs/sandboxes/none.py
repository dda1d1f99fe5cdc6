"""No sandbox: programs run as the user, for machines that are a sandbox already."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from dataclasses import dataclass
from tempfile import gettempdir
from typing import ClassVar

from sacreval.features.programs.sandboxes._base import Sandbox


@dataclass(frozen=True, kw_only=True)
class NoSandbox(Sandbox):
    """Programs in processes of the user, with limits on memory, time and files alone.

    Args:
        interpreter: The Python that programs run with.
        limits: What a program may use; processes are not limited.
    """

    name: ClassVar[str] = "none"
    isolates: ClassVar[bool] = False
    own_processes: ClassVar[bool] = False

    def check(self) -> str:
        """Return no version."""
        return ""

    def folder(self) -> str:
        """Return the folder for temporary files."""
        return gettempdir()

    def command(self, _name: str) -> list[str]:
        """Return the command of the driver."""
        return self.driver

    def kill(self, process: subprocess.Popen[bytes], _name: str) -> None:
        """End the driver; it ends the program when its standard input is closed."""
        if process.stdin:
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(1.0)
        process.kill()


BACKEND = NoSandbox
