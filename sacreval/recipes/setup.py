"""Setting up a corpus: fetch, unpack, convert, count, and only then put the files in place."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from sacreval.errors import InputError, UsageError
from sacreval.recipes import manifest
from sacreval.recipes.fetch import Fetcher
from sacreval.recipes.place import Place
from sacreval.recipes.schema import Described, Recipe, Step, remotes
from sacreval.recipes.unpack import discard, folder_for, unpack
from sacreval.recipes.write import named, scores_name, write
from sacreval.records import Batch, Instance

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
        """Do it.

        Raises:
            UsageError: If the folder holds something else.
            InputError: If anything is not as the recipe says; then nothing is left behind.
        """
        if manifest.is_current(self.recipe, self.out) and not self.force:
            return Outcome(self.out, {})
        self._check_out()
        with workshop(self.out.parent, self.out.name) as shop:
            place = gather(self.recipe, self.fetcher, shop / "in", self.brought)
            done = shop / "out"
            done.mkdir()
            counts: dict[str, dict[str, int]] = {}
            for step in self.recipe.steps:
                counts |= self._step(step, place, done)
            manifest.write(manifest.describe(self.recipe, place, done, counts), done)
            put(done, self.out, last=manifest.NAME)
        return Outcome(self.out, counts)

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
            yield from conversion(step.convert)(place, self._reading, **options)
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


def gather(recipe: Described, fetcher: Fetcher, folder: Path, brought: Mapping[str, Path]) -> Place:
    """Fetch and unpack what a recipe names."""
    folder.mkdir()
    files = remotes(recipe)
    fetcher.fetch(files, folder)
    for remote in files:
        if remote.file.unpack:
            archive = folder / remote.path
            unpack(archive, folder_for(archive))
    return Place(folder, brought)


@contextmanager
def workshop(parent: Path, name: str) -> Iterator[Path]:
    """Give a folder to work in, on the same disk as the result, that is gone afterwards.

    Args:
        parent: Where it is made.
        name: What is being made, for those who see the folder.
    """
    try:
        shop = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=parent))
    except OSError as error:
        raise UsageError(
            f"{parent}: cannot be written to ({error.strerror}); choose another place"
        ) from None
    try:
        yield shop
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise InputError(
            f"{parent / name}: cannot be written: {error.strerror or error}{where}; "
            "free space or choose another place"
        ) from None
    finally:
        discard(shop)


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
