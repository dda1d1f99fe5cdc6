"""`sacreval baseline set`: the only command that changes a baseline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sacreval.cli.fast_parsing import QuickCommand, QuickGroup
from sacreval.errors import UsageError

app = typer.Typer(
    cls=QuickGroup,
    rich_markup_mode=None,
    help="Accept a run as the baseline of later runs.",
    no_args_is_help=True,
)


@app.command("set", cls=QuickCommand)
def set_baseline(
    result: Annotated[
        Path,
        typer.Argument(
            metavar="RESULT.json",
            help="A file written by `sacreval evaluate -o result.json --instances scores.jsonl`.",
        ),
    ],
    baseline: Annotated[
        Path,
        typer.Argument(
            metavar="BASELINE.json", help="The file of the accepted run; replaced if it exists."
        ),
    ],
) -> None:
    """Copy a result, with the scores of its records, to the file of the baseline.

    The scores are written beside it, to BASELINE.instances.jsonl.
    """
    import msgspec

    from sacreval.core.results import InstancesLink
    from sacreval.io.files import check_writable, is_utf8, write_text
    from sacreval.scoring.baseline import read_baseline, read_results

    read_baseline(result)
    found = read_results(result)
    if baseline.suffix != ".json":
        raise UsageError(f"{baseline}: a baseline is a result file; let its name end in .json")
    if baseline.resolve() == result.resolve():
        raise UsageError(f"{baseline}: this is the result itself; name another file")
    if not is_utf8(baseline.name):
        raise UsageError(f"{baseline}: this name is not UTF-8; name another file")
    beside = baseline.with_name(f"{baseline.stem}.instances.jsonl")
    for path in (baseline, beside):
        check_writable(path, force=True)
    if found.instances is not None:
        text = (result.parent / found.instances.path).read_text(encoding="utf-8")
        with write_text(beside) as stream:
            stream.write(text)
        found = msgspec.structs.replace(
            found, instances=InstancesLink(path=beside.name, sha256=found.instances.sha256)
        )
    with write_text(baseline) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
