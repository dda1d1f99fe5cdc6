"""Examples on the pages of metrics."""

import pytest

from generator.metric_examples import example, fill, mark
from generator.pages import ROOT
from sacreval.core.metric import metrics


def test_an_example_shows_files_command_and_output():
    """What is shown is what the command prints for the files that are shown."""
    text = fill(f"a\n\n{mark('bleu')}\n", ROOT)
    assert 'title="references.txt"' in text
    assert "$ sacreval evaluate bleu outputs.txt -r references.txt\nsystem   n  BLEU ↑\n" in text
    assert "42.38" in text


def test_records_are_shown_where_texts_do_not_do():
    """A metric of samples has records, and their score."""
    text = example("pass-at-k")
    assert '{"samples": [true, false, true, false, false]}' in text
    assert "0.5000" in text


def test_what_needs_a_model_is_a_command():
    """A metric that cannot run here has the command alone."""
    assert example("bertscore").startswith("```sh\nsacreval evaluate bertscore")


@pytest.mark.long
def test_every_example_runs():
    """Most metrics have an example with its output, and none of them fails."""
    made = [example(name) for name in metrics if metrics.is_own(name)]
    assert sum("```console" in text for text in made) > 60
