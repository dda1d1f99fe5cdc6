"""Signatures: everything a number depends on, in one line."""

from importlib.metadata import PackageNotFoundError

from sacreval.core.version import version


def sacreval_version() -> str:
    """Version of this package, or `unknown` in a checkout that is not installed."""
    try:
        return version()
    except PackageNotFoundError:
        return "unknown"


def signature(**parts: object) -> str:
    """Join parts as `name:value`, leaving out what is None; hyphens for underscores."""
    shown = {name.replace("_", "-"): value for name, value in parts.items() if value is not None}
    return "|".join(f"{name}:{_text(value)}" for name, value in shown.items())


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
