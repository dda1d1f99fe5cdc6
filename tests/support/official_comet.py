"""Scores of unbabel-comet, for a Python that has it: reads samples as JSON, writes scores.

usage: python official_comet.py CHECKPOINT.ckpt < SAMPLES.json > SCORES.json
"""

import json
import sys
from importlib.metadata import version


def plain(value):
    """Return what JSON can hold."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


def main():
    """Score the samples by `predict`, and print scores, details and versions."""
    from comet import load_from_checkpoint

    model = load_from_checkpoint(sys.argv[1])
    samples = json.load(sys.stdin)
    found = model.predict(samples, batch_size=16, gpus=0, progress_bar=False, num_workers=0)
    packages = ("unbabel-comet", "torch", "transformers", "pytorch-lightning")
    versions = {name: version(name) for name in packages}
    details = dict(found.get("metadata") or {}) if hasattr(found, "get") else {}
    answer = {"scores": found["scores"], "details": details, "versions": versions}
    json.dump(answer, sys.stdout, default=plain)


if __name__ == "__main__":
    main()
