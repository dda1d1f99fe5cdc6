"""sacreval: score generated text with official numbers, and say how far to trust them."""

from importlib import import_module
from types import FunctionType

TYPE_CHECKING = False  # for type checkers; importing typing would take longer than all else here
if TYPE_CHECKING:
    from sacreval.core.contract.function_metrics import metric_function
    from sacreval.core.metric import MeanMetric, Metric, SampleMetric, SetMetric, metrics
    from sacreval.core.records import Instance
    from sacreval.features.arena.arena import arena
    from sacreval.features.correlate.public import correlate
    from sacreval.features.correlate.trust.trust import trust
    from sacreval.features.plan.plan import plan
    from sacreval.python.python_compare import compare, compare_results
    from sacreval.python.python_evaluate import evaluate
    from sacreval.python.python_records import read, score, select, verify
    from sacreval.readers._base import Reader, readers

__all__ = [
    "Instance",
    "MeanMetric",
    "Metric",
    "Reader",
    "SampleMetric",
    "SetMetric",
    "arena",
    "compare",
    "compare_results",
    "correlate",
    "evaluate",
    "metric_function",
    "metrics",
    "plan",
    "read",
    "readers",
    "score",
    "select",
    "trust",
    "verify",
]

_PLACES = {
    "sacreval.core.contract.function_metrics": ("metric_function",),
    "sacreval.core.metric": ("MeanMetric", "Metric", "SampleMetric", "SetMetric"),
    "sacreval.core.records": ("Instance",),
    "sacreval.features.correlate.public": ("correlate",),
    "sacreval.features.correlate.trust.trust": ("trust",),
    "sacreval.readers._base": ("Reader",),
    "sacreval.features.arena.arena": ("arena",),
    "sacreval.features.plan.plan": ("plan",),
    "sacreval.python.python_compare": ("compare", "compare_results"),
    "sacreval.python.python_evaluate": ("evaluate",),
    "sacreval.python.python_records": ("read", "score", "select", "verify"),
}

_REGISTRIES = ("metrics", "readers")  # packages that are registries


def __getattr__(name: str) -> object:
    """Import what is asked for, so that `import sacreval` itself costs nothing."""
    if name in _REGISTRIES:
        return import_module(f"sacreval.{name}")
    for module, names in _PLACES.items():
        if name in names:
            value: object = getattr(import_module(module), name)
            if type(value) is FunctionType and name != "metric_function":
                from sacreval.core.options.python_functions import python_function

                value = python_function(value)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'sacreval' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
