"""Models whose files sacreval does not know: as the hub lists them at a commit, and their licence.

The listing has the SHA-256 of each large file and the git blob id of each small one, so that all
files are checked; only the listing itself is trusted to the connection.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import structs

from sacreval.errors import InputError, UsageError, shortened
from sacreval.features.setup.recipes.download import RefusedError
from sacreval.features.setup.recipes.fetch import MIRROR, TOKEN, Fetcher
from sacreval.features.setup.recipes.model_recipe import CopiedTokenizer, ModelRecipe, base_of, hub
from sacreval.features.setup.recipes.schema import File, RecipeSource, Remote, leads_out
from sacreval.io.formats import yaml_files
from sacreval.models.weights.comet_checkpoint import HPARAMS
from sacreval.models.weights.sentence_files import TRANSFORMER
from sacreval.models.weights.vocabularies import VOCABULARIES
from sacreval.models.weights.weights import TOKENIZER

_MOST_LISTING = 2**24  # bytes
_CARD, _MOST_CARD = "README.md", 2**20
UNSTATED = "none stated in the model card"
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


class _Revision(msgspec.Struct):
    sha: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{40}$")]


class _Entry(msgspec.Struct):
    type: str
    path: str
    oid: str = ""
    size: int = 0
    lfs: _Large | None = None


def resolved(name: str, fetcher: Fetcher) -> str:
    """Return the commit that the branch `main` of a model has on the hub now."""
    address = hub(fetcher)
    url = f"{address}/api/models/{name}/revision/main"
    content = _asked(url, fetcher, f"{address} has no {name}", f"hf download {name}")
    try:
        return msgspec.json.decode(content, type=_Revision).sha
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"{name}: the hub's answer states no commit ({shortened(str(error))}); try again, or "
            "write NAME@COMMIT"
        ) from None


def described(recipe: ModelRecipe, fetcher: Fetcher, *, pickles: bool) -> ModelRecipe:
    """Complete a recipe of a model by the hub's listing and the model card."""
    if recipe.sources:
        return recipe
    listed = _listing(recipe.model, recipe.commit, fetcher)
    licence = _licence(recipe, listed, fetcher)
    paths = chosen(listed, recipe.pinned, pickles=pickles, weights=recipe.weights)
    files = {path: _expected(recipe, path, listed[path]) for path in paths}
    sources = [RecipeSource(base=base_of(recipe.model, recipe.commit), files=files)]
    sources += [_copied(copy, files, fetcher) for copy in recipe.copies]
    _check_whole(recipe.pinned, [path for source in sources for path in source.files])
    card = f"see {hub(fetcher)}/{recipe.model}/blob/{recipe.commit}/{_CARD}"
    citation = recipe.citation or card
    return structs.replace(recipe, licence=licence, citation=citation, sources=sources)


def _check_whole(pinned: str, paths: Collection[str]) -> None:
    """Check, before weights are fetched, that there are a configuration and a tokenizer."""
    names = {path.rpartition("/")[2] for path in paths}
    for what, needed in (("config.json", {"config.json"}), ("tokenizer", {*VOCABULARIES})):
        if not needed & names and HPARAMS not in names:
            raise InputError(f"{pinned} has no {what}; name another model or commit")


def _expected(recipe: ModelRecipe, path: str, listed: File) -> File:
    """Return a file with the checksum that the recipe states, which the hub's must equal."""
    expected = recipe.sha256.get(path)
    if expected and listed.sha256 not in {None, expected}:
        raise InputError(
            f"{recipe.pinned}: the hub lists the SHA-256 {listed.sha256} for {path}, where "
            f"sacreval's recipe states {expected}; do not use that file"
        )
    return structs.replace(listed, sha256=expected, blob=None) if expected else listed


def _copied(copied: CopiedTokenizer, there: Collection[str], fetcher: Fetcher) -> RecipeSource:
    """List the configuration and the tokenizer of another model, without what there is already."""
    listed = _listing(copied.model, copied.commit, fetcher)
    before = f"{copied.into}/" if copied.into else ""
    names = {"config.json", *TOKENIZER}
    if any(f"{before}{name}" in there for name in TOKENIZER):
        names = {"config.json"}
    names -= {name for name in names if f"{before}{name}" in there}
    files = {path: file for path, file in listed.items() if path in names}
    return RecipeSource(base=base_of(copied.model, copied.commit), files=files, into=copied.into)


def chosen(paths: Collection[str], pinned: str, *, pickles: bool, weights: str = "") -> list[str]:
    """Select the files that a metric reads: configuration, weights, tokenizer, card."""
    safe = _weights(paths, _SAFE)
    pickled = _weights(paths, re.compile(re.escape(weights)) if weights else _PICKLE)
    if not safe and pickled and not pickles:
        raise UsageError(
            f"{pinned} has weights as a pickle ({pickled[0]}) alone, which may run code when it is "
            "read; add --convert to store its numbers as safetensors, or --pickles to keep it"
        )
    if not safe and not pickled:
        raise InputError(
            f"{pinned} has no weights that sacreval reads (model.safetensors); name another model "
            "or commit"
        )
    parts = [_PART, *([_PICKLED_PART] if pickles else [])]
    others = [p for p in paths if p in {*_NAMES, _CARD} or any(part.fullmatch(p) for part in parts)]
    return sorted([*others, *(safe or pickled)])


def _weights(paths: Iterable[str], form: re.Pattern[str]) -> list[str]:
    """List the weights of one form: a single file, or an index with its shards."""
    matching = sorted(path for path in paths if form.fullmatch(path))
    whole = [path for path in matching if "-of-" not in path and not path.endswith(".index.json")]
    return whole or matching


def _asked(url: str, fetcher: Fetcher, lacks: str, remedy: str) -> bytes:
    """Return an answer of the hub, or of the mirror that stands for it; it has no checksum."""
    address = hub(fetcher)
    mirror = fetcher.mirror or os.environ.get(MIRROR)
    patience = replace(fetcher.patience, most=_MOST_LISTING)
    once = replace(fetcher, allow_unpinned=True, patience=patience)
    with tempfile.TemporaryDirectory(prefix="sacreval-") as folder:
        try:
            once.fetch([Remote(url=url, path="answer.json", file=File())], Path(folder))
        except RefusedError as error:
            if mirror:
                raise InputError(
                    f"{fetcher.place(url)}: the mirror answered {error.status}; check it, or drop "
                    "--mirror to ask the hub"
                ) from None
            if error.status in {401, 403}:
                raise InputError(
                    f"{lacks.replace(' has no ', ' does not show ')} ({error.status}): the name is "
                    f"wrong, or its terms must be accepted at {address}; then set {TOKEN} to a "
                    f"token of yours, or run: {remedy}"
                ) from None
            raise InputError(f"{lacks} ({error.status}); check it") from None
        return Path(folder, "answer.json").read_bytes()


def _listing(model: str, commit: str, fetcher: Fetcher) -> dict[str, File]:
    """Return each file of a model with its size and checksum, as the hub lists them."""
    address, pinned = hub(fetcher), f"{model}@{commit}"
    content = _asked(
        f"{address}/api/models/{model}/tree/{commit}?recursive=1",
        fetcher,
        f"{address} has no {model} at commit {commit}",
        f"hf download {model} --revision {commit}",
    )
    try:
        entries = msgspec.json.decode(content, type=list[_Entry])
        files = {entry.path: _file(entry) for entry in entries if entry.type == "file"}
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError(
            f"{pinned}: the hub's list of files cannot be read ({shortened(str(error))}); try "
            "again, or another HF_ENDPOINT or --mirror"
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


def _licence(recipe: ModelRecipe, listed: Mapping[str, File], fetcher: Fetcher) -> str:
    """Return the licence that the metadata of the model card state, else the recipe's."""
    card = listed.get(_CARD)
    if card is None or (card.bytes or 0) > _MOST_CARD:
        return recipe.licence or "none stated: the model has no card"
    url = f"{hub(fetcher)}/{recipe.model}/resolve/{recipe.commit}/{_CARD}"
    with tempfile.TemporaryDirectory(prefix="sacreval-") as folder:
        fetcher.fetch([Remote(url=url, path=_CARD, file=card)], Path(folder))
        stated = licence_of(Path(folder, _CARD).read_text("utf-8", "replace"), Path(folder))
    known = "" if recipe.licence.startswith(("as its", "none")) else recipe.licence
    if not known or stated.casefold() in known.casefold() or known.casefold() in stated.casefold():
        return recipe.licence if stated == UNSTATED and recipe.licence else stated
    return known if stated == UNSTATED else f"{known}; by its card {stated}"


def licence_of(card: str, folder: Path) -> str:
    """Return the licence that a model card states in its metadata."""
    lines = card.lstrip("\ufeff").splitlines()
    ends = [i for i, line in enumerate(lines[1:], 1) if line.rstrip() == "---"]
    if not lines or lines[0].rstrip() != "---" or not ends:
        return UNSTATED
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
    return shortened(text) or UNSTATED
