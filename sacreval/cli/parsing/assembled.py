"""Commands assembled from options of their own and those of a verb."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sacreval.cli.environment import PREFIX, unknown
from sacreval.cli.late_typer import LateOption, for_typer, typer
from sacreval.cli.notices import EVERYWHERE, notice
from sacreval.cli.options.generated_options import UNCHANGED, OptionKind, read
from sacreval.cli.options.ungrouped import Verb, ungrouped
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.config_mistakes import Checks
    from sacreval.cli.parsing.fast_parsing import QuickCommand


def assemble(
    verb: Verb,
    parameters: list[inspect.Parameter],
    make: Callable[[dict[str, Any]], Any],
    name: str,
    text: str,
    *,
    kind: type[QuickCommand] | None = None,
) -> Any:
    """Create a command of a verb.

    Args:
        verb: As for `Assembled`.
        parameters: As for `Assembled`.
        make: As for `Assembled`.
        name: As for `Assembled`.
        text: The first part of its help.
        kind: The class of the command; None for `QuickCommand`.

    Raises:
        UsageError: If an own option has a name that the verb owns.
    """
    return Assembled(verb, parameters, make, name).command(text, kind)


class Assembled:
    """The options of a command, and the function that runs it with their values.

    Args:
        verb: A function whose first parameter takes the result of `make`, and whose other
            parameters are options, or groups of options, that all its commands share; these can
            also be set by `SACREVAL_<OPTION>`.
        own: The options that only this command has.
        make: Creates the verb's first argument from their values.
        name: The command's name.
        checks: What the verb checks of configs before a run; None if nothing.

    Attributes:
        parameters: All options, arguments first.

    Raises:
        UsageError: If an own option has a name that the verb owns.
    """

    def __init__(
        self,
        verb: Verb,
        parameters: Sequence[inspect.Parameter],
        make: Callable[[dict[str, Any]], Any],
        name: str,
        checks: Checks | None = None,
    ) -> None:
        self._flat = ungrouped(verb)
        self._own, self._make, self._name, self.checks = parameters, make, name, checks
        self._shared = list(inspect.signature(self._flat).parameters.values())[1:]
        every = [*parameters, *self._shared]
        count = Counter((*(p.name for p in every), *EVERYWHERE))
        if clash := sorted(option for option, times in count.items() if times > 1):
            raise UsageError(
                f"{name} and this command have options of the same name: {', '.join(clash)}; "
                "rename them in the metric"
            )
        arguments = [p for p in every if _is_argument(p)]
        self.parameters = arguments + [p for p in every if p not in arguments]
        self._variables: set[str] = set()

    def run(self, **values: Any) -> None:
        """Run the command.

        Args:
            values: The value of each option.
        """
        options = _values(self._own, values)
        for sentence in unknown(self._variables):
            notice(sentence, quiet=bool(values.get("quiet")))
        if "inputs" in values:  # a suite may have none; this is checked later
            values["inputs"] = values["inputs"] or []
        self._flat(self._make(options), **values)

    def command(self, text: str, kind: type[QuickCommand] | None = None) -> Any:
        """Create the command for Typer.

        Args:
            text: The first part of its help.
            kind: The class of the command; None for `QuickCommand`.
        """
        from sacreval.cli.parsing.fast_parsing import QuickCommand

        def run(**values: Any) -> None:
            self.run(**values)

        run.__signature__ = inspect.Signature(self.parameters)  # type: ignore[attr-defined]
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(self._name, cls=kind or QuickCommand, help=text)(for_typer(run))
        command: Any = typer.main.get_command(app)
        command.sections, command.grouped = {}, self._flat.sections  # type: ignore[attr-defined]
        self._annotate(command.params)
        return command

    def _annotate(self, options: Sequence[Any]) -> None:
        """Name the variables of shared options, and let lists take a JSON array."""
        names = {p.name for p in self._shared}
        lists = {p.name for p in self._own if not _is_argument(p)}
        for parameter in options:
            parameter.takes_json = parameter.name in lists and parameter.multiple
            if parameter.name in names and option_name(parameter) is not None:
                parameter.envvar = f"{PREFIX}{option_name(parameter)}".upper()
                parameter.show_envvar = False
                self._variables.add(parameter.envvar)


def option_name(parameter: Any) -> str | None:
    """Return an option's long name with underscores; None for arguments."""
    longs = [flag for flag in parameter.opts if flag.startswith("--")]
    return longs[0][2:].replace("-", "_") if longs else None


def _values(parameters: Sequence[inspect.Parameter], values: dict[str, Any]) -> dict[str, Any]:
    """Remove the values of a command's own options from all values, and return them."""
    read = {p.name: _read(p, values.pop(p.name)) for p in parameters}
    return {name: value for name, value in read.items() if value is not UNCHANGED}


def _read(parameter: inspect.Parameter, value: Any) -> Any:
    for kind in getattr(parameter.annotation, "__metadata__", ()):
        if isinstance(kind, OptionKind):
            return read(kind, value)
    return tuple(value) if isinstance(value, list) else value


def _is_argument(parameter: inspect.Parameter) -> bool:
    metadata = getattr(parameter.annotation, "__metadata__", ())
    return any(
        m.kind == "Argument" if isinstance(m, LateOption) else type(m).__name__ == "ArgumentInfo"
        for m in metadata
    )
