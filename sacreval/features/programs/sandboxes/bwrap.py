"""bubblewrap: namespaces without root; no network, nothing but /usr and an interpreter to read."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from sacreval.features.programs.sandboxes._base import Sandbox, asked
from sacreval.features.programs.sandboxes.interpreter import check_visible
from sacreval.features.programs.sandboxes.programs import MEBIBYTE

NOBODY = 65534  # user id of programs where sacreval runs as root
_TOP = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_WITHOUT_USERNS = (0, 8)  # the version that can forbid further user namespaces
_MISSING = "install bubblewrap (apt-get install bubblewrap), or give another --sandbox"


@dataclass(frozen=True, kw_only=True)
class Bwrap(Sandbox):
    """A sandbox of bubblewrap.

    Args:
        interpreter: The Python that programs run with.
        limits: What a program may use.

    Source: bubblewrap 0.8.0, its manual page.
    """

    name: ClassVar[str] = "bwrap"

    def check(self) -> str:
        """Check that bwrap is installed and the interpreter can be shown; return its version."""
        version = asked(["bwrap", "--version"], _MISSING).split()[-1]
        check_visible(self.interpreter, as_others=self.user() is not None)
        return version

    def user(self) -> int | None:
        """Return the id of the user `nobody` if sacreval runs as root; else None.

        Programs do not run as root, since the limit on processes does not apply to root.
        """
        return NOBODY if os.geteuid() == 0 else None

    def command(self, _name: str) -> list[str]:
        """Return the command."""
        return [*self._profile, *self.driver]

    @cached_property
    def _profile(self) -> list[str]:
        size = str(self.limits.disk * MEBIBYTE)
        return [
            "bwrap", "--unshare-user", "--unshare-all", "--die-with-parent", "--new-session",
            "--uid", str(NOBODY), "--gid", str(NOBODY), "--hostname", "sandbox",
            "--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/tmp",  # noqa: S108
            "--setenv", "LANG", "C.UTF-8", "--setenv", "PYTHONHASHSEED", "0",
            "--cap-drop", "ALL", *self._no_namespaces(),
            "--ro-bind", "/usr", "/usr", *_top_folders(),
            "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
            "--ro-bind-try", "/etc/alternatives", "/etc/alternatives",
            *self._interpreter(),
            "--proc", "/proc", "--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm",  # noqa: S108
            "--remount-ro", "/dev", "--size", size, "--tmpfs", "/tmp", "--remount-ro", "/",  # noqa: S108
            "--chdir", "/tmp", "--",  # noqa: S108
        ]  # fmt: skip

    def _no_namespaces(self) -> list[str]:
        numbers = tuple(map(int, re.findall(r"\d+", self.version)[:2]))
        return ["--disable-userns"] if numbers >= _WITHOUT_USERNS else []

    def _interpreter(self) -> list[str]:
        folders = [x for x in self.interpreter.folders if not Path(x).is_relative_to("/usr")]
        return [word for folder in folders for word in ("--ro-bind", folder, folder)]


def _top_folders() -> list[str]:
    """Return the options for /bin, /lib and the like, which are links to /usr on most systems."""
    words: list[str] = []
    for path in (Path("/", name) for name in _TOP):
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    return words


BACKEND = Bwrap
