"""External metrics: `py:module:Class` or `py:module:function`, `hf:NAME`, `cmd:PROGRAM`."""

from sacreval.core.metric import Metric


def load(name: str) -> type[Metric]:
    """Load the class of an external metric."""
    scheme, _, rest = name.partition(":")
    if scheme == "py":
        from sacreval.metrics._wrappers.external_python import metric_class
    elif scheme == "hf":
        from sacreval.metrics._wrappers.external_hugging_face import metric_class
    else:
        from sacreval.metrics._wrappers.external_program import metric_class
    created = metric_class(rest)
    created.name = name
    return created
