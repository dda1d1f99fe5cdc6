"""Typer, imported when it parses words or writes help; until then options are descriptions.

Modules that declare options import `typer` from here: importing Typer takes longer than scoring a
thousand sentences, and usual command lines are parsed without it (`plain_words.py`).
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin

__all__ = ["Context", "LateOption", "for_typer", "typer"]


class LateOption(NamedTuple):
    """An option or an argument, from which Typer's own is made.

    Args:
        kind: `Option` or `Argument`.
        words: Its positional settings, such as its flags.
        settings: Its other settings.
    """

    kind: str
    words: tuple[str, ...]
    settings: Mapping[str, Any]

    @property
    def help(self) -> str:
        """The sentences of --help."""
        return str(self.settings.get("help") or "")

    def for_typer(self) -> Any:
        """Create Typer's own description."""
        import typer

        return getattr(typer, self.kind)(*self.words, **self.settings)


class Context:
    """Marks the parameter of a verb that takes Typer's context."""


class _Late:
    """What modules of options use of Typer, and the rest of it by name."""

    Context = Context

    def __getattr__(self, name: str) -> Any:
        """Return anything else of Typer, which is imported."""
        import typer

        return getattr(typer, name)

    @staticmethod
    def Option(*words: str, **settings: Any) -> Any:  # noqa: N802 - Typer's name
        """Describe an option."""
        return LateOption("Option", words, settings)

    @staticmethod
    def Argument(*words: str, **settings: Any) -> Any:  # noqa: N802 - Typer's name
        """Describe an argument."""
        return LateOption("Argument", words, settings)

    def echo(self, message: str, *, nl: bool = True, err: bool = False) -> None:
        """Write text as Typer does; text with terminal codes is left to Typer."""
        stream = sys.stderr if err else sys.stdout
        if stream is None or "\x1b" in message:
            self.__getattr__("echo")(message, nl=nl, err=err)
            return
        stream.write(f"{message}\n" if nl else message)
        stream.flush()


def for_typer(function: Callable[..., None]) -> Callable[..., None]:
    """Return a function whose options Typer can read.

    Args:
        function: A function, some of whose options may be descriptions.
    """

    @wraps(function)
    def run(*arguments: Any, **values: Any) -> None:
        function(*arguments, **values)

    signature = inspect.signature(function, eval_str=True)
    params = [p.replace(annotation=_typers(p.annotation)) for p in signature.parameters.values()]
    run.__signature__ = inspect.Signature(params)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in params}
    return run


def _typers(annotation: Any) -> Any:
    """Return the annotation of a parameter with Typer's own descriptions."""
    if annotation is Context:
        import typer

        return typer.Context
    if get_origin(annotation) is not Annotated:
        return annotation
    kind, *descriptions = get_args(annotation)
    translated = tuple(x.for_typer() if isinstance(x, LateOption) else x for x in descriptions)
    return Annotated[(kind, *translated)]


if TYPE_CHECKING:
    import typer
else:
    typer = _Late()
