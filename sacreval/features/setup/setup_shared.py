"""Options and output that the set-up verbs share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from sacreval.cli.notices import notice
from sacreval.errors import UsageError

MEBIBYTE = 2**20

Mirror = Annotated[
    str | None,
    typer.Option(
        metavar="DIR|URL",
        help="Mirror of all files, as <host>/<path>. By default SACREVAL_MIRROR, if set.",
    ),
]
Offline = Annotated[
    bool,
    typer.Option(
        "--offline", help="Never use the network; with --list: only what needs no network here."
    ),
]
AllowUnpinned = Annotated[
    bool,
    typer.Option(
        "--allow-unpinned",
        help="Also fetch files whose checksum is unknown.",
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Print what would be fetched and written, and exit.")
]
ListAll = Annotated[bool, typer.Option("--list", help="List the recipes and exit.")]
Show = Annotated[
    str | None,
    typer.Option(
        "--show",
        metavar="NAME",
        help="Print a recipe (licence, size, citation, files, needs) and exit.",
    ),
]


def required(value: str | None, what: str, command: str) -> str:
    """Return an argument that is optional only with --list or --show.

    Raises:
        UsageError: If it is missing.
    """
    if value is None:
        raise UsageError(f"{what} is missing; see {command} --list and {command} --help")
    return value


def parse_paths(entries: Sequence[str] | None) -> dict[str, str]:
    """Parse `--path NAME=PATH` or `--path PATH`."""
    paths: dict[str, str] = {}
    for entry in entries or ():
        name, equals, path = entry.partition("=")
        name, path = (name, path) if equals and "/" not in name else ("", entry)
        if name in paths:
            raise UsageError(f"--path {entry}: this name is repeated; give each once, as NAME=PATH")
        paths[name] = path
    return paths


def read_with(name: str, path: Path, options: Mapping[str, Any]) -> Any:
    """Read a file of a recipe; recipes may not import readers."""
    from dataclasses import replace

    from sacreval.core.options.specs import from_options
    from sacreval.readers._base import readers

    fields = _fields(options.get("fields"))
    rest = {key: value for key, value in options.items() if key != "fields"}
    reader = from_options(readers, name, rest)
    if fields:
        reader = replace(reader, fields=fields)
    return reader.read(str(path))


def _fields(value: Any) -> dict[str, str]:
    """Check the option `fields`, which is --map on the command line."""
    import msgspec

    try:
        return msgspec.convert(value or {}, dict[str, str])
    except msgspec.ValidationError as error:
        raise UsageError(f"fields: {error}; write field: JMESPath, one on each line") from None


def say(text: str) -> None:
    """Print text of a recipe, with control characters escaped."""
    from sacreval.text.visible import visible

    typer.echo("\n".join(map(visible, text.split("\n"))))


def terms(recipe: Any) -> None:
    """Write licence and citation to standard error, before anything is fetched."""
    for text in (f"{recipe.name}: {recipe.title}", f"licence: {recipe.licence}",
                 f"citation: {recipe.citation}"):  # fmt: skip
        notice(" ".join(text.split()))


def show(recipe: Any, extra: Iterable[str] = ()) -> None:
    """Print a recipe as text."""
    from sacreval.features.setup.recipes.schema import remotes

    files = remotes(recipe)
    for text in (f"{recipe.name}: {recipe.title}", f"licence:  {recipe.licence}",
                 f"citation: {recipe.citation}"):  # fmt: skip
        say(text.replace("\n", " "))  # one line each, as people rely on when they read it
    if recipe.notes:
        say(f"notes:    {recipe.notes}")
    for line in extra:
        say(line)
    if not files:
        return
    say(f"fetches:  {len(files)} files, {size(recipe.size or None)}")
    for remote in files:
        pin = remote.file.sha256 or remote.file.blob or "no checksum known"
        say(f"  {remote.url}  {size(remote.file.bytes)}  {pin}")


def size(count: int | None) -> str:
    """Format a number of bytes, always in MiB; 0.1 MiB is the least."""
    if count is None:
        return "size unknown"
    return "nothing" if not count else f"{max(count / MEBIBYTE, 0.1):.1f} MiB"
