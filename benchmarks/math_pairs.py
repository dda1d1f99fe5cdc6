"""Cost of a pair: math-verify in this process, and through sacreval's processes, in turns.

The pairs vary a template each, as answers of one data set do; every verdict is compared.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from sacreval.core.records import WORKERS
from sacreval.metrics.answers._math_verify import AnswerPair, MathVerify

TEMPLATES = (
    ("{0}", "{0}"), ("{0}", "{1}"), (r"\frac{{{0}}}{{{1}}}", r"{0}/{1}"),
    ("{0}.5", r"\frac{{{2}}}{{2}}"), (r"\sqrt{{{0}}}", r"{0}^{{1/2}}"),
    ("x^2-{1}", "(x-{0})(x+{0})"), (r"\{{{0},{1}\}}", r"\{{{1},{0}\}}"),
    ("({0},{1})", "({1},{0})"), ("x={0}", "{0}"), (r"{0}\pi", r"\pi\cdot {0}"),
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=300, help="number of pairs")
    parser.add_argument("--turns", type=int, default=3, help="number of runs of each")
    parser.add_argument("--workers", type=int, default=1, help="processes of sacreval")
    given = parser.parse_args()
    WORKERS.set(given.workers)
    pairs = made(given.pairs)
    library = in_process()
    held = MathVerify()  # whose processes the others share, started before anything is timed
    held.verdicts([AnswerPair(str(i), "1") for i in range(2 * given.workers)])
    seconds: dict[str, list[float]] = {"math-verify": [], "sacreval": [], "seen before": []}
    for _ in range(given.turns):
        theirs = timed(lambda: [library(one) for one in pairs], seconds["math-verify"])
        fresh = MathVerify(seconds=60)
        ours = timed(lambda fresh=fresh: fresh.verdicts(pairs), seconds["sacreval"])
        timed(lambda fresh=fresh: fresh.verdicts(pairs), seconds["seen before"])
        if [one == "equal" for one in ours] != theirs:
            raise SystemExit("the verdicts differ")
    for name, taken in seconds.items():
        print(f"{name:12} {median(taken) / len(pairs) * 1000:8.3f} ms a pair")


def made(n: int) -> list[AnswerPair]:
    """Create pairs, all different."""
    return [
        AnswerPair(
            *(text.format(i + 2, (i + 2) ** 2, 2 * i + 5) for text in TEMPLATES[i % len(TEMPLATES)])
        )
        for i in range(n)
    ]


def in_process() -> Callable[[AnswerPair], bool]:
    """Return the library's own verdict on a pair."""
    from math_verify import parse, verify

    return lambda pair: verify(parse(f"${pair.reference}$"), parse(f"${pair.prediction}$"))


def timed(run: Callable[[], Sequence], seconds: list[float]) -> Sequence:
    """Run, and add the seconds by the clock."""
    begun = time.perf_counter()
    found = run()
    seconds.append(time.perf_counter() - begun)
    return found


if __name__ == "__main__":
    main()
