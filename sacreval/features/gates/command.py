"""`sacreval baseline`: accept a run, show a baseline, and compare results by their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from sacreval.cli.late_typer import for_typer
from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import FormatName
from sacreval.cli.parsing.fast_parsing import QuickCommand, QuickGroup
from sacreval.errors import UsageError

_WITHOUT = "only --max-drop can compare with it; accept a run that was written with --instances"

app = typer.Typer(
    cls=QuickGroup,
    rich_markup_mode=None,
    help="Accept a run, or several, as the baseline of later runs; show and compare them.",
    no_args_is_help=True,
)


@app.command("set", cls=QuickCommand)
@for_typer
def set_baseline(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULT.json",
            help="Files written by `sacreval evaluate -o result.json --instances scores.jsonl`. "
            "Of several runs of a system on the same inputs the baseline is the mean; the best "
            "of several runs as baseline fails later runs without cause.",
        ),
    ],
    baseline: Annotated[
        Path,
        typer.Argument(
            metavar="BASELINE.json", help="The file of the accepted run; replaced if it exists."
        ),
    ],
    anyway: Annotated[
        bool,
        typer.Option(
            "--anyway",
            help="Accept a run with missing records too, or with a score of 0, against which no "
            "gate can fail.",
        ),
    ] = False,
) -> None:
    """Copy a result, with the scores of its records, to the file of the baseline.

    The scores are written beside it, to BASELINE.instances.jsonl.
    """
    from sacreval.features.gates.baseline_file import scores_of
    from sacreval.io.files import check_writable, is_utf8

    if baseline.suffix != ".json":
        raise UsageError(f"{baseline}: a baseline is a result file; let its name end in .json")
    if any(baseline.resolve() == result.resolve() for result in results):
        raise UsageError(f"{baseline}: this is the result itself; name another file")
    if not is_utf8(baseline.name):
        raise UsageError(f"{baseline}: this name is not UTF-8; name another file")
    beside = scores_of(baseline)
    for path in (baseline, beside):
        check_writable(path, force=True)
    if not anyway:
        _check_sound(results)
    if len(results) == 1:
        _copy(results[0], baseline, beside)
    else:
        _join(results, baseline)
    _tell(results, baseline)


@app.command("show", cls=QuickCommand)
@for_typer
def show_baseline(
    baseline: Annotated[
        Path, typer.Argument(metavar="BASELINE.json", help="A baseline, or any result.")
    ],
    form: FormatName = None,
) -> None:
    """Show the scores of a baseline, their signatures, and what tests against it can use."""
    from sacreval.cli.output import show
    from sacreval.core.results import Report
    from sacreval.report import result_notes, result_tables
    from sacreval.scoring.result_files import read_baselines, read_results

    file = read_results(baseline)
    counts: Counter[str] = Counter()
    for run in read_baselines(baseline).values():
        counts.update({name: len(records) for name, records in (run.records or {}).items()})
    report = Report(file.results)
    listed = ", ".join(f"{n} of {name}" for name, n in counts.items())
    sentence = f"scores of records: {listed}" if listed else f"no scores of records: {_WITHOUT}"
    runs = [f"the mean of {file.runs} runs"] if (file.runs or 1) > 1 else []
    notes = [*result_notes.notes(file.results), *runs, sentence]
    show(
        form,
        lambda chosen: result_tables.render(report, chosen, below=[*runs, sentence]),
        lambda: result_tables.tables(file.results),
        notes,
    )


@app.command("diff", cls=QuickCommand)
@for_typer
def diff_baseline(
    before: Annotated[
        Path, typer.Argument(metavar="BASELINE.json", help="A baseline, or any result.")
    ],
    after: Annotated[Path, typer.Argument(metavar="RESULT.json", help="The later result.")],
    form: FormatName = None,
) -> None:
    """Show how scores differ between two results, and what differs in how they were made.

    It compares numbers alone: whether a difference is more than chance is what `evaluate
    --baseline` and `compare` test.
    """
    from sacreval.cli.output import show
    from sacreval.features.gates.baseline_changes import changes, render, table
    from sacreval.scoring.result_files import differences, read_results

    old, new = (read_results(path).results for path in (before, after))
    deltas = changes(old, new)
    earlier = {(r.dataset, r.system_id, r.target): r for r in old}
    pairs = [(r, earlier.get((r.dataset, r.system_id, r.target))) for r in new]
    texts = dict.fromkeys(x for now, then in pairs if then for x in differences(now, then))
    notes = [f"made otherwise: {text}" for text in texts]
    show(form, lambda chosen: render(deltas, notes, chosen), lambda: [table(deltas)], notes)


def _check_sound(results: Sequence[Path]) -> None:
    """Check that later runs can be worse than these, and that no record is missing."""
    from sacreval.features.gates.baseline_file import doubts
    from sacreval.scoring.result_files import read_results

    for path in results:
        for doubt in doubts(read_results(path).results):
            raise UsageError(f"{path}: {doubt}; correct the run, or accept it with --anyway")


def _tell(results: Sequence[Path], baseline: Path) -> None:
    """Report what was accepted, and which runs failed their gates."""
    from sacreval.scoring.result_files import read_results

    file = read_results(baseline)
    systems = len({result.system_id for result in file.results})
    what = f"{_count(len(file.results), 'score')} of {_count(systems, 'system')}"
    beside = " and the scores of records" if file.instances else f"; {_WITHOUT}"
    notice(f"{baseline}: accepted {what}{beside}")
    for path in results:
        gates = read_results(path).gates
        if failed := [gate for gate in gates if not gate.passed]:
            notice(
                f"{path}: this run did not pass {len(failed)} of its {_count(len(gates), 'gate')}, "
                f"such as: {failed[0].gate}; later runs are compared with it all the same"
            )


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _copy(result: Path, baseline: Path, beside: Path) -> None:
    """Accept one run."""
    from sacreval.features.gates.baseline_file import write_results
    from sacreval.io.files import write_text
    from sacreval.scoring.result_files import read_baselines, read_results

    read_baselines(result)
    file = read_results(result)
    if file.instances is not None:
        text = (result.parent / file.instances.path).read_text(encoding="utf-8")
        with write_text(beside) as stream:
            stream.write(text)
    write_results(file, baseline, beside if file.instances else None)


def _join(results: Sequence[Path], baseline: Path) -> None:
    """Accept the mean of several runs."""
    from sacreval.features.gates.baseline_file import joined, write

    mean = joined(results)
    write(mean.content, mean.records, baseline)
    for text in mean.notices:
        notice(f"{baseline}: {text}")
