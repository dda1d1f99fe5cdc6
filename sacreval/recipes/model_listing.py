"""Models without a recipe: their files as the hub lists them at a commit, and their licence.

The listing has the SHA-256 of each large file and the git blob id of each small one, so that all
files are checked; only the listing itself is trusted to the connection.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec

from sacreval.errors import InputError, UsageError, shortened
from sacreval.io import yaml_files
from sacreval.models.home import ModelName
from sacreval.models.sentence_files import TRANSFORMER
from sacreval.models.weights import TOKENIZER
from sacreval.recipes.download import RefusedError
from sacreval.recipes.fetch import Fetcher
from sacreval.recipes.model_recipe import ModelRecipe, hub
from sacreval.recipes.schema import File, RecipeSource, Remote, leads_out

_MOST_LISTING = 2**24  # bytes
_CARD, _MOST_CARD = "README.md", 2**20
_NAMES = {
    "config.json", "generation_config.json", "hparams.yaml", "modules.json",
    "config_sentence_transformers.json", "LICENSE", "LICENSE.txt", *TOKENIZER, *TRANSFORMER,
    *(f"encoder/{name}" for name in ("config.json", *TOKENIZER)),  # of a model of COMET
}  # fmt: skip
_PART = re.compile(r"[0-9]+_[A-Za-z]+/(config\.json|model\.safetensors)")  # sentence-transformers
_PICKLED_PART = re.compile(r"[0-9]+_[A-Za-z]+/pytorch_model\.bin")
_SAFE = re.compile(r"model(-[0-9]{5}-of-[0-9]{5})?\.safetensors(\.index\.json)?")
_PICKLE = re.compile(
    r"pytorch_model(-[0-9]{5}-of-[0-9]{5})?\.bin(\.index\.json)?|checkpoints/model\.ckpt"
)


class _Large(msgspec.Struct):
    oid: str
    size: int


class _Entry(msgspec.Struct):
    type: str
    path: str
    oid: str = ""
    size: int = 0
    lfs: _Large | None = None


def described(model: ModelName, fetcher: Fetcher, *, pickles: bool) -> ModelRecipe:
    """Write a recipe of a model from the hub's listing and the model card.

    Args:
        model: Its name and commit.
        fetcher: Source of the listing and the card.
        pickles: Whether weights may be pickles, if there is no safetensors file.

    Raises:
        UsageError: If the weights are pickles and `pickles` is false.
        InputError: If the hub has no such model, or its listing cannot be used.
    """
    pinned, address = f"{model.name}@{model.commit}", hub(fetcher)
    with tempfile.TemporaryDirectory(prefix="sacreval-") as name:
        folder = Path(name)
        listed = _listing(pinned, _fetched(model, address, fetcher, folder))
        licence = _licence(model, address, listed, fetcher, folder)
    base = f"{address}/{model.name}/resolve/{model.commit}/"
    files = {path: listed[path] for path in chosen(listed, pinned, pickles=pickles)}
    return ModelRecipe(
        name=pinned,
        title=f"a model of {address}",
        licence=licence,
        citation=f"see {address}/{model.name}/blob/{model.commit}/{_CARD}",
        model=model.name,
        commit=model.commit,
        sources=[RecipeSource(base=base, files=files)],
    )


def chosen(paths: Collection[str], pinned: str, *, pickles: bool) -> list[str]:
    """Select the files that a metric reads: configuration, weights, tokenizer, card.

    Args:
        paths: All files of the model.
        pinned: Name and commit, for messages.
        pickles: Whether weights may be pickles, if there is no safetensors file.
    """
    weights = _weights(paths, _SAFE)
    pickled = _weights(paths, _PICKLE)
    if not weights and pickled and not pickles:
        raise UsageError(
            f"{pinned} has weights as a pickle ({pickled[0]}) alone, which may run code when it is "
            "read; give --pickles here and to the metric, to read numbers only"
        )
    if not weights and not pickled:
        raise InputError(
            f"{pinned} has no weights that sacreval reads (model.safetensors); name another model "
            "or commit"
        )
    parts = [_PART, *([_PICKLED_PART] if pickles else [])]
    others = [p for p in paths if p in {*_NAMES, _CARD} or any(one.fullmatch(p) for one in parts)]
    return sorted([*others, *(weights or pickled)])


def _weights(paths: Iterable[str], form: re.Pattern[str]) -> list[str]:
    """List the weights of one form: a single file, or an index with its shards."""
    found = sorted(path for path in paths if form.fullmatch(path))
    whole = [path for path in found if "-of-" not in path and not path.endswith(".index.json")]
    return whole or found


def _fetched(model: ModelName, address: str, fetcher: Fetcher, folder: Path) -> bytes:
    """Return the listing as the hub sends it."""
    url = f"{address}/api/models/{model.name}/tree/{model.commit}?recursive=1"
    once = replace(
        fetcher, allow_unpinned=True, patience=replace(fetcher.patience, most=_MOST_LISTING)
    )
    try:
        once.fetch([Remote(url=url, path="listing.json", file=File())], folder)
    except RefusedError as error:
        if error.status in {401, 403}:
            raise InputError(
                f"{address} does not show {model.name} ({error.status}): the name is wrong, or its "
                f"terms must be accepted; then run: hf download {model.name} --revision "
                f"{model.commit}"
            ) from None
        raise InputError(
            f"{address} has no {model.name} at commit {model.commit} ({error.status}); check both"
        ) from None
    return (folder / "listing.json").read_bytes()


def _listing(pinned: str, content: bytes) -> dict[str, File]:
    """Return each file of a listing with its size and checksum."""
    try:
        entries = msgspec.json.decode(content, type=list[_Entry])
        files = {one.path: _file(one) for one in entries if one.type == "file"}
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError(
            f"{pinned}: the hub's list of files cannot be read ({shortened(str(error))}); try "
            "again, or another HF_ENDPOINT"
        ) from None
    for path in files:
        if leads_out(path) or "\\" in path or not path.isprintable():
            raise InputError(
                f"{pinned}: the hub's list of files has the path {shortened(repr(path))}, which "
                "leads out of a folder; do not use that hub"
            )
    return files


def _file(entry: _Entry) -> File:
    large = entry.lfs
    size = large.size if large else entry.size
    if size < 0:
        raise ValueError(f"{entry.path} has {size} bytes")
    return File(bytes=size, sha256=large.oid) if large else File(bytes=size, blob=entry.oid)


def _licence(
    model: ModelName, address: str, listed: Mapping[str, File], fetcher: Fetcher, folder: Path
) -> str:
    """Return the licence that the metadata of the model card state."""
    card = listed.get(_CARD)
    if card is None or (card.bytes or 0) > _MOST_CARD:
        return "none stated: the model has no card"
    url = f"{address}/{model.name}/resolve/{model.commit}/{_CARD}"
    fetcher.fetch([Remote(url=url, path=_CARD, file=card)], folder)
    return licence_of((folder / _CARD).read_text("utf-8", "replace"), folder)


def licence_of(card: str, folder: Path) -> str:
    """Return the licence that a model card states in its metadata.

    Args:
        card: The card: Markdown, which may begin with YAML between lines of `---`.
        folder: A folder for a temporary file.
    """
    lines = card.lstrip("\ufeff").splitlines()
    ends = [i for i, line in enumerate(lines[1:], 1) if line.rstrip() == "---"]
    if not lines or lines[0].rstrip() != "---" or not ends:
        return "none stated in the model card"
    path = folder / "card.yaml"
    path.write_text("\n".join(lines[1 : ends[0]]), encoding="utf-8")
    try:
        data = yaml_files.read(str(path)).data
    except InputError:
        return "unknown: the metadata of the model card are no YAML"
    stated = data if isinstance(data, dict) else {}
    names = [
        str(stated[key]) for key in ("license", "license_name", "license_link") if stated.get(key)
    ]
    text = " ".join(", ".join(names).split())
    if re.search(r"\bnc\b", text.lower()):
        text += " (no commercial use)"
    return shortened(text) or "none stated in the model card"
