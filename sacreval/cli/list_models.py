"""Models that were set up for a metric, as `sacreval list metrics` shows them, without torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args


def described_models(metric: str) -> list[dict[str, Any]]:
    """Describe the models that were set up for a metric.

    Args:
        metric: Name of the metric.

    Returns:
        Name with commit, bytes, licence and folder of each.
    """
    from sacreval.models.home import set_up

    return [
        {"model": one.pinned, "bytes": one.bytes, "licence": one.licence, "folder": str(one.folder)}
        for one in set_up()
        if metric in one.metrics
    ]


def lacks_packages() -> bool:
    """Return whether a package of the extra `neural` is not installed."""
    from sacreval.errors import NotSetUpError
    from sacreval.models.extra import require

    try:
        require("a model")
    except NotSetUpError:
        return True
    return False


def models_text(models: Sequence[dict[str, Any]]) -> str:
    """Format the models of a metric for a table."""
    from sacreval.cli.setup_shared import size
    from sacreval.models.loading import Device

    shown = [f"{one['model']} ({size(one['bytes'])}, {one['licence']})" for one in models]
    return f"yes: --model {', '.join(shown)}; --device {' or '.join(get_args(Device))}"
