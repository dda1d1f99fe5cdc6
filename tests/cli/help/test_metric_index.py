"""The index of metrics that help is written from, and what help lists of it."""

import pytest
import typer

from sacreval.cli.help.help_sections import first_paragraph
from sacreval.cli.help.metric_index import INDEX, by_heading, generate
from sacreval.cli.verb_index import collected
from sacreval.commands.verbs import app
from sacreval.core.metric import metrics
from sacreval.core.tasks import TASKS


def test_index():
    """The index is what the metrics say; `python -m sacreval.cli.help.metric_index` writes it."""
    assert INDEX.read_text(encoding="utf-8") == generate()


ROOT = typer.main.get_group(app)


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare", "correlate", "select"])
def test_every_metric_is_listed(cli, verb):
    """The help of a verb has every metric once, and the sentence of each."""
    text = " ".join(cli(verb, "--help").out.split())
    for rows in by_heading(metrics).values():
        for name, sentence in rows:
            assert f" {name} {sentence}" in text


def test_every_task_has_a_heading():
    """No built-in metric is listed among the plug-ins, so every task has a heading."""
    from sacreval.cli.help.metric_index import HEADINGS

    assert sorted(task for tasks in HEADINGS.values() for task in tasks) == sorted(TASKS)


@pytest.mark.parametrize("verb", [*collected("EXAMPLES"), "select", "robustness"])
def test_sentences_of_other_subcommands(verb):
    """Each sentence of a verb's help about a subcommand is how its own help begins."""
    group = ROOT.get_command(None, verb)
    for name, sentence in type(group).listed()["Several metrics, and other inputs"]:
        assert first_paragraph(group.get_command(None, name).help).startswith(sentence)
