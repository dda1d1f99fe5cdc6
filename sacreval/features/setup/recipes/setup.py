"""Set-up of a corpus: fetch, unpack, convert, count, and then move the files into place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter, warn

from sacreval.core.records import Batch, Instance, named
from sacreval.errors import InputError, InputNotice, SacrevalError, UsageError, one_line, remedy
from sacreval.features.setup.recipes import corpus_files
from sacreval.features.setup.recipes.corpus_files import StepsOutcome, scores_name, write_records
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.features.setup.recipes.schema import Recipe, RecordStep, Remote, remotes
from sacreval.features.setup.recipes.unpack import folder_for, unpack
from sacreval.io.temporary_files import folder_in


@contextmanager
def named_as_in_recipe(folder: Path) -> Iterator[None]:
    """Name files in notices without the folder that they were fetched into.

    Args:
        folder: The folder.
    """
    with catch_warnings(record=True) as seen:
        simplefilter("always")
        try:
            yield
        finally:
            caught = [warning.message for warning in seen]
    for message in dict.fromkeys(caught):
        if isinstance(message, InputNotice):
            warn(InputNotice(str(message).replace(f"{folder}/", "")), stacklevel=3)
        else:
            warn(message, stacklevel=3)


def needed(recipe: Recipe, steps: Sequence[RecordStep]) -> list[Remote]:
    """List the files that steps of a recipe read, and those that no step names."""
    others = [step for step in recipe.steps if step not in steps]
    return [
        remote
        for remote in remotes(recipe)
        if _named(remote, steps) or not _named(remote, others)
    ]  # fmt: skip


def _named(remote: Remote, steps: Sequence[RecordStep]) -> bool:
    return any(_matches(remote, name) for step in steps for name in _names(step))


def _names(step: RecordStep) -> Iterator[str]:
    yield from _texts(step.inputs)
    yield from (text.removeprefix("./") for text in _texts(step.options))


def _texts(value: Any) -> Iterator[str]:
    """List the texts in a nested value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for item in value.values() for text in _texts(item))
    elif isinstance(value, list):
        yield from (text for item in value for text in _texts(item))


def _matches(remote: Remote, name: str) -> bool:
    """Return whether a name or pattern is this file, a parent folder, or a path in its archive."""
    path = remote.path
    if name == path or fnmatchcase(path, name) or path.startswith(f"{name.rstrip('/')}/"):
        return True
    return remote.file.unpack and name.startswith(f"{folder_for(Path(path)).as_posix()}/")


Read = Callable[[str, Path, Mapping[str, Any]], Iterator[Batch]]


class WrittenCorpus(NamedTuple):
    """Folder of a corpus, and the files written; none if it was already set up."""

    folder: Path
    files: dict[str, dict[str, int]]


@dataclass(frozen=True, kw_only=True)
class CorpusSetup:
    """Set-up of one corpus in one folder.

    Args:
        recipe: Recipe of the corpus.
        out: Folder that is written.
        fetcher: Source of the files to fetch.
        brought: Checked paths of the files provided by the user, by name.
        read: Function that reads a file with a named reader and its options. It is passed in,
            since recipes do not import readers.
        force: Whether files in the folder may be replaced.
    """

    recipe: Recipe
    out: Path
    fetcher: Fetcher
    read: Read
    brought: Mapping[str, Path]
    force: bool = False

    def run(self) -> WrittenCorpus:
        """Set up the corpus; steps completed by an earlier run of the same recipe are skipped.

        Raises:
            UsageError: If the folder has other files.
            InputError: If the files do not match the recipe. Completed steps are kept, and nothing
                else is written.
        """
        earlier = None if self.force else corpus_files.earlier(self.recipe, self.out)
        if earlier is None:
            self._check_folder()
            earlier = corpus_files.Earlier()
        steps = [step for step in self.recipe.steps if step.output not in earlier.finished]
        if not steps:
            return WrittenCorpus(self.out, {})
        with temporary_folder(self.out.parent, self.out.name) as work:
            outcome = self._make(steps, work, earlier)
        if outcome.failed:
            raise outcome.failure(self.out, work / "in", earlier.finished)
        return WrittenCorpus(self.out, outcome.counts)

    def _make(
        self, steps: Sequence[RecordStep], work: Path, earlier: corpus_files.Earlier
    ) -> StepsOutcome:
        """Write files to a temporary folder, and move the completed ones into place."""
        files = needed(self.recipe, steps)
        place = gather(files, self.fetcher, work / "in", self.brought)
        done = work / "out"
        done.mkdir()
        outcome = StepsOutcome()
        for step in steps:
            try:
                outcome.counts |= self._step(step, place, done)
                outcome.finished.append(step.output)
            except SacrevalError as error:
                outcome.failed[step.output] = error
                for name in (step.output, scores_name(step.output)):
                    (done / name).unlink(missing_ok=True)
        if outcome.finished:
            corpus_files.write_manifest(
                corpus_files.manifest_of(self.recipe, place, done, outcome, earlier), done
            )
            move_into_place(done, self.out, last=corpus_files.MANIFEST)
        return outcome

    def _check_folder(self) -> None:
        if self.out.exists() and not self.out.is_dir():
            raise UsageError(f"{self.out}: this is a file; name a folder")
        if self.out.is_dir() and any(self.out.iterdir()) and not self.force:
            raise UsageError(f"{self.out}: this folder is not empty; name another, or give --force")
        if not self.out.parent.is_dir():
            raise UsageError(f"{self.out}: there is no folder {self.out.parent}; create it first")

    def _step(self, step: RecordStep, place: CorpusFiles, done: Path) -> dict[str, dict[str, int]]:
        with named_as_in_recipe(place.folder):
            tally = write_records(self._records(step, place), done, step.output)
        if step.optional and not tally.records:
            (done / step.output).unlink()
            return {}
        tally.check(step)
        tallied = tally.counts()
        counts = {step.output: {name: n for name, n in tallied.items() if name != "scores"}}
        if tally.scores:
            counts[scores_name(step.output)] = {"scores": tally.scores}
        return counts

    def _records(self, step: RecordStep, place: CorpusFiles) -> Iterator[Instance]:
        options = {name: _with_paths(value, place) for name, value in step.options.items()}
        if step.convert is not None:
            yield from _converted(step.convert, replace(place, read=self._reading), options)
            return
        assert step.reader is not None  # noqa: S101 - checked by the schema
        for system, path in _inputs(step, place):
            batches = self.read(step.reader, path, options)
            yield from named(_renamed(batches, system))

    def _reading(self, reader: str, path: Path, **options: Any) -> Iterator[Instance]:
        return named(self.read(reader, path, options))


def conversion(name: str) -> Callable[..., Iterator[Instance]]:
    """Import a conversion."""
    try:
        module = f"sacreval.features.setup.recipes.convert.{name.replace('-', '_')}"
        return import_module(module).convert  # type: ignore[no-any-return]
    except ModuleNotFoundError:
        raise InputError(f"the recipe names a conversion '{name}', which does not exist; "
                         "use a reader instead") from None  # fmt: skip


def _converted(name: str, place: CorpusFiles, options: Mapping[str, Any]) -> Iterator[Instance]:
    """Run a conversion, and report its exceptions in one sentence."""
    from inspect import signature

    convert = conversion(name)
    try:
        signature(convert).bind(place, **options)
    except TypeError as error:
        raise InputError(
            f"the conversion '{name}' does not take these options ({error}); correct the recipe"
        ) from None
    try:
        yield from convert(place, **options)
    except (SacrevalError, OSError, MemoryError):
        raise
    except Exception as error:
        raise InputError(
            f"the conversion '{name}' raised {one_line(error)}; check its options, and that "
            "the files are those of the recipe"
        ) from error


def gather(
    files: Sequence[Remote], fetcher: Fetcher, folder: Path, brought: Mapping[str, Path]
) -> CorpusFiles:
    """Fetch and unpack the files of a recipe."""
    folder.mkdir()
    fetcher.fetch(files, folder)
    for remote in files:
        if remote.file.unpack:
            archive = folder / remote.path
            unpack(archive, folder_for(archive))
    return CorpusFiles(folder, brought)


@contextmanager
def temporary_folder(parent: Path, name: str) -> Iterator[Path]:
    """Create a temporary folder on the same disk as the result, and remove it afterwards.

    Args:
        parent: Folder in which it is created.
        name: Name of the recipe, used in the folder's name.
    """
    with _system_errors(parent / name), folder_in(parent, name) as work:
        yield work


@contextmanager
def _system_errors(path: Path) -> Iterator[None]:
    """Convert system errors to an error that names the requested folder."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(
            f"{path}: cannot be created, since {error.filename} is missing; check the recipe and "
            "its files"
        ) from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise InputError(
            f"{path}: cannot be written: {error.strerror or error}{where}; {remedy(error)}"
        ) from None


def move_into_place(done: Path, out: Path, *, last: str) -> None:
    """Move completed files into place, ending with the file that marks them as complete."""
    if not out.exists():
        done.replace(out)
        return
    (out / last).unlink(missing_ok=True)
    for path in sorted(done.iterdir(), key=lambda p: p.name == last):
        path.replace(out / path.name)


def _inputs(step: RecordStep, place: CorpusFiles) -> Iterator[tuple[str | None, Path]]:
    if isinstance(step.inputs, dict):
        yield from ((system, place / path) for system, path in step.inputs.items())
    else:
        yield from ((None, path) for pattern in step.inputs for path in place.files(pattern))


def _renamed(batches: Iterator[Batch], system: str | None) -> Iterator[Batch]:
    from dataclasses import replace

    for batch in batches:
        yield batch if system is None else replace(batch, system=system)


def _with_paths(value: Any, place: CorpusFiles) -> Any:
    """Replace texts that begin with `./` by paths of the recipe's files."""
    if isinstance(value, str) and value.startswith("./"):
        return str(place / value[2:])
    if isinstance(value, list):
        return [_with_paths(item, place) for item in value]
    if isinstance(value, dict):
        return {key: _with_paths(item, place) for key, item in value.items()}
    return value
