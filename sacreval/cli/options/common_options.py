"""Options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from sacreval.cli.late_typer import typer
from sacreval.report.formats import Format, SystemFormat, SystemOrder

SOME_FAILED = 3
SUITE = "suite"  # the subcommand that takes many metrics

INPUTS_HELP = (
    "Prediction files, JSONL, CSV, TSV, or plain text with -r; also compressed (.gz, .zst); "
    "- is standard input. Several files are several systems; NAME=FILE names the system, and "
    "files of one name are its parts. Logs of other tools are recognised, and of a folder all logs "
    "in it are read."
)
Inputs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="INPUT...",
        rich_help_panel="Common options",
        help=INPUTS_HELP,
    ),
]
Datasets = Annotated[
    list[str] | None,
    typer.Option(
        "--dataset",
        metavar="NAME=INPUT",
        help="An input of a data set, FILE or SYSTEM=FILE; repeat it for more inputs and more data "
        "sets. Each data set has instance ids and results of its own. Other options are the same "
        "for all, or the data set's own as JSON in braces, as in "
        """'nq{"inputs": ["nq.jsonl"], "metrics": ["token-f1"]}'; -r NAME=FILE is for one data """
        "set.",
    ),
]
References = Annotated[
    list[str] | None,
    typer.Option(
        "-r",
        "--references",
        metavar="FILE",
        rich_help_panel="Common options",
        help="References, in plain text, or JSONL, CSV or TSV with `references`. They are "
        "joined to the predictions by instance_id where both files have it, else line by line; "
        "repeat it for more.",
    ),
]
Sources = Annotated[
    list[str] | None,
    typer.Option(
        "--sources",
        metavar="FILE",
        help="A file of sources beside plain text, such as source sentences, line by line; repeat "
        "it for more. Records have them in `sources`.",
    ),
]
ReaderName = Annotated[
    str | None,
    typer.Option(
        "--reader",
        metavar="NAME",
        help="Reader of the files: a name of `sacreval list readers`, with options as JSON in "
        'braces, as in \'table{"quoting": "none"}\'. By default chosen by the file\'s ending; '
        "with -r, a file with an unknown ending is plain text.",
    ),
]
Map = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="FIELD=JMESPATH",
        rich_help_panel="Common options",
        help="Expression that finds a field, judgments.NAME or groups.NAME in records of another "
        "format; repeat it. Unknown fields go to meta.",
    ),
]
JoinFile = Annotated[
    str | None,
    typer.Option(
        "--join",
        metavar="FILE",
        help="Records that fill in what those of the inputs lack, such as references, sources or "
        "groups: JSONL, CSV or TSV, each with an id of its own. Unknown fields go to meta.",
    ),
]
JoinOn = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="[JMESPATH=]FIELD",
        help="Field of --join with the id, by default instance_id; with JMESPATH= before it, where "
        "the id is in the inputs, as in meta.doc_hash=hash, by default instance_id.",
    ),
]
EngineName = Annotated[
    Literal["native", "official"] | None,
    typer.Option(
        rich_help_panel="Common options",
        help="Code that computes the scores: the compiled kernels (native), or the official "
        "library or, where no library has the metric, its own definition (official). By default "
        "native where it covers the options.",
    ),
]
Systems = Annotated[
    list[str] | None,
    typer.Option(
        metavar="peer|reference|all|NAME",
        rich_help_panel="Common options",
        help="Systems to score: peer, reference (human texts), all, another system_type, or "
        "systems by name; repeat it. By default all.",
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="A system to leave out; repeat it."),
]
Where = Annotated[
    list[str] | None,
    typer.Option(
        metavar="JMESPATH",
        rich_help_panel="Common options",
        help="Score the records that this is true of, as in \"groups.domain == 'news'\" or "
        "'length(prediction) > `0`'; repeat it for conditions that all hold. Null is not true.",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Score the first N instances, by their first record in the files in the order given; "
        "of every system the same.",
    ),
]
Sample = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Score N instances drawn at random by --seed, whatever the order of the records; of "
        "every system the same, and among them those of any smaller sample.",
    ),
]
SampleSeed = Annotated[
    int, typer.Option("--seed", min=0, rich_help_panel="Statistics", help="Seed of --sample.")
]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write the statistics of records to FILE as they are computed. If the run is "
        "interrupted, the same command continues from there; FILE is removed at the end.",
    ),
]
UseCache = Annotated[
    bool,
    typer.Option(
        "--cache/--no-cache",
        help="Cache rows that are slow to compute, for later runs; the cache is in the folder "
        "SACREVAL_CACHE_HOME.",
    ),
]
Progress = Annotated[
    bool,
    typer.Option("--progress/--no-progress", help="Show a progress bar on a terminal."),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FIELD[,FIELD]...",
        rich_help_panel="Common options",
        help="Also score the records of each value of a group, of a field such as system_type or "
        "meta.NAME, or of a JMESPath expression; of each pair of values with a comma, as in "
        "topic,language; in bins below, between and above numbers, as in "
        "'length(prediction):20,50'. Repeat it for more, each on its own.",
    ),
]
Outputs = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        rich_help_panel="Common options",
        help="Also write the results to this file: .json, .jsonl, .tsv, .csv, .md or .tex; "
        "repeat it.",
    ),
]
RecordsFile = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE.jsonl",
        rich_help_panel="Output",
        help="File to write; by default standard output.",
    ),
]
Dataset = Annotated[
    list[str], typer.Argument(metavar="DATASET...", help="Files of records, of any reader.")
]
FormatName = Annotated[
    Format | None,
    typer.Option(
        "--format",
        rich_help_panel="Common options",
        help="Format of the printed results; by default a table on a terminal, else text.",
    ),
]
SystemFormatName = Annotated[
    SystemFormat | None,
    typer.Option(
        "--format",
        rich_help_panel="Common options",
        help="Format of the printed results; by default a table on a terminal, else text. "
        "rouge-1.5.5 is what the script ROUGE-1.5.5 prints, with the metric of that name, and "
        "rouge-1.5.5-d what it prints with -d. model-index and eval-results are YAML for model "
        "cards, and eee writes files of Every Eval Ever to the folder of -o; they need --about.",
    ),
]
SortSystems = Annotated[
    SystemOrder,
    typer.Option(
        "--sort",
        rich_help_panel="Output",
        help="Order of systems in results: as given, by name, or by score, the best first by the "
        "first score of which more or less is better.",
    ),
]
About = Annotated[
    Path | None,
    typer.Option(
        "--about",
        metavar="FILE.yaml",
        help="For eee, model-index and eval-results: who ran the evaluation, when, of which "
        "models, on which data.",
    ),
]
ReferencesAsSystems = Annotated[
    bool,
    typer.Option(
        "--references-as-systems",
        help="Also score each human reference against the others, as systems reference-1 ...",
    ),
]
DropOwnText = Annotated[
    bool,
    typer.Option(
        "--drop-own-text",
        help="Remove human texts from their own references; without this option it is an error.",
    ),
]
Base = Annotated[
    str | None,
    typer.Option(
        metavar="SYSTEM",
        rich_help_panel="Common options",
        help="The system that others are compared with; by default the first.",
    ),
]
Spreadsheet = Annotated[
    bool,
    typer.Option(
        "--spreadsheet-safe",
        help="In CSV and TSV, put an apostrophe before names that a spreadsheet would run as a "
        "formula: those that begin with = + - @ and are not numbers.",
    ),
]
Force = Annotated[
    bool, typer.Option("--force", rich_help_panel="Output", help="Replace files that exist.")
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", rich_help_panel="Common options", help="Print no notices."),
]
AllowErrors = Annotated[
    bool,
    typer.Option(
        "--allow-errors",
        rich_help_panel="Execution",
        help="Exit with 0 even if some records could not be scored; they are counted and left out.",
    ),
]
SignatureStyle = Annotated[
    Literal["sacreval", "sacrebleu"],
    typer.Option(
        rich_help_panel="Output",
        help="Signatures below tables and in captions; sacrebleu prints those of BLEU, chrF and "
        "TER as sacrebleu does, and JSON has them too.",
    ),
]
