"""podman: a container for each program, without root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sacreval.features.programs.sandboxes._containers import Containers


@dataclass(frozen=True, kw_only=True)
class Podman(Containers):
    """A sandbox of podman.

    Args:
        interpreter: The Python of the image.
        limits: What a program may use; memory is that of the container, all processes together.
        image: The image, which must be there: none is ever pulled.

    Source: podman 4.3.1, its manual page podman-run.
    """

    name: ClassVar[str] = "podman"
    # Otherwise /var/tmp, /run and volumes of the image can be written without limit in a container
    # that is read-only, and the proxies of the user's environment, with passwords, are shown.
    own_flags: ClassVar[tuple[str, ...]] = (
        "--read-only-tmpfs=false", "--image-volume=ignore", "--http-proxy=false",
    )  # fmt: skip
    install: ClassVar[str] = "install podman, or give another --sandbox"


BACKEND = Podman
