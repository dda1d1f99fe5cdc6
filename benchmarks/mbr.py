"""Minimum Bayes risk over random samples: sacreval select, sacrebleu, fastchrf and mbrs.

sacreval chooses among the outputs of all inputs, in this process and from records; the others score
a share of the inputs, or of the pairs of one, and their seconds are scaled: CPU seconds of all
threads and processes. `--peers` names a Python that has fastchrf and mbrs. Scores of the share are
compared with sacrebleu's.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

LETTERS = "etaoinshrdlucmfwyp"
VOCABULARY, WORDS = 400, 20
CHANGED, DROPPED = 0.25, 0.05  # shares of the words of an input that a sample changes or drops
PEER = """
import json, os, sys
name, pools = sys.argv[1], json.load(sys.stdin)
if name.startswith("fastchrf"):
    import fastchrf
    score = getattr(fastchrf, name.split()[1] + "_chrf")
    run = lambda pool: score([pool], [pool])
else:
    from mbrs.decoders import get_decoder
    from mbrs.metrics import get_metric
    metric, decoder = name.split()[1:]
    options = {"fastchrf": True} if metric == "chrf" else {"effective_order": True}
    utility, decoding = get_metric(metric), get_decoder(decoder)
    held = utility(utility.Config(num_workers=2, **options))
    made = decoding(decoding.Config(), held)
    run = lambda pool: made.decode(pool, pool)
run(pools[0][:3])
begun = os.times()
for pool in pools:
    run(pool)
print(sum(os.times()[:4]) - sum(begun[:4]))
"""
PEERS = {
    "chrf": ("fastchrf pairwise", "fastchrf aggregate", "mbrs chrf mbr", "mbrs chrf aggregate_mbr"),
    "bleu": ("mbrs bleu mbr", "mbrs bleu aggregate_mbr"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1000, help="number of inputs")
    parser.add_argument("--samples", type=int, default=100, help="outputs for each")
    parser.add_argument("--share", type=int, default=400, help="pairs that sacrebleu scores")
    parser.add_argument("--peer-inputs", type=int, default=5, help="inputs that the others score")
    parser.add_argument("--peers", help="a Python that has fastchrf and mbrs")
    parser.add_argument("--workers", type=int, default=1, help="threads of sacreval")
    given = parser.parse_args()
    pools = made(given.inputs, given.samples)
    pairs = given.inputs * given.samples**2
    print(f"{given.inputs} inputs, {given.samples} samples, {pairs:,} pairs")
    for name in ("chrf", "bleu"):
        ours = seconds(lambda name=name: chosen(name, pools, given.workers))
        print(f"{name}: sacreval {ours:.1f} s, all inputs")
        theirs = sacrebleu(name, pools[0], given.share) * pairs
        shown(f"sacrebleu, of {given.share} pairs", theirs, ours)
        for peer in PEERS[name] if given.peers else ():
            taken = of_peer(given.peers, peer, pools[: given.peer_inputs])
            if taken is not None:
                every = taken * given.inputs / given.peer_inputs
                shown(f"{peer}, of {given.peer_inputs} inputs", every, ours)


def shown(what: str, theirs: float, ours: float) -> None:
    """Print scaled seconds and their ratio to sacreval's."""
    print(f"  {what} {theirs:.0f} s, {theirs / ours:.1f} times as many")


def made(inputs: int, samples: int) -> list[list[str]]:
    """Draw samples that share most words of their input."""
    drawn = random.Random(1)
    words = ["".join(drawn.choices(LETTERS, k=drawn.randint(2, 9))) for _ in range(VOCABULARY)]

    def sample(base: Sequence[str]) -> str:
        kept = [word for word in base if drawn.random() >= DROPPED]
        return " ".join(w if drawn.random() >= CHANGED else drawn.choice(words) for w in kept) + "."

    bases = [drawn.choices(words, k=WORDS) for _ in range(inputs)]
    return [[sample(base) for _ in range(samples)] for base in bases]


def chosen(name: str, pools: list[list[str]], workers: int) -> list[float]:
    """Choose by sacreval, and return the scores."""
    import sacreval

    found = sacreval.select(pools, name, workers=workers, include_self=True)
    return [(one.meta or {})["selected"]["score"] for one in found]


def sacrebleu(name: str, pool: list[str], share: int) -> float:
    """Score some pairs of one input by sacrebleu, compare, and return the seconds for one pair."""
    from sacrebleu.metrics import BLEU, CHRF

    import sacreval

    scorer = CHRF() if name == "chrf" else BLEU(effective_order=True)
    few = pool[: round(share**0.5)]
    begun = time.process_time()
    table = [[scorer.sentence_score(one, [other]).score for other in few] for one in few]
    taken = (time.process_time() - begun) / len(few) ** 2
    best = max(sum(row) / len(row) for row in table)
    [record] = sacreval.select([few], name, include_self=True)
    if abs((record.meta or {})["selected"]["score"] - best) > 1e-12 * max(1.0, best):
        raise SystemExit("the scores differ")
    return taken


def of_peer(python: str, name: str, pools: list[list[str]]) -> float | None:
    """Return the seconds of another tool; None if it cannot be run."""
    done = subprocess.run(
        [python, "-c", PEER, name],
        input=json.dumps(pools),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"  {name}: could not run ({done.stderr.strip().splitlines()[-1]})")
        return None
    return float(done.stdout.split()[-1])


def seconds(run: Callable[[], object]) -> float:
    """Return the CPU seconds that a function takes."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


if __name__ == "__main__":
    main()
