"""Installation of a metric's resources or a model in the data folder, completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from sacreval.errors import InputError, SacrevalError, UsageError, remedy
from sacreval.features.setup.recipes.fairseq_archive import PICKLE, fetch_converted
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.model_recipe import ModelRecipe, files_at, hub
from sacreval.features.setup.recipes.paper_judges import write_judge
from sacreval.features.setup.recipes.pickled_weights import pickled, to_safetensors
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.features.setup.recipes.schema import Build, MetricRecipe, Remote, remotes
from sacreval.features.setup.recipes.setup import gather, temporary_folder
from sacreval.features.setup.recipes.unpack import discard, take_member
from sacreval.io.resources import data_folder, find, known
from sacreval.metrics.ngrams._meteor15 import paraphrase_source
from sacreval.models.weights import home
from sacreval.models.weights.comet_checkpoint import HPARAMS, comet_checkpoint
from sacreval.models.weights.weights import checkpoint


def build(step: Build, place: CorpusFiles) -> None:
    """Build a file."""
    output = place / step.output
    output.parent.mkdir(parents=True, exist_ok=True)
    BUILDERS[step.build](place / step.input, output, step)


def build_table(source: Path, target: Path) -> int:
    """Write the table of a gzip file of paraphrases, completely or not at all."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{target.parent}: cannot be created: {error.strerror}; {remedy(error)}"
        ) from None
    return paraphrase_source.build(source, target).entries


BUILDERS: Mapping[str, Callable[[Path, Path, Build], object]] = {
    "member": lambda source, target, step: take_member(source, step.member, target),
    "paraphrases": lambda source, target, _: build_table(source, target),
    "judge": lambda source, target, step: write_judge(source, target, step.judge),
}
"""Name of a build in recipes to its function of input, output and the step of the recipe."""


class Installed(NamedTuple):
    """Folder of a resource, and whether it was fetched."""

    folder: Path
    fetched: bool


def install(recipe: MetricRecipe, fetcher: Fetcher, *, force: bool = False) -> Installed:
    """Fetch a resource unless it is installed.

    Args:
        recipe: Recipe of the resource.
        fetcher: Source of its files.
        force: Whether to fetch an installed resource again.

    Raises:
        InputError: If the files do not match the recipe; then nothing is installed.
    """
    if not force and (installed := find(recipe.resource)) is not None:
        return Installed(installed, fetched=False)
    resource = known(recipe.resource)
    target = data_folder() / resource.place
    target.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(target.parent, target.name) as work:
        place = gather(remotes(recipe), fetcher, work / "in", {})
        for step in recipe.builds:
            build(step, place)
        folder = place / recipe.take
        if not (folder / resource.proof).is_file():
            raise InputError(
                f"{recipe.name}: {resource.proof} is not among the fetched files; check whether "
                "there is a newer version of sacreval"
            )
        swap(folder, target, work / "old")
    return Installed(target, fetched=True)


def plan(recipe: MetricRecipe, fetcher: Fetcher) -> list[str]:
    """List the files that would be fetched and built, and the folder that would be written."""
    target = data_folder() / known(recipe.resource).place
    fetches = [f"fetch {fetcher.place(remote.url)}" for remote in remotes(recipe)]
    builds = [f"build {step.output} from {step.member or step.input}" for step in recipe.builds]
    return [*fetches, *builds, f"write {target}"]


def swap(new: Path, target: Path, old: Path) -> None:
    """Move a folder into place, and remove the old one afterwards."""
    if target.exists():
        target.replace(old)
    new.replace(target)
    discard(old)


_FIRST = ("config.json", HPARAMS)  # which tell the kind of a model


class Purpose(NamedTuple):
    """What a model is set up for.

    Args:
        metrics: The metrics that it is set up for, which its record states.
        misfit: Returns why the model in a folder is not of a metric's kind; "" if it may be. The
            folder has its configuration, but not yet its weights.
        resolved: Whether the commit is that of the branch `main` now.
        convert: Whether weights that are pickles are stored as safetensors.
    """

    metrics: Sequence[str]
    misfit: Callable[[Path], str] = lambda _: ""
    resolved: bool = False
    convert: bool = False


def installed(recipe: ModelRecipe, purpose: Purpose) -> Installed | None:
    """Return the model if it was set up, after its metrics were added to its record."""
    target = home.folder_of(recipe.model, recipe.commit)
    if (there := home.read(target)) is None:
        return None
    home.write(replace(there, metrics=tuple(sorted({*there.metrics, *purpose.metrics}))), target)
    return Installed(target, fetched=False)


def install_model(recipe: ModelRecipe, fetcher: Fetcher, purpose: Purpose) -> Installed:
    """Fetch a model."""
    target = home.folder_of(recipe.model, recipe.commit)
    with _parents(target), temporary_folder(target.parent, target.name) as work:
        folder = work / "in"
        folder.mkdir()
        files = files_at(recipe, hub(fetcher))
        fetcher.fetch([remote for remote in files if remote.path in _FIRST], folder)
        if why := purpose.misfit(folder):
            raise UsageError(f"{recipe.pinned}: {why}")
        if not recipe.md5:
            fetcher.fetch([remote for remote in files if remote.path not in _FIRST], folder)
        pickles = _pickles(recipe, files) if purpose.convert else []
        try:
            if recipe.md5:
                new = fetch_converted(recipe, fetcher, folder)
            else:
                new = to_safetensors(folder, pickles) if pickles else []
            _check(folder)
        except SacrevalError as error:
            raise InputError(f"{recipe.pinned}: {str(error).replace(f'{folder}/', '')}") from None
        sizes = {remote.path: remote.file.bytes or 0 for remote in remotes(recipe)}
        kept = {path: size for path, size in sizes.items() if (folder / path).is_file()}
        record = home.SetUp(
            name=recipe.model,
            commit=recipe.commit,
            licence=" ".join(recipe.licence.split()),
            metrics=tuple(sorted(purpose.metrics)),
            files=kept | {name: (folder / name).stat().st_size for name in new},
            resolved=purpose.resolved,
            copied=tuple(f"{copy.model}@{copy.commit}" for copy in recipe.copies),
            converted=tuple(pickles),
        )
        home.write(record, folder)
        swap(folder, target, work / "old")
    return Installed(target, fetched=True)


@contextmanager
def _parents(target: Path) -> Iterator[None]:
    """Create the folders that hold a model, and remove them if they stay empty."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{error.filename or target.parent}: cannot be written ({error.strerror}); set "
            "SACREVAL_HOME to a folder that can be"
        ) from None
    try:
        yield
    finally:
        for folder in (target.parent, target.parent.parent):
            with suppress(OSError):  # it is not empty
                folder.rmdir()


def plan_model(recipe: ModelRecipe, fetcher: Fetcher, *, convert: bool) -> list[str]:
    """List the files that would be fetched and converted, and the folder that would be written."""
    files = files_at(recipe, hub(fetcher))
    pickles = _pickles(recipe, files) if convert else []
    return [
        *(f"fetch {fetcher.place(remote.url)}" for remote in files),
        *(f"convert {name} to safetensors" for name in pickles),
        f"write {home.folder_of(recipe.model, recipe.commit)}",
    ]


def _pickles(recipe: ModelRecipe, files: Sequence[Remote]) -> list[str]:
    """List the pickles of a model, of which an archive of fairseq holds one."""
    return [PICKLE] if recipe.md5 else pickled([remote.path for remote in files])


def _check(folder: Path) -> None:
    """Check that configuration and weights can be found, as a metric finds them."""
    if (folder / HPARAMS).is_file():
        comet_checkpoint(str(folder), pickles=True)
    else:
        checkpoint(str(folder), pickles=True)
