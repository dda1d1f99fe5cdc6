"""The page on speed beside other tools, from what `benchmarks/peers.py` measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isclose
from typing import Any

from generator.markdown import prose, table

FIGURES = "docs/speed.json"
PAGE = "docs/speed.md"
PICTURE = "docs/images/speed.png"
OURS = "sacreval"

Entry = Mapping[str, Any]
Runs = Mapping[str, Mapping[str, Any]]

HEAD = """# Speed beside other tools

<!-- Written by `python benchmarks/peers.py --write` from speed.json; do not edit. -->

What does a user wait for? A process that starts, reads a file of JSONL, and prints a number. This
page has that time for each metric that a public tool on PyPI computes too, with one thread on both
sides. Tools are called by programs of a few lines, which read with orjson; sacreval by its command.
Seconds are CPU time, user and system, and the least of several runs in turns.
`python benchmarks/peers.py --write` measures it anew, and writes this page and the figure."""
FIRST = """## The fastest other tool

Each cell has the seconds of sacreval, those of the fastest other tool, and how many times as fast
sacreval is; below 1 the other tool is faster, in bold. Only tools with the same number count, where
there are any."""
OTHERS = """## Other numbers

Tools whose number is another one, or is only partly the same, and those that did not end.
[speed.json](speed.json) has versions, seconds of CPU and on the clock, and numbers of all tools,
the metrics that no public Python package computes (`alone`) and the tools that could not be timed
(`absent`), each with its reason."""


def page(found: Mapping[str, Any]) -> str:
    """Write the page.

    Args:
        found: The content of `docs/speed.json`.
    """
    metrics: Mapping[str, Entry] = found["metrics"]
    sizes = sizes_of(metrics)
    head = ("metric", "fastest other", *(f"{size:,} records" for size in sizes), "why")
    parts = [
        HEAD,
        _machine(metrics),
        _waiting(found["waiting"]),
        "![how many times as fast sacreval is, by metric and size](images/speed.png)",
        FIRST,
        table(head, (summary(name, one, sizes) for name, one in metrics.items())),
        OTHERS,
        table(
            ("metric", "tool", "its number", "sacreval's", "the same?"),
            (row for name, one in metrics.items() for row in others(name, one)),
        ),
    ]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def sizes_of(metrics: Mapping[str, Entry]) -> list[int]:
    """Return the numbers of records that were timed, in order."""
    runs = (run for one in metrics.values() for run in one["runs"].values())
    return sorted({int(size) for run in runs for size in run["seconds"]})


def same(run: Mapping[str, Any], ours: Mapping[str, Any]) -> bool | None:
    """Return whether two tools printed the same number; None where one printed none.

    Numbers are compared at the smallest size that both have. Single precision is told apart from
    another number by a relative difference of a millionth.
    """
    shared = [size for size in ours["values"] if size in run["values"]]
    if not shared:
        return None
    size = min(shared, key=int)
    return isclose(run["values"][size], ours["values"][size], rel_tol=1e-6)


def fastest(runs: Runs, size: int) -> tuple[str, float] | None:
    """Return the fastest other tool at a size, and its CPU seconds.

    Tools with the same number go before all others.
    """
    there = [
        (not same(run, runs[OURS]), run["seconds"][str(size)][0], tool)
        for tool, run in runs.items()
        if tool != OURS and str(size) in run["seconds"]
    ]
    if not there:
        return None
    _, seconds, tool = min(there)
    return tool, seconds


def times(runs: Runs, size: int) -> float | None:
    """Return how many times as fast sacreval is as the fastest other tool."""
    other = fastest(runs, size)
    ours = runs[OURS]["seconds"].get(str(size))
    return other[1] / ours[0] if other and ours else None


def summary(name: str, one: Entry, sizes: Sequence[int]) -> list[str]:
    """Return the row of a metric in the first table."""
    runs = one["runs"]
    others = list(dict.fromkeys(there[0] for size in sizes if (there := fastest(runs, size))))
    slower = any((ratio := times(runs, size)) is not None and ratio < 1 for size in sizes)
    return [
        prose(name),
        ", ".join(others),
        *(_cell(runs, size) for size in sizes),
        prose(one["why"]) if slower else "",
    ]


def _cell(runs: Runs, size: int) -> str:
    ours, ratio = runs[OURS]["seconds"].get(str(size)), times(runs, size)
    if ours is None:
        return "—"
    other = fastest(runs, size)
    if ratio is None or other is None:
        return f"{shown(ours[0])}, —"
    told = f"{ratio:.1f}" if ratio < 100 else f"{ratio:.0f}"
    return f"{shown(ours[0])}, {shown(other[1])}: {f'**{told}**' if ratio < 1 else told}"


def others(name: str, one: Entry) -> Iterator[list[str]]:
    """Yield a row for each tool whose number is not simply the same."""
    ours = one["runs"][OURS]
    for tool, run in one["runs"].items():
        if tool != OURS and (verdict := _verdict(run, ours)) != "yes":
            version = f"{tool} {run['version']}".strip()
            yield [prose(name), version, _number(run), _number(ours), verdict]


def _number(run: Mapping[str, Any]) -> str:
    return f"{run['values'][min(run['values'], key=int)]:.10g}" if run["values"] else ""


def _verdict(run: Mapping[str, Any], ours: Mapping[str, Any]) -> str:
    equal = same(run, ours)
    if equal is None:
        return prose(run.get("stopped", ""))
    return prose(run["differs"] or "yes") if equal else f"no: {prose(run['differs'])}"


def shown(seconds: float) -> str:
    """Write seconds with three digits at most."""
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.0f}"


def _waiting(waiting: Mapping[str, Any]) -> str:
    """Say what was not run in this measurement."""
    told = []
    if waiting["metrics"]:
        told.append(f"Not measured yet: {', '.join(map(prose, waiting['metrics']))}.")
    if waiting["tools"]:
        tools = (f"{tool} for {', '.join(names)}" for tool, names in waiting["tools"].items())
        told.append(f"Not run this time: {'; '.join(tools)}.")
    return "\n".join(told)


def _machine(metrics: Mapping[str, Entry]) -> str:
    machines = [one["measured"] for one in metrics.values()]
    days = sorted({one["date"] for one in machines})
    loads = [float(one["load"]) for one in machines]
    busy = f"a load of {min(loads):.1f} to {max(loads):.1f}"
    if max(loads) > 1.5:  # the benchmark itself is one
        busy += ", since other work was going on: ratios hold better than seconds"
    limits = " or ".join(dict.fromkeys(one["limit"] for one in machines))
    return (
        f"Measured on {' to '.join(dict.fromkeys((days[0], days[-1])))} on "
        f"{machines[-1]['processor']}, Python {machines[-1]['python']}, under {busy}.\n"
        f"A tool stops at the size where it would take over {limits} s."
    )
