"""The folder in which the commands of the lock run: the sample, specimens, and two corpora.

`corpora/news.jsonl`: WMT23 English-German, the first 40 segments, and of its systems, in the order
of their names and without human texts, the first 5; two references, MQM and DA-SQM judgments.
`corpora/summaries.jsonl`: SummEval, the first 10 documents, and of its systems, in the order of
their names, the first 10; 11 references, the judgments of experts. `news-texts.jsonl` and
`summaries-texts.jsonl` are the same without judgments. Systems are called A, B, ...
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from support import mirror, sql_databases

HERE = Path(__file__).parent
SPECIMENS = HERE / "specimens"
SEGMENTS, TRANSLATORS = 40, 5
DOCUMENTS, SUMMARIZERS = 10, 10


def lay_out(folder: Path) -> None:
    """Copy what the project has for its commands."""
    shutil.copytree(mirror.CHECKOUT / "configs" / "sample", folder / "sample")
    shutil.copytree(SPECIMENS, folder / "specimens")
    shutil.copy(mirror.CHECKOUT / "tests" / "golden" / "word_vectors.txt", folder / "vectors.txt")
    sql_databases.create(folder / "databases" / "shop" / "shop.sqlite", sql_databases.SHOP)


def lay_out_corpora(folder: Path) -> None:
    """Write the parts of the corpora, which must be in the mirror."""
    (folder / "corpora").mkdir()
    for name, records in {"news": list(news()), "summaries": list(summaries())}.items():
        _write(folder / "corpora" / f"{name}.jsonl", records)
        for record in records:
            del record["judgments"]
        _write(folder / "corpora" / f"{name}-texts.jsonl", records)


def news() -> Iterator[dict[str, Any]]:
    """Yield translations of WMT23."""
    place = mirror.WMT23
    columns = {kind: _scores(kind) for kind in ("mqm", "da-sqm")}
    sources = mirror.lines(f"{place}/sources/en-de.txt")
    documents = mirror.lines(f"{place}/documents/en-de.docs")
    names = [name for name in mirror.wmt23_systems() if name not in {"refA", "synthetic_ref"}]
    for name, letter in zip(names[:TRANSLATORS], ascii_uppercase, strict=False):
        corpus = mirror.wmt23(name)
        for i in range(SEGMENTS):
            judgments = {kind: of[name][i] for kind, of in columns.items()}
            yield {
                "instance_id": str(i),
                "system_id": letter,
                "prediction": corpus.predictions[i],
                "references": corpus.references[i],
                "sources": [sources[i]],
                "groups": {"document": str(documents.index(documents[i]))},
                "judgments": {key: value for key, value in judgments.items() if value is not None},
            }


def _scores(kind: str) -> dict[str, list[float | None]]:
    """Read the human scores of every system, of which some are None."""
    scores: dict[str, list[float | None]] = {}
    for line in mirror.lines(f"{mirror.WMT23}/human-scores/en-de.{kind}.seg.score"):
        system, value = line.split("\t")
        scores.setdefault(system, []).append(None if value == "None" else float(value))
    return scores


def summaries() -> Iterator[dict[str, Any]]:
    """Yield summaries of SummEval."""
    for i, document in enumerate(list(mirror.summeval_documents().values())[:DOCUMENTS]):
        outputs = sorted(document["sys_summs"].items())[:SUMMARIZERS]
        for (_, output), letter in zip(outputs, ascii_uppercase, strict=False):
            yield {
                "instance_id": str(i),
                "system_id": letter,
                "prediction": output["sys_summ"],
                "references": list(document["ref_summs"]),
                "sources": [document["src"]],
                "judgments": output["scores"],
            }


def _write(path: Path, records: list[dict[str, Any]]) -> None:
    text = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
    path.write_text(text, encoding="utf-8")
