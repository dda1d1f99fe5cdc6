"""The page of commands with their `--help`, and the page of suites with their files."""

from collections.abc import Iterator
from typing import Any

import typer

from generator.markdown import fenced, page
from sacreval.cli.options.common_options import SUITE
from sacreval.commands.verbs import app
from sacreval.core.metric import metrics
from sacreval.io.resources import shipped

WIDTH = 90
COMMANDS = (
    "The output of `--help-all`; `--help` leaves out the options that few people use, and says how "
    "many. `evaluate`, `score`, `compare` and `correlate` have a command for every metric, with "
    "the [options of the metric](metrics/index.md) in addition; this page shows their command "
    "`suite`, and their commands that are not metrics."
)
SUITES = (
    "Configs that are included in sacreval. Give the name of one after `suite`, or copy and edit "
    "it; keys are the names of options."
)


def command_pages() -> dict[str, str]:
    """Write the page of commands."""
    root = typer.main.get_command(app)
    sections = [f"## {path}\n\n{fenced(text, 'text')}" for path, text in _helps(root, "sacreval")]
    return {"commands.md": page("Commands", COMMANDS, *sections)}


def _helps(command: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the help of a command and its subcommands, without those of metrics."""
    context = command.make_context(path, [], resilient_parsing=True, terminal_width=WIDTH,
                                   max_content_width=WIDTH)  # fmt: skip
    names = command.list_commands(context) if hasattr(command, "list_commands") else []
    if not names or path == "sacreval":
        yield path, command.get_help(context)
    kept = [name for name in names if name not in metrics] if SUITE in names else names
    for name in kept:
        yield from _helps(command.get_command(context, name), f"{path} {name}")


def suite_pages() -> dict[str, str]:
    """Write the page of the suites' files, beside the guide `suites.md`."""
    sections = [_suite(name, path.read_text(encoding="utf-8")) for name, path in shipped().items()]
    return {"suite_files.md": page("Suites that come with sacreval", SUITES, *sections)}


def _suite(name: str, text: str) -> str:
    use = fenced(f"sacreval evaluate suite {name} outputs.jsonl", "sh")
    return f"## {name}\n\n{use}\n\n{fenced(text, 'yaml')}"
