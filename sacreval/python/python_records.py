"""sacreval.read, score, select and verify: single records, from Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import msgspec

from sacreval.cli.options.option_groups import HumanTextOptions, ScoreArguments, ScoreOptions
from sacreval.cli.options.python_options import options_of, selection_of, with_options
from sacreval.core.metric import Engine, Metric
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.features.select.candidates import OutputField, weighting
from sacreval.features.select.select import Selecting, choice_of
from sacreval.features.verify.verify import Read, verify_sets
from sacreval.python.python_arguments import (
    Metrics,
    data_sets,
    entries_of,
    library_notices,
    read_batches,
    warn,
)
from sacreval.python.shown_results import Evaluated, ScoredRecords, Verified
from sacreval.scoring.entries import run_metrics
from sacreval.scoring.inputs.selected_records import Selected, add_references
from sacreval.scoring.pair_scores import own_text_among_references
from sacreval.scoring.pair_scores import score as score_batches
from sacreval.scoring.rows.carried_fields import explanatory_fields
from sacreval.scoring.rows.field_checks import settle

if TYPE_CHECKING:
    from collections.abc import Sequence


def read(
    inputs: Any,
    references: Any = None,
    *,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> list[Instance]:
    """Read records.

    Args:
        inputs: A file, a list of `Path`, or values as for `evaluate`.
        references: Files with references for line-parallel text, or references of texts.
        reader: A name of `sacreval list readers`, with options as JSON in braces.
        map: Field to the JMESPath expression that finds it in a record of another format.

    Returns:
        The records, each with its instance and system.

    Raises:
        SacrevalError: If a file is missing or a record is wrong; the message names the place.
    """
    return [
        msgspec.structs.replace(instance, instance_id=name, system_id=system)
        for batch in read_batches(inputs, references, reader=reader, fields=map)
        for instance, name, system in zip(batch, batch.instance_ids, batch.system_ids, strict=True)
    ]


@with_options(ScoreOptions, HumanTextOptions)
def score(
    outputs: Any,
    references: Any = None,
    *,
    metrics: Metrics,
    pairs: bool = False,
    engine: Engine | None = None,
    workers: int = 1,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
    **options: Unpack[ScoreArguments],
) -> ScoredRecords:
    """Score every output on its own.

    Args:
        outputs: As for `evaluate`.
        references: As for `evaluate`.
        metrics: As for `evaluate`.
        pairs: Also score each system and each human text of an input against the same references;
            see `against_humans` of the result.
        engine: As for `evaluate`.
        workers: As for `evaluate`.
        reader: As for `evaluate`.
        map: As for `evaluate`.
        **options: Records, human texts and the jackknife, by the options of the command.

    Raises:
        SacrevalError: If a metric, an option or a record is wrong; the message says what to do.
    """
    scoring = options_of(ScoreOptions, options)
    if pairs and not (scoring.jackknife and scoring.jackknife_peers):
        raise UsageError(
            "pairs=True leaves references out in turn; drop jackknife=False and "
            "jackknife_peers=False"
        )
    chosen = entries_of(metrics, engine)
    run_metrics.refuse_sets(chosen, remedy="use sacreval.evaluate")
    selection = selection_of(options, scoring.seed)
    selected = Selected(selection, [entry.metric for entry in chosen], own_text=False)
    batches: Iterable[Batch] = read_batches(
        outputs, references, reader=reader, fields=map, workers=workers
    )
    if options_of(HumanTextOptions, options).references_as_systems:
        batches = add_references(iter(batches))
    settled, checked = settle(chosen, selected.of(batches))
    ready = (own_text_among_references(batch, drop=False) for batch in checked)
    scores = score_batches(
        ready,
        settled,
        jackknife=scoring.jackknife,
        peers=scoring.jackknife_peers,
        pairs=pairs,
        fields=explanatory_fields(settled),
        chosen=selected.records,
        keep_rows=True,
    )
    warn(
        [*library_notices(chosen, engine), *selected.notices(), *scores.notices()], scores.failures
    )
    return ScoredRecords(scores)


def verify(
    result: Evaluated | str | Path,
    outputs: Any = None,
    references: Any = None,
    *,
    datasets: Mapping[str, Any] | None = None,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> Verified:
    """Recompute the scores of a result from its signature.

    Args:
        result: A result of `evaluate`, or a result file.
        outputs: The same outputs.
        references: The same references.
        datasets: The same data sets, in place of these.
        reader: As for `evaluate`.
        map: As for `evaluate`.

    Returns:
        A verdict for each score; true if all are equal.

    Raises:
        SacrevalError: If the result names code from outside, or the file cannot be read.
    """
    from sacreval.core.rebuild import names_third_party_code
    from sacreval.scoring.result_files import read_results

    claimed = (
        result.report if isinstance(result, Evaluated) else read_results(Path(result))
    ).results
    if any(names_third_party_code(claim.signature) for claim in claimed):
        raise UsageError("the result names code from outside sacreval; run `sacreval verify`")
    sets = data_sets(outputs, references, datasets)
    held = {
        name: list(read_batches(data_set.outputs, data_set.references, reader=reader, fields=map))
        for name, data_set in sets.items()
    }
    read: dict[str | None, Read] = {name: partial(list, x) for name, x in held.items()}
    return Verified(list(verify_sets(claimed, read)))


def select(
    outputs: Any,
    metric: str | Metric,
    *,
    of: OutputField | None = None,
    score: str | None = None,
    include_self: bool = False,
    sample_weights: str | None = None,
    sample_logprobs: str | None = None,
    engine: Engine | None = None,
    workers: int = 1,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> list[Instance]:
    """Choose the best of several outputs for each input.

    A metric that needs no references scores each output; any other compares each with all others
    for the same input, and the one with the best mean is chosen (minimum Bayes risk).

    Args:
        outputs: A list with a list of texts for each input; or a file, a list of `Path`, or records
            as for `evaluate`, with `samples` or `predictions`.
        metric: Name of the metric, with options as JSON in braces, or the metric itself.
        of: `samples` or `predictions`; by default the field that a record has.
        score: Output of the metric that decides; by default the main one.
        include_self: Whether an output is compared with itself too.
        sample_weights: JMESPath expression that finds the weights of a record's outputs as
            references, 0 or more.
        sample_logprobs: The same for logarithms of probabilities.
        engine: As for `evaluate`.
        workers: As for `evaluate`.
        reader: As for `evaluate`.
        map: As for `evaluate`.

    Returns:
        The records with the chosen output as `prediction`; `meta["selected"]` has its index, its
        score, the number of outputs, and the signature of the choice.

    Raises:
        SacrevalError: If the metric cannot choose, or a record is wrong; the message says what to
            do.
    """
    if not isinstance(metric, str | Metric):
        raise UsageError("outputs are chosen by one metric; give its name, or the metric itself")
    choice = choice_of(entries_of(metric, engine), score, include_self=include_self)
    candidates = choice.candidates(of, weighting(sample_weights, sample_logprobs))
    entries = choice.entries()
    batches = read_batches(_records(outputs), None, reader=reader, fields=map, workers=workers)
    settled, checked = settle(entries, candidates.batches(batches))
    selecting = Selecting(choice.with_metric(settled[0].metric), candidates)
    records = list(selecting.records(checked))
    warn([*library_notices(entries, engine), *selecting.notices()[1:]], selecting.failures)
    return records


def _records(outputs: Any) -> Any:
    """Convert lists of texts to records with samples."""
    listed: Sequence[Any] = outputs if isinstance(outputs, list | tuple) else ()
    if listed and all(isinstance(texts, list | tuple) for texts in listed):
        return [Instance(samples=list(texts)) for texts in listed]
    return outputs
