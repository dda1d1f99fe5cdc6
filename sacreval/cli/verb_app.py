"""The application of a verb: a subcommand for each metric, for suites, and for other inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer

from sacreval.cli.common_options import SUITE
from sacreval.cli.generated_options import command, own_command
from sacreval.cli.lazy_groups import lazy_group
from sacreval.cli.ungrouped import Verb
from sacreval.core import aliases
from sacreval.core.metric import metrics
from sacreval.scoring.own_metrics import find, own_metrics


def metric_commands(verb: Verb, suite_text: str) -> Callable[[str], Any]:
    """Return the function that creates the subcommands of a verb by name.

    Args:
        verb: A function whose first parameter takes the entries of a run.
        suite_text: The help of its subcommand `suite`; that of a metric is its docstring.
    """

    def make(name: str) -> Any:
        if name == SUITE:
            from sacreval.cli.suite import suite_command

            return suite_command(verb, suite_text)
        if (own := find(name)) is not None:
            return own_command(verb, own)
        alias = aliases.find(name, metrics)
        return command(verb, metrics.get(alias.metric if alias else name), name, alias)

    return make


def verb_app(
    make: Callable[[str], Any],
    text: str,
    others: Mapping[str, str],
    *,
    flags: Mapping[str, str] | None = None,
) -> typer.Typer:
    """Create the application of a verb, whose subcommands are created when they are used.

    Args:
        make: Creates the subcommand of a name.
        text: The help of the verb.
        others: Subcommands beside the metrics, and the first sentence of the help of each.
        flags: Flag to the subcommand that it stands for.
    """

    def listed() -> dict[str, Sequence[tuple[str, str]]]:
        from sacreval.cli.metric_index import by_heading

        own = [(one.name, f"{one.spec}, by {one.where}.") for one in own_metrics().values()]
        first = {"Several metrics, and other inputs": [*others.items()]}
        return {**first, **by_heading(metrics), **({"Your own names": own} if own else {})}

    return typer.Typer(
        rich_markup_mode=None,
        cls=lazy_group(lambda: (*others, *metrics, *own_metrics()), make, listed, flags),
        help=text,
        no_args_is_help=True,
    )
