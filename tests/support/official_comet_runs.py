"""Numbers of unbabel-comet on the tiny models, where SACREVAL_NEURAL_PEERS names a Python with it.

Its requirements contradict sacreval's (numpy<2, transformers<5, setuptools<81), so it has an
environment of its own; all models are scored in one process of it.
"""

import json
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from sacreval.core.records import Batch, Instance
from support import neural_peers, tiny_comet, tiny_models
from support.mirror import CHECKOUT

TEXTS = [  # output, source, reference
    ("the cat sat on the mat", "le chat", "the cat sat on a mat"),
    ("", "le chien", "the dog"),
    ("a dog barked at three boys " * 12, "ein hund " * 20, "the dog barked at boys " * 9),
    ("x", "y", ""),
    ("one two three four five", "eins zwei drei", "five four three"),
    ("he said it once!", "il l'a dit", "he said it"),
    ("the the mat at on cat sat 12345", "Z z z", "nothing in common"),
    ("naïve café — isn't it?", "кошка", "naive cafe"),
]
ROUNDING = 5e-6  # the original batches otherwise: up to 2.2e-6 was seen, depending on the processor
WITHOUT_REFERENCES = ("qe", "kiwi")
RUNS = [(kind, False) for kind in tiny_comet.KINDS] + [("unite", True), ("xcomet", True)]


def batch() -> Batch:
    """Return the texts as records."""
    return Batch([
        Instance(instance_id=str(i), prediction=mt, sources=[src], references=[ref])
        for i, (mt, src, ref) in enumerate(TEXTS)
    ])  # fmt: skip


def official(kind: str, *, reference_free: bool = False) -> dict[str, Any]:
    """Return the original's scores of the texts, and its details; skip without the original.

    Args:
        kind: A kind of `tiny_comet`.
        reference_free: Whether the original is given no references.
    """
    tiny_models.needed()
    python = neural_peers.interpreter("comet")
    run: dict[str, Any] = _every(python)["runs"][RUNS.index((kind, reference_free))]
    return run


@cache
def _every(python: str) -> dict[str, Any]:
    runs = []
    for kind, free in RUNS:
        fields = ("mt", "src") if free or kind in WITHOUT_REFERENCES else ("mt", "src", "ref")
        samples = [dict(zip(fields, texts, strict=False)) for texts in TEXTS]
        runs.append([str(tiny_comet.build(kind) / "checkpoints" / "model.ckpt"), samples])
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "scores.json")
        program = str(CHECKOUT / "tests" / "support" / "official_comet.py")
        done = subprocess.run(
            [python, program, str(out)], input=json.dumps(runs), capture_output=True, text=True,
            check=False, cwd=folder,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        answer: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return answer
