"""`sacreval config show CONFIG…`: the options that a config sets."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sacreval.cli.config.suite_options import DATASETS, INPUTS, METRICS, key_of
from sacreval.cli.late_typer import for_typer
from sacreval.cli.parsing.fast_parsing import QuickCommand, QuickGroup
from sacreval.cli.verb_index import suite_of
from sacreval.errors import UsageError

app = typer.Typer(
    cls=QuickGroup,
    rich_markup_mode=None,
    help="Show the configs of suites.",
    no_args_is_help=True,
)


@app.command("show", cls=QuickCommand)
@for_typer
def show(
    configs: Annotated[
        list[str],
        typer.Argument(
            metavar="CONFIG...",
            help="YAML files, or names of suites that come with sacreval.",
        ),
    ],
    *,
    verb: Annotated[
        Literal["evaluate", "score", "compare"],
        typer.Option(help="The verb whose options are shown."),
    ] = "evaluate",
) -> None:
    """Print all options of a suite, with the values they would have, as a config.

    Values come from the defaults, the config, and SACREVAL_<OPTION> in the environment, in this
    order; lists of the config and the environment add up. A comment marks options that the
    environment sets or adds to. Each of several configs is a YAML document.
    Mistakes are told at once, each with its line: misspelt keys, wrong values, and gates about
    outputs that the metrics do not have.
    """
    for i, config in enumerate(configs):
        if i:
            typer.echo("---")
        _show(config, verb)


def _show(config: str, verb: str) -> None:
    import yaml

    from sacreval.cli.config.config_file import find

    if find(config) is None:
        raise UsageError(
            f"{config}: there is no such config; give a .yaml file, or one of: "
            f"{', '.join(_names())}"
        )
    command = suite_of(verb)
    context = command.make_context("suite", [config])
    command.check_config(context)
    for parameter in command.get_params(context):
        if parameter.name not in context.params:
            continue
        value = context.params[parameter.name]
        key = key_of(parameter)
        shown = SHOWN.get(key, _plain)(value)
        text = yaml.safe_dump({key: shown}, sort_keys=False, allow_unicode=True, width=90)
        if parameter.name != INPUTS and os.environ.get(parameter.envvar or ""):
            text = f"# with {parameter.envvar}\n{text}"
        typer.echo(text, nl=False)


def _names() -> list[str]:
    from sacreval.io.resources import shipped

    return list(shipped())


def _metrics(specs: list[str] | None) -> list[Any]:
    """Return every metric with all its options."""
    from sacreval.core.options.option_types import to_builtins
    from sacreval.scoring.entries.run_metrics import entries
    from sacreval.scoring.entries.wrapper_options import written
    from sacreval.scoring.rows.fingerprint import OWN

    listed = []
    for entry in entries(specs or ()):
        options = {name: to_builtins(x) for name, x in written(entry.metric).items()}
        entry_options = {"as": entry.alias, "map": entry.map, "where": entry.where, "by": entry.by}
        entry_options["rename"] = dict(entry.rename)
        options = {key: value for key, value in options.items() if key not in OWN}
        present = {key: value for key, value in entry_options.items() if value}
        listed.append({entry.metric.name: present | options})
    return listed


def _sets(words: list[str] | None) -> dict[str, Any] | None:
    """Return the data sets, each with what it sets."""
    from sacreval.cli.options.data_set_options import parse

    return parse(words) if words else None


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value


SHOWN: dict[str, Callable[[Any], Any]] = {METRICS: _metrics, DATASETS: _sets}
"""Keys whose values are not shown as they are on the command line."""
