"""Content: the data of a page, independent of its layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result, Verdict
from sacreval.features.compare.result import Comparison, Settings, Standing
from sacreval.report.display_names import display_names
from sacreval.scoring.entries.run_metrics import Entry

CELLS = "confusion-matrix"  # its outputs are cells of one table, not columns of the results

NUMBERS = 3_000_000  # scores of records; about 20 MB, which browsers read in a second


@dataclass(frozen=True, kw_only=True)
class Content:
    """The data of a page.

    Args:
        results: The results.
        entries: The metrics that could be rebuilt.
        gates: Verdicts of gates.
        instances: The names of all records, in order.
        records: The scores of records, by system and instance.
        texts: The records themselves, by system and instance, for the inputs that were given.
        comparisons: Systems compared with a base.
        standings: Ranks of the systems.
        before: The results of the baseline.
        texts_before: Its records, by system and instance, for the inputs that were given.
        changes: Systems compared with themselves in the baseline.
        settings: Settings of both tests.
        notices: Sentences for the reader of the page.
        few_figures: Whether only main outputs have figures.
    """

    results: Sequence[Result]
    entries: Sequence[Entry] = ()
    gates: Sequence[Verdict] = ()
    instances: Sequence[str] = ()
    records: Mapping[str, Mapping[str, Scored]] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, Instance]] = field(default_factory=dict)
    comparisons: Sequence[Comparison] = ()
    standings: Sequence[Standing] = ()
    before: Sequence[Result] = ()
    texts_before: Mapping[str, Mapping[str, Instance]] = field(default_factory=dict)
    changes: Sequence[Comparison] = ()
    settings: Settings = field(default_factory=Settings)
    notices: Sequence[str] = ()
    few_figures: bool = False

    @property
    def overall(self) -> list[Result]:
        """The results over all records, without the cells of confusion matrices."""
        return [r for r in self.results if r.group is None and r.metric != CELLS]

    @property
    def systems(self) -> list[str]:
        """The systems, in the order of the results."""
        return list(dict.fromkeys(result.system_id for result in self.results))

    @cached_property
    def recorded(self) -> list[str]:
        """The systems that have scores of records."""
        return [system for system in self.systems if system in self.records]

    @property
    def outputs(self) -> list[str]:
        """The outputs, in the order of the results, without cells of confusion matrices."""
        return list(dict.fromkeys(result.output for result in self.overall))

    @property
    def mains(self) -> list[str]:
        """The main outputs of metrics; the first output if the results name none."""
        named = {r.output for r in self.overall if r.main}
        return [name for name in self.outputs if name in named] or self.outputs[:1]

    @property
    def chief_first(self) -> list[str]:
        """The outputs, the main one of each metric first, and precision and recall last."""
        mains = {r.output for r in self.overall if r.main}
        return sorted(
            self.outputs,
            key=lambda name: (name not in mains, name.endswith(("_precision", "_recall"))),
        )

    @property
    def scored(self) -> list[str]:
        """The outputs of single records, the chief first."""
        known = {name for of in self.records.values() for r in of.values() for name in r.scores}
        return [output for output in self.chief_first if output in known]

    def labelling_metric(self, output: str) -> str | None:
        """Return the metric of an output, by its name in the run, if its records have error spans.

        Args:
            output: The name of the output.
        """
        metrics = (r.alias or r.metric for r in self.overall if r.output == output)
        return next((name for name in metrics if name in self._labelling_metrics), None)

    @cached_property
    def _labelling_metrics(self) -> set[str]:
        """The metrics that label errors in outputs."""
        scored = (record for by_name in self.records.values() for record in by_name.values())
        return {metric for record in scored for metric in record.error_spans or ()}

    @property
    def listed(self) -> list[str]:
        """The outputs of single records that the page has room for, the chief first."""
        room = NUMBERS // max(1, len(self.instances) * len(self.recorded))
        return self.scored[: max(1, room)]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each output, as papers write it."""
        return display_names(self.results)

    def shown(self, output: str) -> str:
        """Return the name of an output.

        Args:
            output: Its identifier.
        """
        return self.names.get(output, output)

    @property
    def drawn(self) -> list[str]:
        """The outputs that have figures, in their order."""
        return self.mains if self.few_figures else self.chief_first
