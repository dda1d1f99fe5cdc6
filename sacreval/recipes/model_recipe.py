"""Recipes of models: the files of one commit of a model on a hub, with their checksums."""

from __future__ import annotations

import os
import re
from typing import ClassVar

from msgspec.structs import replace

from sacreval.errors import UsageError
from sacreval.models.home import ModelName, parsed
from sacreval.recipes import home
from sacreval.recipes.fetch import MIRROR, Fetcher
from sacreval.recipes.schema import RecipeBase, Remote, remotes

HUB = "https://huggingface.co"
_ENDPOINT = "HF_ENDPOINT"
_OFFLINE = "HF_HUB_OFFLINE"
_COMMIT = re.compile("[0-9a-f]{40}")


class ModelRecipe(RecipeBase, frozen=True, kw_only=True):
    """Recipe of a model.

    Args:
        model: Its name on the hub, such as FacebookAI/roberta-large.
        commit: The commit, 40 hexadecimal digits.
        also: Other names that it has on the command line.
    """

    folder: ClassVar[str] = "metric_setup/models"

    model: str
    commit: str
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if parsed(self.model) != (self.model, "") or not _COMMIT.fullmatch(self.commit):
            raise ValueError("`model` and `commit` must be a name and 40 hexadecimal digits")
        for source in self.sources:
            if not source.base.endswith(f"/{self.model}/resolve/{self.commit}/"):
                raise ValueError("`base` must end in /MODEL/resolve/COMMIT/")
            for path, file in source.files.items():
                if not file.pinned or file.bytes is None:
                    raise ValueError(f"`{path}` needs its bytes and a checksum")

    @property
    def pinned(self) -> str:
        """The name with the commit."""
        return f"{self.model}@{self.commit}"


def known() -> list[ModelRecipe]:
    """List the models that sacreval has recipes of."""
    return [home.recipe(name, ModelRecipe) for name in home.names(ModelRecipe)]


def recipe_of(model: ModelName) -> ModelRecipe | None:
    """Return the recipe of a model that sacreval has, or None.

    Args:
        model: Its name, or one of its other names, with or without the commit.
    """
    for recipe in known():
        if model.name in {recipe.model, *recipe.also} and model.commit in {"", recipe.commit}:
            return recipe
    return None


def hub(fetcher: Fetcher) -> str:
    """Return the address of the hub: HF_ENDPOINT if it is set; a mirror has the usual one."""
    if fetcher.mirror or os.environ.get(MIRROR):
        return HUB
    address = (os.environ.get(_ENDPOINT) or HUB).rstrip("/")
    if not address.startswith(("https://", "http://")):
        raise UsageError(f"{_ENDPOINT}: '{address}' is no http(s) address; correct it")
    return address


def offline() -> bool:
    """Return whether HF_HUB_OFFLINE forbids the network."""
    return os.environ.get(_OFFLINE, "").upper() in {"1", "ON", "YES", "TRUE"}


def files_at(recipe: ModelRecipe, address: str) -> list[Remote]:
    """List the files of a model with their addresses on a hub.

    Args:
        recipe: The recipe.
        address: Address of the hub.
    """
    base = f"{address}/{recipe.pinned.replace('@', '/resolve/')}/"
    return remotes(replace(recipe, sources=[replace(one, base=base) for one in recipe.sources]))
