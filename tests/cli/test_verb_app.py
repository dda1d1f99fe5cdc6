"""The applications of verbs: a subcommand for each metric, for suites, and for other inputs."""

import pytest
import typer

from sacreval.cli.verb_app import verb_app
from sacreval.commands import evaluate, score
from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.compare import command as compare
from sacreval.features.correlate import command as correlate

VERBS = {"evaluate": evaluate, "score": score, "compare": compare, "correlate": correlate}
OTHERS = {
    "evaluate": {"agree"},
    "compare": {"results"},
    "correlate": {"scores", "judgments", "trust", "list"},
}


def subcommands(app):
    """List the names of the subcommands of an application."""
    group = typer.main.get_group(app.typer_app())
    return set(group.list_commands(typer.Context(group)))


@pytest.mark.parametrize("name", VERBS)
def test_each_metric_and_suites(name):
    """Every verb has a subcommand for each metric and for suites; three verbs have others."""
    others = subcommands(VERBS[name].app) - {*metrics, "suite"}
    assert subcommands(VERBS[name].app) >= {*metrics, "suite"}
    assert others == OTHERS.get(name, set())


@pytest.mark.parametrize("name", VERBS)
def test_commands_are_created_by_name(name):
    """A subcommand is created by its name, and an unknown name is refused."""
    assert VERBS[name].make("bleu").params
    with pytest.raises(UsageError, match="did you mean"):
        VERBS[name].make("bleau")


def test_nothing_is_created_before_it_is_used():
    """Listing the subcommands creates none of them."""
    created = []
    app = verb_app(created.append, "Help.", {"other": "Another."})
    assert "other" in subcommands(app)
    assert not created
    group = typer.main.get_group(app.typer_app())
    group.get_command(typer.Context(group), "other")
    assert created == ["other"]
