"""Time MoverScore with jackknifing beside its authors' script, by 16 systems and 11 references.

python benchmarks/moverscore.py RECORDS.jsonl --peers PYTHON --code FOLDER

RECORDS.jsonl is what `sacreval setup-dataset fabbri2020 DIR` writes. The model is a BERT of the
usual size with random weights. PYTHON has `torch 'transformers<5' numpy pyemd`, and FOLDER has
moverscore_v2.py (AIPHES/emnlp19-moverscore, 0459a3b). Times are user CPU of one run with one
thread, without imports and loading. The script's jackknife is timed for one system and multiplied
by their number.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from neural import build, summeval, timed

from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

ORIGINAL = Path(__file__).parents[1] / "tests/support/neural_originals/moverscore.py"
OFFICIAL = """
import importlib.util, json, resource, sys
asked = json.load(sys.stdin)
spec = importlib.util.spec_from_file_location("original", asked["original"])
original = importlib.util.module_from_spec(spec)
spec.loader.exec_module(original)
script, weights = original.loaded(asked["options"]), original.weights(None)
import torch
torch.set_num_threads(1)
def score(outputs, references):
    pairs = [(output, text) for output, texts in zip(outputs, references) for text in texts]
    return script.word_mover_score([text for _, text in pairs], [output for output, _ in pairs],
                                   weights, weights, stop_words=[], device="cpu")
def seconds(calls):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    found = [list(map(float, score(*call))) for call in calls]
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before, found
score(["a word"], [["a word"]])
systems = asked["systems"]
one, _ = seconds([[sum(parts, []) for parts in zip(*systems)]])
each, found = seconds(systems)
outputs, references = systems[0]
left, _ = seconds([(outputs, [some[:k] + some[k + 1:] for some in references])
                   for k in range(len(references[0]))])
print(json.dumps([one, each, left * len(systems), sum(found, [])]))
"""


def main() -> None:
    """Print seconds, ratios, and the largest difference of scores."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", type=Path)
    parser.add_argument("--peers", required=True, help="Python that has the script's packages")
    parser.add_argument("--code", required=True, help="folder of moverscore_v2.py")
    parser.add_argument("--documents", type=int, default=1)
    parser.add_argument("--layers", type=int, default=12)
    asked = parser.parse_args()
    systems = summeval(asked.records, asked.documents)
    records = [record for some in systems for record in some]
    texts = list(dict.fromkeys(t for r in records for t in (r.prediction, *r.references)))
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), texts, 768, asked.layers)
        metric = metrics.get("moverscore")(model=folder, idf="none")
        metric.rows(Batch([Instance(prediction="a word", references=["a word"])]))
        ours, (rows, _) = timed(lambda: rows_with_leave_one_out(metric, Batch(records)))
        options = {"model": folder, "kind": "bert", "longest": 512, "device": "cpu"}
        question = {"original": str(ORIGINAL), "options": options | {"code": asked.code},
                    "systems": [([r.prediction for r in some], [r.references for r in some])
                                for some in systems]}  # fmt: skip
        words = [asked.peers, "-W", "ignore", "-c", OFFICIAL]
        done = subprocess.run(
            words, input=json.dumps(question), text=True, check=True, capture_output=True
        )
    one, each, left, pairs = json.loads(done.stdout.splitlines()[-1])
    starts = np.cumsum([0, *(len(r.references) for r in records)])[:-1]
    means = np.add.reduceat(pairs, starts) / [len(r.references) for r in records]
    print(f"{len(systems)} systems x {asked.documents} documents x 11 references, "
          f"{asked.layers} layers of 768 dimensions")  # fmt: skip
    print(f"sacreval with jackknife {ours:.1f} s")
    print(f"script, one call over everything, no jackknife {one:.1f} s")
    print(f"script, a call a system {each:.1f} s, with jackknife calls {each + left:.1f} s")
    print(f"ratios: {one / ours:.2f} (one call), {each / ours:.2f} (a call a system), "
          f"{(each + left) / ours:.2f} (with jackknife)")  # fmt: skip
    print(f"largest difference {np.abs(rows[:, 0] - means).max():.1e}")


if __name__ == "__main__":
    main()
