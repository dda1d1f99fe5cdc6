"""`sacreval perturb DATASET…`: variants of records with one field perturbed."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import (
    Dataset,
    Force,
    JoinFile,
    JoinOn,
    Map,
    Quiet,
    ReaderName,
    RecordsFile,
)
from sacreval.cli.options.option_values import source_of


def perturb(
    *,
    inputs: Dataset,
    type_: Annotated[
        str,
        typer.Option(
            "--type",
            metavar="NAME",
            help="A name of `sacreval list perturbations`, with options as JSON in braces, as in "
            "'butter-finger{\"probability\": 0.2}'; or py:MODULE:FUNCTION, which takes a text and "
            "a NumPy generator.",
        ),
    ],
    n: Annotated[int, typer.Option("--n", min=1, help="Number of variants of each record.")] = 5,
    seed: Annotated[
        int,
        typer.Option(min=0, help="Seed; draws depend on it, the instance and the variant alone."),
    ] = 5,
    field: Annotated[
        str, typer.Option(help="Field that is perturbed: a text, or a list of texts.")
    ] = "input",
    compatible: Annotated[
        Literal["fmeval"] | None,
        typer.Option(
            help="Draw exactly as this library, which has one generator for all records in their "
            "order; seed 5 is its own."
        ),
    ] = None,
    output: RecordsFile = None,
    reader: ReaderName = None,
    map_: Map = None,
    join: JoinFile = None,
    on: JoinOn = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write variants of records with a perturbed input, to test how robust a system is.

    A variant has the instance_id of its record, and its number in groups.variant. A system's
    outputs for records and for their variants are compared by `sacreval robustness`.
    """
    from sacreval.cli.output import write_records
    from sacreval.core.options.specs import from_spec
    from sacreval.features.robustness.perturbations._base import perturbations
    from sacreval.features.robustness.variants import Variants
    from sacreval.io.files import check_writable

    source = source_of(inputs, None, reader, map_, join=join, on=on)
    how = Variants(
        perturbation=from_spec(perturbations, type_),
        field=field,
        n=n,
        seed=seed,
        compatible=compatible,
    )
    if output is not None:
        check_writable(output, force=force, inputs=source.files())
    count = write_records(how.of(source.batches()), output)
    if output is not None:
        notice(f"{output}: {count} variants of {count // n} records", quiet=quiet)
