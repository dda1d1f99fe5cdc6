"""The suites that come with sacreval: a file each."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def shipped() -> dict[str, Path]:
    """Return the suites that come with sacreval, name to file."""
    installed = _PACKAGE / "configs"
    folder = (installed if installed.is_dir() else _PACKAGE.parent / "configs") / "evaluate"
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}
