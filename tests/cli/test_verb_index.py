"""The table of verbs, and their sentences in `sacreval --help`."""

import typer

from sacreval.cli.help.help_sections import first_paragraph
from sacreval.cli.verb_index import SECTIONS, VERBS, purposes
from sacreval.commands.verbs import app


def test_sentences_of_verbs():
    """Each sentence of `sacreval --help` is how the help of the command begins."""
    root = typer.main.get_group(app)
    for section, verbs in purposes().items():
        assert tuple(verbs) == SECTIONS[section]
        for name, sentence in verbs.items():
            assert first_paragraph(root.get_command(None, name).help) == sentence
    assert {name for verbs in SECTIONS.values() for name in verbs} <= VERBS.keys()
