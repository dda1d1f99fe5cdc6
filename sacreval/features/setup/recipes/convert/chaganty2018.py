"""Chaganty et al.: scores by several crowd workers of outputs of four systems.

Source: Chaganty, Mussmann, Liang (2018), The price of debiasing automatic metrics.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import documents

REFERENCE = "reference"  # name of the human summary in the texts


def convert(place: CorpusFiles, *, articles: str, texts: str, ratings: str) -> Iterator[Instance]:
    """Yield one record for each rated output. A text may belong to several systems (a;b).

    The files rate one output (006588 of ml+rl) twice: the first rating counts.

    Args:
        place: Files provided by the user.
        articles: The JSONL file of articles.
        texts: The archive with the texts, lqual.jsonl.
        ratings: The JSONL file of ratings.
    """
    sources = {row["id"]: row["text"] for row in documents(str(place / articles), lines=True)}
    outputs = _outputs(place, texts)
    seen: set[tuple[str, str]] = set()
    for row in documents(str(place / ratings), lines=True):
        key = (row["id"], row["system"])
        if key in seen:
            continue
        seen.add(key)
        if key not in outputs:
            raise InputError(
                f"{texts}: there is no text of {key[1]} on {key[0]}; get the bundle again"
            )
        prompts = row["prompts"]
        reference = outputs.get((row["id"], REFERENCE))
        yield Instance(
            instance_id=row["id"],
            system_id=row["system"],
            system_type="reference" if row["system"] == REFERENCE else "peer",
            prediction=outputs[key],
            references=[reference] if reference and row["system"] != REFERENCE else None,
            sources=[sources[row["id"]]] if row["id"] in sources else None,
            judgments={name: prompt["human"] for name, prompt in prompts.items()},
            meta={"scores": _published(prompts)},
        )


def _outputs(place: CorpusFiles, texts: str) -> dict[tuple[str, str], str]:
    outputs = {}
    for path in nist.files(nist.unpacked(place, texts), "lqual.jsonl"):
        for row in documents(str(path), lines=True):
            contents = row["input"]["contents"]
            for system in contents["system"].split(";"):
                outputs[contents["id"], system] = contents["text"]
    return outputs


def _published(prompts: dict[str, Any]) -> dict[str, float]:
    """Return the metric scores, which are repeated for every prompt."""
    first: dict[str, Any] = next(iter(prompts.values()), {})
    return {name: value for name, value in first.items() if name not in ("human", "gold")}
