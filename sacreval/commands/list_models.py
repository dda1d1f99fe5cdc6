"""Models that were set up for a metric, as `sacreval list metrics` shows them, without torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args


def described_models(metric: str) -> list[dict[str, Any]]:
    """Describe the models that were set up for a metric.

    Args:
        metric: Name of the metric.

    Returns:
        Name with commit if it has one, bytes, licence and folder of each.
    """
    from sacreval.models.weights.home import set_up

    return [
        {"model": one.pinned, "bytes": one.bytes, "licence": one.licence, "folder": str(one.folder)}
        for one in set_up()
        if metric in one.metrics and not one.damaged
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
    from sacreval.features.setup.setup_shared import size

    full = [one["model"] for one in models]
    short = [name.partition("@")[0].rpartition("/")[2] for name in full]
    shown = [
        f"{name if short.count(name) == 1 else pinned} ({size(one['bytes'])}, {one['licence']})"
        for name, pinned, one in zip(short, full, models, strict=True)
    ]
    return f"yes: --model {', '.join(shown)}; {_devices()}"


def how_to_run(metric: str) -> str:
    """Return what must be run before a metric has its model, with size and licence.

    Args:
        metric: Name of a metric that runs a model.
    """
    from sacreval.features.setup.recipes.model_recipe import usual_model
    from sacreval.features.setup.setup_shared import size

    steps = ["pip install 'sacreval[neural]'"] if lacks_packages() else []
    usual = usual_model(metric)
    if usual is None:
        steps.append(f"sacreval setup-metric {metric} --model NAME")
        return f"first {', then '.join(steps)}; {_devices()}"
    steps.append(f"sacreval setup-metric {metric}{' --convert' if usual.pickled else ''}")
    return f"first {', then '.join(steps)} ({size(usual.weight)}, {usual.licence}); {_devices()}"


def _devices() -> str:
    from sacreval.models.loading import Device

    return f"--device {' or '.join(get_args(Device))}"
