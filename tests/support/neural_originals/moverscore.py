"""MoverScore by its authors' script: github.com/AIPHES/emnlp19-moverscore at commit 0459a3b.

What is changed to run it: the device (it asks for a GPU), `numpy.float` (which NumPy no longer
has), and no drawings.
"""

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

MODULE = "pyemd"  # that its Python has
CODE = "emnlp19-moverscore"  # its folder below SACREVAL_CODE
_DISTILBERT = "distilbert-base-uncased"  # by whose name the script knows where states are


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    sides = {} if metric.idf == "none" else vars(metric._table())
    return {
        "model": str(metric._checkpoint.folder.resolve()),
        "kind": str(metric._checkpoint.config().get("model_type")),
        "longest": metric._words.limit,
        "device": metric.device,
        "stop_words": Path(metric.stop_words).read_text(encoding="utf-8").split(),
        "multi_reference": metric.multi_reference,
        "idf": {
            side: {"documents": frequencies.references, "counts": dict(frequencies.counts)}
            for side, frequencies in sides.items()
        }
        or None,
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    script = loaded(options)
    outputs = [record["prediction"] for record in records for _ in record["references"]]
    references = [text for record in records for text in record["references"]]
    idf = [weights(options["idf"] and options["idf"][x]) for x in ("references", "outputs")]
    values = script.word_mover_score(
        references, outputs, *idf, stop_words=options["stop_words"], device=options["device"]
    )
    left = iter(map(float, values))
    combine = max if options["multi_reference"] == "max" else fmean
    return [[combine(list(islice(left, len(record["references"]))))] for record in records]


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
    code = text.replace("device = 'cuda'", f"device = {options['device']!r}", 1)
    exec(compile(code, str(path), "exec"), vars(script))  # noqa: S102
    script.tokenizer.model_max_length = options["longest"]
    if options["kind"] == "distilbert":
        script.model_name = _DISTILBERT
    return script


def weights(idf: dict[str, Any] | None) -> Any:
    """Return the weight of each token, as the script computes it; 1 of all without frequencies."""
    if idf is None:
        return defaultdict(lambda: 1.0)
    documents = idf["documents"]
    by_token: Any = defaultdict(lambda: log(documents + 1))
    by_token.update({int(x): log((documents + 1) / (n + 1)) for x, n in idf["counts"].items()})
    return by_token
