"""sacreval.evaluate: scores of systems, from Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from msgspec.structs import replace

from sacreval.cli.options.option_groups import SelectionArguments
from sacreval.cli.options.python_options import options_of, selection_of, with_options
from sacreval.cli.options.statistics_options import EvaluateArguments, EvaluateOptions
from sacreval.cli.options.unused_options import flags, without_effect
from sacreval.commands.scored_sets import score_sets
from sacreval.core.metric import Engine
from sacreval.features.gates.gate_options import GateArguments, GateOptions
from sacreval.python.python_arguments import (
    Metrics,
    data_sets,
    library_notices,
    prepared,
    warn,
)
from sacreval.python.shown_results import Evaluated
from sacreval.scoring.entries.run_metrics import refuse_intervals


class EvaluationArguments(SelectionArguments, EvaluateArguments, GateArguments, total=False):
    """The arguments of `evaluate` that are options of the command."""


@with_options(EvaluateOptions, GateOptions)
def evaluate(
    outputs: Any = None,
    references: Any = None,
    *,
    metrics: Metrics | Mapping[str, Metrics],
    datasets: Mapping[str, Any] | None = None,
    keep_rows: bool = False,
    engine: Engine | None = None,
    workers: int = 1,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
    **options: Unpack[EvaluationArguments],
) -> Evaluated:
    """Score systems.

    Args:
        outputs: A list of texts, a mapping from system to such a list, records (`Instance` or
            mappings of its fields), a pandas or polars data frame whose columns are fields, a file
            by its name, or a list of `Path`.
        references: With texts: for each output a text or a list of texts. With files: files.
        metrics: Metrics by name, with options as in `chrf{"word_order": 2}` or
            `{"chrf": {"word_order": 2}}`, `{"exact-match": {"extract": "gsm8k"}}` to find answers
            in outputs, as values, or functions of one's own with arguments such
            as `prediction`; with `datasets` also a mapping from data set to metrics.
        datasets: In place of `outputs`, a mapping from data set to outputs, or to a tuple of
            outputs and references; each has instance ids and results of its own, and means over
            data sets count each alike.
        keep_rows: Keep the statistics of records, which `write_baseline` of the result needs.
        engine: `native` or `official`; by default `native` where it covers the options.
        workers: Threads of the kernels.
        reader: For files: a name of `sacreval list readers`, with options as JSON in braces.
        map: Field to the JMESPath expression that finds it in a record of another format.
        **options: Records, breakdowns, intervals and gates, by the options of the command.

    Returns:
        The results. They print as the command prints; `to_dict`, `to_pandas` and `to_latex`
        return them in other forms; `passed` and `raise_if_failed` are about the gates.

    Raises:
        SacrevalError: If a metric, an option or a record is wrong; the message says what to do.
    """
    scoring = options_of(EvaluateOptions, options)
    sets = data_sets(outputs, references, datasets, [] if metrics is None else metrics, engine)
    every = [entry for data_set in sets.values() for entry in data_set.entries]
    ci = scoring.intervals() is not None
    if ci:
        refuse_intervals(every)
    selection = selection_of(options, scoring.seed)
    ready = prepared(sets, selection, reader=reader, fields=map, workers=workers)
    conditions = options_of(GateOptions, options)
    report, evaluations, gates, _ = score_sets(ready, scoring, conditions, need_rows=keep_rows)
    unused = without_effect(
        flags(options),
        report.results,
        ci=ci,
        baseline=conditions.baseline is not None,
        test=gates.tested,
    )
    report = replace(report, notices=[*report.notices, *unused])
    warn([*library_notices(every, engine), *report.notices], report.failures)
    return Evaluated(report, evaluations if keep_rows else {})
