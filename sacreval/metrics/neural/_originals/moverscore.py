"""MoverScore by its authors' script moverscore_v2.py, in a Python of its own."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from importlib import import_module
from importlib.machinery import ModuleSpec
from itertools import islice
from math import log
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import Any

REPOSITORY = "AIPHES/emnlp19-moverscore"
COMMIT = "0459a3b3b3bd73baa0cc515a355228ee5a2887e0"
FILES = {"moverscore_v2.py": "5354488eb5d3018603dd7e9b19d6f44a73c2df5794ded58da6f4c4209a0dfc77"}
COMPARED = {"transformers": "4", "torch": "", "tokenizers": "", "numpy": "", "pyemd": ""}
INSTALL = "torch 'transformers<5' numpy pyemd"
_DISTILBERT = "distilbert-base-uncased"  # by whose name the script knows where states are


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records.

    Args:
        options: `model` (a folder), `kind` (its model_type), `longest` (tokens of a text),
            `device`, `stop_words`, `multi_reference` (mean or max), `code`, the folder of
            moverscore_v2.py, and `idf`: None, or for `references` and `outputs` the number of
            `documents` and in how many of them each token occurs (`counts`).
        records: Texts: a `prediction` and its `references`.

    Returns:
        The score of each record.
    """
    if not records:
        return []
    script = loaded(options)
    outputs = [one["prediction"] for one in records for _ in one["references"]]
    references = [text for one in records for text in one["references"]]
    idf = [weights(options["idf"] and options["idf"][x]) for x in ("references", "outputs")]
    found = script.word_mover_score(
        references, outputs, *idf, stop_words=options["stop_words"], device=options["device"]
    )
    left = iter(map(float, found))
    combine = max if options["multi_reference"] == "max" else fmean
    return [[combine(list(islice(left, len(one["references"]))))] for one in records]


def loaded(options: dict[str, Any]) -> Any:
    """Run the script, which names a GPU and a type that NumPy no longer has, and load its model."""
    numpy: Any = import_module("numpy")
    numpy.float = float
    import_module("transformers")
    for name in ("matplotlib", "matplotlib.pyplot"):  # for drawings, which are not asked for
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__spec__ = ModuleSpec(name, None)
    os.environ["MOVERSCORE_MODEL"] = options["model"]
    path = Path(options["code"]) / "moverscore_v2.py"
    text = path.read_text(encoding="utf-8")
    script: Any = ModuleType("moverscore_v2")
    own = text.replace("device = 'cuda'", f"device = {options['device']!r}", 1)
    exec(compile(own, str(path), "exec"), vars(script))  # noqa: S102 - checked by its SHA-256
    script.tokenizer.model_max_length = options["longest"]
    if options["kind"] == "distilbert":
        script.model_name = _DISTILBERT
    return script


def weights(idf: dict[str, Any] | None) -> Any:
    """Return the weight of each token, as the script computes it; 1 of all without frequencies."""
    if idf is None:
        return defaultdict(lambda: 1.0)
    documents = idf["documents"]
    found: Any = defaultdict(lambda: log(documents + 1))
    found.update({int(x): log((documents + 1) / (n + 1)) for x, n in idf["counts"].items()})
    return found
