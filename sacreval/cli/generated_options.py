"""Commands generated from constructors: parameters become options, docstrings their help."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import Enum
from inspect import get_annotations
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from sacreval.cli.environment import PREFIX, unknown
from sacreval.cli.fast_parsing import QuickCommand
from sacreval.cli.notices import notice
from sacreval.cli.ungrouped import Verb, ungrouped
from sacreval.core.docstrings import arguments, describe
from sacreval.core.registry import RESERVED
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.scoring.run_metrics import Entry


def command(verb: Verb, cls: type[Any], name: str) -> Any:
    """Create the command `sacreval VERB METRIC`: a run with one entry.

    Args:
        verb: A function whose first parameter takes the entries of a run.
        cls: The metric's class; the parameters of its constructor and of the wrappers that apply
            to it become options.
        name: The command's name.

    Raises:
        UsageError: If an option has a name that the verb owns, or no documentation.
    """
    own = metric_parameters(cls, name)
    made = assemble(verb, own, lambda options: entries_of(cls, options), name, describe(cls))
    made.absent = cls.absent_options
    return made


def metric_parameters(cls: type[Any], name: str) -> list[inspect.Parameter]:
    """List the options of a metric, and of the wrappers that apply to it."""
    from sacreval.scoring.wrapper_options import Wrapping, names

    free = names(cls)
    own = [*parameters(cls, name), *(p for p in parameters(Wrapping, "answers") if p.name in free)]
    if "replies" not in cls.needs:
        return own
    from sacreval.cli import judge_options

    return [*own, *judge_options.parameters()]


def entries_of(cls: type[Any], options: dict[str, Any]) -> Sequence[Entry]:
    """Create the entries of a run from the values of a metric's options."""
    from sacreval.scoring.run_metrics import Entry
    from sacreval.scoring.wrapper_options import Wrapping, split_options

    if "replies" in cls.needs:
        from sacreval.cli import judge_options

        own, groups = judge_options.split(options)
        return judge_options.with_asking([Entry(cls(**own))], groups)
    own, around = split_options(cls, options)
    return [Entry(Wrapping(**around).around(cls(**own)))]


def assemble(
    verb: Verb,
    own: list[inspect.Parameter],
    make: Callable[[dict[str, Any]], Any],
    name: str,
    text: str,
    *,
    kind: type[QuickCommand] = QuickCommand,
) -> Any:
    """Create a command of a verb.

    Args:
        verb: A function whose first parameter takes the result of `make`, and whose other
            parameters are options, or groups of options, that all its commands share; these can
            also be set by `SACREVAL_<OPTION>`.
        own: The options that only this command has.
        make: Creates the verb's first argument from their values.
        name: The command's name.
        text: The first part of its help.
        kind: The class of the command.

    Raises:
        UsageError: If an own option has a name that the verb owns.
    """
    flat = ungrouped(verb)
    shared = list(inspect.signature(flat).parameters.values())[1:]
    variables: set[str] = set()
    count = Counter(p.name for p in (*own, *shared))
    if clash := sorted(option for option, times in count.items() if times > 1):
        raise UsageError(
            f"{name} and this command have options of the same name: {', '.join(clash)}; "
            "rename them in the metric"
        )

    def run(**values: Any) -> None:
        options = {p.name: _settle(values.pop(p.name)) for p in own}
        for sentence in unknown(variables):
            notice(sentence, quiet=bool(values.get("quiet")))
        if "inputs" in values:
            values["inputs"] = (
                values["inputs"] or []
            )  # a suite may have none; this is checked later
        flat(make(options), **values)

    everything = [p for p in (*own, *shared) if _is_argument(p)]
    everything += [p for p in (*own, *shared) if not _is_argument(p)]
    run.__signature__ = inspect.Signature(everything)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in everything}
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, cls=kind, help=text)(run)
    made = typer.main.get_command(app)
    options: list[Any] = list(made.params)
    names = {p.name for p in shared}
    for parameter in options:
        if parameter.name in names and option_name(parameter) is not None:
            parameter.envvar = f"{PREFIX}{option_name(parameter)}".upper()
            parameter.show_envvar = False
            variables.add(parameter.envvar)
    return made


def option_name(parameter: Any) -> str | None:
    """Return an option's long name with underscores; None for arguments."""
    longs = [flag for flag in parameter.opts if flag.startswith("--")]
    return longs[0][2:].replace("-", "_") if longs else None


def parameters(cls: type[Any], name: str) -> list[inspect.Parameter]:
    """Convert the fields of a dataclass to keyword parameters for Typer.

    Args:
        cls: A dataclass whose docstring documents every field under `Args:`.
        name: Its name, for messages.

    Raises:
        UsageError: If a field has no documentation.
    """
    documented = arguments(cls)
    hints = _hints(cls)
    defaults = inspect.signature(cls).parameters
    made = []
    for f in fields(cls):
        if f.name in RESERVED or not f.init:
            continue
        if f.name not in documented:
            raise UsageError(f"{name}: the option {f.name} is not documented under Args:")
        default = defaults[f.name].default
        flag = "--" + f.name.replace("_", "-")
        if hints[f.name] is bool:
            flag += "/--no-" + f.name.replace("_", "-")
        option: Any = typer.Option(flag, help=documented[f.name])
        if f.name in getattr(cls, "positional", ()):
            option = typer.Argument(metavar=f.name.upper(), help=documented[f.name])
            default = inspect.Parameter.empty
        made.append(
            inspect.Parameter(
                f.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=list(default) if isinstance(default, tuple) else default,
                annotation=Annotated[_listed(hints[f.name]), option],
            )
        )
    return made


def _hints(cls: type[Any]) -> dict[str, Any]:
    """Return the types of a dataclass's fields; those of its class variables take longer."""
    names = {f.name for f in fields(cls)}
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        own = {name: hint for name, hint in get_annotations(base).items() if name in names}
        if own:
            written = SimpleNamespace(__annotations__=own)
            hints |= get_type_hints(written, vars(sys.modules[base.__module__]))
    return hints


def _listed(hint: Any) -> Any:
    """Convert a tuple type to a list type, which Typer needs for options that are repeated."""
    if get_origin(hint) is not tuple:
        return hint
    kind = get_args(hint)[0]
    return list.__class_getitem__(_choices(kind) if get_origin(kind) is Literal else kind)


def _choices(literal: Any) -> Any:
    return Enum("Choice", [(value, value) for value in get_args(literal)])


def _settle(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(item.value if isinstance(item, Enum) else item for item in value)
    return value


def _is_argument(parameter: inspect.Parameter) -> bool:
    metadata = getattr(parameter.annotation, "__metadata__", ())
    return any(type(m).__name__ == "ArgumentInfo" for m in metadata)
