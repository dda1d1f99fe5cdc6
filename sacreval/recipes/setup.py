"""Setting up a corpus: fetch, unpack, convert, count, and only then put the files in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, SacrevalError, UsageError, one_line, remedy
from sacreval.io.temporary_files import folder_in
from sacreval.recipes import manifest
from sacreval.recipes.fetch import Fetcher
from sacreval.recipes.needed_files import needed
from sacreval.recipes.outcome import Made
from sacreval.recipes.place import Place
from sacreval.recipes.schema import Recipe, Remote, Step
from sacreval.recipes.unpack import folder_for, unpack
from sacreval.recipes.write import named, scores_name, write

Read = Callable[[str, Path, Mapping[str, Any]], Iterator[Batch]]


class Outcome(NamedTuple):
    """Where a corpus stands and what was written; nothing if it stood there already."""

    folder: Path
    files: dict[str, dict[str, int]]


@dataclass(frozen=True, kw_only=True)
class Job:
    """Setting up one corpus in one folder.

    Args:
        recipe: How.
        out: Where.
        fetcher: Where files come from.
        brought: What the user brings, checked.
        read: Reads a file with a named reader and its options. Recipes do not know readers; who
            calls brings the two together.
        force: Whether files in the folder may be replaced.
    """

    recipe: Recipe
    out: Path
    fetcher: Fetcher
    read: Read
    brought: Mapping[str, Path]
    force: bool = False

    def run(self) -> Outcome:
        """Do it; what an earlier run of the same recipe finished is not done again.

        Raises:
            UsageError: If the folder holds something else.
            InputError: If anything is not as the recipe says. Steps that were finished are kept,
                and nothing else is left behind.
        """
        earlier = None if self.force else manifest.earlier(self.recipe, self.out)
        if earlier is None:
            self._check_out()
            earlier = manifest.Earlier()
        steps = [step for step in self.recipe.steps if step.output not in earlier.finished]
        if not steps:
            return Outcome(self.out, {})
        with workshop(self.out.parent, self.out.name) as shop:
            made = self._make(steps, shop, earlier)
        if made.failed:
            raise made.failure(self.out, shop / "in", earlier.finished)
        return Outcome(self.out, made.counts)

    def _make(self, steps: Sequence[Step], shop: Path, earlier: manifest.Earlier) -> Made:
        """Create files in a folder of their own, and move those that are finished into place."""
        files = needed(self.recipe, steps)
        place = gather(files, self.fetcher, shop / "in", self.brought)
        done = shop / "out"
        done.mkdir()
        made = Made()
        for step in steps:
            try:
                made.counts |= self._step(step, place, done)
                made.finished.append(step.output)
            except SacrevalError as error:
                made.failed[step.output] = error
                for name in (step.output, scores_name(step.output)):
                    (done / name).unlink(missing_ok=True)
        if made.finished:
            manifest.write(manifest.describe(self.recipe, place, done, made, earlier), done)
            put(done, self.out, last=manifest.NAME)
        return made

    def _check_out(self) -> None:
        if self.out.exists() and not self.out.is_dir():
            raise UsageError(f"{self.out}: this is a file; name a folder")
        if self.out.is_dir() and any(self.out.iterdir()) and not self.force:
            raise UsageError(f"{self.out}: this folder is not empty; name another, or give --force")
        if not self.out.parent.is_dir():
            raise UsageError(f"{self.out}: there is no folder {self.out.parent}; make it first")

    def _step(self, step: Step, place: Place, done: Path) -> dict[str, dict[str, int]]:
        tally = write(self._records(step, place), done, step.output)
        if step.optional and not tally.records:
            (done / step.output).unlink()
            return {}
        tally.check(step)
        counts = {step.output: tally.counts()}
        if tally.scores:
            counts[scores_name(step.output)] = {"scores": tally.scores}
        return counts

    def _records(self, step: Step, place: Place) -> Iterator[Instance]:
        options = {name: _settle(value, place) for name, value in step.options.items()}
        if step.convert is not None:
            yield from _converted(step.convert, place, self._reading, options)
            return
        assert step.reader is not None  # noqa: S101 - the schema sees to it
        for system, path in _inputs(step, place):
            batches = self.read(step.reader, path, options)
            yield from named(_renamed(batches, system))

    def _reading(self, reader: str, path: Path, **options: Any) -> Iterator[Instance]:
        return named(self.read(reader, path, options))


def conversion(name: str) -> Callable[..., Iterator[Instance]]:
    """Import a conversion.

    Args:
        name: The name of its file in `sacreval/recipes/convert/`.

    Raises:
        InputError: If there is none.
    """
    try:
        return import_module(f"sacreval.recipes.convert.{name.replace('-', '_')}").convert  # type: ignore[no-any-return]
    except ModuleNotFoundError:
        raise InputError(f"the recipe names a conversion '{name}', which is not there; "
                         "use a reader instead") from None  # fmt: skip


def _converted(
    name: str, place: Place, read: Any, options: Mapping[str, Any]
) -> Iterator[Instance]:
    """Run a conversion; what it breaks with is said in a sentence.

    Raises:
        InputError: If it does not take the options, or breaks on the files.
    """
    from inspect import signature

    convert = conversion(name)
    try:
        signature(convert).bind(place, read, **options)
    except TypeError as error:
        raise InputError(
            f"the conversion '{name}' does not take these options ({error}); mend the recipe"
        ) from None
    try:
        yield from convert(place, read, **options)
    except (SacrevalError, OSError, MemoryError):
        raise
    except Exception as error:
        raise InputError(
            f"the conversion '{name}' broke with {one_line(error)}; check its options, and that "
            "the files are those that the recipe means"
        ) from error


def gather(
    files: Sequence[Remote], fetcher: Fetcher, folder: Path, brought: Mapping[str, Path]
) -> Place:
    """Fetch and unpack the files of a recipe."""
    folder.mkdir()
    fetcher.fetch(files, folder)
    for remote in files:
        if remote.file.unpack:
            archive = folder / remote.path
            unpack(archive, folder_for(archive))
    return Place(folder, brought)


@contextmanager
def workshop(parent: Path, name: str) -> Iterator[Path]:
    """Return a folder to work in, on the same disk as the result, that is gone afterwards.

    Args:
        parent: Where it is made.
        name: What is being made, for those who see the folder.
    """
    with _refused(parent / name), folder_in(parent, name) as shop:
        yield shop


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    """Name the folder that was asked for where the system refuses to write it."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(
            f"{path}: cannot be made, since {error.filename} is not there; check the recipe and "
            "the files that it names"
        ) from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise InputError(
            f"{path}: cannot be written: {error.strerror or error}{where}; {remedy(error)}"
        ) from None


def put(done: Path, out: Path, *, last: str) -> None:
    """Move finished files into place; the last one says that all are there.

    Args:
        done: The folder of finished files.
        out: Where they shall stand.
        last: The file that is moved last, and whose old version goes first.
    """
    if not out.exists():
        done.replace(out)
        return
    (out / last).unlink(missing_ok=True)
    for path in sorted(done.iterdir(), key=lambda p: p.name == last):
        path.replace(out / path.name)


def _inputs(step: Step, place: Place) -> Iterator[tuple[str | None, Path]]:
    if isinstance(step.inputs, dict):
        yield from ((system, place / path) for system, path in step.inputs.items())
    else:
        yield from ((None, path) for pattern in step.inputs for path in place.files(pattern))


def _renamed(batches: Iterator[Batch], system: str | None) -> Iterator[Batch]:
    from dataclasses import replace

    for batch in batches:
        yield batch if system is None else replace(batch, system=system)


def _settle(value: Any, place: Place) -> Any:
    """Turn texts that begin with `./` into paths of the recipe's files."""
    if isinstance(value, str) and value.startswith("./"):
        return str(place / value[2:])
    if isinstance(value, list):
        return [_settle(item, place) for item in value]
    if isinstance(value, dict):
        return {key: _settle(item, place) for key, item in value.items()}
    return value
