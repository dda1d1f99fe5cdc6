"""External readers: `py:module:Class`, or a function of a path that yields records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, SacrevalError, UsageError, one_line
from sacreval.readers._base import LayoutError, Reader, batches, convert, mapper
from sacreval.text.user_functions import named


def load(name: str) -> type[Reader]:
    """Load the class of an external reader."""
    target = named(name.removeprefix("py:"), "py:MODULE:CLASS, or py:MODULE:FUNCTION")
    if isinstance(target, type) and issubclass(target, Reader):
        if missing := sorted(getattr(target, "__abstractmethods__", ())):
            raise UsageError(f"{name} does not define {', '.join(missing)}; add what is missing")
        created: Any = _guarded(target, name)
    elif callable(target) and not isinstance(target, type):
        created = _of_function(target)
    else:
        raise UsageError(f"{name} is neither a subclass of Reader nor a function; name one")
    created.name = name
    return cast("type[Reader]", created)


def _guarded(cls: type[Reader], name: str) -> type[Reader]:
    """Return a subclass whose errors are those of the reader, not of sacreval."""

    def read(self: Any, path: str) -> Iterator[Batch]:
        yield from _yielded(name, super(guarded, self).read, path)

    guarded: Any = type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "read": read})
    return cast("type[Reader]", guarded)


def _of_function(function: Callable[[str], Iterable[Any]]) -> type[Reader]:
    @dataclass(frozen=True, kw_only=True)
    class FromFunction(Reader):
        """Records that a function yields, numbered from 1."""

        def read(self, path: str) -> Iterator[Batch]:
            yield from batches(self._records(path), path)

        def _records(self, path: str) -> Iterator[tuple[int, Instance]]:
            change = mapper(self.fields) if self.fields else None
            for number, record in enumerate(_yielded(self.name, function, path), start=1):
                if isinstance(record, Instance):
                    yield number, record
                else:
                    mapped = change(record) if change and isinstance(record, dict) else record
                    yield number, convert(mapped, f"{path}:{number}")

    FromFunction.__doc__ = function.__doc__ or FromFunction.__doc__
    return FromFunction


def _yielded(name: str, function: Callable[[str], Iterable[Any]], path: str) -> Iterator[Any]:
    """Yield what a user's function yields."""
    try:
        yield from function(path)
    except LayoutError as error:
        raise _raised(path, name, error.__cause__ or error) from error
    except SacrevalError:
        raise
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or one_line(error)}; check the path") from error
    except Exception as error:
        raise _raised(path, name, error) from error


def _raised(path: str, name: str, error: BaseException) -> InputError:
    return InputError(f"{path}: {name} raised {one_line(error)}; correct the reader, or the file")
