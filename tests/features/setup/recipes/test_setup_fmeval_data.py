"""The data sets of fmeval: set up, asked by their prompts, and scored by their suites."""

import json
import shlex

import pytest

from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe
from support import missing
from support.fmeval_data import MODEL, SMALL
from support.sizes import few


@pytest.fixture
def played(miniature, sacreval, monkeypatch, tmp_path):
    """Run the commands of a recipe's page with a model in a file; return what the last printed."""

    def call(name):
        small = SMALL[name]
        folder = miniature(name, small.files)
        monkeypatch.chdir(tmp_path)
        model = f"model_of_{name.replace('-', '_')}"  # which Python imports once
        (tmp_path / f"{model}.py").write_text(MODEL.format(answers=dict(small.answers)))
        printed = ""
        for command in place.recipe(name, Recipe).next:
            own = command.replace(f"{name}/", f"{folder.name}/")
            words = shlex.split(own.replace("openai:MODEL", f"py:{model}:answer"))[1:]
            form = [] if words[0] == "generate" else ["--format", "json"]
            code, printed, err = sacreval(*words, *form)
            if code == 2 and ("setup-metric" in err or "[neural]" in err):
                missing.say(err.strip())
                return None
            assert code == 0, f"{command}: {err}"
        return printed

    return call


@few(4, "name", SMALL)
def test_ask_and_score(played, name):
    """What a recipe's page shows is what one does: generate, then the suite of that name."""
    printed = played(name)
    if printed is None:
        pytest.skip("a resource of a metric is not set up")
    if scores := SMALL[name].scores:
        rows = json.loads(printed)["results"]
        found = {row["output"]: row["value"] for row in reversed(rows) if row["group"] is None}
        assert {k: found[k] for k in scores} == pytest.approx(dict(scores))


def test_every_prompt_is_shown():
    """Each prompt that comes with sacreval is that of a recipe."""
    from sacreval.features.generate.prompt_files import shipped

    shown = [shlex.split(command) for name in SMALL for command in place.recipe(name, Recipe).next]
    used = {words[words.index("--prompt") + 1] for words in shown if "--prompt" in words}
    assert used == set(shipped())


def test_boolq(miniature, lines):
    """BoolQ: answers as texts, the passage among the sources, the title in meta."""
    first, second = lines(miniature("boolq", SMALL["boolq"].files) / "records.jsonl")
    assert (first["references"], first["sources"]) == (["true"], ["Ice is cold."])
    assert (second["references"], second["meta"]) == (["false"], {"title": "F"})


def test_real_toxicity_prompts(miniature, lines):
    """RealToxicityPrompts: `challenging` is a group, toxicities are in meta."""
    name = "real-toxicity-prompts"
    [row] = lines(miniature(name, SMALL[name].files) / "records.jsonl")
    assert (row["input"], row["groups"]) == ("They are", {"challenging": True})
    assert row["meta"]["toxicity"] == 0.1


def test_preferences_of_crows_pairs(played):
    """CrowS-Pairs' records are scored as they are written, by bias."""
    found = json.loads(played("crows-pairs"))["results"]
    assert {row["group"]: row["share"] for row in found} == {
        None: 0.5, "bias=age": 0.0, "bias=gender": 1.0,
    }  # fmt: skip
