"""Recipes of models: where their files are, and which metrics they are the usual model of."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sacreval.errors import UsageError
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.fetch import MIRROR, Fetcher, refuse_password
from sacreval.features.setup.recipes.schema import RecipeBase, Remote, Strict, leads_out, remotes
from sacreval.models.weights.home import ModelName, parsed

HUB = "https://huggingface.co"
ANY = "any"  # language of a usual model
_ENDPOINT = "HF_ENDPOINT"
_OFFLINE = "HF_HUB_OFFLINE"
_COMMIT = re.compile("[0-9a-f]{40}|")
_MD5 = re.compile("[0-9a-f]{32}")
_BASE = re.compile(rf"{re.escape(HUB)}/(?P<model>.+)/resolve/[0-9a-f]{{40}}/")


class CopiedTokenizer(Strict, frozen=True, kw_only=True):
    """Configuration and tokenizer of another model, which a model's own repository lacks.

    Args:
        model: The name of the other model on the hub.
        commit: Its commit; "" if none is known.
        into: Folder that they are written to.
    """

    model: str
    commit: str = ""
    into: str = ""

    def __post_init__(self) -> None:
        _check_name(self.model, self.commit)
        if self.into and leads_out(self.into):
            raise ValueError("`into` leads out of the folder")


class ModelRecipe(RecipeBase, frozen=True, kw_only=True):
    """Recipe of a model.

    Args:
        model: Its name on the hub, such as FacebookAI/roberta-large.
        commit: The commit, 40 hexadecimal digits; "" if none is known.
        md5: Of a model that is one archive of fairseq: the MD5 of its files, as
            `fairseq_archive` computes it; "" for models of the hub.
        bytes: Size of its weights, about, where `sources` does not have it; None if unknown.
        pickled: Whether its weights are pickles, as far as is known; the hub's listing decides.
        usual: Metrics whose usual model it is, with the code of the language, or `any`.
        terms: Whether the hub shows it only to those who have accepted its terms.
        weights: The file of its weights, if that has another name than usual.
        copies: Files of other models that belong to it.
        sha256: SHA-256 of files that are known, where `sources` does not have them.
    """

    folder: ClassVar[str] = "metric_setup/models"

    model: str
    commit: str = ""
    md5: str = ""
    bytes: int | None = None
    pickled: bool = False
    usual: dict[str, str] = msgspec.field(default_factory=dict)
    terms: bool = False
    weights: str = ""
    copies: list[CopiedTokenizer] = msgspec.field(default_factory=list)
    sha256: dict[str, str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_name(self.model, self.commit)
        if self.md5:
            if not _MD5.fullmatch(self.md5) or len(remotes(self)) != 1 or self.commit:
                raise ValueError("`md5` must be 32 hexadecimal digits, of one archive, no commit")
            return
        allowed = {self.model, *(copy.model for copy in self.copies)}
        for source in self.sources:
            base = _BASE.fullmatch(source.base)
            if base is None or base["model"] not in allowed:
                raise ValueError("`base` must be HUB/MODEL/resolve/COMMIT/")
            for path, file in source.files.items():
                if not file.pinned or file.bytes is None:
                    raise ValueError(f"`{path}` needs its bytes and a checksum")

    @property
    def pinned(self) -> str:
        """The name with the commit, if it has one."""
        return f"{self.model}@{self.commit}" if self.commit else self.model

    @property
    def weight(self) -> int | None:
        """Size of its files in bytes, about; None if it is unknown."""
        return self.size or self.bytes

    @property
    def short(self) -> str:
        """The name without its organisation."""
        return self.model.rpartition("/")[2]


def _check_name(model: str, commit: str) -> None:
    if parsed(model) != (model, "") or not _COMMIT.fullmatch(commit):
        raise ValueError("`model` and `commit` must be a name and 40 hexadecimal digits")


@cache
def known() -> list[ModelRecipe]:
    """List the models that sacreval has recipes of."""
    return [place.recipe(name, ModelRecipe) for name in place.names(ModelRecipe)]


def recipe_of(model: ModelName) -> ModelRecipe | None:
    """Return the recipe of a model that sacreval has, or None."""
    for recipe in known():
        if model.name in {recipe.model, recipe.short} and model.commit in {"", recipe.commit}:
            return recipe
    return None


def usual_models(metric: str) -> dict[str, ModelRecipe]:
    """Return the usual models of a metric by language, of which `any` is that of all others."""
    return {recipe.usual[metric]: recipe for recipe in known() if metric in recipe.usual}


def usual_model(metric: str, language: str = "en") -> ModelRecipe | None:
    """Return the usual model of a metric; None if there is none that can be fetched.

    Args:
        metric: Name of the metric.
        language: Code of the language of the texts.
    """
    usual = usual_models(metric)
    return usual.get(language) or usual.get(ANY)


def base_of(model: str, commit: str) -> str:
    """Return the address of a model's files, as recipes write it."""
    return f"{HUB}/{model}/resolve/{commit}/"


def hub(fetcher: Fetcher) -> str:
    """Return the address of the hub: HF_ENDPOINT if it is set; a mirror has the usual one."""
    if fetcher.mirror or os.environ.get(MIRROR):
        return HUB
    address = (os.environ.get(_ENDPOINT) or HUB).rstrip("/")
    if not address.startswith(("https://", "http://")):
        raise UsageError(f"{_ENDPOINT}: '{address}' is no http(s) address; correct it")
    refuse_password(address, _ENDPOINT)
    return address


def offline() -> bool:
    """Return whether HF_HUB_OFFLINE forbids the network."""
    return os.environ.get(_OFFLINE, "").upper() in {"1", "ON", "YES", "TRUE"}


def files_at(recipe: ModelRecipe, address: str) -> list[Remote]:
    """List the files of a model with their addresses on a hub."""
    return [
        replace(r, url=address + r.url.removeprefix(HUB)) if r.url.startswith(HUB) else r
        for r in remotes(recipe)
    ]
