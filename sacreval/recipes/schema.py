"""What a recipe says, and reading one from its YAML file."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from sacreval.errors import InputError, shortened

_MODULE = re.compile("[a-z][a-z0-9_-]*")
_HEX = {"sha256": re.compile("[0-9a-f]{64}"), "blob": re.compile("[0-9a-f]{40}")}


def leads_out(path: str) -> bool:
    """Return whether a path is not one below a folder, or no path at all."""
    pure = PurePosixPath(path)
    return pure.is_absolute() or ".." in pure.parts or "\0" in path


def _inside(path: str) -> None:
    """Refuse a path that is not one below the recipe's folder."""
    if leads_out(path):
        raise ValueError(f"the path {shortened(path)!r} leads out of the folder")


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything in a recipe: unknown keys are errors."""


class File(_Strict, frozen=True, kw_only=True):
    """What is known of a file on the network.

    Args:
        bytes: Its size.
        sha256: Its SHA-256, in hexadecimal.
        blob: Its git blob id, where only that is known.
        unpack: Whether it is an archive to be unpacked, into a folder of its name.
    """

    bytes: int | None = None
    sha256: str | None = None
    blob: str | None = None
    unpack: bool = False

    def __post_init__(self) -> None:
        for name, form in _HEX.items():
            value = getattr(self, name)
            if value is not None and not form.fullmatch(value):
                raise ValueError(f"`{name}` is not {form.pattern}")

    @property
    def pinned(self) -> bool:
        """Whether its content can be checked."""
        return bool(self.sha256 or self.blob)


class Source(_Strict, frozen=True, kw_only=True):
    """Files that lie under one address.

    Args:
        base: The address, ending in a slash.
        files: Path below it to what is known of the file.
        into: The folder, below the recipe's own, where they are put under the same paths.
    """

    base: str
    files: dict[str, File]
    into: str = ""

    def __post_init__(self) -> None:
        if not self.base.startswith(("https://", "http://")) or not self.base.endswith("/"):
            raise ValueError("`base` must be an http(s) address that ends in a slash")
        _ = urlsplit(self.base).port  # a ValueError where it is no address
        for path in (*self.files, self.into):
            _inside(path)


class Brought(_Strict, frozen=True, kw_only=True):
    """Something that the user brings, since nobody may hand it out.

    Args:
        about: What it is and where one asks for it.
        files: Paths (or patterns) that must be in it; none where it is one file.
    """

    about: str
    files: list[str] = []

    def __post_init__(self) -> None:
        for path in self.files:
            _inside(path)


class Counts(_Strict, frozen=True, kw_only=True):
    """Numbers that a written file must show; what is not given is not checked.

    Args:
        records: Lines.
        instances: Distinct inputs.
        systems: Distinct systems.
        reference_records: Records of type `reference`.
        references: Reference texts over all records.
        judgments: Single human numbers over all records.
        missing: Judgments that are null.
        scores: Published metric scores over all records.
    """

    records: int | None = None
    instances: int | None = None
    systems: int | None = None
    reference_records: int | None = None
    references: int | None = None
    judgments: int | None = None
    missing: int | None = None
    scores: int | None = None


class Step(_Strict, frozen=True, kw_only=True):
    """One file of records and how it is made.

    Args:
        reader: The reader that reads the inputs, or
        convert: the module of `sacreval/recipes/convert/` that does.
        options: Its options. Texts that begin with `./` are files of the recipe.
        inputs: Files (or patterns), or system to file. Conversions find theirs themselves.
        output: The name of the written file.
        optional: Whether the corpus may lack it; then no file is written.
        emits: The fields that records have, all of which must occur.
        expect: Numbers to check.
    """

    reader: str | None = None
    convert: str | None = None
    options: dict[str, Any] = {}
    inputs: list[str] | dict[str, str] = []
    output: str = "records.jsonl"
    optional: bool = False
    emits: list[str] = []
    expect: Counts = Counts()

    def __post_init__(self) -> None:
        if (self.reader is None) == (self.convert is None):
            raise ValueError("a step needs `reader` or `convert`, one of them")
        if Path(self.output).name != self.output or not self.output.endswith(".jsonl"):
            raise ValueError("`output` must be a plain file name that ends in .jsonl")
        inputs = self.inputs.values() if isinstance(self.inputs, dict) else self.inputs
        for path in (*inputs, self.output):
            _inside(path)
        if self.convert is not None and not _MODULE.fullmatch(self.convert):
            raise ValueError("`convert` must be the name of a conversion")


class Described(_Strict, frozen=True, kw_only=True):
    """What every recipe says.

    Args:
        name: What it is called on the command line.
        title: What it is, in a line.
        licence: Under which terms.
        citation: Whom to cite.
        sources: What is fetched.
        notes: What a user should know.
    """

    folder: ClassVar[str]

    name: str
    title: str
    licence: str
    citation: str
    sources: list[Source] = []
    notes: str = ""

    @property
    def size(self) -> int:
        """Bytes to fetch, as far as they are known."""
        return sum(f.bytes or 0 for source in self.sources for f in source.files.values())


class Recipe(Described, frozen=True, kw_only=True):
    """How a corpus of human judgments becomes records.

    Args:
        brings: What the user brings, by name.
        next: Commands to run on what is written, where the folder is called like the recipe.
        steps: The files that are written.
    """

    folder: ClassVar[str] = "datasets_setup"

    brings: dict[str, Brought] = {}
    next: list[str] = []
    steps: list[Step]


class MetricRecipe(Described, frozen=True, kw_only=True):
    """How a resource that a metric needs is fetched.

    Args:
        resource: Its name in `sacreval/io/resources.py`.
        take: The folder, among the fetched files, that becomes the resource's.
    """

    folder: ClassVar[str] = "metric_setup"

    resource: str
    take: str = "."

    def __post_init__(self) -> None:
        _inside(self.take)


class Remote(_Strict, frozen=True, kw_only=True):
    """One file to fetch: its address, where it is put, and what is known of it."""

    url: str
    path: str
    file: File


def remotes(recipe: Described) -> list[Remote]:
    """List the files that a recipe fetches."""
    return [
        Remote(url=source.base + quote(path), path=str(PurePosixPath(source.into, path)), file=file)
        for source in recipe.sources
        for path, file in source.files.items()
    ]


R = TypeVar("R", bound=Described)


def load(path: Path, kind: type[R]) -> R:
    """Read a recipe.

    Args:
        path: The YAML file.
        kind: `Recipe` or `MetricRecipe`.

    Raises:
        InputError: If it is missing, not YAML, or has keys or values that recipes do not have.
    """
    from sacreval.io.yaml_files import read

    if not path.exists():
        raise InputError(f"{path}: there is no such recipe; check the path")
    data = read(str(path)).data
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        text = str(error)
        raise InputError(
            f"{path}: {text[0].lower()}{text[1:]}; see the recipes that come with sacreval"
        ) from None
