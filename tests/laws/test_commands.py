"""The laws of commands and readers; `of_commands.py` has those of the commands of metrics."""

from dataclasses import dataclass

import pytest
import typer

from laws.of_commands import OF_METRICS, check_documented, options_of
from sacreval.cli.metric_commands import command
from sacreval.cli.verb_index import VERBS
from sacreval.commands import evaluate as verb
from sacreval.commands.app import run
from sacreval.commands.verbs import app
from sacreval.core.metric import MeanMetric, metrics
from sacreval.errors import UsageError
from sacreval.readers._base import readers

ROOT = typer.main.get_group(app)


@pytest.mark.parametrize("name", list(readers))
def test_documented(name):
    """Every option of a reader stands under `Args:`, in its order, and nothing else."""
    check_documented(readers.get(name))


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


@pytest.mark.long
@pytest.mark.parametrize("verb_name", OF_METRICS)
def test_every_verb_takes_every_metric(verb_name):
    """Every verb has a command of every metric, whose notices can be kept."""
    for name in metrics:
        assert {"quiet", "notices"} <= options_of(verb_name, name), name


def every_other_command():
    """Yield the commands that are not of a metric, by their words."""
    for name in VERBS:
        verb = ROOT.get_command(None, name)
        of_metrics = set(verb.list_commands(None)) if hasattr(verb, "list_commands") else set()
        if not of_metrics:
            yield name, verb
        for alias in sorted(of_metrics - set(metrics)):
            yield f"{name} {alias}", verb.get_command(None, alias)


def test_every_command_can_be_quiet_and_keeps_notices():
    """-q, --quiet and --notices are options of every command, each once."""
    for words, cmd in every_other_command():
        flags = [flag for param in cmd.params for flag in param.opts]
        for flag in ("-q", "--quiet", "--notices"):
            assert flags.count(flag) == 1, (words, flag)


@pytest.mark.parametrize("verb_name", VERBS)
def test_every_verb_has_help(verb_name, capsys):
    """Every verb's help can be asked for, its list of metrics with it."""
    assert run([verb_name, "--help"]) == 0
    assert f"sacreval {verb_name}" in capsys.readouterr().out
