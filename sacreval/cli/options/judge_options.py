"""Options of judges' commands that ask a model: `--with`, its fields, and limits of spending."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self

import typer

from sacreval.asking.runners._base import runners
from sacreval.cli.model_requests import check_nothing_asked
from sacreval.cli.notices import notice
from sacreval.cli.options.generated_options import parameters
from sacreval.cli.options.ungrouped import OptionGroup, fields
from sacreval.core.metric import Metric
from sacreval.core.options.docstrings import arguments
from sacreval.errors import NotSetUpError, UsageError

if TYPE_CHECKING:
    from sacreval.asking.answering import Asking
    from sacreval.asking.runners._base import Runner
    from sacreval.asking.spending import Budget
    from sacreval.core.records import Batch
    from sacreval.scoring.entries.run_metrics import Entry


class SpendingOptions(OptionGroup):
    """Limits of requests and of cost."""

    section = "Asking a model"

    max_requests: Annotated[
        int | None,
        typer.Option(min=1, help="Largest number of requests that are sent; the replies are kept."),
    ] = None
    max_cost: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            help="Largest cost, in the currency of --price. What is under way counts with "
            "max_tokens and one token for each character, until the server has counted some.",
        ),
    ] = None
    price: Annotated[
        str | None,
        typer.Option(
            metavar="IN/OUT",
            help="Prices of a million tokens of prompts and of replies, as in 0.15/0.60.",
        ),
    ] = None

    def budget(self) -> Budget:
        """Return the budget of a run, which all its rounds share.

        Raises:
            UsageError: If the price cannot be read, or a largest cost has no price.
        """
        from sacreval.asking.spending import Budget, parsed_price

        price = None if self.price is None else parsed_price(self.price)
        return Budget(max_requests=self.max_requests, max_cost=self.max_cost, price=price)


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
        from sacreval.asking.runners._from_spec import runner_from_spec

        if self.with_ is None:
            raise UsageError("Which model is asked? Give --with, as in --with openai:MODEL")
        return runner_from_spec(self.with_, **self.options())

    def options(self) -> dict[str, Any]:
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


class DryOptions(OptionGroup):
    """Whether anything is asked."""

    section = "Asking a model"

    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="With --with: ask nothing; print the first prompt, and the numbers of requests, "
            "of characters and, with --price, the cost.",
        ),
    ] = False


GROUPS = (RunnerOptions, SpendingOptions, DryOptions)


class EntriesToAsk(list["Entry"]):
    """The entries of a run whose judge asks a model before it scores.

    Attributes:
        options: How the model is asked: an object of each of `GROUPS`.
    """

    options: tuple[Any, ...]

    @classmethod
    def of(cls, entries: Iterable[Entry], options: tuple[Any, ...]) -> Self:
        """Create the entries with the options."""
        listed = cls(entries)
        listed.options = options
        return listed


def asks(cls: type[Metric]) -> bool:
    """Return whether the command of a metric has these options."""
    return "replies" in cls.needs


def judge_parameters() -> list[inspect.Parameter]:
    """List the options."""
    return [p for group in GROUPS for p in group.parameters()]


def sections() -> dict[str, str]:
    """Return the section of the help for each option."""
    return {p.name: group.section for group in GROUPS for p in group.parameters()}


def split(values: dict[str, Any]) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """Separate the options of a metric from these.

    Args:
        values: Option to value.

    Returns:
        The metric's own options, and an object of each of `GROUPS`.
    """
    rest = dict(values)
    groups = tuple(group(**{name: rest.pop(name) for name in fields(group)}) for group in GROUPS)
    return rest, groups


def with_asking(entries: Sequence[Entry], groups: tuple[Any, ...]) -> Sequence[Entry]:
    """Return the entries of a run, with how its judges ask a model.

    Args:
        entries: The metrics; those that are no judges ask nothing.
        groups: How a model is asked, an object of each of `GROUPS`.

    Raises:
        UsageError: If nothing is asked but an option states how; or if --with is given and no
            metric is a judge.
    """
    runner, spending, dry = groups
    if runner.with_ is None:
        check_nothing_asked([*runner.changed(), *spending.changed(), *dry.changed()])
        return entries
    if not any(asks(type(entry.metric)) for entry in entries):
        raise UsageError("--with: none of these metrics asks a model; drop it, or add a judge")
    return EntriesToAsk.of(entries, groups)


def after_asking(
    entries: EntriesToAsk, batches: Sequence[Batch], *, progress: bool, quiet: bool
) -> list[Entry]:
    """Ask a model, and return the entries with its replies."""
    from msgspec.structs import replace

    from sacreval.asking.answering import Asking
    from sacreval.scoring.judge_requests import asked, judge_of, planned

    runner, spending, dry = entries.options
    asking: Asking = Asking(runner.runner(), spending.budget(), progress and not quiet)
    answered = []
    for entry in entries:
        judge = judge_of(entry)
        if judge is None:
            answered.append(entry)
        elif dry.dry_run:
            typer.echo("\n".join(planned(judge, batches, asking)))
        else:
            metric = asked(judge, batches, asking, partial(notice, quiet=quiet))
            answered.append(replace(entry, metric=metric))
    if dry.dry_run:
        raise typer.Exit
    return answered
