"""Records of known populations: by a covariate, by groups, with samples and with human labels."""

from random import Random

import numpy as np

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions

RNG = np.random.default_rng(6)
LENGTHS = RNG.random(40)
RIGHT = RNG.random(40) < LENGTHS
DOMAINS = np.where(np.arange(40) % 4, "news", "chat")
_RNG = np.random.default_rng(4)
SAMPLES = (_RNG.random((20, 6)) < _RNG.beta(1.05, 0.45, (20, 1))).tolist()


def instances(systems=("a",), length="length"):
    return [
        Instance(
            instance_id=i,
            system_id=system,
            prediction="x" if RIGHT[i] else "y",
            references=["x"],
            groups={"domain": str(DOMAINS[i])},
            meta={length: float(LENGTHS[i])},
        )
        for system in systems
        for i in range(len(RIGHT))
    ]


def report(records=None, name="exact-match", metric=None, **options):
    interval_options = IntervalOptions(**options)
    evaluation = evaluate(
        [Batch(instances() if records is None else records)],
        metric or metrics.get(name)(),
        every_group=True,
        strata=interval_options.shares.group if interval_options.shares else None,
        covariate=interval_options.covariate.name if interval_options.covariate else None,
    )
    return evaluation.report(interval_options)


def grouped(groups, size=5):
    """Return records of a corpus metric in groups of different quality."""
    rng = np.random.default_rng(8)
    words = np.array("the cat sat on a mat and saw two red birds".split())
    records = []
    for g in range(groups):
        noise = rng.random()
        for j in range(size):
            text = rng.choice(words, 8)
            other = np.where(rng.random(8) < noise, rng.choice(words, 8), text)
            records.append(
                {
                    "instance_id": f"{g}-{j}",
                    "system_id": "a",
                    "prediction": " ".join(other),
                    "references": [" ".join(text)],
                    "groups": {"document": f"{g}"},
                }
            )
    return records


def sampled_report(samples=SAMPLES, name="avg-at-k", method="auto", item_cost=1.0, **options):
    instances = [
        Instance(instance_id=i, system_id="a", samples=answers) for i, answers in enumerate(samples)
    ]
    metric = metrics.get(name)(**options)
    evaluation = evaluate([Batch(instances)], metric, every_group=True)
    return evaluation.report(IntervalOptions(method=method, item_cost=item_cost))


def labelled_records(n=400, *, every=5, rates=None, agree=0.9, seed=1, value=lambda right: [right]):
    """Return records whose answers are right as the label says, in a share of them.

    Args:
        n: Records of a system.
        every: The step between records with a label; None for no labels.
        rates: System to the share of its answers that are right.
        agree: Share of records whose answer agrees with the label.
        seed: Seed of all.
        value: Returns the judgment of a label, 0 or 1.
    """
    rng, records = Random(seed), []
    for system, rate in (rates or {"a": 0.7, "b": 0.8}).items():
        for i in range(n):
            right = rng.random() < rate
            shown = right if rng.random() < agree else not right
            record = {"instance_id": i, "system_id": system, "prediction": "yes" if shown else "no"}
            record |= {"references": ["yes"], "groups": {"document": i // 4}}
            if every and i % every == 0:
                record["judgments"] = {"correct": value(int(right))}
            records.append(record)
    return records
