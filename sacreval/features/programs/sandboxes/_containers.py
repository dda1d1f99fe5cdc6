"""Command line of a container of podman or docker, without network or rights."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from sacreval.errors import UsageError
from sacreval.features.programs.sandboxes._base import Sandbox, asked, no_image
from sacreval.features.programs.sandboxes.bwrap import NOBODY
from sacreval.features.programs.sandboxes.programs import OPEN_FILES

# Of the user nobody in all containers; the engine's own default may exceed what it may set.
USER_PROCESSES = 4096
_DIGITS = 12
_SPARE_MEMORY = 64  # MiB of a container beyond the program's: its driver and interpreter


@dataclass(frozen=True, kw_only=True)
class Containers(Sandbox):
    """A container for each program.

    Args:
        interpreter: The Python of the image.
        limits: What a program may use; memory is that of the container, all processes together.
        image: The image, which must be there: none is ever pulled.
    """

    own_processes: ClassVar[bool] = False  # --pids-limit counts them
    spares: ClassVar[int] = 1
    patience: ClassVar[float] = 60.0
    install: ClassVar[str]  # what to do if it is missing
    own_flags: ClassVar[tuple[str, ...]] = ()

    image: str = ""

    def check(self) -> str:
        """Check that the program, its server and the image are there; return the version."""
        if not self.image:
            raise no_image(None, self.name)
        if self.image.startswith("-"):
            raise UsageError(f"--image {self.image}: not the name of an image; give one")
        version = asked([self.name, "version", "--format", self._version_format()], self.install)
        return version if self.image_id else ""

    @cached_property
    def image_id(self) -> str:
        """The first digits of the hash of the image."""
        words = [self.name, "image", "inspect", "--format", "{{.Id}}", self.image]
        digest = asked(words, f"pull it first: {self.name} pull {self.image}")
        return digest.removeprefix("sha256:")[:_DIGITS]

    def identity(self) -> str:
        """Return the backend and its version, and the image with its hash."""
        return f"{self.name} {self.version} {self.image} {self.image_id}"

    def _version_format(self) -> str:
        return "{{.Client.Version}}"

    def environment(self) -> Mapping[str, str]:
        """Return the user's environment, by which the program finds its server."""
        return os.environ

    def command(self, name: str) -> list[str]:
        """Return the command."""
        memory = f"{self.limits.memory + _SPARE_MEMORY}m"
        temporary = f"rw,nosuid,nodev,size={self.limits.disk}m,mode=1777"
        return [
            self.name, "run", "--rm", "--interactive", "--name", name, "--pull", "never",
            "--network", "none", "--read-only", "--tmpfs", f"/tmp:{temporary}",  # noqa: S108
            "--shm-size", f"{self.limits.disk}m", "--cap-drop", "ALL",
            "--security-opt", "no-new-privileges", "--user", f"{NOBODY}:{NOBODY}",
            "--pids-limit", str(self.limits.processes + 2), "--memory", memory,
            "--memory-swap", memory, "--ulimit", "core=0:0",
            "--ulimit", f"nofile={OPEN_FILES}:{OPEN_FILES}",
            "--ulimit", f"nproc={USER_PROCESSES}:{USER_PROCESSES}", "--log-driver", "none",
            *self.own_flags, "--hostname", "sandbox", "--workdir", "/tmp", "--env", "HOME=/tmp",  # noqa: S108
            "--env", "LANG=C.UTF-8", "--env", "PYTHONHASHSEED=0",
            "--entrypoint", self.interpreter.program, self.image, *self.driver[1:],
        ]  # fmt: skip

    def kill(self, process: subprocess.Popen[bytes], name: str) -> None:
        """End the container; its command ends with it."""
        subprocess.run(  # noqa: S603 - a fixed command
            [self.name, "kill", "--signal", "KILL", name],
            capture_output=True, check=False, timeout=self.patience, env=self.environment(),
        )  # fmt: skip
        process.kill()
