"""Originals that are no packages: a folder of the user's with their code, known by SHA-256."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sacreval.errors import UsageError
from sacreval.io.files import sha256
from sacreval.io.resources import expanded


def checked_code(metric: str, script: Any, given: str) -> str:
    """Check that a folder has the code that a metric's original consists of.

    Args:
        metric: Name of the metric.
        script: The module of the metric in `_originals`. Where its original is no package, it has
            REPOSITORY, COMMIT and FILES (path in the folder to SHA-256).
        given: The folder; "" for none.

    Returns:
        The absolute path of the folder; "" if the original is a package.

    Raises:
        UsageError: If there is no folder where one is needed, or one where none is, or if a file is
            not there or is another one than that whose numbers were compared.
    """
    if not hasattr(script, "FILES"):
        if given:
            raise UsageError(
                f"--code: the original of {metric} is a package of the Python; drop it"
            )
        return ""
    if not given:
        raise UsageError(
            f"--official: the original of {metric} is no package; name {_checkout(script)} too: "
            "--code FOLDER"
        )
    folder = expanded(given, "--code").resolve()
    for name, wanted in script.FILES.items():
        path = folder / name
        if not path.is_file():
            raise UsageError(f"--code: {folder} has no {name}; name {_checkout(script)}")
        if sha256(path) != wanted:
            raise UsageError(
                f"--code: {path} is not that of commit {script.COMMIT[:7]}, whose numbers were "
                f"compared; name {_checkout(script)}"
            )
    return str(folder)


def code_version(script: Any) -> dict[str, str]:
    """Return the name and the commit of the code; nothing if the original is a package."""
    if not hasattr(script, "FILES"):
        return {}
    return {Path(script.REPOSITORY).name: script.COMMIT[:7]}


def _checkout(script: Any) -> str:
    return f"a checkout of github.com/{script.REPOSITORY} at commit {script.COMMIT[:7]}"
