"""Recipes of models state one commit, and sizes and checksums of all files."""

from itertools import chain

import msgspec
import pytest

from sacreval.errors import UsageError
from sacreval.models.home import ModelName
from sacreval.recipes.fetch import Fetcher
from sacreval.recipes.model_recipe import HUB, ModelRecipe, files_at, hub, known, recipe_of

COMMIT = "1" * 40
FILES = {"config.json": {"bytes": 2, "sha256": "0" * 64}}
GOOD = {
    **dict.fromkeys(("name", "title", "licence", "citation"), "t"),
    "model": "org/tiny",
    "commit": COMMIT,
    "sources": [{"base": f"{HUB}/org/tiny/resolve/{COMMIT}/", "files": FILES}],
}


def test_own_recipes():
    """Every recipe has configuration, safetensors and tokenizer, all with their SHA-256."""
    for recipe in known():
        files = {path: file for one in recipe.sources for path, file in one.files.items()}
        assert {"config.json", "model.safetensors", "tokenizer.json"} <= files.keys()
        assert all(file.sha256 and file.bytes for file in files.values())
    names = [{one.model, *one.also} for one in known()]
    assert len(set().union(*names)) == len(list(chain(*names)))


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
     {"sources": [{"base": GOOD["sources"][0]["base"], "files": {"a": {"sha256": "0" * 64}}}]}],
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
