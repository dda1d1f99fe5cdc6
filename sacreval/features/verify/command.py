"""`sacreval verify RESULT.json INPUT…`: recomputation of a result file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Progress, Quiet
from sacreval.cli.options.data_set_options import DataSetOptions
from sacreval.cli.options.option_groups import InputOptions, RayAddress, Workers, backend_of
from sacreval.core import signature
from sacreval.core.results import Result
from sacreval.errors import GateError, UsageError, nearest, shortened

HASHES = ("_sha256", "_digest")  # endings of the options with the hash of another
BY_DATA = ("replies", "opponent")  # files whose content the hash of the data covers


def moved_options(texts: Sequence[str]) -> dict[str, list[str]]:
    """Return the values of `--file`: option to its files, in order."""
    paths: dict[str, list[str]] = {}
    for text in texts:
        option, equals, path = text.partition("=")
        if not (option and equals and path):
            raise UsageError(
                f"--file {shortened(text)}: write OPTION=PATH, as in replies=new.jsonl"
            )
        paths.setdefault(option.replace("-", "_"), []).append(path)
    return paths


def with_moved(results: Sequence[Result], moved: Mapping[str, Sequence[str]]) -> list[Result]:
    """Return results whose signatures name files where they are now.

    The metrics compare the content with the hashes in the signatures when they read it.
    """
    used: set[str] = set()
    known: set[str] = set()
    updated = []
    for result in results:
        _, values = signature.read(result.signature)
        options = {name for name in values if _has_hash(name, values)}
        known |= options
        mine = {name: _as_before(name, values[name], moved[name]) for name in moved
                if name in options}  # fmt: skip
        used |= mine.keys()
        updated.append(replace(result, signature=signature.with_values(result.signature, mine)))
    for name in moved:
        if name not in used:
            raise UsageError(
                f"--file {shortened(name)}: no result has this file with a hash; "
                f"{nearest(name, known)}"
            )
    return updated


def _has_hash(option: str, values: Mapping[str, object]) -> bool:
    """Return whether a signature has a hash of the content of the files of an option."""
    if any(f"{option}{ending}" in values for ending in HASHES):
        return True
    return option in BY_DATA and "judge_digest" in values


def _as_before(option: str, before: object, paths: Sequence[str]) -> object:
    """Return new paths in place of one path or of a list of them."""
    count = len(before) if isinstance(before, list) else 1
    if len(paths) != count:
        raise UsageError(f"--file {option}: the signature has {count} of these files; give as many")
    return list(paths) if isinstance(before, list) else paths[0]


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
    from sacreval.features.verify.verify import account, verify_sets
    from sacreval.scoring.result_files import read_results

    backend = backend_of(workers, ray, quiet=quiet)
    claimed = with_moved(read_results(result).results, moved_options(file or ()))
    if not outside:
        _refuse_outside(result, claimed)
    read = {
        name: partial(source.batches, workers) for name, source in data_sets.sources(files).items()
    }
    # Without the cache, since all rows are to be recomputed.
    context = ContextOptions(None, cache=False, progress=progress, quiet=quiet)
    named = [metrics.get(name) for name in {claim.metric for claim in claimed} if name in metrics]
    with running(backend, context, total=lambda: None, metrics=named) as run:
        verdicts = list(verify_sets(claimed, read, backend=run.backend))
    wrong = [verdict for verdict in verdicts if verdict.differences]
    for verdict in wrong:
        claim = verdict.claimed
        name = " ".join(filter(None, (claim.system_id, claim.group)))
        name += f" on {claim.dataset}" if claim.dataset else ""
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
