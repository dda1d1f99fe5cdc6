"""Fast parsing of options: Typer would import pydantic to coerce even the usual values.

Typer takes 117 ms to import. click alone takes 93 ms and cyclopts 182 ms, so that neither pays for
these patches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from sacreval.cli.help.help_sections import (
    first_paragraph,
    has_many,
    write_lines,
    write_options,
    write_rows,
)
from sacreval.cli.notices import with_options_of_every_command
from sacreval.cli.options.list_options import with_clearing_flags, with_lists_joined
from sacreval.cli.parsing.usual_values import read_usual
from sacreval.errors import UsageError, nearest

HELP = {"-h", "--help"}
HELP_ALL = "--help-all"


class QuickCommand(TyperCommand):
    """A command that parses defaults and usual values without Typer.

    Typer coerces every parameter, given or not, which takes as long as scoring ten thousand
    sentences.
    """

    sections: Mapping[str, str] | None = None  # option to section of --help, of its own options
    grouped: Mapping[str, str] = {}  # option to section of --help, of the groups of the verb
    configured = False  # whether it reads a config
    brief = False  # whether its help is short, as that of `--help` is where there are many options
    opening: Callable[[str], Iterator[str]] | None = None  # lines before the options, by the verb

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params = with_options_of_every_command(self.params)

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters."""
        return [_with_fast_parsing(p) for p in super().get_params(ctx)]

    def get_help_option_names(self, ctx: Any) -> list[str]:
        """List the options that show the help; a command with sections has one for all of it."""
        names = super().get_help_option_names(ctx)
        return names if self.sections is None else sorted([*names, HELP_ALL])

    def make_parser(self, ctx: Any) -> Any:
        """Create the parser, which refuses a repeated option that takes one value."""
        parser = super().make_parser(ctx)
        with_clearing_flags(parser, self.params, configured=self.configured)
        parse = parser.parse_args

        def parse_once(args: list[str]) -> Any:
            parsed = parse(args=args)
            if not ctx.resilient_parsing:
                _refuse_repeated(parsed[-1])
            return parsed

        parser.parse_args = parse_once  # type: ignore[method-assign]
        return parser

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the description; in the short help, its first paragraph."""
        whole = self.help
        if self.brief:
            self.help = first_paragraph(whole or "")
        super().format_help_text(ctx, formatter)
        self.help = whole

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write an example and the page of the documentation, and the options in sections."""
        if self.opening is not None:
            write_lines(formatter, self.opening(ctx.command_path))
        write_options(self, ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words, with --ray without a value."""
        from sacreval.cli.options.option_groups import with_ray_address

        self.brief = not HELP.isdisjoint(args) and has_many(self)
        return super().parse_args(ctx, with_ray_address(args))


class QuickGroup(TyperGroup):
    """A group of commands, whose own options are parsed in the same way."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command of the group; a `UsageError` for an unknown name has what there is."""
        command = super().get_command(ctx, cmd_name)
        if command is None and not ctx.resilient_parsing:
            names = self.list_commands(ctx)
            only = f"write {ctx.command_path} {names[0]}" if len(names) == 1 else ""
            what = only or nearest(cmd_name, names)
            raise UsageError(f"There is no command '{ctx.command_path} {cmd_name}'; {what}")
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the subcommands with the first sentences of their help, whole."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [
            (n, first_paragraph(command.help or "")) for n, command in commands.items() if command
        ]
        with formatter.section("Commands"):
            write_rows(formatter, rows)

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters."""
        return [_with_fast_parsing(p) for p in super().get_params(ctx)]


def _refuse_repeated(order: Sequence[Any]) -> None:
    """Check that no option that takes one value is repeated on a command line."""
    if any(parameter.is_eager and parameter.param_type_name == "option" for parameter in order):
        return
    seen: set[str] = set()
    for parameter in order:
        if parameter.param_type_name != "option" or parameter.multiple:
            continue
        if parameter.name in seen:
            names = " or ".join([*parameter.opts[-1:], *parameter.secondary_opts])
            raise UsageError(f"{names} is given twice and takes one value; give it once")
        seen.add(parameter.name)


def _with_fast_parsing(parameter: Any) -> Any:
    """Replace Typer's coercion of a parameter's value by `read_usual`, where that suffices."""
    if "process_value" in vars(parameter):
        return parameter
    coerce = parameter.process_value
    annotation = parameter.type_descriptor.annotation

    def process(ctx: Any, value: Any) -> Any:
        if value is None and annotation is bool:
            value = False
        # By repr, since true and 1.0 in a config would equal a default of 1.
        is_set = value is not None and repr(value) != repr(parameter.default)
        if parameter.required and not is_set:
            return coerce(ctx, value)
        if is_set:
            value = _items(parameter, value)
            try:
                info = parameter.type_descriptor.parameter_info
                value = read_usual(value, annotation, info.min, info.max)
            except ValueError:
                return _coerced(coerce, ctx, value, parameter)
        value = list(value) if isinstance(value, tuple) else value
        return parameter.callback(ctx, parameter, value) if parameter.callback else value

    parameter.process_value = process
    if getattr(parameter, "multiple", False):
        parameter.items = partial(_items, parameter)
        with_lists_joined(parameter)
    return parameter


def _items(parameter: Any, value: Any) -> Any:
    """Return the items of a list that is given as one JSON array; other values unchanged."""
    if not (getattr(parameter, "takes_json", False) and len(value) == 1):
        return value
    kind = get_args(parameter.type_descriptor.annotation)
    if not kind or not isinstance(value[0], str):
        return value
    from sacreval.cli.options.generated_options import items_of

    items = items_of(value[0], kind[0])
    return value if items is None else items


def _check_digits(ctx: Any, value: Any, parameter: Any) -> None:
    """Refuse what is a number in Python alone, such as 1_0 for 10."""
    if parameter.type_descriptor.annotation in (int, float) and "_" in str(value):
        raise BadParameter("", ctx, parameter)


def _coerced(coerce: Any, ctx: Any, value: Any, parameter: Any) -> Any:
    """Coerce a value by Typer, and state in plain words what is wrong where it refuses."""
    try:
        _check_digits(ctx, value, parameter)
        return coerce(ctx, value)
    except BadParameter as error:
        declared = parameter.type_descriptor
        info = declared.parameter_info
        if message := plain_words(value, declared.annotation, info.min, info.max):
            error.message = message
        elif shown(value) not in error.message:
            error.message = f"{shown(value)}: {error.message}"
        if parameter.opts and (what := repeated(value, parameter.opts[-1])):
            error.message = f"{error.message.rstrip('.')}; {what}"
        raise


_NUMBERS = {int: "a whole number", float: "a number"}
_MEANT = {"bootstrap": "percentile"}  # other tools' names of choices
_PERCENT = 100.0
_SHOWN = 80  # characters of a value that a message quotes


def plain_words(value: Any, kind: Any, low: float | None, high: float | None) -> str | None:
    """Return what is wrong with a value that an option refused."""
    if get_origin(kind) is list:
        items = value if isinstance(value, list | tuple) else [value]
        messages = (plain_words(item, get_args(kind)[0], low, high) for item in items)
        return next(filter(None, messages), None)
    if kind in _NUMBERS:
        return _of_number(value, kind, low, high)
    if choices := _choices(kind):
        return _of_choice(str(value), choices)
    if kind is bool:
        return f"{shown(value)}: write true or false"
    if kind in (str, Path) and not isinstance(value, str | Path):
        return f"{shown(value)}: write text"
    return None


def repeated(value: Any, flag: str) -> str:
    """Return how an option is repeated whose values were written with commas; empty otherwise."""
    text = value[0] if isinstance(value, list | tuple) and len(value) == 1 else None
    items = text.split(",") if isinstance(text, str) else []
    each = " ".join(f"{flag} {item.strip()}" for item in items)
    return f"repeat the option: {each}" if len(items) > 1 else ""


def _of_number(value: Any, kind: Any, low: float | None, high: float | None) -> str | None:
    wanted = f"{shown(value)}: write {_NUMBERS[kind]}{_range(low, high)}"
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return wanted
    inside = (low is None or number >= low) and (high is None or number <= high)
    if isinstance(value, str) and ("_" in value or not value.isascii()):
        return wanted
    if inside and not isinstance(value, bool) and (kind is float or number.is_integer()):
        return None
    share = number / _PERCENT
    if low is not None and high is not None and high <= 1.0 < number and low <= share <= high:
        return f"{wanted}, a share; did you mean {share:.12g}?"
    return wanted


def _of_choice(text: str, choices: Sequence[str]) -> str | None:
    if text in choices:
        return None
    other = {name: choice for name, choice in _MEANT.items() if choice in choices}
    if "json" in choices and (instead := _elsewhere(text)):
        return f"there is no {shown(text)}; {instead}"
    near = nearest(text, [*choices, *other], f"write one of {', '.join(choices)}")
    for name, choice in other.items():
        near = near.replace(f"'{name}'", f"'{choice}'")
    return f"there is no {shown(text)}; {near}"


def _elsewhere(text: str) -> str:
    """Return what writes a format that is none of results, such as junit; empty if unknown."""
    from sacreval.report.formats import ELSEWHERE

    name = {"junit": "xml"}.get(text, text)
    return ELSEWHERE.get(name, "").format(f"FILE.{name}")


def _choices(kind: Any) -> Sequence[str]:
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(member.value) for member in kind]
    return ()


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f", {low:.12g} or more"
    return f", {high:.12g} or less" if low is None else f" from {low:.12g} to {high:.12g}"


def shown(value: Any) -> str:
    """Return a value as messages quote it, cut if it is long."""
    text = value.value if isinstance(value, Enum) else value
    quoted = f"'{text}'" if isinstance(text, str | Path) else str(text)
    return quoted if len(quoted) <= _SHOWN else f"{quoted[: _SHOWN - 1]}…"
