"""CPU time of `math` on pairs of answers: as they are, and as they should not be written.

python benchmarks/mathematics.py [--turns 7]
No answer is remembered from one turn to the next.
"""

import argparse
import time
from collections.abc import Sequence
from statistics import median

from sacreval.metrics.answers._mathematics.answer_verdicts import verdict
from sacreval.metrics.answers._mathematics.parsing.reading import read

USUAL = (
    ("42", "42"), ("-7", "7"), ("1,000", "10^3"), (r"\frac{1}{2}", "0.5"), (r"3\frac12", "3.5"),
    (r"12.5\%", r"\frac18"), (r"5\text{ cm}", r"50\text{ mm}"), (r"\sqrt{12}", r"2\sqrt{3}"),
    ("x^2-1", "(x-1)(x+1)"), (r"\sec^2 y", r"\tan^2 y+1"), (r"\log_2 8", "3"), ("n!", "n(n-1)!"),
    ("x=5", "5"), ("y=2x+1", "2x-y+1=0"), ("[0,1]", r"0\le x\le 1"), ("a=1, b=2", "b=2, a=1"),
    (r"(-\infty,2)\cup(3,\infty)", r"(3,\infty)\cup(-\infty,2)"), (r"\{1,2,3\}", "3,2,1"),
    (r"(3,\frac{\pi}{2})", r"(3,\frac{2\pi}{3})"), (r"\text{Evelyn}", "Evelyn"), (r"\pm 3", "3,-3"),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", r"\begin{bmatrix}1&2\\3&4\end{bmatrix}"),
)  # fmt: skip
HOSTILE = (
    "9^{9^{9^{9}}}", "10000000!", r"\binom{10^9}{5\cdot 10^8}", r"\prod_{k=1}^{10^7}k",
    "(" * 2000 + "1" + ")" * 2000, r"\frac{1}{1+" * 60 + "1" + "}" * 60, "answer " * 15000,
    "(x+y+z+1)^{200}", r"(\sqrt2+\sqrt3+\sqrt5+\sqrt7+\sqrt{11}+\sqrt{13})^{40}",
    r"\sum_{i=1}^{99}\sum_{j=1}^{99}\sum_{k=1}^{99} 1", ",".join(f"\\sin {i}" for i in range(180)),
    "+".join(f"{k}x^{{{k}}}" for k in range(99, 0, -1)) + "=0", "x<1 or " * 200 + "x>2",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=7, help="number of runs of each")
    turns = parser.parse_args().turns
    usual = seconds(USUAL, turns)
    print(f"usual pairs: mean {sum(usual) / len(usual) * 1e6:.0f} µs, median "
          f"{median(usual) * 1e6:.0f} µs, largest {max(usual) * 1e6:.0f} µs")  # fmt: skip
    hostile = seconds([(text, text + "+1") for text in HOSTILE], turns)
    print(f"hostile pairs: largest {max(hostile) * 1e3:.0f} ms")


def seconds(pairs: Sequence[tuple[str, str]], turns: int) -> list[float]:
    """Return the CPU seconds of each pair, the median over turns."""
    taken: list[list[float]] = [[] for _ in pairs]
    for _ in range(turns):
        for own, (one, other) in zip(taken, pairs, strict=True):
            read.cache_clear()
            start = time.process_time()
            verdict(one, other)
            own.append(time.process_time() - start)
    return [median(own) for own in taken]


if __name__ == "__main__":
    main()
