"""Result files of several data sets, with given scores."""

from pathlib import Path

import msgspec

from sacreval.core.results import Report, Result

SIGNATURE = "exact-match|normalize:simple|sacreval:1|data:ab"


def result(system, value, *, output="score", group=None, better=True, signature=SIGNATURE):
    """Create a result of a system."""
    return Result(
        metric="exact-match", output=output, system_id=system, group=group, value=value, n=10,
        higher_is_better=better, interval=None, signature=signature, engine="official",
    )  # fmt: skip


def write_results(path, results):
    """Write a result file, and return its path."""
    Path(path).write_bytes(msgspec.json.encode(Report(list(results)).to_file()))
    return Path(path)


def write_sets(folder, scores, **how):
    """Write a result file for each set, from set to system to score."""
    return [
        write_results(folder / f"{name}.json", [result(s, x, **how) for s, x in of.items()])
        for name, of in scores.items()
    ]
