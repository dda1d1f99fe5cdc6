"""sacreval.select: the best of several outputs for each input, from Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import Engine, Metric
from sacreval.core.records import Instance
from sacreval.errors import UsageError
from sacreval.features.select.candidates import OutputField, weighting
from sacreval.features.select.select import Selecting, choice_of
from sacreval.python.python_arguments import entries_of, library_notices, read_batches, warn
from sacreval.scoring.rows.field_checks import settle

if TYPE_CHECKING:
    from collections.abc import Sequence


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
