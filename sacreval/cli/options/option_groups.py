"""Groups of options that verbs share, such as those that choose the backend of a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, TypedDict

from sacreval.cli.late_typer import typer
from sacreval.cli.notices import write_notices
from sacreval.cli.options.common_options import (
    SOME_FAILED,
    About,
    AllowErrors,
    DropOwnText,
    EngineName,
    Exclude,
    Force,
    FormatName,
    Inputs,
    JoinFile,
    JoinOn,
    Limit,
    Map,
    Progress,
    Quiet,
    ReaderName,
    References,
    ReferencesAsSystems,
    Resume,
    Sample,
    SampleSeed,
    SignatureStyle,
    SortSystems,
    Sources,
    Spreadsheet,
    SystemFormatName,
    Systems,
    UseCache,
    Where,
)
from sacreval.cli.options.option_values import selection_of, source_of
from sacreval.cli.options.statistics_options import Confidence, Resamples, Seed
from sacreval.cli.options.ungrouped import OptionGroup, Texts
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.results import Result
    from sacreval.core.selection import Selection
    from sacreval.execution import Backend
    from sacreval.report.formats import Format, ScriptFormat
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.source import Source


RAY = "--ray"
LOCAL = "local"
_ADDRESS = r"(?a)local|auto|(ray://)?(\[[0-9A-Fa-f:.]+\]|[\w.-]+):[0-9]+"

Workers = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="N",
        rich_help_panel="Common options",
        help="Number of threads or processes: threads of the kernels and of models, processes of "
        "other metrics. "
        "Results do not depend on it.",
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        RAY,
        metavar="[ADDRESS]",
        help="Compute on a Ray cluster: HOST:PORT, ray://HOST:PORT, or auto for the cluster of "
        "this machine; without an address, on a new local cluster. Results do not depend on it.",
    ),
]


def backend_of(workers: int, ray: str | None, *, quiet: bool) -> Backend:
    """Choose the execution backend.

    Args:
        workers: The number of threads and processes, one or more.
        ray: The address of a Ray cluster; None for this machine without Ray.
        quiet: Whether notices are left out.

    Raises:
        UsageError: If `ray` is not an address, or both are given.
    """
    from sacreval.cli.notices import notice

    def tell(text: str) -> None:
        notice(text, quiet=quiet)

    if ray is None:
        return _local(workers, tell)
    if not re.fullmatch(_ADDRESS, ray):
        raise UsageError(
            f"{RAY} {ray}: not an address; write HOST:PORT, ray://HOST:PORT, auto, or {RAY} alone"
        )
    if workers > 1:
        raise UsageError(f"{RAY} takes all processors of the cluster; drop --workers")
    from sacreval.execution.ray import OnRay

    return OnRay(ray, tell)


def _local(workers: int, tell: Callable[[str], None]) -> Backend:
    if workers == 1:
        from sacreval.execution import SERIAL

        return SERIAL
    from sacreval.execution.local import Local

    return Local(workers, tell)


def with_ray_address(words: Sequence[str]) -> list[str]:
    """Add the value of --ray where the next argument is not an address."""
    return list(_with_ray_address(words))


def _with_ray_address(words: Sequence[str]) -> Iterator[str]:
    for i, word in enumerate(words):
        if word == "--":
            yield from words[i:]
            return
        alone = word == RAY and not re.fullmatch(_ADDRESS, "".join(words[i + 1 : i + 2]))
        yield f"{RAY}={LOCAL}" if alone else word


class InputOptions(OptionGroup):
    """The input files and their reader."""

    section = "Input"

    inputs: Inputs = None
    references: References = None
    sources: Sources = None
    reader: ReaderName = None
    map_: Map = None
    join: JoinFile = None
    on: JoinOn = None

    def source(self) -> Source:
        """Return the files as one source.

        Raises:
            UsageError: If a value of --map or --on cannot be parsed.
        """
        options = (self.inputs, self.references, self.reader, self.map_)
        return source_of(*options, sources=self.sources, join=self.join, on=self.on)


class SelectionOptions(OptionGroup):
    """The systems that take part."""

    section = "Systems and records"

    systems: Systems = None
    exclude: Exclude = None

    def selection(self) -> Selection:
        """Return the selection of systems; all of them by default."""
        return selection_of(self.systems, self.exclude)


class RecordOptions(OptionGroup):
    """The records that take part, of those of the chosen systems."""

    section = "Systems and records"

    where: Where = None
    limit: Limit = None
    sample: Sample = None

    def of(self, systems: Selection, seed: int) -> Selection:
        """Return the selection of these records of some systems.

        Args:
            systems: The systems.
            seed: Seed of --sample.

        Raises:
            UsageError: If two of the options contradict each other.
        """
        return systems.with_records(self.where or (), self.limit, self.sample, seed)


class SelectionArguments(TypedDict, total=False):
    """The types of `SelectionOptions` and `RecordOptions` in Python."""

    systems: Texts
    exclude: Texts
    where: Texts
    limit: int | None
    sample: int | None


class ScoreOptions(OptionGroup):
    """What `score` computes: scores with and without each reference."""

    seed: SampleSeed = 12345
    jackknife: Annotated[
        bool,
        typer.Option(
            rich_help_panel="Common options",
            help="Also score with each reference left out in turn (names ending in _jk), so that "
            "systems and human references are scored against the same number. Compare only means "
            "of these scores with human texts; for wins, signs and ranks of single outputs use "
            "--pairs.",
        ),
    ] = True
    jackknife_peers: Annotated[
        bool,
        typer.Option(
            rich_help_panel="Statistics",
            help="Jackknife outputs of systems; without it only human texts have scores that end "
            "in _jk.",
        ),
    ] = True


class ScoreArguments(SelectionArguments, total=False):
    """The types of `ScoreOptions` in Python, and of the human texts that are scored."""

    seed: int
    jackknife: bool
    jackknife_peers: bool
    references_as_systems: bool


class HumanTextOptions(OptionGroup):
    """Options for scoring human texts like outputs of systems."""

    section = "Systems and records"

    references_as_systems: ReferencesAsSystems = False
    drop_own_text: DropOwnText = False


class RunOptions(OptionGroup):
    """Engine and backend that compute rows, and rows kept for later runs."""

    section = "Execution"

    engine: EngineName = None
    workers: Workers = 1
    ray: RayAddress = None
    resume: Resume = None
    cache: UseCache = True
    progress: Progress = True


class ResamplingOptions(OptionGroup):
    """Number of resamples, seed, and level of intervals and tests."""

    section = "Statistics"

    resamples: Resamples = 1000
    confidence: Confidence = 0.95
    seed: Seed = 12345


class FormatOptions(OptionGroup):
    """Formats of printed and written results."""

    section = "Output"

    form: FormatName = None
    spreadsheet: Spreadsheet = False


class SystemFormatOptions(OptionGroup):
    """Formats of printed and written results of systems."""

    section = "Output"

    form: SystemFormatName = None
    sort: SortSystems = "given"
    signature: SignatureStyle = "sacreval"
    about: About = None
    spreadsheet: Spreadsheet = False

    def script(self, entries: Sequence[Entry]) -> ScriptFormat | None:
        """Return the format if it is that of another program's output.

        Raises:
            UsageError: If that program does not have the metrics of the run.
        """
        match self.form:
            case "rouge-1.5.5" | "rouge-1.5.5-d" as script:
                from sacreval.scoring.rouge_output import check

                check(entries)
                return script
        return None

    def ordered(self, results: Sequence[Result]) -> list[Result]:
        """Return results with their systems in the order of --sort, and signatures by choice."""
        from sacreval.report.best_scores import in_order
        from sacreval.report.result_notes import of_results

        return of_results(in_order(results, self.sort), self.signature)

    def table(self) -> Format | None:
        """Return the format if it is one of all results."""
        match self.form:
            case "rouge-1.5.5" | "rouge-1.5.5-d" | "eee" | "model-index" | "eval-results":
                return None
            case form:
                return form


class EndOptions(OptionGroup):
    """Options for existing files, failed records and notices at the end of a run."""

    force: Force = False
    allow_errors: AllowErrors = False
    quiet: Quiet = False

    def write_notices(self, notices: Sequence[str], failures: Sequence[str]) -> None:
        """Write notices and the first failed records to standard error."""
        write_notices(notices, failures, quiet=self.quiet)

    def exit_if_failed(self, failures: Sequence[str]) -> None:
        """Exit with 3 if records could not be scored, unless --allow-errors is given.

        Raises:
            Exit: If there are failures that are not allowed.
        """
        if failures and not self.allow_errors:
            raise typer.Exit(SOME_FAILED)
