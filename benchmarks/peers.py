"""Time sacreval and every public tool we know for each metric, as whole processes in turns.

python benchmarks/peers.py [--pythons PYTHON:PYTHON] [--sizes 1000,10000,100000] [--only rouge]
    [--write]

A process starts, reads a file of JSONL, and prints its number; all run with one thread. A tool runs
in the first of the interpreters that can import it, by default those in SACREVAL_PEERS. The tools
take turns with sacreval; the least of `--turns` counts, of half as many for a process of one to
five seconds, and of one above. A tool stops at the size where it would take
over `--limit` seconds. What was measured is kept in docs/speed.json, metric by metric; `--only`
measures anew those whose names contain a word, and `--write` writes the page and its figure.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from machine import described
from peer_jobs import Job, Peer, jobs
from peer_page import explained, stored, write_page
from peer_records import write
from processes import Run, alone

ROOT = Path(__file__).resolve().parents[1]
OURS = "sacreval"
SHORT, MIDDLE = 1.0, 5.0  # seconds


def turns(seconds: float, most: int) -> int:
    """Return how often a process runs that takes so many seconds: long ones move less."""
    return most if seconds < SHORT else max(1, most // 2) if seconds < MIDDLE else 1


def expected(found: Mapping[int, Sequence[float]], size: int) -> float:
    """Return the seconds that a process should take, in proportion to its largest size so far.

    Of a process of less than a second, start-up may be all: nothing can be foreseen.
    """
    largest = max(found, default=0)
    seconds = found[largest][0] if found else 0.0
    return seconds * size / largest if seconds >= SHORT else 0.0


def value(tool: str, said: str, output: str) -> float:
    """Return the number that a process printed."""
    if tool != OURS:
        return float(said.rsplit(maxsplit=1)[-1])
    for one in json.loads(said)["results"]:
        if one["output"] == output if output else one["main"]:
            return float(one["value"])
    raise ValueError(f"no output {output or 'is the main one'}")


class Place:
    """Where a tool runs: the interpreter that can import it, and its version."""

    def __init__(self, pythons: Sequence[str]) -> None:
        self.pythons = pythons
        self._found: dict[str, tuple[str, str] | None] = {}

    def of(self, peer: Peer) -> tuple[str, str] | None:
        """Return the interpreter and the version of a tool, or None where it is not installed."""
        if peer.package not in self._found:
            self._found[peer.package] = self._search(peer)
        return self._found[peer.package]

    def _search(self, peer: Peer) -> tuple[str, str] | None:
        asked = f"import {peer.module}, importlib.metadata as m; print(m.version({peer.package!r}))"
        for python in self.pythons:
            if not (run := alone([python, "-c", asked], 120, {})).code:
                return python, run.said.split()[-1]
        return None


def programs(job: Job, place: Place, python: str) -> dict[str, tuple[list[str], str]]:
    """Return the words that start each tool of a job, without the file, and its version."""
    ours = [python, "-m", "sacreval", "evaluate", job.metric, *job.words]
    found = {OURS: ([*ours, "--format", "json", "--no-cache"], "")}
    for peer in job.peers:
        if there := place.of(peer):
            found[peer.package] = ([there[0], "-c", peer.program()], there[1])
    return found


def measured(
    job: Job, found: Mapping[str, tuple[list[str], str]], asked: argparse.Namespace
) -> dict:
    """Run all tools of a job in turns at each size."""
    runs: dict = {
        tool: {"version": version, "seconds": {}, "values": {}}
        for tool, (_, version) in found.items()
    }
    for size in asked.sizes:
        path = write(asked.folder, job.records, size)
        due = [
            tool
            for tool in runs
            if tool == OURS or expected(runs[tool]["seconds"], size) <= asked.limit
        ]
        due = [tool for tool in due if "stopped" not in runs[tool]]
        for turn in range(asked.turns):
            due = [tool for tool in due if turn < turns(least(runs[tool], size), asked.turns)]
            for tool in due:
                if "stopped" not in runs[tool]:
                    keep(runs[tool], tool, size, alone(
                        [*found[tool][0], str(path)], 2 * asked.limit, asked.extra
                    ), job.output)  # fmt: skip
    return runs


def least(one: Mapping, size: int) -> float:
    """Return the seconds of a tool so far, or 0."""
    return one["seconds"].get(size, (0.0,))[0]


def keep(one: dict, tool: str, size: int, run: Run, output: str) -> None:
    """Keep the least of the seconds of a run, and the number it printed."""
    if run.code is None:
        one["stopped"] = f"ended after {run.cpu:.0f} s with {size:,} records"
    elif run.code:
        one["stopped"] = run.said.splitlines()[-1][:200] if run.said else f"exit code {run.code}"
    else:
        number = value(tool, run.said, output)
        before = one["seconds"].get(size, (run.cpu, run.wall))
        one["seconds"][size] = [min(pair) for pair in zip(before, (run.cpu, run.wall), strict=True)]
        one["values"][size] = number


def entry(job: Job, runs: dict, limit: float) -> dict:
    """Return what is kept of a job, as JSON has it."""
    for one in runs.values():
        one["seconds"] = {
            str(size): [round(x, 3) for x in both] for size, both in one["seconds"].items()
        }
        one["values"] = {str(size): number for size, number in one["values"].items()}
    how = {**described(), "limit": f"{limit:g}"}
    return {"metric": job.metric, "records": job.records, "measured": how, "runs": runs}


def said(name: str, found: Mapping[str, dict]) -> str:
    """Return a line for each tool: CPU seconds at each size, and its number."""
    lines = [
        f"  {tool:24} " + " ".join(f"{cpu:8.2f}" for cpu, _ in one["seconds"].values())
        + f"  {next(iter(one['values'].values()), '')} {one.get('stopped', '')}"
        for tool, one in found.items()
    ]  # fmt: skip
    return "\n".join([name, *lines])


def keep_all(known: Mapping[str, dict], path: Path) -> dict:
    """Write all figures, with the reasons of the table, and return them."""
    found = explained(known, jobs())
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return found


def options() -> argparse.Namespace:
    """Read the options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pythons", default=os.environ.get("SACREVAL_PEERS", sys.executable))
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--sacreval", default=sys.executable, help="the Python that has sacreval")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--page", action="store_true", help="write them without measuring")
    parser.add_argument("--packages", action="store_true", help="print what to install, and end")
    parser.add_argument("--only", default="", help="metrics whose name contains this word")
    parser.add_argument("--rest", action="store_true", help="only metrics that have no figures yet")
    parser.add_argument("--json", type=Path, default=ROOT / "docs" / "speed.json")
    parser.add_argument("--write", action="store_true", help="write docs/speed.md and its figure")
    asked = parser.parse_args()
    asked.sizes = [int(size) for size in asked.sizes.split(",")]
    return asked


def wordnet() -> dict[str, str]:
    """Return where NLTK finds the WordNet that sacreval reads; empty where it is not set up."""
    from sacreval.errors import NotSetUpError
    from sacreval.io.resources import resource

    try:
        return {"WORDNET": str(resource("wordnet"))}
    except NotSetUpError:
        return {}


def measure(asked: argparse.Namespace, known: dict[str, dict]) -> None:
    """Measure the jobs that are asked for, and keep each as it is done."""
    place = Place(asked.pythons.split(":"))
    asked.extra = wordnet()
    with tempfile.TemporaryDirectory() as folder:
        asked.folder = Path(folder)
        for job in jobs():
            if job.metric == "meteor" and not asked.extra:
                print("could not run: meteor needs WordNet; run: sacreval setup-metric meteor")
            elif asked.only in job.name and not (asked.rest and job.name in known):
                runs = measured(job, programs(job, place, asked.sacreval), asked)
                known[job.name] = entry(job, runs, asked.limit)
                print(said(job.name, runs), flush=True)
                keep_all(known, asked.json)


def main() -> int:
    """Measure, keep, write."""
    asked = options()
    if asked.packages:
        print(*sorted({peer.package for job in jobs() for peer in job.peers}), sep="\n")
        return 0
    known = stored(asked.json)
    if not asked.page:
        measure(asked, known)
    if asked.write or asked.page:
        write_page(keep_all(known, asked.json))
    return 0


if __name__ == "__main__":
    sys.exit(main())
