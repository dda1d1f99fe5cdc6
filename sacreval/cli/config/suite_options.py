"""Options, entries and config of a command `suite`, without Typer."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from sacreval.cli.late_typer import typer
from sacreval.cli.options.common_options import SUITE
from sacreval.cli.options.ungrouped import Verb, ungrouped
from sacreval.cli.parsing.assembled import Assembled, option_name
from sacreval.errors import InputError, UsageError, nearest
from sacreval.io.files import STDIN

if TYPE_CHECKING:
    from sacreval.cli.config.config_file import Config
    from sacreval.cli.config_mistakes import Checks

INPUTS = "inputs"
METRICS = "metrics"
DATASETS = "datasets"
CHECKED = ("where", "by", "summary", "map", "output")
"""Keys of a config whose values are checked before a run, beside those that the verb checks."""
_ASKING = {"--with", "--dry-run", "--help", "--help-all", "-h"}

Subject = Callable[[Any, dict[str, Any]], Any]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "-m",
        "--metrics",
        metavar="METRIC",
        rich_help_panel="Common options",
        help='A metric; its options are JSON in braces, as in \'rouge{"types": ["1", "L"]}\'; '
        'repeat it. The option "as" names it, and precedes the names of its outputs. '
        "They are added to those of a config; --no-metrics drops those.",
    ),
]
METRICS_OPTION = inspect.Parameter(
    METRICS, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Metrics
)


def entries_only(entries: Any, _options: dict[str, Any]) -> Any:
    """Return the entries of a run, for verbs whose suites have no further options."""
    return entries


def assembled_suite(verb: Verb, checks: Checks | None) -> Assembled:
    """Return the options of `sacreval VERB suite`, without those of asking a model."""
    make = maker(verb, entries_only, asking=False)
    return Assembled(verb, [METRICS_OPTION], make, SUITE, checks)


def maker(verb: Verb, subject: Subject, *, asking: bool) -> Callable[[dict[str, Any]], Any]:
    """Return a function that creates the first argument of a verb from the values of options."""

    def make(options: dict[str, Any]) -> Any:
        from sacreval.core.options.specs import split_spec
        from sacreval.scoring.entries.own_metrics import find
        from sacreval.scoring.entries.run_metrics import entries

        chosen = options.pop(METRICS)
        if not chosen:
            if "dataset" in inspect.signature(ungrouped(verb)).parameters:
                return subject([], options)  # each data set may have metrics of its own
            raise UsageError(_no_metrics())
        for spec in chosen:
            if (metric := find(split_spec(spec)[0])) is not None:
                metric.tell()
        if not asking:
            return subject(entries(chosen), options)
        from sacreval.cli.options import judge_options

        rest, groups = judge_options.split(options)
        return subject(judge_options.with_asking(entries(chosen), groups), rest)

    return make


def _no_metrics() -> str:
    from sacreval.io.resources import shipped

    return (
        "a suite needs metrics; name them with -m, or name a config: a file, or one of "
        + ", ".join(shipped())
    )


def may_ask(words: Sequence[str]) -> bool:
    """Return whether an option or a config states that a model is asked, or help is wanted.

    Args:
        words: The words after `suite`.
    """
    from sacreval.cli.config import config_file

    if _ASKING.intersection(word.partition("=")[0] for word in words):
        return True
    configs = map(config_file.find, (word for word in words if not word.startswith("-")))
    return any(config_file.states(path, "with") for path in configs if path)


def is_checked(config: Config, checks: Checks | None) -> bool:
    """Return whether a config has keys whose values are checked before a run."""
    return not config.values.keys().isdisjoint((*CHECKED, *(checks.keys if checks else ())))


def key_of(parameter: Any) -> str:
    """Return the key of a parameter in a config: its long option with underscores.

    All data sets are under one key, `datasets`.
    """
    name = option_name(parameter) or str(parameter.name)
    return DATASETS if name == "dataset" else name


def config_of(words: Sequence[str]) -> str | None:
    """Return the argument that names a config; None if none does.

    Args:
        words: The arguments.

    Raises:
        UsageError: If two configs are named, or an argument names neither a suite nor a file.
    """
    from sacreval.cli.config import config_file

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
    return configs[0] if configs else None


def _check_names(words: Sequence[str]) -> None:
    """Check for arguments that name neither a suite nor a file, such as a misspelt suite."""
    from sacreval.io.resources import shipped

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


def metric_name(spec: str) -> Any:
    """Return the key by which a metric replaces another of a config: its name and all options."""
    from sacreval.scoring.entries.run_metrics import entry

    return repr(entry(spec))


def raise_placed(config: Config, context: Any, error: InputError | UsageError) -> None:
    """Raise an error about options of a config with their lines; return if it is about no option.

    Args:
        config: The config.
        context: The context of the command, after its options were parsed.
        error: An error of the run.

    Raises:
        UsageError: With the lines.
    """
    from sacreval.cli.config.config_errors import placed
    from sacreval.cli.config_mistakes import raise_all, sentences

    with_places = [placed(config, context, text) for text in sentences(error)]
    if any(with_places):
        raise_all([new or old for new, old in zip(with_places, sentences(error), strict=True)])
