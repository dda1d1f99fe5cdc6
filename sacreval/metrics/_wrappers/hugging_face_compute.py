"""Calls of metrics of Hugging Face evaluate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sacreval.errors import NotSetUpError, SacrevalError, UsageError, one_line


def further(arguments: str) -> dict[str, Any]:
    """Parse further arguments of `compute`.

    Raises:
        UsageError: If they are not a JSON object.
    """
    import msgspec

    try:
        return msgspec.json.decode(arguments, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            f"--arguments {arguments}: not a JSON object ({error}); write it like "
            '{"max_order": 2}'
        ) from None


def computed(
    metric: Any, path: str, given: Mapping[str, Any], failed: type[SacrevalError]
) -> Mapping[str, Any]:
    """Compute a metric.

    Args:
        metric: The metric, loaded.
        path: Its name or path, for messages.
        given: Arguments of its `compute` method.
        failed: What is raised if it raises an exception.

    Raises:
        UsageError: If it returns no mapping.
    """
    try:
        answer: Any = metric.compute(**given)
    except Exception as error:
        raise failed(
            f"hf:{path} rejects these records ({one_line(error)}); correct them, or give "
            "--arguments"
        ) from error
    if not isinstance(answer, Mapping):
        raise UsageError(
            f"hf:{path} returned {type(answer).__name__} instead of numbers by name; correct it"
        )
    return answer


def is_list(values: Any) -> bool:
    """Return whether a result has several values: a list, a tuple or an array."""
    return isinstance(values, list | tuple) or getattr(values, "ndim", 0) == 1


def loaded(path: str) -> Any:
    """Load a metric.

    Args:
        path: Its name on the hub, or the path of its script.

    Raises:
        NotSetUpError: If it cannot be loaded.
    """
    evaluate = _evaluate()
    try:
        return evaluate.load(path)
    except Exception as error:
        raise NotSetUpError(
            f"hf:{path} cannot be loaded ({one_line(error)}); install its packages, or give the "
            "path of its script"
        ) from error


def _evaluate() -> Any:
    try:
        import evaluate
    except ImportError as error:
        raise NotSetUpError(
            "hf: metrics need Hugging Face evaluate; run: pip install 'sacreval[huggingface]'"
        ) from error
    return evaluate
