"""verify of a run over data sets: each set from its own inputs, then the means over sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from sacreval.core.records import Batch
from sacreval.core.results import MEAN, Result
from sacreval.errors import UsageError
from sacreval.execution import SERIAL, Backend
from sacreval.features.verify.verify import Recomputed, differences, verify
from sacreval.scoring.sets.data_set_results import by_set, mean_of, sets_of_mean
from sacreval.scoring.sets.data_sets import about

Read = Callable[[], Iterable[Batch]]


def verify_sets(
    claimed: Sequence[Result], read: Mapping[str | None, Read], *, backend: Backend = SERIAL
) -> Iterator[Recomputed]:
    """Recompute results without the compiled kernels; see `verify`.

    Args:
        claimed: The results in a file.
        read: Data set to what opens its inputs; None for the only one of a run that names none.
        backend: The backend that computes rows.

    Yields:
        A verdict for each result.

    Raises:
        UsageError: If the inputs are of other data sets than the results.
    """
    parts = by_set(claimed)
    named = [name for name in parts if name != MEAN]
    if missing := [name for name in named if name not in read]:
        given = ", ".join(str(name) for name in read if name is not None) or "none"
        wanted = ", ".join(str(name) for name in missing) if missing != [None] else "none"
        raise UsageError(
            f"the results are of the data sets {wanted}, and the inputs of {given}; give the "
            "inputs of that run: --dataset NAME=INPUT for each data set, in Python `datasets`"
        )
    found: dict[tuple[str, str, str], Result] = {}
    for name in named:
        with about(name):
            for one in verify(parts[name], read[name], backend=backend):
                if one.found is not None and one.found.group is None:
                    key = (str(name), one.found.system_id, one.found.output)
                    found[key] = replace(one.found, dataset=name)
                yield one
    for mean in parts.get(MEAN, ()):
        members = [found.get((name, mean.system_id, mean.output)) for name in sets_of_mean(mean)]
        again = mean_of([one for one in members if one]) if members and all(members) else None
        yield Recomputed(mean, again, differences(mean, again), "the mean over data sets")
