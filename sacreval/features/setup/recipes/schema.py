"""Schema of recipes, and reading of a recipe from its YAML file."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar, Literal, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from sacreval.errors import InputError, shortened

_MODULE = re.compile("[a-z][a-z0-9_-]*")
PIP = "pip:"  # begins the address of a package that pip downloads
_PACKAGE = re.compile(rf"{PIP}[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][0-9A-Za-z.]*/")
_HEX = {"sha256": re.compile("[0-9a-f]{64}"), "blob": re.compile("[0-9a-f]{40}")}


def leads_out(path: str) -> bool:
    """Return whether a path is empty or not below the folder that it is relative to."""
    pure = PurePosixPath(path)
    return pure.is_absolute() or ".." in pure.parts or "\0" in path


def _inside(path: str) -> None:
    """Reject a path that is not below the recipe's folder."""
    if leads_out(path):
        raise ValueError(f"the path {shortened(path)!r} leads out of the folder")


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of the parts of a recipe: unknown keys are errors."""


class File(Strict, frozen=True, kw_only=True):
    """Size and checksum of a file on the network.

    Args:
        bytes: Size in bytes.
        sha256: SHA-256, in hexadecimal.
        blob: Git blob id, if only that is known.
        unpack: Whether to unpack the file as an archive, into a folder of its name.
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
        """Whether the content can be verified."""
        return bool(self.sha256 or self.blob)


class RecipeSource(Strict, frozen=True, kw_only=True):
    """Files below one address.

    Args:
        base: The address, ending in a slash; or `pip:NAME==VERSION/`, a package that pip downloads.
        files: Path below the address to size and checksum.
        into: Folder, below the recipe's, that the files are written to under the same paths.
    """

    base: str
    files: dict[str, File]
    into: str = ""

    def __post_init__(self) -> None:
        if not self.base.startswith(("https://", "http://", PIP)) or not self.base.endswith("/"):
            raise ValueError("`base` must be an http(s) address that ends in a slash")
        _ = urlsplit(self.base).port  # raises ValueError if the address is invalid
        if self.base.startswith(PIP):
            self._check_package()
        for path in (*self.files, self.into):
            _inside(path)

    def _check_package(self) -> None:
        if not _PACKAGE.fullmatch(self.base):
            raise ValueError("`base` must be pip:NAME==VERSION/ for a package")
        if any("/" in path or not file.sha256 for path, file in self.files.items()):
            raise ValueError("a package has a file without folders, with its sha256")


class Brought(Strict, frozen=True, kw_only=True):
    """A file or folder that the user provides, since it may not be redistributed.

    Args:
        about: Description, and where it can be obtained.
        files: Paths (or patterns) that a folder must contain; empty for a single file.
    """

    about: str
    files: list[str] = []

    def __post_init__(self) -> None:
        for path in self.files:
            _inside(path)


class ExpectedCounts(Strict, frozen=True, kw_only=True):
    """Expected counts of a written file; counts that are not given are not checked.

    Args:
        records: Number of lines.
        instances: Number of distinct inputs.
        systems: Number of distinct systems.
        reference_records: Number of records of type `reference`.
        references: Number of reference texts over all records.
        judgments: Number of human scores over all records.
        missing: Number of judgments that are null.
        scores: Number of published metric scores over all records.
    """

    records: int | None = None
    instances: int | None = None
    systems: int | None = None
    reference_records: int | None = None
    references: int | None = None
    judgments: int | None = None
    missing: int | None = None
    scores: int | None = None


class RecordStep(Strict, frozen=True, kw_only=True):
    """One file of records, and how it is written.

    Args:
        reader: Reader of the inputs; exclusive with `convert`.
        convert: Module of `sacreval/features/setup/recipes/convert/` that converts the inputs.
        options: Options of the reader or conversion. Texts that begin with `./` are files of the
            recipe.
        inputs: Files (or patterns), or system to file; for readers only.
        output: Name of the written file.
        optional: Whether the corpus may lack these records; then no file is written.
        emits: Fields of records, all of which must occur.
        expect: Expected counts.
    """

    reader: str | None = None
    convert: str | None = None
    options: dict[str, Any] = {}
    inputs: list[str] | dict[str, str] = []
    output: str = "records.jsonl"
    optional: bool = False
    emits: list[str] = []
    expect: ExpectedCounts = ExpectedCounts()

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


class PromptPart(Strict, frozen=True, kw_only=True):
    """One message of a judge, from a text of the input.

    Args:
        role: Its role; `chatml` splits the text into messages at its `<|im_start|>` marks.
        at: Where the text is, with slashes: in Python the name of a constant, or of a function and
            a variable in it, then keys and indices; in JSONL the `name` of a line, then its key;
            "" for the whole file.
        values: Where the values are that are filled in, for an example of the prompt; "" where
            fields of the record are.
    """

    role: Literal["system", "user", "assistant", "chatml"]
    at: str = ""
    values: str = ""


class PromptStep(Strict, frozen=True, kw_only=True):
    """One step of a judge.

    Args:
        ask: Its name.
        prompt: Its messages.
        parse: Its parse rules.
    """

    ask: str
    prompt: list[PromptPart]
    parse: list[dict[str, Any]] = []


class JudgeBuild(Strict, frozen=True, kw_only=True):
    """A judge file, whose prompts are taken from the input.

    Args:
        prompt: Its messages; empty where it has steps.
        steps: Its steps, in order.
        fields: Placeholder of the texts, written in braces, to the JMESPath that replaces it.
        rest: All other keys of the judge file.
    """

    prompt: list[PromptPart] = []
    steps: list[PromptStep] = []
    fields: dict[str, str]
    rest: dict[str, Any]

    def __post_init__(self) -> None:
        if bool(self.prompt) == bool(self.steps):
            raise ValueError("`judge` needs either `prompt` or `steps`")


class Build(Strict, frozen=True, kw_only=True):
    """One file of a resource that is built from another; the builds of a recipe run in order.

    Args:
        build: `member` takes a file out of a zip archive; `paraphrases` writes the table of a
            gzip file of METEOR 1.5; `judge` writes a judge file with prompts of the input.
        input: The file it reads: one that is fetched, or the output of an earlier build.
        member: Name of the file in the archive, for `member` alone.
        output: The file it writes.
        judge: The judge, for `judge` alone.
    """

    build: Literal["member", "paraphrases", "judge"]
    input: str
    output: str
    member: str = ""
    judge: JudgeBuild | None = None

    def __post_init__(self) -> None:
        if (self.build == "member") != bool(self.member):
            raise ValueError("`member` is needed by the build `member`, and by no other")
        if (self.build == "judge") != (self.judge is not None):
            raise ValueError("`judge` is needed by the build `judge`, and by no other")
        for path in (self.input, self.output):
            _inside(path)


class RecipeBase(Strict, frozen=True, kw_only=True):
    """Fields common to all recipes.

    Args:
        name: Name on the command line.
        title: Description in one line.
        licence: Licence of the data.
        citation: Publication to cite.
        sources: Files to fetch.
        notes: Remarks for users.
    """

    folder: ClassVar[str]

    name: str
    title: str
    licence: str
    citation: str
    sources: list[RecipeSource] = []
    notes: str = ""

    @property
    def size(self) -> int:
        """Total size in bytes of the files to fetch whose size is known."""
        return sum(f.bytes or 0 for source in self.sources for f in source.files.values())


class Recipe(RecipeBase, frozen=True, kw_only=True):
    """Recipe that converts a corpus to records.

    Args:
        task: Task of its outputs, one of `core.tasks`; "" if none is declared.
        languages: Languages of its texts, as codes of two letters; `mul` for many.
        brings: Files and folders that the user provides, by name.
        next: Example commands for the written files, in a folder named as the recipe.
        steps: Files to write.
    """

    folder: ClassVar[str] = "datasets_setup"

    task: str = ""
    languages: list[str] = []
    brings: dict[str, Brought] = {}
    next: list[str] = []
    steps: list[RecordStep]

    @property
    def judged(self) -> bool:
        """Whether a file that it writes has judgments of people."""
        return any("judgments" in step.emits for step in self.steps)


class MetricRecipe(RecipeBase, frozen=True, kw_only=True):
    """Recipe that fetches a resource of a metric.

    Args:
        resource: Name of the resource in `sacreval/io/resources.py`.
        take: Folder of the fetched files that becomes the folder of the resource.
        builds: Files to build from those that were fetched.
    """

    folder: ClassVar[str] = "metric_setup"

    resource: str
    take: str = "."
    builds: list[Build] = []

    def __post_init__(self) -> None:
        _inside(self.take)


class Remote(Strict, frozen=True, kw_only=True):
    """One file to fetch: its address, the path it is written to, and its checksum."""

    url: str
    path: str
    file: File


def remotes(recipe: RecipeBase) -> list[Remote]:
    """List the files that a recipe fetches."""
    return [
        Remote(url=source.base + quote(path), path=str(PurePosixPath(source.into, path)), file=file)
        for source in recipe.sources
        for path, file in source.files.items()
    ]


R = TypeVar("R", bound=RecipeBase)


def load(path: Path, kind: type[R]) -> R:
    """Read a recipe.

    Args:
        path: The YAML file.
        kind: `Recipe` or `MetricRecipe`.

    Raises:
        InputError: If the file is missing, not YAML, or has unknown keys or invalid values.
    """
    from sacreval.io.formats.yaml_files import read

    if not path.exists():
        raise InputError(f"{path}: there is no such recipe; check the path")
    data = read(str(path)).data
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        text = str(error)
        raise InputError(
            f"{path}: {text[0].lower()}{text[1:]}; see the recipes included in sacreval"
        ) from None
