"""The laws that every generated command keeps: documented options, no clash, help that works."""

import inspect
from dataclasses import dataclass, fields
from importlib import import_module
from typing import Any

import pytest
import typer

from sacreval.cli import evaluate as verb
from sacreval.cli.app import run
from sacreval.cli.generated_options import command, parameters
from sacreval.cli.verbs import VERBS, app
from sacreval.core.docstrings import arguments
from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.registry import RESERVED
from sacreval.errors import UsageError
from sacreval.readers._base import readers

ROOT = typer.main.get_group(app)
NAMES = [*(("metric", name) for name in metrics), *(("reader", name) for name in readers)]


def find(kind: str, name: str) -> type[Any]:
    return (metrics if kind == "metric" else readers).get(name)


def own_options(cls: type[Any]) -> list[str]:
    return [f.name for f in fields(cls) if f.name not in RESERVED]


def squeeze(text: str) -> str:
    """Drop all white space, since help breaks lines anywhere."""
    return "".join(text.split())


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_documented(kind, name):
    """Every option of a metric or reader stands under `Args:`, in its order, and nothing else."""
    cls = find(kind, name)
    documented = {key: text for key, text in arguments(cls).items() if key not in RESERVED}
    assert list(documented) == own_options(cls)
    assert all(len(text) > 10 for text in documented.values())
    assert inspect.getdoc(cls).split("\n", 1)[0].endswith(".")


@pytest.mark.parametrize("name", list(metrics))
def test_help(name, capsys):
    """`--help` of a metric's command shows every option, its default and the shared options."""
    assert run(["evaluate", name, "--help"]) == 0
    shown = capsys.readouterr().out
    squeezed = squeeze(shown)
    for parameter in parameters(metrics.get(name), name):
        assert f"--{parameter.name.replace('_', '-')}" in shown
    for option in own_options(metrics.get(name)):
        assert squeeze(arguments(metrics.get(name))[option]) in squeezed
    for shared in ("--references", "--reader", "--map", "--ci", "--by", "--instances", "--seed"):
        assert shared in shown


@pytest.mark.parametrize("name", list(metrics))
def test_no_clash(name):
    """No option is named like one that every command has, but for a metric's own normaliser."""
    shared = set(inspect.signature(verb.evaluate).parameters) - {"normalize"}
    assert shared.isdisjoint(own_options(metrics.get(name)))
    assert verb.make(name).name in (name, None)


def test_clash_is_refused():
    """A metric whose option every command has cannot become a command."""
    with pytest.raises(UsageError, match="options of the same name: seed"):
        command(verb.evaluate, Clashing, "clashing")


def test_undocumented_is_refused():
    """A metric with an option that `Args:` does not name cannot become a command."""
    with pytest.raises(UsageError, match="the option hidden is not documented"):
        command(verb.evaluate, Undocumented, "undocumented")


@dataclass(frozen=True, kw_only=True)
class Clashing(MeanMetric):
    """Something.

    Args:
        seed: Of random numbers that it draws itself.
    """

    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class Undocumented(MeanMetric):
    """Something."""

    hidden: bool = False


@pytest.mark.parametrize("name", list(metrics))
@pytest.mark.parametrize("verb_name", ["evaluate", "score", "compare", "correlate"])
def test_every_verb_takes_every_metric(verb_name, name):
    """No option of a metric has the name of an option of any verb."""
    made = import_module(f"sacreval.cli.{verb_name}").make(name)
    assert {"quiet", "notices"} <= {one.name for one in made.params}


def every_other_command():
    """Yield the commands that are not of a metric, by their words."""
    for name in VERBS:
        verb = ROOT.get_command(None, name)
        of_metrics = set(verb.list_commands(None)) if hasattr(verb, "list_commands") else set()
        if not of_metrics:
            yield name, verb
        for one in sorted(of_metrics - set(metrics)):
            yield f"{name} {one}", verb.get_command(None, one)


OTHERS = dict(every_other_command())


@pytest.mark.parametrize("words", OTHERS)
def test_every_command_can_be_quiet_and_keeps_notices(words):
    """-q, --quiet and --notices are options of every command, each once."""
    given = [flag for one in OTHERS[words].params for flag in one.opts]
    for flag in ("-q", "--quiet", "--notices"):
        assert given.count(flag) == 1


@pytest.mark.parametrize("verb_name", VERBS)
def test_every_verb_has_help(verb_name, capsys):
    """Every verb's help can be asked for, its list of metrics with it."""
    assert run([verb_name, "--help"]) == 0
    assert f"sacreval {verb_name}" in capsys.readouterr().out
