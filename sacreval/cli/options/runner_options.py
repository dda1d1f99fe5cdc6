"""Options of runners: `--with SPEC`, and the fields of all runners."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sacreval.asking.runners._base import runners
from sacreval.cli.options.generated_options import parameters
from sacreval.cli.options.ungrouped import OptionGroup, fields
from sacreval.core.options.docstrings import arguments
from sacreval.errors import NotSetUpError, UsageError

if TYPE_CHECKING:
    from sacreval.asking.runners._base import Runner

With = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="RUNNER:TARGET",
        rich_help_panel="Common options",
        help="How a model is asked: openai:MODEL (a server with OpenAI's API, see --base-url), "
        "'cmd:COMMAND' (a program), py:MODULE:FUNCTION, transformers:MODEL (a model on this "
        "machine), file:PATH (replies of an earlier run), or a plug-in.",
    ),
]


class RunnerOptions(OptionGroup):
    """How a model is asked; the options of every runner are fields, None where not given."""

    section = "Asking a model"

    with_: With = None

    @classmethod
    @cache
    def parameters(cls) -> tuple[inspect.Parameter, ...]:
        """List `with_` and the options of every runner."""
        return (*super().parameters(), *_of_runners())

    def runner(self) -> Runner:
        """Create the runner that --with names.

        Raises:
            UsageError: If there is none, or an option is not one of its options.
            NotSetUpError: If a plug-in cannot be imported.
        """
        from sacreval.asking.runners._from_spec import made

        if self.with_ is None:
            raise UsageError("Which model is asked? Give --with, as in --with openai:MODEL")
        return made(self.with_, **self.given())

    def given(self) -> dict[str, Any]:
        """Return the options that were given, `with_` apart."""
        values = {name: getattr(self, name) for name in fields(type(self)) if name != "with_"}
        return {name: x for name, x in values.items() if x is not None and x is not False}


class _Option(NamedTuple):
    """An option of one runner."""

    runner: str
    parameter: inspect.Parameter
    text: str


def _options() -> Iterator[_Option]:
    """Yield the options of all runners, those of plug-ins last.

    A plug-in that cannot be imported, or has an option without documentation, is left out: it must
    not keep other runners from being used, and the error is raised when it is named.
    """
    for name in sorted(runners, key=lambda name: (not runners.is_own(name), name)):
        with suppress(NotSetUpError, UsageError):
            cls = runners.get(name)
            texts = arguments(cls)
            for parameter in parameters(cls, name):
                if parameter.name != "target":
                    yield _Option(name, parameter, texts[parameter.name])


def _of_runners() -> Iterator[inspect.Parameter]:
    """Yield the options of all runners as parameters; runners may share one.

    Runners that share an option have one type; where that of a plug-in differs, its constructor
    checks the value.
    """
    by_name: dict[str, list[_Option]] = {}
    for option in _options():
        by_name.setdefault(option.parameter.name, []).append(option)
    for name, same in by_name.items():
        default = False if _kind(same) is bool else None
        yield same[0].parameter.replace(default=default, annotation=_annotation(name, same))


def _annotation(name: str, same: list[_Option]) -> Any:
    return Annotated[_kind(same), typer.Option(_flag(name), help=_help(same))]


def _kind(same: list[_Option]) -> Any:
    kind = same[0].parameter.annotation.__origin__
    return kind if kind is bool else kind | None


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _help(same: list[_Option]) -> str:
    """Return the help of an option, by runner where they differ."""
    texts: dict[str, list[str]] = {}
    for option in same:
        texts.setdefault(_text(option), []).append(option.runner)
    return " ".join(f"For {', '.join(names)}: {text}" for text, names in texts.items())


def _text(option: _Option) -> str:
    default = option.parameter.default
    stated = default in (None, False, "") or "default" in option.text
    return option.text if stated else f"{option.text} By default {default}."
