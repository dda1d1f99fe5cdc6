"""`sacreval verify RESULT.json INPUT…`: are these the numbers?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.common_options import Progress, Quiet, notice
from sacreval.cli.execution_options import RayAddress, Workers, backend_of
from sacreval.cli.option_groups import InputOptions
from sacreval.errors import GateError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacreval.core.results import Result


def verify(
    result: Annotated[
        Path, typer.Argument(metavar="RESULT.json", help="What `sacreval evaluate -o` wrote.")
    ],
    *,
    files: InputOptions,
    workers: Workers = 1,
    ray: RayAddress = None,
    outside: Annotated[
        bool,
        typer.Option(
            "--outside",
            help="Also make metrics named py: or hf: again; this runs code that the file names.",
        ),
    ] = False,
    progress: Progress = True,
    quiet: Quiet = False,
) -> None:
    """Recompute the numbers of a result file without the compiled kernels, and compare.

    Each metric is recomputed by its official library, or by sacreval's own definition where there
    is none, and the output says which. Values of BLEU, chrF, TER and of metrics of labels,
    probabilities, numbers and tags are computed from the records by sacrebleu, scikit-learn, scipy
    or seqeval, where these are installed. Intervals are drawn again from the rows. Values and
    bounds may differ by 1e-9 of the larger of 1 and the number; counts and the hash of the data
    must be equal. Exits with 1 where one is not.
    """
    from sacreval.cli.run_context import Keep, running
    from sacreval.core.metric import metrics
    from sacreval.scoring.baseline import read_results
    from sacreval.scoring.verify import account
    from sacreval.scoring.verify import verify as make_again

    backend = backend_of(workers, ray, quiet=quiet)
    claimed = read_results(result).results
    if not outside:
        _refuse_outside(result, claimed)
    source = files.source()
    keep = Keep(None, cache=False, progress=progress, quiet=quiet)  # nothing is taken on trust
    named = [metrics.get(name) for name in {one.metric for one in claimed} if name in metrics]
    with running(backend, keep, total=lambda: None, metrics=named) as run:
        verdicts = list(make_again(claimed, lambda: source.batches(workers), backend=run.backend))
    wrong = [verdict for verdict in verdicts if verdict.differences]
    for verdict in wrong:
        name = " ".join(filter(None, (verdict.claimed.system_id, verdict.claimed.group)))
        for text in verdict.differences:
            notice(f"{verdict.claimed.output} of {name}: {text}")
    if wrong:
        raise GateError(
            f"{result}: {len(wrong)} of {len(verdicts)} numbers could not be recomputed; "
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
                f"{path}: {name} names code from outside sacreval, which this would run; give "
                "--outside if you trust the file"
            )
