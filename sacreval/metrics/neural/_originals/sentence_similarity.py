"""Sentence similarity by sentence-transformers, in a Python of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Any

COMPARED = {"sentence-transformers": "5", "transformers": "", "torch": "", "tokenizers": ""}
INSTALL = "'sentence-transformers<6'"


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records.

    Args:
        options: `model` (a folder), `prompt` (its name, or ""), `device`, and `multi_reference`:
            max or mean.
        records: Texts: a `prediction` and its `references`.

    Returns:
        The cosine of each record, of the most similar reference or the mean over references.
    """
    library = import_module("sentence_transformers")
    model = library.SentenceTransformer(
        options["model"], device=options["device"], local_files_only=True, trust_remote_code=False
    )
    lists = [[one["prediction"], *one["references"]] for one in records]
    if not lists:
        return []
    vectors = model.encode(
        [text for some in lists for text in some],
        prompt_name=options["prompt"] or None,
        normalize_embeddings=True,
        show_progress_bar=False,
    )
    found, first = [], 0
    for some in lists:
        own = vectors[first : first + len(some)]
        cosines = [float(own[0] @ one) for one in own[1:]]
        best = max(cosines) if options["multi_reference"] == "max" else sum(cosines) / len(cosines)
        found.append([best])
        first += len(some)
    return found
