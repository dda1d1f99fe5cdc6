"""Sentence similarity by sentence-transformers."""

from importlib import import_module
from typing import Any

MODULE = "sentence_transformers"  # that its Python has


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    return {
        "model": str(metric._sentences.whole.folder.resolve()),
        "prompt": metric.prompt,
        "device": metric.device,
        "multi_reference": metric.multi_reference,
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    library = import_module("sentence_transformers")
    model = library.SentenceTransformer(
        options["model"], device=options["device"], local_files_only=True, trust_remote_code=False
    )
    lists = [[record["prediction"], *record["references"]] for record in records]
    vectors = model.encode(
        [text for some in lists for text in some],
        prompt_name=options["prompt"] or None,
        normalize_embeddings=True,
        show_progress_bar=False,
    )
    rows, first = [], 0
    for some in lists:
        group = vectors[first : first + len(some)]
        cosines = [float(group[0] @ vector) for vector in group[1:]]
        best = max(cosines) if options["multi_reference"] == "max" else sum(cosines) / len(cosines)
        rows.append([best])
        first += len(some)
    return rows
