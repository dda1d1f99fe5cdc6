"""Time classic metrics beside their originals on the same texts.

python benchmarks/classic_others.py [--pairs 2000] [--simetrix FOLDER]

RIBES beside NLTK, hLEPOR beside the package hLepor and LEPOR beside NLTK's, in CPU seconds of one
process; packages that are not installed are left out. FOLDER is a checkout of SIMetrix with its
classes in FOLDER/out: the original scores its 15 sample summaries in Java, whole processes are
timed, and `sacreval setup-metric simetrix` must have been run. The last column is the ratio.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

from kernels import sample

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

JAVA_MAIN = "edu.upenn.seas.simetrix.InputBasedEvaluation"


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a call, the least of three."""
    took = []
    for _ in range(3):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return min(took)


def ours(name: str, predictions, references) -> Callable[[], object]:
    """Return a call that scores all pairs on the usual engine."""
    metric = metrics.get(name)(tokenize="none")
    metric = metric.with_engine("native" if metric.covers_native() else "official")
    pairs = list(zip(predictions, references, strict=True))
    return lambda: metric.rows(Batch([Instance(prediction=p, references=r) for p, r in pairs]))


def ribes(predictions, references):
    from nltk.translate.ribes_score import corpus_ribes

    return corpus_ribes(
        [[r.split() for r in own] for own in references], [p.split() for p in predictions]
    )


def lepor(predictions, references):
    from nltk.translate.lepor import sentence_lepor

    for p, own in zip(predictions, references, strict=True):
        sentence_lepor(list(own), p, tokenizer=str.split)


def hlepor(predictions, references):
    import nltk

    nltk.download = lambda *_, **__: None  # it downloads a model when it is imported
    sys.modules["nptyping"] = SimpleNamespace(NDArray=None)  # types, which need NumPy 1
    from hlepor.hlepor import single_hlepor_score

    for p, own in zip(predictions, references, strict=True):
        for r in own:
            single_hlepor_score(r, p, separate_punctuation=False)


def compared(pairs: int) -> Iterator[tuple[str, float, float]]:
    """Yield a metric, the CPU seconds of its original and of sacreval."""
    found = zip(*sample("english", pairs), strict=True)
    kept = [(p, r) for p, r in found if p.strip() and all(x.strip() for x in r)]
    predictions, references = ([" ".join(p.split()) for p, _ in kept], [r for _, r in kept])
    for name, original, package in (
        ("ribes", ribes, "nltk"), ("lepor", lepor, "nltk"), ("hlepor", hlepor, "hlepor"),
    ):  # fmt: skip
        if find_spec(package):
            there = cpu(lambda run=original: run(predictions, references))
            yield name, there, cpu(ours(name, predictions, references))


def of_process(command: list[str], folder: Path) -> float:
    """Return the CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def simetrix(checkout: Path) -> tuple[str, float, float]:
    """Time the 15 sample summaries, with all outputs."""
    resources = checkout / "src" / "main" / "resources"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "data").symlink_to(resources / "data")
        sample_folder = folder / "sampleEval"
        subprocess.run(["cp", "-r", str(resources / "sampleEval"), str(sample_folder)], check=True)
        mappings = (sample_folder / "sampleMappings.txt").read_text().split("\n")
        records = folder / "records.jsonl"
        with records.open("w") as stream:
            for line in filter(None, mappings):
                given, system, sources, summary = line.split()
                texts = [
                    p.read_text("latin-1") for p in sorted((sample_folder / sources).iterdir())
                ]
                record = {
                    "instance_id": given, "system_id": system, "sources": texts,
                    "prediction": (sample_folder / summary).read_text("latin-1"),
                }  # fmt: skip
                stream.write(json.dumps(record) + "\n")
        java = [
            "java",
            "-cp",
            str(checkout / "out"),
            JAVA_MAIN,
            "sampleMappings.txt",
            "config.example",
        ]
        there = of_process(java, sample_folder)
        here = of_process(
            [sys.executable, "-m", "sacreval", "evaluate", "simetrix", str(records)], folder
        )
        return "simetrix", there, here


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--simetrix", type=Path)
    options = parser.parse_args()
    rows = list(compared(options.pairs))
    if options.simetrix:
        rows.append(simetrix(options.simetrix.resolve()))
    print(f"{'metric':10} {'original':>10} {'sacreval':>10} {'ratio':>8}")
    for name, there, here in rows:
        print(f"{name:10} {there:9.3f}s {here:9.3f}s {there / here:7.0f}x")


if __name__ == "__main__":
    main()
