"""What meteor-1.5.jar counts for random runs, and what the metric `meteor-1.5` does."""

from pathlib import Path

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams._meteor15.jar import STATISTICS, jar_statistics
from support.meteor_runs import MeteorRun


def unequal(jar: Path, run: MeteorRun) -> list[str]:
    """Return the pairs whose statistics differ."""
    expected = jar_statistics(jar, run.pairs, run.jar)
    metric = metrics.get("meteor-1.5")(**run.ours).with_engine("native")
    batch = Batch([Instance(prediction=one, references=[other]) for one, other in run.pairs])
    found = metric.rows(batch)[:, :STATISTICS].tolist()
    return [
        f"{pair}: {theirs} | {ours}"
        for pair, theirs, ours in zip(run.pairs, expected, found, strict=True)
        if theirs != ours
    ]
