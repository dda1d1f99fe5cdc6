"""Known statistics of the population that records stand for: covariate means, stratum shares."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

import msgspec

from sacreval.errors import InputError, UsageError
from sacreval.scoring.rows.collected_rows import Collected


class Covariate(msgspec.Struct, frozen=True):
    """A number of every record that is known before it is scored, such as its input's length.

    Args:
        name: Name of the number in `meta`.
        mean: Its mean over all records; None for that over the records of the run.
    """

    name: str
    mean: float | None = None


class Shares(msgspec.Struct, frozen=True):
    """The shares of strata in the population.

    Args:
        group: The group whose values are the strata.
        shares: Value to share; they sum to 1.
    """

    group: str
    shares: dict[str, float]


def covariate(text: str) -> Covariate:
    """Parse a covariate, such as `length` or `length=12.5`."""
    name, equals, mean = text.partition("=")
    if not equals:
        return Covariate(name)
    return Covariate(name, _number(mean, f"--covariate {text}", "length=12.5"))


def shares(text: str) -> Shares:
    """Parse shares, such as `domain:news=0.7,chat=0.3`."""
    group, _, rest = text.partition(":")
    example = "domain:news=0.7,chat=0.3"
    by_value = {}
    for pair in rest.split(","):
        value, equals, share = pair.rpartition("=")
        if not (group and equals):
            raise UsageError(f"--strata {text}: write it like {example}")
        by_value[value] = _number(share, f"--strata {text}", example)
    if min(by_value.values()) < 0 or abs(sum(by_value.values()) - 1) > 1e-6:
        raise UsageError(
            f"--strata {text}: the shares sum to {sum(by_value.values()):.6g}; give shares of 0 or "
            "more that sum to 1"
        )
    return Shares(group, by_value)


def with_mean(field: Covariate, systems: Iterable[Collected]) -> Covariate:
    """Return a covariate with its mean over all records of a run, each instance once."""
    if field.mean is not None:
        return field
    every: dict[str, float] = {}
    collected = list(systems)
    for system in collected:
        for name, place in system.places.items():
            value = system.covariate[place]
            if every.setdefault(name, value) != value:
                raise InputError(
                    f"instance '{name}' has the {field.name} {every[name]:g} and {value:g}; give "
                    "its systems one value, such as a property of the input"
                )
    if all(len(system.places) == len(every) for system in collected):
        raise UsageError(
            f"--covariate {field.name}: every system has all {len(every)} records, which do not "
            f"show the mean over others; give it, as in {field.name}=12.5"
        )
    return Covariate(field.name, sum(every.values()) / len(every))


def _number(text: str, where: str, example: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise UsageError(f"{where}: '{text}' is not a number; write it like {example}")
    return value
