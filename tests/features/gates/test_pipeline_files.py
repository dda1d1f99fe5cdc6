"""The files of a pipeline."""

import pytest
import yaml

from sacreval.features.gates.pipeline_files import Place, suite, workflow

ODD = ["my outputs.txt", "a: b.txt", "#c.txt", "é.txt", "it's.txt", "yes", "${{ x }}.txt"]


def test_a_suite_is_read_as_it_was_given():
    """Names with characters of YAML, and whole numbers, come back."""
    options = {"inputs": ODD, "metrics": ['chrf{"word_order": 2}']}
    found = yaml.safe_load(suite("my suite.yaml", options, "b-baseline.json", {"chrf": 1.0}))
    assert found == {**options, "baseline": "b-baseline.json", "significant-drop": {"chrf": 1}}


@pytest.mark.parametrize("folder", [".", "my data", "a/b", "#1"])
def test_a_workflow_is_read_as_it_was_given(folder):
    """Folders and requirements are values of YAML, and words of the shell where they are run."""
    text = workflow(Place("quality", folder, "a b.whl"), "quality.yaml", ODD)
    steps = yaml.safe_load(text)["jobs"]["quality"]["steps"]
    assert steps[2]["run"] == "python -m pip install 'a b.whl'\n"
    assert steps[3]["working-directory"] == folder
    end = "sacreval-results" if folder == "." else f"{folder}/sacreval-results"
    assert steps[4]["with"]["path"] == end


@pytest.mark.parametrize("name", ["a\nb.jsonl", "a\u2028b\rc.jsonl", 'é"\n.jsonl'])
def test_names_with_line_ends_stay_in_their_line(name):
    """A name of a file with a line end leaves neither its comment nor its value."""
    text = workflow(Place("x", ".", "sacreval"), "x.yaml", [name])
    [line] = [line for line in text.splitlines() if "# Here a step of yours" in line]
    assert yaml.safe_load(line.partition("system: ")[2]) == [name]
    made = suite("x.yaml", {"inputs": [name]}, "b.json", {})
    assert yaml.safe_load(made)["inputs"] == [name]
