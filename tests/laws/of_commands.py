"""Laws of the commands of every metric: documented options, no clash, help that works."""

import inspect
import re
from contextlib import redirect_stdout
from dataclasses import fields
from functools import cache
from io import StringIO
from typing import Any

from sacreval.cli.metric_commands import metric_parameters
from sacreval.cli.options.generated_options import parameters
from sacreval.cli.verb_index import verb_of
from sacreval.commands import evaluate as verb
from sacreval.commands.app import run
from sacreval.core.metric import metrics
from sacreval.core.options.docstrings import arguments
from sacreval.core.options.registry import RESERVED
from support.law_items import CLASSES

MOST_COMMON = 20
OF_METRICS = ("evaluate", "score", "compare", "correlate")  # the verbs with a command a metric


def metric_options(cls: type[Any]) -> list[str]:
    return [f.name for f in fields(cls) if f.name not in RESERVED]


def flag(option: str) -> str:
    """Return an option as it is written after two hyphens."""
    return option.replace("_", "-")


def shown_by(*words: str) -> str:
    """Return what a command prints."""
    with redirect_stdout(StringIO()) as out:
        assert run(words) == 0
    return out.getvalue()


def squeeze(text: str) -> str:
    """Drop all white space, since help breaks lines anywhere."""
    return "".join(text.split())


def check_documented(cls: type[Any]) -> None:
    """Check that the options of a metric or reader stand under `Args:`, and nothing else."""
    documented = {key: text for key, text in arguments(cls).items() if key not in RESERVED}
    assert list(documented) == metric_options(cls)
    assert all(len(text) > 10 for text in documented.values())
    assert (inspect.getdoc(cls) or "").split("\n", 1)[0].endswith(".")


@cache
def options_of(verb_name: str, name: str) -> frozenset[str]:
    """Return the names of the options that a verb has for a metric."""
    return frozenset(param.name for param in verb_of(verb_name).make(name).params)


def names_of_options(name: str) -> set[str]:
    """Return the names of a metric's options, and of those of its wrappers."""
    return {parameter.name for parameter in metric_parameters(metrics.get(name), name)}


@CLASSES.of(metrics)
def documented(name):
    """Every option of a metric stands under `Args:`, in its order, and nothing else."""
    check_documented(metrics.get(name))


@CLASSES.of(metrics)
def help_is_complete(name):
    """`--help-all` of a metric's command shows every option, its default and shared options."""
    shown = shown_by("evaluate", name, "--help-all")
    squeezed = squeeze(shown)
    for parameter in parameters(metrics.get(name), name):
        assert f"--{flag(parameter.name)}" in shown
    for option in metric_options(metrics.get(name)):
        assert squeeze(arguments(metrics.get(name))[option]) in squeezed
    for shared in ("--references", "--reader", "--map", "--ci", "--by", "--instances", "--seed"):
        assert shared in shown


@CLASSES.of(metrics)
def help_is_short(name):
    """`--help` of a metric's command shows its own options, and at most twenty others."""
    head, _, common = shown_by("evaluate", name, "--help").partition("\nCommon options:\n")
    positional = getattr(metrics.get(name), "positional", ())
    for option in metric_options(metrics.get(name)):
        assert (option.upper() if option in positional else f"--{flag(option)}") in head
    rows = re.findall(r"^  (?!-h, )\S", common, re.MULTILINE)
    assert 0 < len(rows) <= MOST_COMMON


@CLASSES.of(metrics)
def no_clash(name):
    """No option is named like one that every command has, but for a metric's own normaliser."""
    shared = set(inspect.signature(verb.evaluate).parameters) - {"normalize"}
    assert shared.isdisjoint(metric_options(metrics.get(name)))
    assert verb.make(name).name in (name, None)


# Options of a metric that take the place of the verb's: one means the same, the other metric has
# one output, so that there is nothing to choose.
IN_PLACE = {"lower_is_better", "metric"}


@CLASSES.of(metrics)
def every_verb_takes_every_metric(name):
    """No option of a metric has the name of an option of any verb."""
    names = names_of_options(name)
    for verb_name in OF_METRICS:
        shared = options_of(verb_name, "length") - names_of_options("length")
        assert {"quiet", "notices"} <= shared
        assert shared.isdisjoint(names - IN_PLACE), verb_name
