"""A model is installed whole; what was set up for several metrics states all of them."""

import hashlib

import msgspec
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.install import (
    Purpose,
    install_model,
    installed,
    plan_model,
)
from sacreval.features.setup.recipes.model_recipe import HUB, ModelRecipe
from sacreval.models.weights import home

COMMIT = "1" * 40
FILES = {"config.json": b"{}", "model.safetensors": b"weights"}


@pytest.fixture
def made(tmp_path):
    """Write a mirror with a model, and return its recipe and a fetcher."""

    def call(files):
        base = f"{HUB}/org/tiny/resolve/{COMMIT}/"
        known = {}
        for name, data in files.items():
            path = tmp_path / "mirror" / base.removeprefix("https://") / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            known[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        recipe = {**dict.fromkeys(("name", "title", "citation"), "t"), "licence": "a\nb",
                  "model": "org/tiny", "commit": COMMIT,
                  "sources": [{"base": base, "files": known}]}  # fmt: skip
        fetcher = Fetcher(mirror=str(tmp_path / "mirror"), offline=True)
        return msgspec.convert(recipe, ModelRecipe), fetcher

    return call


def test_once_for_several_metrics(made):
    """A second metric is added to the record, and nothing is fetched again."""
    recipe, fetcher = made(FILES)
    assert installed(recipe, Purpose(["bertscore"])) is None
    folder, fetched = install_model(recipe, fetcher, Purpose(["moverscore"]))
    assert fetched
    assert installed(recipe, Purpose(["bertscore"])) == (folder, False)
    known = home.read(folder)
    assert (known.metrics, known.licence) == (("bertscore", "moverscore"), "a b")
    assert home.find("tiny", "x") == known
    assert plan_model(recipe, fetcher, convert=False)[-1] == f"write {folder}"


def test_a_model_of_another_kind(made, tmp_path):
    """A model that does not fit the metric is refused before its weights are fetched."""
    recipe, fetcher = made(FILES)
    (tmp_path / "mirror").joinpath(
        *recipe.sources[0].base.split("/")[2:], "model.safetensors"
    ).unlink()
    with pytest.raises(UsageError, match=f"^org/tiny@{COMMIT}: it is none$"):
        install_model(recipe, fetcher, Purpose(["comet"], lambda _: "it is none"))
    assert [p for p in (tmp_path / "home").rglob("*") if p.is_file()] == []


def test_files_that_do_not_fit(made, tmp_path):
    """A model whose index names missing shards is not installed, and the sentence has no folder."""
    recipe, fetcher = made(
        {"config.json": b"{}", "model.safetensors.index.json": b'{"weight_map": {"a": "b"}}'}
    )
    with pytest.raises(InputError, match=f"^org/tiny@{COMMIT}: b: No such file"):
        install_model(recipe, fetcher, Purpose(["bertscore"]))
    assert [p for p in (tmp_path / "home").rglob("*") if p.is_file()] == []
