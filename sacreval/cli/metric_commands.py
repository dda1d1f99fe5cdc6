"""The commands of metrics: their constructors' parameters become options, docstrings their help."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from sacreval.cli.late_typer import typer
from sacreval.cli.options.common_options import SUITE
from sacreval.cli.options.generated_options import parameters
from sacreval.cli.options.ungrouped import Verb
from sacreval.cli.parsing.assembled import Assembled, assemble
from sacreval.core import aliases
from sacreval.core.metric import metrics
from sacreval.core.options.docstrings import describe
from sacreval.errors import UsageError
from sacreval.scoring.entries.own_metrics import find

if TYPE_CHECKING:
    from sacreval.cli.config_mistakes import Checks
    from sacreval.core.aliases import Alias
    from sacreval.scoring.entries.own_metrics import OwnMetric
    from sacreval.scoring.entries.run_metrics import Entry


class MetricCommands:
    """The subcommands of a verb by name.

    Args:
        verb: A function whose first parameter takes the entries of a run.
        suite_text: The help of its subcommand `suite`; that of a metric is its docstring.
        checks: What the verb checks of configs before a run; None if nothing.
    """

    def __init__(self, verb: Verb, suite_text: str, checks: Checks | None = None) -> None:
        self.verb, self.suite_text, self.checks = verb, suite_text, checks

    def __call__(self, name: str) -> Any:
        """Create the subcommand of a name."""
        if name == SUITE:
            from sacreval.cli.config.suite import suite_command

            return suite_command(self.verb, self.suite_text, checks=self.checks)
        if (named := find(name)) is not None:
            return own_command(self.verb, named)
        alias = aliases.find(name, metrics)
        if alias is None and name not in metrics:
            _refuse_suite(name)
        cls = metrics.get(alias.metric if alias else name)
        return command(self.verb, cls, name, alias)

    def assembled(self, name: str) -> Assembled | None:
        """Return the options of a subcommand; None where words need more than these."""
        if name == SUITE:
            from sacreval.cli.config.suite_options import assembled_suite

            return assembled_suite(self.verb, self.checks)
        if name not in metrics or find(name) is not None:
            return None
        cls = metrics.get(name)
        return None if "replies" in cls.needs else assembled_metric(self.verb, cls, name)


def command(verb: Verb, cls: type[Any], name: str, alias: Alias | None = None) -> Any:
    """Create the command `sacreval VERB METRIC`: a run with one entry."""
    from sacreval.cli.help.metric_help import described, for_metric

    assembled = assembled_metric(verb, cls, name, alias).command(described(cls, alias))
    return for_metric(assembled, cls, name)


def assembled_metric(
    verb: Verb, cls: type[Any], name: str, alias: Alias | None = None
) -> Assembled:
    """Return the options of `sacreval VERB METRIC`; see `command`."""
    options_of_metric = [*metric_parameters(cls, name, alias), *_naming()]
    return Assembled(
        verb, options_of_metric, lambda options: entries_from_options(cls, options), name
    )


def own_command(verb: Verb, named: OwnMetric) -> Any:
    """Create the command of a name of the user's: a metric whose options are set."""
    cls = metrics.get(named.metric)
    asking = _asking() if "replies" in cls.needs else []

    def make(options: dict[str, Any]) -> Any:
        return own_entries(named, options)

    text = f"{named.spec}, by {named.where}. {describe(cls)}"
    return assemble(verb, asking, make, named.name, text)


def own_entries(named: OwnMetric, options: dict[str, Any]) -> Sequence[Entry]:
    """Create the entries of a run of a name of the user's, with a notice of what it stands for.

    Args:
        named: The definition of the name.
        options: Options of asking a model, for a judge.
    """
    from sacreval.scoring.entries.run_metrics import entries

    named.tell()
    selected = entries([named.name])
    if not options:
        return selected
    from sacreval.cli.options import judge_options

    _, groups = judge_options.split(options)
    return judge_options.with_asking(selected, groups)


def _asking() -> list[inspect.Parameter]:
    from sacreval.cli.options import judge_options

    return list(judge_options.judge_parameters())


def metric_parameters(
    cls: type[Any], name: str, alias: Alias | None = None
) -> list[inspect.Parameter]:
    """List the options of a metric, and of the wrappers that apply to it.

    Args:
        cls: The metric's class.
        name: The name, for messages.
        alias: The other name of the metric whose options are the defaults; None for none.
    """
    from sacreval.scoring.entries.wrapper_options import Wrapping, names

    free = names(cls)
    preset = alias.options if alias else {}
    mine = [p.replace(default=preset.get(p.name, p.default)) for p in parameters(cls, name)]
    listed = [*mine, *(p for p in parameters(Wrapping, "answers") if p.name in free)]
    if "replies" not in cls.needs:
        return listed
    from sacreval.cli.options import judge_options

    return [*listed, *judge_options.judge_parameters()]


def _naming() -> list[inspect.Parameter]:
    """List the options that name a metric and its outputs in a run."""
    options = {
        "as_": (
            str | None,
            typer.Option(
                "--as",
                metavar="NAME",
                rich_help_panel="Output",
                help="Name of the metric in the results; it precedes the names of its outputs.",
            ),
        ),
        "rename": (
            list[str] | None,
            typer.Option(
                "--rename",
                metavar="OUTPUT=NAME",
                rich_help_panel="Output",
                help="Whole name of an output in the results; repeat it.",
            ),
        ),
    }
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option]
        )
        for name, (kind, option) in options.items()
    ]


def entries_from_options(cls: type[Any], options: dict[str, Any]) -> Sequence[Entry]:
    """Create the entries of a run from the values of a metric's options."""
    from sacreval.core.options.specs import create
    from sacreval.scoring.entries.run_metrics import EntryOptions, distinct, entry_of
    from sacreval.scoring.entries.wrapper_options import Wrapping, split_options

    options = dict(options)
    names = {"as": options.pop("as_", None), "rename": list(options.pop("rename", None) or ())}
    of_entry = EntryOptions.of(cls.name, {key: value for key, value in names.items() if value})
    if "replies" in cls.needs:
        from sacreval.cli.options import judge_options

        fields, groups = judge_options.split(options)
        entry = entry_of(create(cls, cls.name, fields), of_entry)
        return judge_options.with_asking(distinct([entry]), groups)
    fields, around = split_options(cls, options)
    wrapped = Wrapping(**around).around(create(cls, cls.name, fields))
    return distinct([entry_of(wrapped, of_entry)])


def _refuse_suite(name: str) -> None:
    """Check that a name in the place of a metric is not that of a suite."""
    from sacreval.io.resources import shipped

    if name in shipped():
        raise UsageError(f"'{name}' is a suite, not a metric; write suite before it: suite {name}")
