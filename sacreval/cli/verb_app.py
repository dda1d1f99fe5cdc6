"""The application of a verb: a subcommand for each metric, for suites, and for other inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sacreval.cli.late_typer import typer
from sacreval.cli.parsing.assembled import Assembled


class VerbApp(NamedTuple):
    """The application of a verb, whose subcommands are created when they are used.

    Args:
        make: Creates the subcommand of a name.
        text: The help of the verb.
        others: Subcommands beside the metrics, and the first sentence of the help of each.
        flags: Flag to the subcommand that it stands for.
        assembled: Returns the options of a subcommand whose words can be parsed without Typer.
        instead: Returns what to write for an unknown word in the place of a subcommand.
    """

    make: Callable[[str], Any]
    text: str
    others: Mapping[str, str]
    flags: Mapping[str, str]
    assembled: Callable[[str], Assembled | None]
    instead: Callable[[str], str | None]

    def typer_app(self) -> typer.Typer:
        """Create the application for Typer."""
        from sacreval.cli.lazy_groups import lazy_group
        from sacreval.core.metric import metrics
        from sacreval.scoring.entries.own_metrics import own_metrics

        def names() -> Sequence[str]:
            return (*self.others, *metrics, *own_metrics())

        return typer.Typer(
            rich_markup_mode=None,
            cls=lazy_group(names, self.make, self.listed, self.flags, self.instead),
            help=self.text,
            no_args_is_help=True,
        )

    def listed(self) -> dict[str, Sequence[tuple[str, str]]]:
        """Return the subcommands by heading, with the first sentences of their help."""
        from sacreval.cli.help.metric_index import by_heading
        from sacreval.core.metric import metrics
        from sacreval.scoring.entries.own_metrics import own_metrics

        named = [(x.name, f"{x.spec}, by {x.where}.") for x in own_metrics().values()]
        first = {"Several metrics, and other inputs": [*self.others.items()]}
        return {**first, **by_heading(metrics), **({"Your own names": named} if named else {})}


def _of_metric(name: str) -> str | None:
    from sacreval.cli.help.other_tools import of_metric

    return of_metric(name)


def verb_app(
    make: Callable[[str], Any],
    text: str,
    others: Mapping[str, str],
    *,
    flags: Mapping[str, str] | None = None,
    assembled: Callable[[str], Assembled | None] = lambda _: None,
    instead: Callable[[str], str | None] = _of_metric,
) -> VerbApp:
    """Return the application of a verb; see `VerbApp`."""
    return VerbApp(make, text, others, flags or {}, assembled, instead)
