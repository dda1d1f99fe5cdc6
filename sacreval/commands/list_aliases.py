"""What `sacreval list metrics --aliases` says of other names of metrics."""

from __future__ import annotations

from typing import Any

from sacreval.core.aliases import ALIASES, ANSWERS
from sacreval.errors import UsageError


def alias_rows() -> list[dict[str, Any]]:
    """Describe the other names of metrics, in the order of the alphabet.

    Returns:
        The name; the metric with options that it stands for, or what to write; and the extra.
    """
    from sacreval.cli.help.metric_index import described

    found = described({one.metric for one in ALIASES})
    rows = [
        {"name": one.name, "stands_for": one.flags, "needs": _needs(found[one.metric].extra)}
        for one in ALIASES
    ]
    rows += [{"name": name, "stands_for": text, "needs": ""} for name, text in ANSWERS.items()]
    return sorted(rows, key=lambda row: str(row["name"]))


def refuse_task(task: str | None) -> None:
    """Check that other names are not asked for with a task.

    Raises:
        UsageError: If both are given.
    """
    if task is not None:
        raise UsageError("--aliases lists all other names; drop --task")


def _needs(extra: str) -> str:
    return f"sacreval[{extra}]" if extra else ""
