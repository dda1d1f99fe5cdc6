"""Rows of help: every verb, every command, and the options of every metric."""

from collections.abc import Iterator

import typer

from lock.rows import Row
from sacreval.commands.verbs import VERBS, app
from sacreval.core.metric import metrics

WITH_METRICS = ("score", "compare", "correlate", "select", "robustness")
ALSO = ("rouge", "judge")  # their commands of other verbs than `evaluate`
LISTS = ("judges", "readers", "runners", "perturbations", "suites", "recipes",
         "normalizers", "extractors", "coefficients", "tests")  # fmt: skip


def help_() -> Iterator[Row]:
    """Make the rows of help."""
    root = typer.main.get_group(app)
    yield Row("sacreval --help")
    yield Row("sacreval --version")
    for name in VERBS:
        yield Row(f"sacreval {name} --help")
        verb = root.get_command(None, name)
        if hasattr(verb, "list_commands"):
            for one in sorted(set(verb.list_commands(None)) - set(metrics)):
                yield Row(f"sacreval {name} {one} --help")
    for name in metrics:
        yield Row(f"sacreval evaluate {name} --help")
    for verb_name in WITH_METRICS:
        for name in ("bleu", *ALSO):
            yield Row(f"sacreval {verb_name} {name} --help")
    for name in LISTS:
        yield Row(f"sacreval list {name}")
