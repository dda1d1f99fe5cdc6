"""Files of recipes that are Python packages, downloaded by pip, from its own index."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from sacreval.errors import InputError, NotSetUpError
from sacreval.features.setup.recipes.schema import PIP, Remote

WHOLE = 1800  # seconds that pip may take


def download(remote: Remote, target: Path) -> None:
    """Download a package by its checksum; nothing of it is installed or run.

    Args:
        remote: The file; its address is `pip:NAME==VERSION/FILE`.
        target: The file that is written.

    Raises:
        NotSetUpError: If Python has no pip.
        InputError: If pip cannot download the file, or downloads another.
    """
    requirement, _, name = remote.url.removeprefix(PIP).partition("/")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".pip.") as folder:
        pinned = Path(folder, "requirement.txt")
        pinned.write_text(f"{requirement} --hash=sha256:{remote.file.sha256}\n", encoding="utf-8")
        _run(requirement, "--dest", folder, "--requirement", str(pinned))
        found = Path(folder, name)
        if not found.is_file():
            raise InputError(
                f"{requirement}: pip downloaded no {name}; put the file into the folder `pip` of a "
                "mirror and give --mirror"
            )
        found.replace(target)


def _run(requirement: str, *options: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    fixed = ["--no-input", "--no-deps", "--only-binary", ":all:"]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command, and a requirement of a checked recipe
            [*command, *fixed, *options],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=WHOLE,
        )
    except subprocess.TimeoutExpired:
        raise InputError(
            f"{requirement}: pip took more than {WHOLE // 60} minutes; check the connection"
        ) from None
    if done.returncode == 0:
        return
    lines = done.stderr.decode(errors="replace").split("\n")
    said = [line.removeprefix("ERROR: ").strip() for line in lines if line.startswith("ERROR")]
    if b"No module named pip" in done.stderr:
        raise NotSetUpError(
            f"{requirement}: Python has no pip to download it; run: python -m ensurepip"
        )
    raise InputError(
        f"{requirement}: pip cannot download it ({said[0] if said else 'it failed'}); check the "
        "connection and pip's configuration"
    )
