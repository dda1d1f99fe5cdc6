"""Commands generated from constructors: parameters become options, docstrings their help."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import typer

from sacreval.cli.environment import PREFIX, unknown
from sacreval.cli.every_command import EVERYWHERE
from sacreval.cli.fast_parsing import QuickCommand
from sacreval.cli.generated_types import UNCHANGED, Kind, declared, read
from sacreval.cli.metric_help import described, for_metric
from sacreval.cli.notices import notice
from sacreval.cli.ungrouped import Verb, ungrouped
from sacreval.core.docstrings import arguments, describe
from sacreval.core.metric import metrics
from sacreval.core.option_types import of_fields
from sacreval.core.registry import RESERVED
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.aliases import Alias
    from sacreval.scoring.own_metrics import OwnMetric
    from sacreval.scoring.run_metrics import Entry


def command(verb: Verb, cls: type[Any], name: str, alias: Alias | None = None) -> Any:
    """Create the command `sacreval VERB METRIC`: a run with one entry.

    Args:
        verb: A function whose first parameter takes the entries of a run.
        cls: The metric's class; the parameters of its constructor and of the wrappers that apply
            to it become options.
        name: The command's name.
        alias: What the name stands for, if it is another name of the metric.

    Raises:
        UsageError: If an option has a name that the verb owns, or no documentation.
    """
    own = [*metric_parameters(cls, name, alias), *_naming()]
    text = described(cls, alias)
    made = assemble(verb, own, lambda options: entries_of(cls, options), name, text)
    return for_metric(made, cls, name)


def own_command(verb: Verb, own: OwnMetric) -> Any:
    """Create the command of a name of the user's: a metric whose options are set.

    Args:
        verb: A function whose first parameter takes the entries of a run.
        own: The definition of the name.
    """
    cls = metrics.get(own.metric)
    asking = _asking() if "replies" in cls.needs else []

    def make(options: dict[str, Any]) -> Any:
        return own_entries(own, options)

    text = f"{own.spec}, by {own.where}. {describe(cls)}"
    return assemble(verb, asking, make, own.name, text)


def own_entries(own: OwnMetric, options: dict[str, Any]) -> Sequence[Entry]:
    """Create the entries of a run of a name of the user's, with a notice of what it stands for.

    Args:
        own: The definition of the name.
        options: Options of asking a model, for a judge.
    """
    from sacreval.scoring.run_metrics import entries

    own.tell()
    made = entries([own.name])
    if not options:
        return made
    from sacreval.cli import judge_options

    _, groups = judge_options.split(options)
    return judge_options.with_asking(made, groups)


def _asking() -> list[inspect.Parameter]:
    from sacreval.cli import judge_options

    return list(judge_options.parameters())


def metric_parameters(
    cls: type[Any], name: str, alias: Alias | None = None
) -> list[inspect.Parameter]:
    """List the options of a metric, and of the wrappers that apply to it.

    Args:
        cls: The metric's class.
        name: The name, for messages.
        alias: The other name of the metric whose options are the defaults; None for none.
    """
    from sacreval.scoring.wrapper_options import Wrapping, names

    free = names(cls)
    preset = alias.options if alias else {}
    mine = [p.replace(default=preset.get(p.name, p.default)) for p in parameters(cls, name)]
    own = [*mine, *(p for p in parameters(Wrapping, "answers") if p.name in free)]
    if "replies" not in cls.needs:
        return own
    from sacreval.cli import judge_options

    return [*own, *judge_options.parameters()]


def _naming() -> list[inspect.Parameter]:
    """List the options that name a metric and its outputs in a run."""
    given = {
        "as_": (
            str | None,
            typer.Option(
                "--as",
                metavar="NAME",
                help="Name of the metric in the results; it precedes the names of its outputs.",
            ),
        ),
        "rename": (
            list[str] | None,
            typer.Option(
                "--rename",
                metavar="OUTPUT=NAME",
                help="Whole name of an output in the results; repeat it.",
            ),
        ),
    }
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option]
        )
        for name, (kind, option) in given.items()
    ]


def entries_of(cls: type[Any], options: dict[str, Any]) -> Sequence[Entry]:
    """Create the entries of a run from the values of a metric's options."""
    from sacreval.core.specs import create
    from sacreval.scoring.entry_options import EntryOptions
    from sacreval.scoring.run_metrics import distinct, entry_of
    from sacreval.scoring.wrapper_options import Wrapping, split_options

    names = {"as": options.pop("as_", None), "rename": list(options.pop("rename", None) or ())}
    given = EntryOptions.of(cls.name, {key: value for key, value in names.items() if value})
    if "replies" in cls.needs:
        from sacreval.cli import judge_options

        own, groups = judge_options.split(options)
        entry = entry_of(create(cls, cls.name, own), given)
        return judge_options.with_asking(distinct([entry]), groups)
    own, around = split_options(cls, options)
    return distinct([entry_of(Wrapping(**around).around(create(cls, cls.name, own)), given)])


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
    count = Counter((*(p.name for p in (*own, *shared)), *EVERYWHERE))
    if clash := sorted(option for option, times in count.items() if times > 1):
        raise UsageError(
            f"{name} and this command have options of the same name: {', '.join(clash)}; "
            "rename them in the metric"
        )

    def run(**values: Any) -> None:
        options = _values(own, values)
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
    made: Any = typer.main.get_command(app)
    made.sections, made.grouped = {}, flat.sections  # type: ignore[attr-defined]
    options: list[Any] = list(made.params)
    names = {p.name for p in shared}
    lists = {p.name for p in own if not _is_argument(p)}
    for parameter in options:
        parameter.takes_json = parameter.name in lists and parameter.multiple
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
    hints = of_fields(cls, annotations=True)
    made = []
    for f in fields(cls):
        if f.name in RESERVED or not f.init:
            continue
        if f.name not in documented:
            raise UsageError(f"{name}: the option {f.name} is not documented under Args:")
        hint, values = _without_values(hints[f.name])
        flag = "--" + f.name.replace("_", "-")
        own = declared(flag, hint, f)
        if hint is bool:
            flag += "/--no-" + f.name.replace("_", "-")
        metavar = f"<{values}>" if values else own.metavar
        option: Any = typer.Option(flag, help=documented[f.name], metavar=metavar)
        default = own.default
        if f.name in getattr(cls, "positional", ()):
            option = typer.Argument(metavar=f.name.upper(), help=documented[f.name])
            default = inspect.Parameter.empty
        made.append(
            inspect.Parameter(
                f.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=default,
                annotation=Annotated[own.hint, option, own.kind],
            )
        )
    return made


def _values(own: Sequence[inspect.Parameter], values: dict[str, Any]) -> dict[str, Any]:
    """Remove the values of a command's own options from all values, and return them."""
    found = {p.name: _read(p, values.pop(p.name)) for p in own}
    return {name: value for name, value in found.items() if value is not UNCHANGED}


def _read(parameter: inspect.Parameter, value: Any) -> Any:
    for kind in getattr(parameter.annotation, "__metadata__", ()):
        if isinstance(kind, Kind):
            return read(kind, value)
    return tuple(value) if isinstance(value, list) else value


def _without_values(hint: Any) -> tuple[Any, str | None]:
    """Return a type, and its values as help shows them if they are annotated; else None."""
    for part in (hint, *get_args(hint)):
        if get_origin(part) is Annotated:
            kind, values = get_args(part)[:2]
            return (kind if part is hint else kind | None), values
    return hint, None


def _is_argument(parameter: inspect.Parameter) -> bool:
    metadata = getattr(parameter.annotation, "__metadata__", ())
    return any(type(m).__name__ == "ArgumentInfo" for m in metadata)
