"""Rows of help: every verb, every command, and the options of every metric."""

from collections.abc import Iterator

import typer

from lock.rows import Row
from sacreval.cli.options.common_options import SUITE
from sacreval.commands.verbs import VERBS, app
from sacreval.core.metric import metrics

WITH_METRICS = ("score", "compare", "correlate", "select", "robustness")
ALSO = ("rouge", "judge")  # their commands of other verbs than `evaluate`
SHORT = ("evaluate bleu", "evaluate suite", "compare chrf", "score rouge", "correlate scores")
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
            names = verb.list_commands(None)
            flag = "--help-all" if SUITE in names else "--help"
            for alias in sorted(set(names) - set(metrics)):
                yield Row(f"sacreval {name} {alias} {flag}")
    for name in metrics:
        yield Row(f"sacreval evaluate {name} --help-all")
    for verb_name in WITH_METRICS:
        for name in ("bleu", *ALSO):
            yield Row(f"sacreval {verb_name} {name} --help-all")
    for line in SHORT:
        yield Row(f"sacreval {line} --help")
    for name in LISTS:
        yield Row(f"sacreval list {name}")
