"""Scores of unbabel-comet, for a Python that has it: reads samples as JSON, writes scores.

usage: python official_comet.py OUT.json < RUNS.json, where RUNS is a list of [checkpoint, samples]
"""

import json
import resource
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("unbabel-comet", "torch", "transformers", "pytorch-lightning")


def plain(value):
    """Return what JSON can hold."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


@cache
def loaded(checkpoint):
    """Load a model once."""
    from comet import load_from_checkpoint

    return load_from_checkpoint(checkpoint)


def user_seconds():
    """Return the CPU time of this process in user mode."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def run(checkpoint, samples):
    """Score samples by `predict`, and measure its CPU time without loading."""
    model = loaded(checkpoint)
    start = user_seconds()
    output = model.predict(samples, batch_size=16, gpus=0, progress_bar=False, num_workers=0)
    seconds = user_seconds() - start
    details = dict(output["metadata"]) if "metadata" in output else {}
    return {"scores": output["scores"], "details": details, "user_seconds": seconds}


def main():
    """Score every run, and write scores, details and versions."""
    runs = [run(*arguments) for arguments in json.load(sys.stdin)]
    answer = {"runs": runs, "versions": {name: version(name) for name in PACKAGES}}
    Path(sys.argv[1]).write_text(json.dumps(answer, default=plain), encoding="utf-8")


if __name__ == "__main__":
    main()
