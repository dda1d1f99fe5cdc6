"""Metrics from outside: `py:module:Class` or `py:module:function`, and `hf:NAME` or `hf:PATH`."""

from sacreval.core.metric import Metric


def load(name: str) -> type[Metric]:
    """Make the class of a metric from outside.

    Args:
        name: `py:` and a module's attribute, or `hf:` and what `evaluate.load` takes.

    Raises:
        UsageError: If it is no metric.
        NotSetUpError: If it cannot be imported.
    """
    scheme, _, rest = name.partition(":")
    if scheme == "py":
        from sacreval.metrics._wrappers.external_python import metric_class
    else:
        from sacreval.metrics._wrappers.external_hugging_face import metric_class
    made = metric_class(rest)
    made.name = name
    return made
