"""The commands `suite`: many metrics in one pass, from options or from a config.

Values of a config replace defaults; the command line and the environment replace both. They are
Typer's `default_map`, so that they are checked like options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from sacreval.cli.common_options import INPUTS_HELP, SUITE
from sacreval.cli.fast_parsing import QuickCommand
from sacreval.cli.generated_options import assemble, option_name
from sacreval.cli.help_examples import suite_closing
from sacreval.cli.ungrouped import Verb, ungrouped
from sacreval.errors import InputError, SacrevalError, UsageError, nearest
from sacreval.io.files import STDIN

INPUTS = "inputs"
METRICS = "metrics"
DATASETS = "datasets"
_CONFIG = "sacreval.cli.config_file"  # key in `Context.meta` of the config that was given
_OF_CONFIG = "sacreval.metrics"  # key in `Context.meta` of the metrics of a config
VERBS = ("evaluate", "score", "compare", "correlate")
_ASKING = {"--with", "--dry-run", "--help", "-h"}

Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "-m",
        "--metrics",
        metavar="METRIC",
        help='A metric, with options as JSON in braces, as in \'rouge{"types": ["1", "L"]}\'; '
        'repeat it. The option "as" names it, and precedes the names of its outputs. '
        "Metrics are added to those of a config.",
    ),
]


class SuiteCommand(QuickCommand):
    """A command whose first arguments may name a config.

    Attributes:
        asking: Creates the same command with the options of asking a model, which take as long to
            list as a short run; None if it has them.
    """

    asking: Callable[[], SuiteCommand] | None = None

    def make_context(
        self, info_name: Any, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Parse the words, with the options of asking a model where a run may need them."""
        if self.asking and _may_ask(args):
            made = self.asking()
            made.sections, made.grouped = self.sections, self.grouped
            return made.make_context(info_name, args, parent, **extra)
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
                parameter.callback = add_metrics
        return parameters

    def invoke(self, ctx: Any) -> Any:
        """Run; an error about an option of a config names its line."""
        try:
            return super().invoke(ctx)
        except (InputError, UsageError) as error:
            from sacreval.cli.config_errors import place_of

            found = ctx.meta.get(_CONFIG)
            place = found and place_of(found, ctx, str(error))
            if not place:
                raise
            raise UsageError(f"{place}: {error}") from None

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the names of all suites."""
        from sacreval.cli.config_file import shipped

        for parameter in self.get_params(ctx):
            if parameter.name == INPUTS:
                parameter.help = (
                    "A config: a YAML file of options, or the name of a suite that comes with "
                    f"sacreval ({', '.join(shipped())}). Then {INPUTS_HELP}"
                )
        super().format_help(ctx, formatter)


def suite_command(
    verb: Verb,
    text: str,
    *,
    extra: Sequence[inspect.Parameter] = (),
    subject: Callable[[Any, dict[str, Any]], Any] = lambda entries, _: entries,
    asking: bool = False,
) -> Any:
    """Create the command `sacreval VERB suite`.

    Args:
        verb: A function whose first parameter takes the result of `subject`.
        text: The help of the command.
        extra: Further options, which only this verb has.
        subject: Creates the verb's first argument from the entries of a run and the values of
            `extra`.
        asking: Whether the options of asking a model are among its options.
    """
    over_sets = "dataset" in inspect.signature(ungrouped(verb)).parameters

    def make(options: dict[str, Any]) -> Any:
        from sacreval.cli.config_file import shipped
        from sacreval.core.specs import split_spec
        from sacreval.scoring.own_metrics import find
        from sacreval.scoring.run_metrics import entries

        chosen = options.pop(METRICS)
        if not chosen and over_sets:  # each data set may have metrics of its own
            return subject([], options)
        if not chosen:
            raise UsageError(
                "a suite needs metrics; name them with -m, or name a config: a file, or one of "
                + ", ".join(shipped())
            )
        for spec in chosen:
            if (own := find(split_spec(spec)[0])) is not None:
                own.tell()
        if not asking:
            return subject(entries(chosen), options)
        from sacreval.cli import judge_options

        rest, groups = judge_options.split(options)
        return subject(judge_options.with_asking(entries(chosen), groups), rest)

    own = inspect.Parameter(
        METRICS, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Metrics
    )
    own_options = [own, *extra, *(_asking_options() if asking else ())]
    command = assemble(verb, own_options, make, SUITE, text, kind=SuiteCommand)
    command.closing = suite_closing
    if not asking:
        command.asking = partial(
            suite_command, verb, text, extra=extra, subject=subject, asking=True
        )
    return command


def _asking_options() -> Sequence[inspect.Parameter]:
    from sacreval.cli import judge_options

    return judge_options.parameters()


def _may_ask(words: Sequence[str]) -> bool:
    """Return whether an option or a config states that a model is asked, or help is wanted."""
    from sacreval.cli import config_file

    if _ASKING.intersection(word.partition("=")[0] for word in words):
        return True
    configs = map(config_file.find, (word for word in words if not word.startswith("-")))
    return any(config_file.states(path, "with") for path in configs if path)


def apply_config(ctx: Any, parameter: Any, given: list[str] | None) -> list[str]:
    """Apply the config that an argument names; options and the environment take precedence.

    Args:
        ctx: The context of the command.
        parameter: The inputs.
        given: The arguments of the command line.

    Returns:
        The inputs: those of the command line, else those of the config.

    Raises:
        UsageError: If two configs are named, or keys or values are not valid; all such mistakes of
            the config are in it, a sentence each.
    """
    from sacreval.cli import config_file

    words = list(given or ())
    # A file of predictions that ends in .json may look like a config, but not in its place.
    configs = [
        word
        for i, word in enumerate(words)
        if config_file.find(word) and not (i and word.lower().endswith(config_file.JSON))
    ]
    if len(configs) > 1:
        raise UsageError(f"{configs[1]}: this is a second config; name one")
    if not configs:
        _check_names(words)
        return words
    asking = ctx.command.asking is None
    found = config_file.load(str(config_file.find(configs[0])), keys(asking=asking))
    if found.values.get(DATASETS) and all(key_of(one) != DATASETS for one in ctx.command.params):
        raise UsageError(
            f"{found.where(DATASETS)}: this command takes one set of records; use evaluate, "
            "compare or score, or a config of each data set"
        )
    ctx.default_map = _settings(ctx, found)
    ctx.meta[_CONFIG] = found
    ctx.meta[_OF_CONFIG] = ctx.default_map.pop(METRICS, [])
    inputs: list[str] = ctx.default_map.pop(parameter.name, [])
    return [word for word in words if word not in configs] or inputs


def add_metrics(ctx: Any, parameter: Any, given: list[str] | None) -> list[str]:
    """Add the metrics of the command line that are not in the config yet."""
    del parameter
    there: list[str] = list(ctx.meta.get(_OF_CONFIG, ()))
    if not there or not given:
        return there or list(given or ())
    from sacreval.scoring.run_metrics import entry

    known = [entry(spec) for spec in there]
    return [*there, *(spec for spec in given if entry(spec) not in known)]


def key_of(parameter: Any) -> str:
    """Return the key of a parameter in a config: its long option with underscores.

    All data sets are under one key, `datasets`.
    """
    name = option_name(parameter) or str(parameter.name)
    return DATASETS if name == "dataset" else name


def keys(*, asking: bool) -> set[str]:
    """Return the keys of a config: the options of all verbs; each verb reads its own.

    Args:
        asking: Whether the options of asking a model are among them.
    """
    commands = (suite_of(verb) for verb in VERBS)
    return {
        key_of(parameter)
        for command in commands
        for parameter in (command.asking() if asking else command).params
        if parameter.name not in ("help", "install_completion", "show_completion")
    }


def suite_of(verb: str) -> Any:
    """Create the suite command of a verb."""
    from importlib import import_module

    return import_module(f"sacreval.cli.{verb}").make(SUITE)


def _check_names(words: Sequence[str]) -> None:
    """Check for arguments that name neither a suite nor a file, such as a misspelt suite."""
    from sacreval.cli.config_file import shipped

    for word in words:
        if "." not in word and "/" not in word and word != STDIN and not Path(word).exists():
            what = _repeated(word) or nearest(word, shipped())
            raise UsageError(f"{word}: there is no suite and no file of this name; {what}")


def _repeated(word: str) -> str | None:
    """Return what to write if a word is a metric after `-m`, as other tools have it; else None."""
    from sacreval.core import aliases
    from sacreval.core.metric import metrics

    known = word in metrics or aliases.find(word, metrics)
    return f"for several metrics repeat -m: -m {word}" if known else None


def _settings(ctx: Any, found: Any) -> dict[str, Any]:
    """Return the values of a config by the names of parameters.

    Raises:
        UsageError: If the config has any mistake; the message has all of them.
    """
    from sacreval.cli.config_mistakes import elsewhere, raise_all, sentences

    settings: dict[str, Any] = {}
    mistakes: list[str] = []
    for parameter in ctx.command.get_params(ctx):
        if found.values.get(key_of(parameter)) is not None:
            try:
                settings[parameter.name] = _setting(ctx, parameter, found)
            except SacrevalError as error:
                mistakes += sentences(error)
    raise_all([*found.mistakes, *elsewhere(mistakes, found.mistakes)])
    return settings


def _setting(ctx: Any, parameter: Any, found: Any) -> Any:
    from sacreval.cli import config_file

    key = key_of(parameter)
    if key == DATASETS:
        from sacreval.cli.config_data_sets import words_of

        return words_of(found)
    many = getattr(parameter, "multiple", False) or parameter.nargs == -1
    text = parameter.type_descriptor.annotation is str
    value = config_file.words(found, key, many=many, text=text)
    if key == METRICS:
        _check_metrics(found, value)
    if parameter.name != INPUTS:
        _check(ctx, parameter, value, found.where(key))
    return value


def _check(ctx: Any, parameter: Any, value: Any, where: str) -> None:
    """Check a value by its option, so that the message names the line in the config."""
    try:
        parameter.process_value(ctx, value)
    except TyperException as error:
        text = " ".join(error.format_message().split()).rstrip(".")
        raise UsageError(f"{where}: {text}; see --help") from None


def _check_metrics(found: Any, specs: list[str]) -> None:
    from sacreval.cli.config_mistakes import gathered
    from sacreval.scoring.run_metrics import of_one_task

    made = gathered([partial(_metric, found, i, spec) for i, spec in enumerate(specs)])
    try:
        of_one_task(made)
    except UsageError as error:
        raise UsageError(f"{found.where(METRICS)}: {error}") from None


def _metric(found: Any, i: int, spec: str) -> Any:
    from sacreval.core.specs import OptionError, split_spec
    from sacreval.scoring.run_metrics import entry

    try:
        return entry(spec)
    except OptionError as error:
        place = found.where(METRICS, i, split_spec(spec)[0].replace("-", "_"), error.option)
        raise UsageError(f"{place}: {error}") from None
    except SacrevalError as error:
        raise type(error)(f"{found.where(METRICS, i)}: {error}") from None
