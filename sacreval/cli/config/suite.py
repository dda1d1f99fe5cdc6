"""The commands `suite`: many metrics in one pass, from options or from a config.

Values of a config take the place of defaults, and those of the environment and the command line
that of both; lists add up (`list_options.py`). They are Typer's `default_map`, so that they are
checked like options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from typer.exceptions import TyperException

from sacreval.cli.config.suite_options import (
    DATASETS,
    INPUTS,
    METRICS,
    METRICS_OPTION,
    Subject,
    config_of,
    entries_only,
    key_of,
    maker,
    may_ask,
    metric_name,
    raise_placed,
)
from sacreval.cli.config_mistakes import gathered
from sacreval.cli.help.metric_help import suite_opening
from sacreval.cli.options.common_options import INPUTS_HELP, SUITE
from sacreval.cli.options.data_set_options import of_values
from sacreval.cli.options.ungrouped import Verb
from sacreval.cli.parsing.assembled import assemble
from sacreval.cli.parsing.fast_parsing import QuickCommand
from sacreval.cli.verb_index import collected, suite_of
from sacreval.core.options.specs import OptionError, split_spec, write_spec
from sacreval.errors import InputError, SacrevalError, UsageError

if TYPE_CHECKING:
    from sacreval.cli.config.config_file import Config
    from sacreval.cli.config_mistakes import Checks


def words_of(config: Config) -> list[str]:
    """Return the data sets of a config as values of --dataset."""
    sets = config.values[DATASETS]
    if not isinstance(sets, dict) or not sets:
        raise UsageError(
            f"{config.where(DATASETS)}: data sets are names with their inputs, as in "
            "`datasets: {boolq: {inputs: [outputs.jsonl]}}`"
        )
    return gathered([partial(_word, config, str(name), x) for name, x in sets.items()])


def _word(config: Config, name: str, values: Any) -> str:
    place = (DATASETS, name.replace("-", "_"))
    try:
        options = of_values(name, values)
    except OptionError as error:
        key = error.option.replace("-", "_")
        raise UsageError(f"{config.where(*place, key)}: {error}") from None
    specs = options.get("metrics", ())
    gathered(
        [partial(_check_data_sets, config, (*place, "metrics", i), x) for i, x in enumerate(specs)]
    )
    return write_spec(name, options)


def _check_data_sets(config: Config, place: tuple[str | int, ...], spec: str) -> None:
    from sacreval.scoring.entries.run_metrics import entry

    try:
        entry(spec)
    except OptionError as error:
        where = config.where(*place, split_spec(spec)[0].replace("-", "_"), error.option)
        raise UsageError(f"{where}: {error}") from None
    except SacrevalError as error:
        raise type(error)(f"{config.where(*place)}: {error}") from None


_CONFIG = "sacreval.cli.config.config_file"  # key in `Context.meta` of the config that was given
_METRICS_GIVEN = "sacreval.cli.metrics_given"  # key of whether the command line names metrics


class SuiteCommand(QuickCommand):
    """A command whose first arguments may name a config.

    Attributes:
        asking: Creates the same command with the options of asking a model, which take as long to
            list as a short run; None if it has them.
        checks: What the verb checks of a config before a run; None if nothing.
    """

    configured = True
    asking: Callable[[], SuiteCommand] | None = None
    checks: Checks | None = None

    def make_context(
        self, info_name: Any, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Parse the words, with the options of asking a model where a run may need them."""
        if self.asking and may_ask(args):
            command = self.asking()
            command.sections = {**(command.sections or {}), **(self.sections or {})}
            command.grouped = self.grouped
            return command.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters; inputs are parsed first, since a config among them sets others."""
        parameters = super().get_params(ctx)
        for parameter in parameters:
            if parameter.name == INPUTS:
                parameter.is_eager, parameter.required = True, False
                parameter.metavar = "[CONFIG] [INPUT]..."
                parameter.callback = apply_config
            elif parameter.name == METRICS:
                parameter.value_name = metric_name
        return parameters

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; what a config says is checked while they are parsed."""
        flags = ("-m", "--metrics", "--no-metrics")
        ctx.meta[_METRICS_GIVEN] = any(word.startswith(flags) for word in args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run; an error about an option of a config names its line."""
        config = ctx.meta.get(_CONFIG)
        if config is None:
            return super().invoke(ctx)
        self.check_config(ctx)
        try:
            return super().invoke(ctx)
        except (InputError, UsageError) as error:
            raise_placed(config, ctx, error)
            raise

    def check_config(self, ctx: Any) -> None:
        """Check values of the config, if there is one, that the types of options do not check.

        Args:
            ctx: The context, after options were parsed.
        """
        from sacreval.cli.config.config_checks import raise_late

        if (config := ctx.meta.get(_CONFIG)) is not None:
            raise_late(config, ctx, ctx.params, self.checks)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the names of all suites."""
        from sacreval.io.resources import shipped

        for parameter in self.get_params(ctx):
            if parameter.name == INPUTS:
                parameter.help = (
                    "A config, then prediction files; a config is a YAML file of options, or the "
                    f"name of a suite that comes with sacreval ({', '.join(shipped())}). "
                    f"{INPUTS_HELP}"
                )
        super().format_help(ctx, formatter)


def suite_command(
    verb: Verb,
    text: str,
    *,
    extra: Sequence[inspect.Parameter] = (),
    subject: Subject = entries_only,
    asking: bool = False,
    checks: Checks | None = None,
) -> Any:
    """Create the command `sacreval VERB suite`.

    Args:
        verb: A function whose first parameter takes the result of `subject`.
        text: The help of the command.
        extra: Further options, which only this verb has.
        subject: Creates the verb's first argument from the entries of a run and the values of
            `extra`.
        asking: Whether the options of asking a model are among its options.
        checks: What the verb checks of configs before a run; None if nothing.
    """
    own_options = [METRICS_OPTION, *extra]
    if asking:
        from sacreval.cli.options import judge_options

        own_options += judge_options.judge_parameters()
    command = assemble(
        verb, own_options, maker(verb, subject, asking=asking), SUITE, text, kind=SuiteCommand
    )
    command.opening, command.checks = suite_opening, checks
    if asking:
        command.sections = judge_options.sections()
    else:
        command.asking = partial(
            suite_command, verb, text, extra=extra, subject=subject, asking=True, checks=checks
        )
    return command


def apply_config(ctx: Any, parameter: Any, arguments: list[str] | None) -> list[str]:
    """Apply the config that an argument names; options and the environment take precedence."""
    from sacreval.cli.config.config_file import find, load

    words = list(arguments or ())
    named = config_of(words)
    if named is None:
        return words
    asking = ctx.command.asking is None
    config = load(str(find(named)), keys(asking=asking))
    if config.values.get(DATASETS) and all(
        key_of(option) != DATASETS for option in ctx.command.params
    ):
        raise UsageError(
            f"{config.where(DATASETS)}: this command takes one set of records; use evaluate, "
            "compare or score, or a config of each data set"
        )
    ctx.default_map = _settings(ctx, config)
    ctx.meta[_CONFIG] = config
    inputs: list[str] = ctx.default_map.pop(parameter.name, [])
    return [word for word in words if word != named] or inputs


def keys(*, asking: bool) -> dict[str, str | None]:
    """Return the keys of a config: the options of all verbs; each verb reads its own."""
    commands = map(suite_of, collected("CONFIGURED"))
    return {
        key_of(parameter): (parameter.metavar or "") if parameter.multiple else None
        for command in commands
        for parameter in (command.asking() if asking else command).params
        if parameter.name not in ("help", "install_completion", "show_completion")
    }


def _settings(ctx: Any, config: Any) -> dict[str, Any]:
    """Return the values of a config by the names of parameters."""
    from sacreval.cli.config_mistakes import elsewhere, raise_all, sentences

    parameters = ctx.command.get_params(ctx)
    settings: dict[str, Any] = {}
    mistakes: list[str] = []
    for parameter in parameters:
        if config.values.get(key_of(parameter)) is not None:
            try:
                settings[parameter.name] = _setting(ctx, parameter, config)
            except SacrevalError as error:
                mistakes += sentences(error)
    mistakes = [*config.mistakes, *elsewhere(mistakes, config.mistakes)]
    if mistakes:
        from sacreval.cli.config.config_checks import late_of_file

        complete = METRICS in config.values and not ctx.meta.get(_METRICS_GIVEN)
        every = dict.fromkeys([parameter.name for parameter in parameters]) | settings
        late = late_of_file(config, every, ctx.command.checks, every_metric=complete)
        mistakes += elsewhere(late, mistakes)
    raise_all(mistakes)
    return settings


def _setting(ctx: Any, parameter: Any, config: Any) -> Any:
    from sacreval.cli.config import config_file

    key = key_of(parameter)
    if key == DATASETS:
        return words_of(config)
    many = getattr(parameter, "multiple", False) or parameter.nargs == -1
    text = parameter.type_descriptor.annotation is str
    value = config_file.words(config, key, many=many, text=text)
    if key == METRICS:
        _check_metrics(config, value)
    if parameter.name != INPUTS:
        _check(ctx, parameter, value, config.where(key))
    return value


def _check(ctx: Any, parameter: Any, value: Any, where: str) -> None:
    """Check a value by its option, so that the message names the line in the config."""
    try:
        parameter.process_value(ctx, value)
    except TyperException as error:
        if parameter.type_descriptor.annotation is bool:
            key = key_of(parameter).replace("_", "-")
            raise UsageError(f"{where}: {key} is '{value}'; write true or false") from None
        text = " ".join(error.format_message().split()).rstrip(".")
        more = "" if text.endswith("?") else "; see --help-all"
        raise UsageError(f"{where}: {text}{more}") from None


def _check_metrics(config: Any, specs: list[str]) -> None:
    from sacreval.cli.config_mistakes import gathered
    from sacreval.scoring.entries.run_metrics import distinct, of_one_task

    entries = gathered([partial(_metric, config, i, spec) for i, spec in enumerate(specs)])
    try:
        distinct(of_one_task(entries))
    except UsageError as error:
        raise UsageError(f"{config.where(METRICS)}: {error}") from None


def _metric(config: Any, i: int, spec: str) -> Any:
    from sacreval.core.options.specs import OptionError, split_spec
    from sacreval.scoring.entries.run_metrics import entry

    try:
        return entry(spec)
    except OptionError as error:
        place = config.where(METRICS, i, split_spec(spec)[0].replace("-", "_"), error.option)
        raise UsageError(f"{place}: {error}") from None
    except SacrevalError as error:
        raise type(error)(f"{config.where(METRICS, i)}: {error}") from None
