"""Options in the help of metrics stand in sections."""

import pytest
import typer

from sacreval.cli.help.help_sections import ORDER, section_of
from sacreval.cli.verb_index import collected
from sacreval.commands.verbs import app

ROOT = typer.main.get_group(app)


@pytest.mark.parametrize("verb", collected("EXAMPLES"))
def test_sections(verb):
    """Every option of a metric's command is its own or in a section, and its own come first."""
    command = ROOT.get_command(None, verb).get_command(None, "bleu")
    known = section_of(command)
    assert {one.name for one in command.params} <= known.keys()
    assert {known[one.name] for one in command.params} >= {"Options of bleu", "Input", "Execution"}
    assert known["tokenize"] not in ORDER
    assert set(known.values()) - set(ORDER) <= {"Options of bleu", "Correlations and their tests"}
