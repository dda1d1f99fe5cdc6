"""Time BERTScore beside bert-score 0.3.13 and a bare loop over the model, and measure its memory.

python benchmarks/neural.py RECORDS.jsonl --peers PYTHON

RECORDS.jsonl is what `sacreval setup-dataset fabbri2020 DIR` writes: 16 systems, 11 references. The
model is a BERT of the usual size with random weights, whose vocabulary is all words of the texts.
PYTHON has bert-score and transformers 4 (`nox -s neural_lowest` makes it). Times are user CPU of
one run with one thread, without imports and loading. The original's jackknife is timed for one
system and multiplied by their number. `--memory` scores 50,000 pairs with a tiny model instead.

`--similarity MODEL` times whole processes in turns: `sacreval evaluate sentence-similarity` beside
one call of sentence-transformers' `encode` over all different texts, with 8 systems and 2 of the
references. Times are user and system CPU; the number of threads is that of OMP_NUM_THREADS.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.models.encoder import encoder
from sacreval.models.loading import load
from sacreval.models.model_batches import BUDGET, batches, one_thread
from sacreval.models.tokenization import limit, tokenizer
from sacreval.models.weights.store import Store
from sacreval.models.weights.weights import Checkpoint, checkpoint

OFFICIAL = """
import json, resource, sys
from bert_score import BERTScorer
asked = json.load(sys.stdin)
scorer = BERTScorer(model_type=asked["model"], num_layers=asked["layers"], nthreads=1)
def seconds(calls):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    found = [[x.tolist() for x in scorer.score(*call)] for call in calls]
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before, found
scorer.score(["a word"], ["a word"])
systems = asked["systems"]
one, _ = seconds([(sum((outputs for outputs, _ in systems), []),
                   sum((references for _, references in systems), []))])
each, found = seconds(systems)
outputs, references = systems[0]
left, _ = seconds([(outputs, [some[:k] + some[k + 1:] for some in references])
                   for k in range(len(references[0]))])
print(json.dumps([one, each, left * len(systems), found]))
"""

SIMILARITY = """
import json, sys
from sentence_transformers import SentenceTransformer
records = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
texts = list(dict.fromkeys(t for r in records for t in (r["prediction"], *r["references"])))
model = SentenceTransformer(sys.argv[1], device="cpu")
vectors = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
of = dict(zip(texts, vectors))
scores = [max(of[r["prediction"]] @ of[t] for t in r["references"]) for r in records]
print(sum(map(float, scores)) / len(scores))
"""


def user() -> float:
    """Return the user CPU of this process, in seconds."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def timed(make: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that a call takes, and its value."""
    before = user()
    value = make()
    return user() - before, value


def build(folder: Path, texts: Sequence[str], hidden: int, layers: int) -> Checkpoint:
    """Write a BERT with random weights whose vocabulary is all words of some texts."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel

    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    split = pre_tokenizers.BertPreTokenizer()
    lower = normalizers.BertNormalizer(lowercase=True)
    words = (word for t in texts for word, _ in split.pre_tokenize_str(lower.normalize_str(t)))
    vocabulary = {name: i for i, name in enumerate(dict.fromkeys([*names, *words]))}
    whole = Tokenizer(models.WordPiece(vocabulary, unk_token=names[1]))
    whole.normalizer, whole.pre_tokenizer = lower, split
    whole.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    whole.add_special_tokens(names)
    whole.save(str(folder / "tokenizer.json"))
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    stated = {"tokenizer_class": "BertTokenizer", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    (folder / "tokenizer_config.json").write_text(json.dumps(stated))
    torch.manual_seed(1)
    shape = {"hidden_size": hidden, "intermediate_size": 4 * hidden, "num_hidden_layers": layers}
    heads = max(1, hidden // 64)
    config = BertConfig(vocab_size=len(vocabulary), num_attention_heads=heads, **shape)
    BertModel(config).save_pretrained(folder)
    return checkpoint(str(folder))


def summeval(path: Path, documents: int) -> list[list[Instance]]:
    """Read the records of the first documents, system by system."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = list(dict.fromkeys(line["instance_id"] for line in lines))[:documents]
    systems: dict[str, list[Instance]] = {}
    for line in lines:
        if line["instance_id"] in kept and line.get("system_type", "peer") == "peer":
            names = ("instance_id", "system_id", "prediction", "references")
            record = Instance(**{name: line[name] for name in names})
            systems.setdefault(line["system_id"], []).append(record)
    return list(systems.values())


def speed(path: Path, peers: str, documents: int, layers: int) -> None:
    """Print seconds and ratios."""
    systems = summeval(path, documents)
    records = [record for some in systems for record in some]
    texts = list(dict.fromkeys(t for r in records for t in (r.prediction, *r.references)))
    with tempfile.TemporaryDirectory() as folder:
        found = build(Path(folder), texts, 768, layers)
        metric = metrics.get("bertscore")(model=folder, layer=layers)
        metric.rows(Batch([Instance(prediction="a word", references=["a word"])]))
        states = encoder(found, (layers,))
        ours, rows = timed(lambda: metric.rows(Batch(records)))
        jackknifed, _ = timed(lambda: metric.leave_one_out_rows(Batch(records)))
        ids = [one.ids for one in tokenizer(found, prefix_space=True).encode(texts)]
        states.store = Store()
        encoded, _ = timed(lambda: states.encode(ids))
        bare, _ = timed(lambda: loop(found, ids, layers))
        asked = {"model": folder, "layers": layers, "systems": [
            ([r.prediction for r in some], [r.references for r in some]) for some in systems
        ]}  # fmt: skip
        done = subprocess.run([peers, "-W", "ignore", "-c", OFFICIAL], input=json.dumps(asked),
                              text=True, capture_output=True, check=True)  # fmt: skip
    one, each, left, scores = json.loads(done.stdout.splitlines()[-1])
    official = np.concatenate([np.transpose(some) for some in scores])
    tokens = sum(map(len, ids))
    print(f"{len(systems)} systems x {documents} documents x 11 references, {len(texts)} texts, "
          f"{tokens} tokens, {layers} layers of 768 dimensions")  # fmt: skip
    print(f"sacreval with jackknife {ours + jackknifed:.1f} s (without {ours:.1f})")
    print(f"bert-score, one call over everything, no jackknife {one:.1f} s")
    print(f"bert-score, a call a system {each:.1f} s, with jackknife calls {each + left:.1f} s")
    both = ours + jackknifed
    print(
        f"ratios: {one / both:.2f} (one call without jackknife over ours with it), "
        f"{each / ours:.1f} (a call a system), {(each + left) / both:.1f} (with jackknife)"
    )
    print(f"tokens a second: encoder {tokens / encoded:.0f}, bare loop {tokens / bare:.0f}, "
          f"share {bare / encoded:.2f}")  # fmt: skip
    print(f"largest difference {np.abs(rows[:, :3] - official).max():.1e}")


def similarity(path: Path, peers: str, documents: int, model: str) -> None:
    """Print the CPU seconds of whole processes that score sentence similarity, in turns."""
    records = [
        {"instance_id": r.instance_id, "system_id": r.system_id, "prediction": r.prediction,
         "references": list(r.references or ())[:2]}
        for some in summeval(path, documents)[:8] for r in some
    ]  # fmt: skip
    seconds: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder, "records.jsonl"))
        lines = [json.dumps(record) + "\n" for record in records]
        Path(file).write_text("".join(lines), encoding="utf-8")
        ours = (sys.executable, "-m", "sacreval", "evaluate", "sentence-similarity", file)
        processes = {
            "sacreval": (*ours, "--model", model, "--no-cache"),
            "sentence-transformers": (peers, "-W", "ignore", "-c", SIMILARITY, model, file),
        }
        for name in [*processes] * 3:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(processes[name], capture_output=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            seconds.setdefault(name, []).append(spent)
    medians = {name: statistics.median(some) for name, some in seconds.items()}
    texts = {text for r in records for text in (r["prediction"], *r["references"])}
    threads = os.environ["OMP_NUM_THREADS"]
    print(f"{len(records)} records, {len(texts)} texts, {threads} threads")
    print({name: [round(one, 1) for one in some] for name, some in seconds.items()})
    print(f"ratio of medians: {medians['sentence-transformers'] / medians['sacreval']:.2f}")


def loop(found: Checkpoint, ids: Sequence[Sequence[int]], layers: int) -> None:
    """Run the model on the same batches, and do nothing with its states."""
    import torch

    model = load(found, layers, "float32", "cpu")
    with torch.inference_mode(), one_thread():
        for part in batches([len(one) for one in ids], BUDGET["cpu"], limit(found)):
            padded = torch.zeros(part.shape, dtype=torch.long)
            for row, i in enumerate(part.members):
                padded[row, : len(ids[i])] = torch.tensor(ids[i])
            model(input_ids=padded, attention_mask=(padded > 0).long())


def memory() -> None:
    """Print the largest memory after each 10,000 of 100,000 different texts."""
    words = [f"w{i}" for i in range(2000)]
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), words, 64, 1)
        metric = metrics.get("bertscore")(model=folder, layer=1)
        for done in range(1, 11):
            texts = [" ".join(random.choice(words, 60)) for _ in range(10_000)]
            pairs = zip(texts[::2], texts[1::2], strict=True)
            metric.rows(Batch([Instance(prediction=a, references=[b]) for a, b in pairs]))
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{done * 10_000} texts: {most:.0f} MB at most, {user():.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", type=Path, nargs="?")
    parser.add_argument("--peers", help="Python that has bert-score, or sentence-transformers")
    parser.add_argument("--documents", type=int, default=1)
    parser.add_argument("--layers", type=int, default=9)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--similarity", metavar="MODEL", help="folder of a sentence model")
    chosen = parser.parse_args()
    if chosen.memory:
        memory()
    elif chosen.records is None or chosen.peers is None:
        parser.error("RECORDS.jsonl and --peers PYTHON are needed, or --memory")
    elif chosen.similarity:
        similarity(chosen.records, chosen.peers, chosen.documents, chosen.similarity)
    else:
        speed(chosen.records, chosen.peers, chosen.documents, chosen.layers)


if __name__ == "__main__":
    main()
