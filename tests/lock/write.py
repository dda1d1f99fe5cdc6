"""Write the lock: `PYTHONPATH=tests SACREVAL_MIRROR=... python -m lock.write [VERB]...`."""

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lock import of_comparisons, of_help, of_metrics, of_runs
from lock.files import write
from lock.folder import lay_out, lay_out_corpora
from lock.rows import Row, could_not_run
from support.mirror import MIRROR

MAKERS: dict[str, Callable[[], Iterable[Row]]] = {
    "help": of_help.help_,
    "evaluate": of_metrics.evaluate,
    "score": of_metrics.score,
    "compare": of_comparisons.compare,
    "correlate": of_comparisons.correlate,
    "plan": of_runs.plan,
    "gates": of_runs.gates,
    "options": of_runs.options,
    "verify": of_runs.verify,
}


def main(verbs: list[str]) -> None:
    """Write the files of some verbs, by default of all."""
    if not MIRROR.is_dir():
        sys.exit("SACREVAL_MIRROR must name the folder of real corpora")
    if wrong := set(verbs) - MAKERS.keys():
        sys.exit(f"no such verb: {', '.join(sorted(wrong))}; there are {', '.join(MAKERS)}")
    if not verbs:
        of_metrics.clear()
    for verb in verbs or MAKERS:
        rows = list(MAKERS[verb]())
        started = time.perf_counter()
        results = [done for row, done in zip(rows, perform(rows), strict=True) if done]
        path = write(verb, sorted(results, key=lambda row: "corpora/" in str(row)))
        seconds = time.perf_counter() - started
        size = path.stat().st_size
        print(f"{verb}: {len(results)} of {len(rows)} rows, {size:,} bytes, {seconds:.0f} s")


def perform(rows: Iterable[Row]) -> Iterable[dict[str, Any] | None]:
    """Run rows in a new folder; None are those that want what is not installed."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        lay_out(folder)
        lay_out_corpora(folder)
        for row in rows:
            ended = row.perform(folder)
            yield None if could_not_run(ended) else row.result_of(ended, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
