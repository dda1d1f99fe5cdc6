"""Cache the last results of a slow pure function of arrays, by the contents of the arrays."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
T = TypeVar("T")

MOST_RESULTS = 128
"""A test of all pairs needs the result of each metric once for every other metric."""


def memoize(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with a cache of its last results, by the contents of the arguments.

    Args:
        function: A function of arrays, dataclasses, numbers, names, functions or members of
            enumerations. Callers must not change its result.
    """
    return memoize_last()(function)


def memoize_last(most: int | None = None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator as `memoize` that keeps another number of results.

    Args:
        most: Largest number of results that are kept; by default `MOST_RESULTS`.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        results: OrderedDict[bytes, T] = OrderedDict()
        lock = Lock()  # threads may compute one result twice, but do not wait for another

        @wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> T:
            key = _digest((*args, *sorted(kwargs.items())))
            with lock:
                if key in results:
                    results.move_to_end(key)
                    return results[key]
            result = function(*args, **kwargs)
            with lock:
                results[key] = result
                if len(results) > (MOST_RESULTS if most is None else most):
                    results.popitem(last=False)
            return result

        return run

    return decorate


def _digest(value: object) -> bytes:
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value)
        text = f"{array.dtype.str}{array.shape}".encode()
        return hashlib.blake2b(array.tobytes(), key=hashlib.sha256(text).digest()).digest()
    if is_dataclass(value) and not isinstance(value, type):
        return _digest((type(value).__name__, *(getattr(value, f.name) for f in fields(value))))
    if isinstance(value, tuple):
        return hashlib.blake2b(b"".join(map(_digest, value))).digest()
    return hashlib.blake2b(repr(value).encode()).digest()
