"""Options that verbs share, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.errors import SENTENCE, UsageError, shortened
from sacreval.report.formats import Format
from sacreval.stats import MOST_DRAWS

if TYPE_CHECKING:
    from sacreval.core.results import Selection
    from sacreval.scoring.source import Source

SOME_FAILED = 3
SUITE = "suite"  # the subcommand that takes many metrics
FAILURES_SHOWN = 10

INPUTS_HELP = (
    "prediction files: JSONL, CSV, TSV, or plain text with -r; .gz and .zst too; "
    "- is standard input. Several files are several systems."
)
Inputs = Annotated[
    list[str], typer.Argument(metavar="INPUT...", help=INPUTS_HELP[0].upper() + INPUTS_HELP[1:])
]
References = Annotated[
    list[str] | None,
    typer.Option(
        "-r",
        "--references",
        help="A file of references: plain text, or JSONL, CSV or TSV with `references`. They are "
        "joined to the predictions by instance_id where both files have it, else line by line; "
        "repeat it for more.",
    ),
]
ReaderName = Annotated[
    str | None,
    typer.Option(
        "--reader",
        help="How files are read: a name of `sacreval list readers`, with options as JSON in "
        'braces, as in \'table{"quoting": "none"}\'. By default by the file\'s ending; '
        "with -r, a file whose ending no reader knows is plain text.",
    ),
]
Map = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="FIELD=JMESPATH",
        help="Where a field, judgments.NAME or groups.NAME is found in foreign records; repeat it. "
        "All else goes to meta.",
    ),
]
EngineName = Annotated[
    Literal["native", "official"] | None,
    typer.Option(
        help="What computes the numbers: the compiled kernels or the official library, "
        "or the metric's own definition where no official library has it. "
        "By default the kernels where they cover the options.",
    ),
]
Systems = Annotated[
    list[str] | None,
    typer.Option(
        metavar="peer|reference|all|NAME",
        help="Which systems take part: peer, reference (human texts), all, or systems by name; "
        "repeat it. All by default.",
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="A system to leave out; repeat it."),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Keep the statistics of records in FILE as they are made. If the run is interrupted, "
        "the same command goes on where it stopped; FILE is removed when all is written.",
    ),
]
UseCache = Annotated[
    bool,
    typer.Option(
        "--cache/--no-cache",
        help="Keep what official libraries took long for, and look it up in later runs; "
        "SACREVAL_CACHE_HOME says where.",
    ),
]
Progress = Annotated[
    bool,
    typer.Option("--progress/--no-progress", help="Show on a terminal how far long work is."),
]
By = Annotated[
    str | None,
    typer.Option(
        metavar="GROUP",
        help="Also score the records of each value of this group.",
    ),
]
Summaries = Annotated[
    list[str] | None,
    typer.Option(
        "--summary",
        metavar="HOW",
        help="What is made of the scores of groups: mean, weighted, worst; only:VARIANT=VALUE; or "
        "the change from originals to other records: drop-rate:VARIANT=ORIGINAL, cohens-h:..., "
        "hedges-g:...; repeat it.",
    ),
]
ResampleBy = Annotated[
    str | None,
    typer.Option(
        metavar="GROUP",
        help="What resamples draw whole, such as documents; by default records.",
    ),
]
Resamples = Annotated[
    int, typer.Option(min=2, max=MOST_DRAWS, help="Bootstrap resamples, 2 to 10 million.")
]
Confidence = Annotated[
    float,
    typer.Option(
        min=0.5,
        max=0.9999,
        help="Level of intervals; one minus it is the level of tests.",
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of everything random.")]
Outputs = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Also write the results; .json, .jsonl, .tsv, .csv, .md, .tex; repeat it.",
    ),
]
FormatName = Annotated[
    Format | None,
    typer.Option(
        "--format",
        help="What is printed; by default a table on a terminal, else text.",
    ),
]
ReferencesAsSystems = Annotated[
    bool,
    typer.Option(
        "--references-as-systems",
        help="Score each human reference too, against the others, as systems reference-1 ...",
    ),
]
DropOwnText = Annotated[
    bool,
    typer.Option(
        "--drop-own-text",
        help="Drop a human text from its own references, where it is an error otherwise.",
    ),
]
Base = Annotated[
    str | None,
    typer.Option(
        metavar="SYSTEM",
        help="The system that others are compared with; by default the first.",
    ),
]
Spreadsheet = Annotated[
    bool,
    typer.Option(
        "--spreadsheet-safe",
        help="In CSV and TSV put an apostrophe before names that a spreadsheet would run as a "
        "formula: those that begin with = + - @ and are no number.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Print no notices."),
]
AllowErrors = Annotated[
    bool,
    typer.Option(
        "--allow-errors",
        help="Exit with 0 though some records could not be scored; they are counted and left out.",
    ),
]


def parse_map(entries: Sequence[str] | None) -> dict[str, str]:
    """Read `--map FIELD=JMESPATH` options.

    Raises:
        UsageError: If one has no `=`, or a field is mapped twice.
    """
    fields: dict[str, str] = {}
    for entry in entries or ():
        name, equals, path = entry.partition("=")
        if not (name and equals and path):
            raise UsageError(f"--map {entry}: write FIELD=JMESPATH, as in prediction=output.text")
        if name in fields:
            raise UsageError(f"--map {name}: this field is mapped twice; keep one")
        fields[name] = path
    return fields


def source_of(
    inputs: Sequence[str] | None,
    references: Sequence[str] | None,
    reader: str | None,
    map_: Sequence[str] | None,
) -> Source:
    """Return the files that the input options name, and how they are read.

    Args:
        inputs: The prediction files.
        references: The files of -r.
        reader: The value of --reader.
        map_: The values of --map.

    Raises:
        UsageError: If a value of --map cannot be parsed.
    """
    from sacreval.scoring.source import Source

    return Source(tuple(inputs or ()), tuple(references or ()), reader, parse_map(map_))


def selection_of(systems: Sequence[str] | None, exclude: Sequence[str] | None) -> Selection:
    """Return the selection of systems; all of them by default."""
    from sacreval.core.results import Selection

    return Selection(tuple(systems or ("all",)), tuple(exclude or ()))


def tell(notices: Sequence[str], failures: Sequence[str], *, quiet: bool) -> None:
    """Write the notices, and the first of the records that could not be scored."""
    for text in (*notices, *failures[:FAILURES_SHOWN]):
        notice(text, quiet=quiet)
    if failures:
        notice(f"{len(failures)} records could not be scored and are left out of the scores")


def notice(text: str, *, quiet: bool = False) -> None:
    """Write something that is not a result to standard error.

    Args:
        text: A sentence. Names in it come from files: what would break the line or steer the
            terminal is written out, and what would fill the screen is cut.
        quiet: Write nothing.
    """
    if not quiet:
        from sacreval.report.tables import visible

        shown = visible(shortened(text, 2 * SENTENCE))
        typer.echo(f"sacreval: {shortened(shown, SENTENCE)}", err=True)
