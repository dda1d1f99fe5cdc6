"""Records of two systems, of which every fifth has a human label."""

from random import Random


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
    rng, made = Random(seed), []
    for system, rate in (rates or {"a": 0.7, "b": 0.8}).items():
        for i in range(n):
            right = rng.random() < rate
            shown = right if rng.random() < agree else not right
            one = {"instance_id": i, "system_id": system, "prediction": "yes" if shown else "no"}
            one |= {"references": ["yes"], "groups": {"document": i // 4}}
            if every and i % every == 0:
                one["judgments"] = {"correct": value(int(right))}
            made.append(one)
    return made
