"""SacreROUGE's JSONL: summaries with references, metrics with human scores, documents.

Source: Deutsch and Roth (2020), SacreROUGE.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.io.formats.json_documents import check_document
from sacreval.readers._base import Reader, batches, convert, readers
from sacreval.readers._beginning import Beginning

Lines = Iterator[tuple[str, dict[str, Any]]]
Key = tuple[str, str]
PARTS = ("summaries", "metrics", "documents")
_SUMMARIES = re.compile(r"(?:.*\.)?summaries\.jsonl(?:\.gz|\.zst)?")


@readers.register("sacrerouge")
@dataclass(frozen=True, kw_only=True)
class SacrerougeReader(Reader):
    """One SacreROUGE file, or a folder of them joined by instance and summarizer.

    A folder holds `summaries.jsonl`, and may hold `metrics.jsonl` and `documents.jsonl` (or
    `NAME.summaries.jsonl`, `NAME.metrics.jsonl` and `NAME.documents.jsonl`). In `metrics`, lists of
    numbers and the keys in `judgments` are human scores; all others are published scores.

    Args:
        judgments: Keys of `metrics` with human scores, besides lists.
        sentences: Separator of the sentences of a text that is a list; ROUGE-Lsum splits at line
            ends.
    """

    map_refusal: ClassVar[str] = "does not go with SacreROUGE's files; use --reader jsonl"

    judgments: tuple[str, ...] = ()
    sentences: Literal["newline", "space"] = "newline"

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file's first record names its summarizer, or a folder has summaries."""
        if start.is_folder:
            return any(_SUMMARIES.fullmatch(name) for name in start.names)
        return start.has("instance_id", "summarizer_id")

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file, or the files of a folder."""
        folder = Path(path)
        files = _parts(folder) if folder.is_dir() else {"summaries": folder}
        yield from batches(self._records(files), path, folder.stem)

    def _records(self, files: Mapping[str, Path]) -> Iterator[tuple[int, Instance]]:
        metrics = {_key(w, r): r.get("metrics") for w, r in _lines(files.get("metrics"))}
        documents = {str(r["instance_id"]): r for _, r in _lines(files.get("documents"))}
        used: set[Key] = set()
        summaries = enumerate(_lines(files.get("summaries")), start=1)
        for number, (where, row) in summaries:
            key = _key(where, row)
            used.add(key)
            row = {**documents.get(key[0], {}), **row}  # noqa: PLW2901
            row["metrics"] = row.get("metrics") or metrics.get(key)
            yield number, convert(self._record(key, row), where)
        if unused := [key for key in metrics if key not in used]:
            raise InputError(
                f"{files['metrics']}: {len(unused)} rows belong to no summary, first instance "
                f"{unused[0][0]} of {unused[0][1]}; give the summaries that go with them"
            )

    def _record(self, key: Key, row: Mapping[str, Any]) -> dict[str, Any]:
        people: dict[str, Any] = {}
        published: dict[str, Any] = {}
        for name, value in _flat(row.get("metrics") or {}, ""):
            human = isinstance(value, list) or name.split("_")[0] in self.judgments
            (people if human or name in self.judgments else published)[name] = value
        kind = row.get("summarizer_type") or "peer"
        return {
            "instance_id": key[0],
            "system_id": key[1],
            "system_type": kind,
            "prediction": self._text(row.get("summary")),
            "references": self._texts(row.get("references", row.get("reference"))),
            "sources": self._texts(row.get("documents", row.get("document"))),
            "judgments": people or None,
            "meta": {"scores": published} if published else None,
        }

    def _texts(self, value: Any) -> list[str] | None:
        if value is None or value == []:
            return None
        if isinstance(value, str | Mapping):
            value = [value]
        texts = (self._text(item) for item in value)
        return [text for text in texts if text is not None]

    def _text(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            value = value.get("text", value.get("summary"))
        if isinstance(value, list):
            between = "\n" if self.sentences == "newline" else " "
            return between.join(value)
        return value


def _flat(value: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, inner in value.items():
        name = f"{prefix}{key}"
        if isinstance(inner, Mapping):
            yield from _flat(inner, f"{name}_")
        else:
            yield name, inner


def _parts(folder: Path) -> dict[str, Path]:
    parts: dict[str, Path] = {}
    for part in PARTS:
        files = sorted({*folder.glob(f"{part}.jsonl*"), *folder.glob(f"*.{part}.jsonl*")})
        if len(files) > 1:
            raise InputError(
                f"{folder}: {files[0].name} and {files[1].name} both contain {part}; name one "
                "file, or move each set into a separate folder"
            )
        parts.update((part, file) for file in files)
    if "summaries" not in parts:
        raise InputError(
            f"{folder}: there is no summaries.jsonl in this folder; name the one that has it"
        )
    return parts


def _lines(path: Path | None) -> Lines:
    if path is None:
        return
    with open_bytes(str(path)) as stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                where = f"{path}:{number}"
                try:
                    row = msgspec.json.decode(line, type=dict[str, Any])
                    check_document(line, where)
                    yield where, row
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                    raise InputError(
                        f"{where}: not a JSON object ({error}); correct the line"
                    ) from None


def _key(where: str, row: Mapping[str, Any]) -> Key:
    try:
        return str(row["instance_id"]), str(
            row.get("summarizer_id", row.get("system_id", "system"))
        )
    except KeyError:
        raise InputError(f"{where}: no `instance_id`; this is not a file of SacreROUGE's, use "
                         "--reader jsonl") from None  # fmt: skip
