"""score: every output of every system on its own, with jackknifing over references."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sacreval.errors import InputError
from sacreval.metric import Metric
from sacreval.records import Batch, Scored
from sacreval.scoring.collect import by_id
from sacreval.scoring.fingerprint import Fingerprint
from sacreval.scoring.jackknife import score_batch


@dataclass(frozen=True)
class Scores:
    """What `score` found.

    Args:
        metric: The metric for single records, on its engine.
        records: The scored records, by instance and system.
        fingerprint: Of the data they were scored on.
        single_reference: Peers that have no jackknifed scores, for want of a second reference.
    """

    metric: Metric
    records: list[Scored]
    fingerprint: Fingerprint
    single_reference: int = 0
    failures: list[str] = field(default_factory=list)

    def signature(self) -> str:
        """Write the signature of all the scores."""
        return self.fingerprint.signature(self.metric)


def score(batches: Iterable[Batch], metric: Metric, *, jackknife: bool = True) -> Scores:
    """Score records one by one.

    Args:
        batches: Checked batches, of any systems in any order.
        metric: The metric, on its engine.
        jackknife: Whether to leave references out, where the metric uses them.

    Raises:
        InputError: If a system has an instance twice.
    """
    metric = metric.for_instances()
    jackknife = jackknife and "references" in metric.needs
    fingerprint = Fingerprint(metric.needs, metric.judges)
    found: dict[tuple[str, str], Scored] = {}
    single = 0
    for batch in batches:
        fingerprint.add(batch)
        for i, scored in enumerate(score_batch(batch, metric, jackknife=jackknife)):
            key = (scored.instance_id, scored.system_id)
            if key in found:
                raise InputError(
                    f"{batch.where(i)}: system '{key[1]}' has instance '{key[0]}' already; "
                    "remove one of the two"
                )
            found[key] = scored
            single += scored.system_type == "peer" and len(batch[i].references or ()) == 1
    order = by_id([instance for instance, _ in found])
    keys = sorted(found, key=lambda key: (order(key[0]), key[1]))
    records = [found[key] for key in keys]
    return Scores(
        metric,
        records,
        fingerprint,
        single if jackknife else 0,
        [record.error for record in records if record.error],
    )
