"""Recipes of models state one commit; of their files they state sizes and checksums."""

import re
from itertools import chain

import msgspec
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.model_recipe import (
    ANY,
    HUB,
    ModelRecipe,
    files_at,
    hub,
    known,
    recipe_of,
    usual_model,
    usual_models,
)
from sacreval.features.setup.setup_model import runs_model
from sacreval.features.setup.setup_shared import size
from sacreval.models.weights.home import ModelName
from support.mirror import CHECKOUT

COMMIT = "1" * 40
FILES = {"config.json": {"bytes": 2, "sha256": "0" * 64}}
GOOD = {
    **dict.fromkeys(("name", "title", "licence", "citation"), "t"),
    "model": "org/tiny",
    "commit": COMMIT,
    "sources": [{"base": f"{HUB}/org/tiny/resolve/{COMMIT}/", "files": FILES}],
}


def test_own_recipes():
    """Recipes have a commit, or an archive with an MD5; known files all have their SHA-256."""
    for recipe in known():
        assert bool(recipe.commit) != bool(recipe.md5), recipe.name
        files = {path: file for one in recipe.sources for path, file in one.files.items()}
        if files and recipe.commit:
            assert {"config.json", "model.safetensors", "tokenizer.json"} <= files.keys()
            assert all(file.sha256 and file.bytes for file in files.values())
        assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in recipe.sha256.values())
    names = [{one.model, one.short, one.name} for one in known()]
    assert len(set().union(*names)) == len(list(chain(*names)))


def test_usual_models():
    """Every metric that runs a model has one usual model for any language."""
    running = {name for name in metrics if runs_model(name)}
    usual = {name: usual_models(name) for name in running}
    assert all(ANY in models for models in usual.values())
    stated = [(metric, language) for one in known() for metric, language in one.usual.items()]
    assert len(set(stated)) == len(stated)
    assert {metric for metric, _ in stated} <= running
    assert set(usual["bertscore"]) == {"en", "en-sci", "tr", "zh", ANY}


def test_finding():
    """A recipe is found by each name of its model, but not for another commit."""
    (large,) = [one for one in known() if one.name == "roberta-large"]
    for name in ("roberta-large", "FacebookAI/roberta-large"):
        assert recipe_of(ModelName(name, "")) == recipe_of(ModelName(name, large.commit)) == large
    assert recipe_of(ModelName("roberta-large", COMMIT)) is None
    assert recipe_of(ModelName("org/tiny", "")) is None


@pytest.mark.parametrize(
    "change",
    [{"commit": "main"}, {"model": "../x"}, {"sources": [{"base": f"{HUB}/x/", "files": FILES}]},
     {"sources": [{"base": GOOD["sources"][0]["base"], "files": {"a": {"bytes": 1}}}]},
     {"sources": [{"base": GOOD["sources"][0]["base"], "files": {"../a": FILES["config.json"]}}]},
     {"sources": [{"base": GOOD["sources"][0]["base"], "files": {"a": {"sha256": "0" * 64}}}]},
     {"copies": [{"model": "org/x", "into": "../x"}]}, {"copies": [{"model": "org/x/y"}]},
     {"also": ["x"]}, {"md5": "0" * 32}, {"md5": "x", "commit": ""},
     {"md5": "0" * 32, "commit": "", "sources": []}],
)  # fmt: skip
def test_wrong_recipes(change):
    """Branches, other addresses, paths outside, and files without checksum or size are refused."""
    assert msgspec.convert(GOOD, ModelRecipe).pinned == f"org/tiny@{COMMIT}"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(GOOD | change, ModelRecipe)


def test_the_hub(monkeypatch):
    """HF_ENDPOINT names another hub; a mirror has the files of the usual one."""
    recipe = msgspec.convert(GOOD, ModelRecipe)
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)
    monkeypatch.setenv("HF_ENDPOINT", "https://hub.example/")
    assert hub(Fetcher(mirror="/x")) == HUB
    (remote,) = files_at(recipe, hub(Fetcher()))
    assert remote.url == f"https://hub.example/org/tiny/resolve/{COMMIT}/config.json"
    monkeypatch.setenv("HF_ENDPOINT", "file:///etc")
    with pytest.raises(UsageError, match="HF_ENDPOINT: 'file:///etc' is no http"):
        hub(Fetcher())


def test_the_table_of_the_docs():
    """docs/neural.md has the command, the model, its weights and its licence, of each metric."""
    page = (CHECKOUT / "docs" / "neural.md").read_text("utf-8")
    for metric in sorted(name for name in metrics if usual_models(name)):
        recipe = usual_model(metric)
        command = f"setup-metric {metric}{' --convert' * recipe.pickled}"
        weights = f"{size(recipe.weight)}{', a pickle' * recipe.pickled}"
        shown = f"| `{command}` | `{recipe.model}` | {weights} | {recipe.licence} |"
        assert shown in page, shown
    languages = usual_models("bertscore")
    for code, recipe in languages.items():
        option = "" if code == ANY else f"--language {code}"
        assert f"`{recipe.model}` ({option or 'all others'})" in page or code == "en"
    others = [recipe for recipe in known() if not recipe.usual]
    assert all(f"`{recipe.short}`" in page for recipe in others)
