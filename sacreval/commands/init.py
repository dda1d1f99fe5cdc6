"""`sacreval init INPUT…`: a suite, a baseline and a workflow for the files at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import (
    Force,
    Inputs,
    Map,
    Quiet,
    ReaderName,
    References,
    Sources,
)
from sacreval.core.contract.declarations import score_range
from sacreval.core.results import Report
from sacreval.core.selection import Selection
from sacreval.errors import InputError, UsageError
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.output_names import directions, mains
from sacreval.scoring.entries.run_metrics import Entry, entries
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.inputs.selected_records import Selected
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.rows.field_checks import settle

SHORT = 5  # words of an answer; longer references are taken for sentences
OF_ANSWERS = ("exact-match", "token-f1")
OF_SENTENCES = ("chrf", "bleu")


class AcceptedRun(NamedTuple):
    """A run that later ones are compared with.

    Args:
        report: Its results and notices.
        evaluation: The rows of its records.
    """

    report: Report
    evaluation: Evaluation


def metrics_for(source: Source) -> tuple[str, ...]:
    """Choose metrics by the references: of short answers, or of sentences."""
    lengths = sorted(_lengths(source))
    if not lengths:
        raise UsageError(
            "the records have no references that are texts; give their file with -r, or "
            "name the metrics with -m, as in -m accuracy (sacreval list metrics has all)"
        )
    return OF_ANSWERS if lengths[len(lengths) // 2] <= SHORT else OF_SENTENCES


def _lengths(source: Source) -> Iterator[int]:
    for batch in source.batches():
        for instance in batch:
            yield from (len(x.split()) for x in instance.references or () if isinstance(x, str))


def accepted(source: Source, specs: Sequence[str]) -> AcceptedRun:
    """Score files, and keep the rows of their records."""
    from sacreval.scoring.entries.run_metrics import refuse_sets

    on_engine = [entry.on_engine(None) for entry in entries(specs)]
    refuse_sets(on_engine, remedy="name another metric, whose scores of records can be compared")
    selected = Selected(Selection(), [entry.metric for entry in on_engine])
    settled, batches = settle(on_engine, selected.of(source.batches()))
    evaluation = evaluate(batches, settled, every_group=True, chosen=selected.records)
    report = evaluation.report()
    for failure in report.failures:
        raise InputError(f"{failure}; every record of a baseline must have a score")
    return AcceptedRun(report, evaluation)


def largest_drops(run: AcceptedRun) -> dict[str, float]:
    """Choose for each metric the drop that passes: a hundredth of the range of its main output."""
    chosen = _directed(run)
    at_worst = worst(run)
    drops = {
        output: float(f"{_range(run, entry, output) / 100:.2g}")
        for output, entry in chosen.items()
        if output not in at_worst
    }
    if not chosen:
        names = ", ".join(entry.name for entry in run.evaluation.entries)
        raise UsageError(f"{names}: no output is better high or low; name another metric with -m")
    if not drops:
        raise UsageError(
            f"{', '.join(at_worst)}: no score can become worse than in this run, so that no gate "
            "could fail; name another metric with -m, or one that finds the answers in the "
            'outputs, as in -m \'exact-match{"extract": "number"}\''
        )
    return drops


def worst(run: AcceptedRun) -> list[str]:
    """Return the main outputs of which every system has the worst score that there is."""
    better = directions(run.evaluation.entries)
    listed = []
    for output, entry in _directed(run).items():
        end = score_range(entry.metric, entry.metric_outputs[output])[0 if better[output] else 1]
        values = [result.value for result in run.report.results if result.output == output]
        if all(value == end for value in values):
            listed.append(output)
    return listed


def _directed(run: AcceptedRun) -> dict[str, Entry]:
    """Return the main outputs that are better high or low, with their metrics."""
    chosen: Sequence[Entry] = run.evaluation.entries
    better = directions(chosen)
    pairs = ((mains([entry]).get(entry.name), entry) for entry in chosen)
    return {x: entry for x, entry in pairs if x is not None and better[x] is not None}


def _range(run: AcceptedRun, entry: Entry, output: str) -> float:
    low, high = score_range(entry.metric, entry.metric_outputs[output])
    if high - low < float("inf"):
        return high - low
    values = [abs(result.value or 0.0) for result in run.report.results if result.output == output]
    return max(values, default=0.0) or 1.0


def init(
    inputs: Inputs,
    *,
    references: References = None,
    sources: Sources = None,
    reader: ReaderName = None,
    map_: Map = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--metrics",
            metavar="METRIC",
            help="A metric; repeat it. By default exact-match and token-f1 where references are "
            "short answers, else chrf and bleu.",
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Name of the pipeline and its files: NAME.yaml, NAME-baseline.json with the "
            "scores of its records beside it, and .github/workflows/NAME.yml.",
        ),
    ] = "quality",
    workflow: Annotated[
        bool,
        typer.Option(
            "--workflow/--no-workflow",
            help="Also write the workflow for GitHub, to the root of the repository.",
        ),
    ] = True,
    install: Annotated[
        str | None,
        typer.Option(
            metavar="REQUIREMENT",
            help="What the workflow installs with pip, such as a wheel in the repository; by "
            "default the release, commit, wheel or folder that was installed here.",
        ),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write a suite, a baseline and a workflow for files with outputs.

    The files are scored, and the scores become the baseline: later runs of the suite fail where a
    test finds the system worse, and by more than a hundredth of the metric's range, or of the
    score where there is none. Nothing that exists is replaced without --force.
    """
    from sacreval.cli.options.option_values import source_of
    from sacreval.features.gates import baseline_file, pipeline_files
    from sacreval.report.result_tables import render

    source = source_of(inputs, references, reader, map_, sources=sources)
    files = _files(name, workflow=workflow)
    _check(files, source, force=force)
    requirement = _one_line(install) if install is not None else _installed()
    place = pipeline_files.PipelineHost(name, files.folder, requirement)
    chosen = metrics or metrics_for(source)
    run = accepted(source, chosen)
    drops = largest_drops(run)
    beside = {"references": references, "sources": sources, "reader": reader, "map": map_}
    options = {"inputs": inputs, **beside, "metrics": list(chosen)}
    written = {key: value for key, value in options.items() if value}
    suite = pipeline_files.suite(files.suite.name, written, files.baseline.name, drops)
    baseline_file.write(run.report.to_file(), run.evaluation.instances(), files.baseline)
    _write(files.suite, suite)
    if files.workflow is not None:
        text = pipeline_files.workflow(place, files.suite.name, source.paths)
        files.workflow.parent.mkdir(parents=True, exist_ok=True)
        _write(files.workflow, text)
    _tell(files, render(run.report, "text").rstrip("\n"), requirement)
    never = [f"{output}: no gate, as no score is worse" for output in worst(run)]
    for text in (*run.report.notices, *never):
        notice(text, quiet=quiet)
    if not metrics:
        text = f"metrics by the length of the references: {', '.join(chosen)}; name others with -m"
        notice(text, quiet=quiet)


class _Files(NamedTuple):
    """The files that are written.

    Args:
        suite: The suite.
        baseline: The accepted run.
        scores: The scores of its records.
        workflow: The workflow, or None.
        folder: This folder, relative to the root of the repository.
    """

    suite: Path
    baseline: Path
    scores: Path
    workflow: Path | None
    folder: str

    @property
    def written(self) -> list[Path]:
        """All of them."""
        every = (self.suite, self.baseline, self.scores, self.workflow)
        return [path for path in every if path is not None]


def _files(name: str, *, workflow: bool) -> _Files:
    """Name the files."""
    import re

    from sacreval.errors import UsageError, shortened
    from sacreval.features.gates.baseline_file import scores_of

    if not re.fullmatch("[A-Za-z_][A-Za-z0-9_-]*", name):
        raise UsageError(
            f"--name {shortened(name)}: give a name of letters, digits, - and _ that begins with "
            "a letter"
        )
    here, baseline = Path.cwd(), Path(f"{name}-baseline.json")
    root = next((x for x in (here, *here.parents) if (x / ".git").exists()), here)
    up = Path(*[".."] * len(here.relative_to(root).parts))
    path = up / ".github" / "workflows" / f"{name}.yml" if workflow else None
    folder = here.relative_to(root).as_posix()
    return _Files(Path(f"{name}.yaml"), baseline, scores_of(baseline), path, folder)


def _check(files: _Files, source: Source, *, force: bool) -> None:
    """Check, before anything is scored, that all files can be written, and inputs found again."""
    from sacreval.errors import UsageError
    from sacreval.io.files import check_writable

    inputs = [*source.paths, *source.references, *source.sources]
    for name in inputs:
        if name == "-" or Path(name).is_absolute():
            raise UsageError(
                f"{name}: a pipeline reads files of its repository; give a path relative to this "
                "folder"
            )
    for path in files.written:
        if path.parent.is_dir():
            check_writable(path, force=force, inputs=inputs)
        else:  # a folder that will be made
            above = next(x for x in path.parent.parents if x.exists())
            check_writable(above / f"{path.name}.new", force=True)


def _write(path: Path, text: str) -> None:
    from sacreval.io.files import write_text

    with write_text(path) as stream:
        stream.write(text)


def _one_line(install: str) -> str:
    """Check that a requirement is one line."""
    from sacreval.errors import UsageError

    if not install.strip() or not install.isprintable():
        raise UsageError("--install: name one requirement of pip, as in sacreval==0.1.0")
    return install


def _installed() -> str:
    """Return what pip installs to have this version: a commit, a file or folder, or a release."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    from sacreval.core.version import version

    try:
        text = distribution("sacreval").read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    origin = json.loads(text or "{}")
    if commit := origin.get("vcs_info", {}).get("commit_id"):
        return f"git+{origin['url']}@{commit}"
    if (place := urlsplit(origin.get("url", ""))).scheme == "file":
        return url2pathname(place.path)
    return f"sacreval=={version()}"


def _tell(files: _Files, table: str, requirement: str) -> None:
    """Print the scores, what was written, and the next command."""
    lines: Sequence[str] = [table, "", *(f"wrote {path.as_posix()}" for path in files.written)]
    for line in lines:
        typer.echo(line)
    if files.workflow is not None:
        here = ", which this machine has" if Path(requirement).is_absolute() else ""
        typer.echo(f"the workflow installs {requirement}{here}; --install names another")
    typer.echo(f"next: sacreval evaluate suite {files.suite}")
