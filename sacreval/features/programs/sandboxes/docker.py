"""docker: a container for each program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sacreval.features.programs.sandboxes._containers import Containers


@dataclass(frozen=True, kw_only=True)
class Docker(Containers):
    """A sandbox of docker.

    Args:
        interpreter: The Python of the image.
        limits: What a program may use; memory is that of the container, all processes together.
        image: The image, which must be there: none is ever pulled.

    Source: Docker 28.2, its manual page docker-run.
    """

    name: ClassVar[str] = "docker"
    install: ClassVar[str] = "start Docker, or give another --sandbox"

    def _version_format(self) -> str:
        return "{{.Server.Version}}"  # which fails if no server is running


BACKEND = Docker
