"""Mistakes in gates that are found without records: what a config states, before a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from sacreval.errors import UnknownOutputError, UsageError
from sacreval.features.gates.gate_mistakes import of_each
from sacreval.features.gates.gates_of_sets import each_set
from sacreval.features.gates.run_gates import parsed_gates

if TYPE_CHECKING:
    from sacreval.features.gates.stated_gates import StatedGates
    from sacreval.scoring.entries.run_metrics import Entry


def mistakes(
    entries: Mapping[str | None, Sequence[Entry]],
    stated: StatedGates,
    by: Sequence[str] = (),
    *,
    every_metric: bool = True,
    unsure: Sequence[str] = (),
) -> list[str]:
    """Return what is wrong with gates; the baseline is not read.

    Args:
        entries: Data set to its metrics; None for a run without.
        stated: The gates.
        by: The values of --by.
        every_metric: Whether these are all metrics of the run. Where they are not, or outputs of
            one depend on the records, names of outputs are not checked.
        unsure: How names of outputs begin that the run may have beside those of its metrics.
    """
    whole = [entry.metric.is_settled() for chosen in entries.values() for entry in chosen]
    every_metric = every_metric and all(whole)
    known = {
        name: [entry for entry in chosen if entry.metric.is_settled()]
        for name, chosen in entries.items()
    }
    stated = structs.replace(stated, corrected=False)  # the run checks it

    def parse(part: StatedGates) -> None:
        for chosen, own in each_set(known, part):
            parsed_gates(chosen, own, level=0.95, seed=0, by=by)

    found: list[UsageError] = list(of_each(parse, stated))
    try:
        parse(stated)
    except UsageError as error:
        found.append(error)
    told = [one for one in found if _is_sure(one, unsure if every_metric else ("",))]
    return list(dict.fromkeys(map(str, told)))


def _is_sure(error: UsageError, unsure: Sequence[str]) -> bool:
    """Return whether a mistake is one, whatever outputs of uncertain names there are."""
    if not isinstance(error, UnknownOutputError):
        return True
    name = error.output.casefold().replace("-", "_")
    return not any(name.startswith(beginning) for beginning in unsure)
