"""`sacreval select METRIC INPUT…`: the best of several outputs for each input, as records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.cli.metric_commands import MetricCommands
from sacreval.cli.options.common_options import SUITE, RecordsFile
from sacreval.cli.options.option_groups import (
    EndOptions,
    InputOptions,
    RunOptions,
    SelectionOptions,
)
from sacreval.cli.verb_app import verb_app

if TYPE_CHECKING:
    from sacreval.features.select.candidates import Weighting
    from sacreval.scoring.entries.run_metrics import Entry


def select(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    systems: SelectionOptions,
    of: Annotated[
        Literal["samples", "predictions"] | None,
        typer.Option(
            "--of", help="Field with the outputs of a record; by default the one that it has."
        ),
    ] = None,
    score: Annotated[
        str | None,
        typer.Option(
            metavar="OUTPUT",
            help="Output of the metric that decides, such as rouge1_f1; by default the main one.",
        ),
    ] = None,
    include_self: Annotated[
        bool,
        typer.Option(
            "--include-self",
            help="By consensus, compare each output with itself too, as tools do that take all "
            "outputs for references. Without --sample-weights this changes no choice where an "
            "output has the same score against itself as all others have.",
        ),
    ] = False,
    sample_weights: Annotated[
        str | None,
        typer.Option(
            metavar="JMESPATH",
            help="By consensus, expression that finds the weights of a record's outputs as "
            "references, such as their probabilities; a list of numbers, 0 or more.",
        ),
    ] = None,
    sample_logprobs: Annotated[
        str | None,
        typer.Option(
            metavar="JMESPATH",
            help="The same for logarithms of probabilities, whose softmax is the weights.",
        ),
    ] = None,
    how: RunOptions,
    output: RecordsFile = None,
    end: EndOptions,
) -> None:
    """Write the best output of each record."""
    from msgspec.structs import asdict

    from sacreval.cli.output import write_records
    from sacreval.cli.run_context import prepare
    from sacreval.features.select.candidates import CandidateSource
    from sacreval.features.select.select import Selecting, choice_of
    from sacreval.io.files import check_writable

    choice = choice_of(entries, score, include_self=include_self)
    candidates = choice.candidates(of, _weighting(sample_weights, sample_logprobs))
    source = CandidateSource(**asdict(files.source()), candidates=candidates)
    if output is not None:
        check_writable(output, force=end.force, inputs=source.files())
    if choice.consensus:
        entries = choice.entries()
    ready = prepare(entries, source, how, systems.selection(), quiet=end.quiet)
    selecting = Selecting(choice.with_metric(ready.entries[0].metric), candidates)
    with ready.running([output]) as run:
        write_records(selecting.records(ready.batches, run.backend), output)
    run.done()
    notices = [*ready.selected.notices(), *selecting.notices()]
    end.write_notices(notices, selecting.failures)
    end.exit_if_failed(selecting.failures)


def _weighting(weights: str | None, logprobs: str | None) -> Weighting | None:
    if weights is None and logprobs is None:
        return None
    from sacreval.features.select.candidates import weighting

    return weighting(weights, logprobs)


SUITE_TEXT = "Refuses: outputs are chosen by one metric."
make = MetricCommands(select, SUITE_TEXT)
app = verb_app(
    make,
    "Choose the best of several outputs for each input, by a metric that needs no references, or "
    "by consensus (minimum Bayes risk): one subcommand for each metric.",
    {SUITE: SUITE_TEXT},
)
