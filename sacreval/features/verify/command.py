"""`sacreval verify RESULT.json INPUT…`: recomputation of a result file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Progress, Quiet
from sacreval.cli.options.data_set_options import DataSetOptions
from sacreval.cli.options.execution_options import RayAddress, Workers, backend_of
from sacreval.cli.options.option_groups import InputOptions
from sacreval.errors import GateError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacreval.core.results import Result


def verify(
    result: Annotated[
        Path,
        typer.Argument(metavar="RESULT.json", help="A file written by `sacreval evaluate -o`."),
    ],
    *,
    files: InputOptions,
    data_sets: DataSetOptions,
    workers: Workers = 1,
    ray: RayAddress = None,
    outside: Annotated[
        bool,
        typer.Option(
            "--outside",
            help="Also recompute metrics named py:, hf: or cmd:; this runs code that the file "
            "names.",
        ),
    ] = False,
    file: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTION=PATH",
            help="Where a file is now that an option of a metric named, as in "
            "replies=new/replies.jsonl; its content must have the hash of the signature. Repeat "
            "it.",
        ),
    ] = None,
    progress: Progress = True,
    quiet: Quiet = False,
) -> None:
    """Recompute the scores of a result file without the compiled kernels, and compare them.

    Each metric is recomputed by its official library, or by sacreval's own definition where there
    is none; the output names the code that was used. Values of BLEU, chrF, TER and of metrics of
    labels, probabilities, numbers and tags are computed from the records by sacrebleu,
    scikit-learn, scipy or seqeval, where these are installed. Intervals are recomputed from the
    rows. Values and bounds may differ by 1e-9 times the larger of 1 and the value; counts and the
    hash of the data must be equal. Exits with 1 if any differ. Official libraries take their time,
    sacrebleu's TER a second for a pair of paragraphs, which --workers divides.
    """
    from sacreval.cli.run_context import ContextOptions, running
    from sacreval.core.metric import metrics
    from sacreval.features.verify.moved_files import moved_options, with_moved
    from sacreval.features.verify.verify import account
    from sacreval.features.verify.verify_sets import verify_sets
    from sacreval.scoring.baseline import read_results

    backend = backend_of(workers, ray, quiet=quiet)
    claimed = with_moved(read_results(result).results, moved_options(file or ()))
    if not outside:
        _refuse_outside(result, claimed)
    read = {
        name: partial(source.batches, workers) for name, source in data_sets.sources(files).items()
    }
    # Without the cache, since all rows are to be recomputed.
    context = ContextOptions(None, cache=False, progress=progress, quiet=quiet)
    named = [metrics.get(name) for name in {one.metric for one in claimed} if name in metrics]
    with running(backend, context, total=lambda: None, metrics=named) as run:
        verdicts = list(verify_sets(claimed, read, backend=run.backend))
    wrong = [verdict for verdict in verdicts if verdict.differences]
    for verdict in wrong:
        one = verdict.claimed
        name = " ".join(filter(None, (one.system_id, one.group)))
        name += f" on {one.dataset}" if one.dataset else ""
        for text in verdict.differences:
            notice(f"{verdict.claimed.output} of {name}: {text}")
    if wrong:
        raise GateError(
            f"{result}: {len(wrong)} of {len(verdicts)} scores could not be reproduced; "
            "check that inputs and library versions are those of the signature"
        )
    if not quiet:
        typer.echo(f"{len(verdicts)} numbers recomputed, all equal")
        for line in account(verdicts):
            typer.echo(line)


def _refuse_outside(path: Path, claimed: Sequence[Result]) -> None:
    """Refuse a result file that names code from outside sacreval."""
    from sacreval.core.rebuild import names_third_party_code

    for result in claimed:
        if names_third_party_code(result.signature):
            name = result.signature.partition("|")[0]
            raise UsageError(
                f"{path}: {name} names code from outside sacreval, which would be run; give "
                "--outside if you trust the file"
            )
