"""Usual command lines of suites, and their configs, read as with Typer; others are left to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.cli.config.suite_options import (
    DATASETS,
    INPUTS,
    METRICS,
    config_of,
    is_checked,
    key_of,
    may_ask,
    metric_name,
    raise_placed,
)
from sacreval.cli.late_typer import Context
from sacreval.cli.options.list_options import Name, joined, name_by
from sacreval.cli.parsing.assembled import Assembled
from sacreval.cli.parsing.plain_words import (
    PlainCommand,
    PlainContext,
    PlainOption,
    UnusualError,
    described,
    values_given,
)
from sacreval.cli.parsing.usual_values import read_usual
from sacreval.errors import InputError, UsageError

if TYPE_CHECKING:
    from sacreval.cli.config.config_file import Config


class PlainSuite(NamedTuple):
    """A suite that is ready to run.

    Args:
        command: The command.
        values: The value of each parameter.
        context: Where they come from.
        config: The config that the words name; None without one.
    """

    command: Assembled
    values: dict[str, Any]
    context: PlainContext
    config: Config | None

    def run(self) -> None:
        """Run the suite; an error about an option of its config names the line."""
        if self.config is None:
            self.command.run(**self.values)
            return
        try:
            self.command.run(**self.values)
        except (InputError, UsageError) as error:
            raise_placed(self.config, self.context, error)
            raise


def parsed_suite(command: Assembled, words: Sequence[str]) -> PlainSuite:
    """Parse the words after `suite`, and the config that they name.

    Args:
        command: The command.
        words: The words.

    Raises:
        UnusualError: If Typer might read them in another way, or refuse them.
        SacrevalError: If a file or a value of the config is wrong; with Typer, the message names
            all mistakes.
    """
    if may_ask(words):
        raise UnusualError
    known = described(command.parameters)
    written = values_given(known, words)
    inputs: list[str] = written.get(INPUTS, [])
    named = config_of(inputs)
    config = None if named is None else _loaded(named, known)
    stated = {} if config is None else _stated(config, known)
    files = [word for word in inputs if word != named] or stated.pop(INPUTS, None)
    written |= {
        option.name: joined((stated[option.name], written[option.name]), _name_of(option))
        for option in known
        if option.flags and option.several and option.name in stated and option.name in written
    }
    context = PlainContext(written, stated.keys(), PlainCommand(known))
    defaults = {option.name: option.default for option in known}
    contexts = {p.name: context for p in command.parameters if p.annotation is Context}
    values = {**defaults, **stated, **written, INPUTS: files, **contexts}
    if config is not None and is_checked(config, command.checks):
        from sacreval.cli.config.config_checks import raise_late

        raise_late(config, context, values, command.checks)
    return PlainSuite(command, values, context, config)


def _name_of(option: PlainOption) -> Name:
    """Return the function that names the values of an option."""
    return metric_name if option.name == METRICS else name_by(option.form)


def _loaded(word: str, known: Sequence[PlainOption]) -> Config:
    """Read a config, all of whose keys are options of the command and belong to one data set."""
    from sacreval.cli.config.config_file import find, load

    forms = {
        key_of(option): option.form if option.flags and option.several else None for option in known
    }
    config = load(str(find(word)), forms)
    if config.mistakes or DATASETS in config.values:
        raise UnusualError
    return config


def _stated(config: Config, known: Sequence[PlainOption]) -> dict[str, Any]:
    """Return the values of a config by the names of parameters."""
    from sacreval.cli.config import config_file

    values: dict[str, Any] = {}
    for option in known:
        key = key_of(option)
        if config.values.get(key) is None:
            continue
        several = option.several
        value = config_file.words(
            config, key, many=several, text=option.kind is str and not several
        )
        values[option.name] = value if key == INPUTS else _read(option, value)
    if METRICS in values:
        _check_metrics(values[METRICS])
    return values


def _read(option: PlainOption, value: Any) -> Any:
    """Read a value of a config as the type of its option."""
    if option.several and len(value) == 1 and str(value[0]).startswith("["):
        raise UnusualError  # a list as one JSON array
    kind = list.__class_getitem__(option.kind) if option.several else option.kind
    try:
        return read_usual(value, kind, option.low, option.high)
    except ValueError:
        raise UnusualError from None


def _check_metrics(specs: Sequence[str]) -> None:
    from sacreval.scoring.entries.run_metrics import entry, of_one_task

    of_one_task([entry(spec) for spec in specs])
