"""The baseline of a run over data sets, which has the accepted run of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.features.gates.stated_gates import StatedGates
    from sacreval.scoring.baseline import Baseline


def accepted_by_set(
    stated: StatedGates, names: Sequence[str]
) -> tuple[Mapping[str | None, Baseline] | None, list[str]]:
    """Read the baseline by data set, and check that it has those of the run.

    Args:
        stated: The gates as they are stated.
        names: The data sets of the run, and the name of their mean.

    Returns:
        Data set to its accepted run, None without a baseline; and notices of data sets that only
        one of both has.

    Raises:
        UsageError: If it lacks one, unless --force-baseline is given.
    """
    if stated.baseline is None:
        return None, []
    from sacreval.core.results import MEAN
    from sacreval.scoring.baseline import read_baselines

    found = read_baselines(stated.baseline)
    here = [name for name in names if name != MEAN]
    missing = [name for name in here if name not in found]
    if missing and not (stated.force_baseline and len(missing) < len(here)):
        raise UsageError(
            f"{stated.baseline}: this baseline has no results of {', '.join(missing)}; accept a "
            "new one with `sacreval baseline set`, or give --force-baseline to compare the data "
            "sets that both have"
        )
    gone = [str(name) for name in found if name not in here]
    notices = [f"{stated.baseline}: no results of {', '.join(missing)}"] if missing else []
    if gone:
        notices.append(f"{stated.baseline}: it also has {', '.join(gone)}, not in this run")
    return found, notices
