"""Files that come with sacreval: the package, folders of data beside it, and the suites."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def shipped_folder(name: str) -> Path:
    """Return a folder of data: inside an installed package, or at the top of a checkout.

    Args:
        name: The name of the folder, such as `configs`.
    """
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def shipped() -> dict[str, Path]:
    """Return the suites that come with sacreval, name to file."""
    folder = shipped_folder("configs") / "evaluate"
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}
