"""Runs made ready: inputs opened and checked, systems selected, engines of metrics set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sacreval.cli.notices import notice
from sacreval.cli.options.execution_options import backend_of
from sacreval.cli.run_context import ContextOptions, Running, running

if TYPE_CHECKING:
    from sacreval.cli.options.option_groups import HumanTextOptions, RunOptions
    from sacreval.core.records import Batch
    from sacreval.core.selections import Selection
    from sacreval.execution import Backend
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.selection import Selected
    from sacreval.scoring.inputs.source import SharedFiles, Source
    from sacreval.scoring.sets.data_sets import DataSet


class Prepared(Struct, frozen=True):
    """A run whose inputs are open and whose metrics have all their options and engines set.

    Args:
        entries: The metrics.
        batches: Checked batches of the records that take part.
        selected: The selection, which counts records that are left out.
        backend: The backend that computes rows.
        total: Counts the records for the progress bar.
        context: Options of the context.
        dataset: The data set; None for a run without.
        source: The input files, if the records are those in them.
    """

    entries: Sequence[Entry]
    batches: Iterable[Batch]
    selected: Selected
    backend: Backend
    total: Callable[[], int | None]
    context: ContextOptions
    dataset: str | None = None
    source: Source | None = None

    def running(self, outputs: Sequence[Path | None]) -> AbstractContextManager[Running]:
        """Return the context in which rows are computed; see `running`.

        Args:
            outputs: The files that will be written.
        """
        metrics = [entry.metric for entry in self.entries]
        return running(
            self.backend, self.context, total=self.total, outputs=outputs, metrics=metrics
        )


class PreparedSets(Struct, frozen=True):
    """The data sets of a run, ready to be scored; one without a name if the run has none.

    Args:
        sets: The data sets, at least one.
    """

    sets: Sequence[Prepared]

    def running(self, outputs: Sequence[Path | None]) -> AbstractContextManager[Running]:
        """Return the context in which the rows of all data sets are computed; see `running`.

        Args:
            outputs: The files that will be written.
        """
        first = self.sets[0]
        every = [entry.metric for one in self.sets for entry in one.entries]
        metrics = {repr(metric): metric for metric in every}

        def total() -> int | None:
            counts = [one.total() for one in self.sets]
            return None if None in counts else sum(count or 0 for count in counts)

        return running(
            first.backend,
            first.context,
            total=total,
            outputs=outputs,
            metrics=metrics.values(),
            of_sets=every if len(self.sets) > 1 else (),
        )

    def notices(self) -> list[str]:
        """Describe the records that were left out."""
        from sacreval.scoring.sets.data_sets import of_set

        return [text for one in self.sets for text in of_set(one.dataset, one.selected.notices())]

    def selection(self) -> Selection | None:
        """Return the selection to write to results; None if all systems took part."""
        return self.sets[0].selected.selection.stated()


def prepare_sets(
    sets: Sequence[DataSet],
    options: RunOptions,
    selection: Selection,
    *,
    human_texts: HumanTextOptions | None = None,
    baseline: Path | None = None,
    quiet: bool = False,
) -> PreparedSets:
    """Open the inputs of all data sets; see `prepare`.

    Args:
        sets: The data sets.
        options: Engine, backend, and rows kept for later runs.
        selection: The systems that take part.
        human_texts: As for `prepare`.
        baseline: A file that is read later; if it is missing, it is named with missing inputs.
        quiet: Whether notices are left out.
    """
    from sacreval.scoring.inputs.source import SharedFiles
    from sacreval.scoring.sets.data_sets import about, check_inputs

    check_inputs(sets, baseline)
    shared = SharedFiles([one.source for one in sets])
    ready = []
    for one in sets:
        with about(one.name):
            ready.append(
                prepare(
                    one.entries,
                    one.source,
                    options,
                    selection,
                    human_texts=human_texts,
                    quiet=quiet,
                    dataset=one.name,
                    shared=shared,
                )
            )
    return PreparedSets(ready)


def prepare(
    entries: Sequence[Entry],
    source: Source,
    options: RunOptions,
    selection: Selection,
    *,
    human_texts: HumanTextOptions | None = None,
    left_out: Callable[[Batch, int], None] | None = None,
    quiet: bool = False,
    dataset: str | None = None,
    shared: SharedFiles | None = None,
) -> Prepared:
    """Open the inputs of a run, select systems, and set the engines of metrics.

    Args:
        entries: The metrics.
        source: The input files.
        options: Engine, backend, and rows kept for later runs.
        selection: The systems that take part.
        human_texts: Options for scoring human texts like outputs; None where a human text may be
            among its own references.
        left_out: Called with the batch and index of every record that is left out.
        quiet: Whether notices are left out.
        dataset: The data set, of a run over several.
        shared: Files that its other data sets read too.

    Raises:
        InputError: If a file is missing, or a record lacks what a metric needs.
        UsageError: If the options contradict each other.
    """
    from sacreval.scoring.inputs.selection import Selected
    from sacreval.scoring.rows.field_checks import settle

    backend = backend_of(options.workers, options.ray, quiet=quiet)
    batches: Iterable[Batch] = source.batches(options.workers, shared)
    total = source.count
    if human_texts is not None and human_texts.references_as_systems:
        from sacreval.scoring.inputs.references_as_systems import add_references

        batches, total = add_references(batches), lambda: None
    entries, batches = _asked(entries, batches, selection, options, quiet=quiet)
    entries = [entry.on_engine(options.engine) for entry in entries]
    metrics = [entry.metric for entry in entries]
    if options.engine == "official":
        from sacreval.scoring.entries.engine import without_original

        for sentence in without_original(metrics):
            notice(sentence, quiet=quiet)
    if selection.of_records:
        total = lambda: None  # noqa: E731 - how many take part is known at the end
    selected = Selected(selection, metrics, own_text=human_texts is None, left_out=left_out)
    settled, checked = settle(entries, selected.of(batches))
    if human_texts is not None:
        from sacreval.scoring.jackknife import own_text_among_references

        drop = human_texts.drop_own_text
        checked = (own_text_among_references(batch, drop=drop) for batch in checked)
    context = ContextOptions(options.resume, options.cache, options.progress, quiet)
    own = source if human_texts is None and left_out is None else None
    return Prepared(settled, checked, selected, backend, total, context, dataset, own)


def _asked(
    entries: Sequence[Entry],
    batches: Iterable[Batch],
    selection: Selection,
    options: RunOptions,
    *,
    quiet: bool,
) -> tuple[Sequence[Entry], Iterable[Batch]]:
    """Ask a model about the records that take part, if a judge of the run has --with.

    Returns:
        The entries with the replies, and the records, which are then held in memory.
    """
    options_of = getattr(entries, "options", None)
    if options_of is None:
        return entries, batches
    from sacreval.cli.options.judge_options import EntriesToAsk, after_asking
    from sacreval.scoring.inputs.selection import Selected

    held = list(batches)
    chosen = Selected(selection, [entry.metric for entry in entries])
    ready = EntriesToAsk.of(entries, options_of)
    found = after_asking(ready, list(chosen.of(held)), progress=options.progress, quiet=quiet)
    return found, held
