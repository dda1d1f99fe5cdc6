"""Functions shared by NIST's summarization corpora (DUC and TAC): names, archives, texts."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.features.setup.recipes.unpack import unpack
from sacreval.io.formats.values import number

_SET = re.compile(r"d(\d+)[a-z]?(?:-([a-c]))?$", re.IGNORECASE)
_TEXT = re.compile(r"<(TEXT|LEADPARA)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^>]+>")
_SENTENCE = re.compile(r"<(?:a [^>]*id=|s )[^>]*>(.*?)</(?:a|s)>", re.DOTALL | re.IGNORECASE)

Key = tuple[str, str]  # instance and summarizer
Numbers = dict[str, Any]


class Name(NamedTuple):
    """Parts of the name of a summary's file, such as D0801-A.M.100.A.1."""

    instance: str
    kind: str
    length: str
    summarizer: str
    document: str


def named(path: Path) -> Name | None:
    """Parse the name of a summary's file; return None for other files."""
    parts = path.name.split(".")
    if len(parts) < 5 or not _SET.match(parts[0]):
        return None
    document = ".".join(part for part in parts[5:] if part.lower() not in ("html", "spl"))
    return Name(instance_of(parts[0]), parts[1], parts[2], parts[4], document)


def instance_of(name: str) -> str:
    """Return the input id of a document set: d0801, or d0801-A if sets have parts.

    Args:
        name: Name such as D0801-A, d0801a-a or D061j; the letter of the selector is dropped.
    """
    match = _SET.match(name)
    if match is None:
        return name.lower()
    digits, part = match.groups()
    return f"d{digits}" + (f"-{part.upper()}" if part else "")


@dataclass
class Summaries:
    """Texts and scores from many files, joined by instance and summarizer.

    Args:
        texts: Summaries by instance, then summarizer; letters are people.
        judgments: Human scores by instance and summarizer.
        scores: Published scores by instance and summarizer.
        documents: Texts of the documents by instance.
        units: Content units found in a summary, with the pyramid, by instance and summarizer.
    """

    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    judgments: dict[Key, Numbers] = field(default_factory=dict)
    scores: dict[Key, Numbers] = field(default_factory=dict)
    documents: dict[str, list[str]] = field(default_factory=dict)
    units: dict[Key, Instance] = field(default_factory=dict)

    def judge(self, instance: str, summarizer: str, **values: Any) -> None:
        """Add human scores of a summary."""
        self.judgments.setdefault((instance, summarizer), {}).update(values)

    def score(self, records: Iterator[Instance]) -> None:
        """Add the published scores of records."""
        for record in records:
            key = (instance_of(str(record.instance_id)), str(record.system_id))
            self.scores.setdefault(key, {}).update((record.meta or {}).get("scores", {}))

    def annotate(self, records: Iterator[Instance]) -> None:
        """Add the content units of summaries; of repeated annotations the last counts."""
        for record in records:
            key = (instance_of(str(record.instance_id)), str(record.system_id))
            self.units[key] = record

    def instances(self, part: str = "") -> Iterator[Instance]:
        """Yield one record for each summary; a summary is not its own reference.

        Args:
            part: Only instances of this part of document sets, such as A.
        """
        for instance in sorted(self.texts):
            if part and not instance.endswith(f"-{part}"):
                continue
            texts = self.texts[instance]
            for summarizer in sorted(texts):
                yield self._record(instance, summarizer, texts)

    def _record(self, instance: str, summarizer: str, texts: Mapping[str, str]) -> Instance:
        others = [texts[name] for name in sorted(texts) if name.isalpha() and name != summarizer]
        scores = self.scores.get((instance, summarizer))
        units = self.units.get((instance, summarizer))
        return Instance(
            instance_id=instance,
            system_id=summarizer,
            system_type="reference" if summarizer.isalpha() else "peer",
            prediction=texts[summarizer],
            references=others or None,
            sources=self.documents.get(instance),
            judgments=self.judgments.get((instance, summarizer)),
            meta={"scores": scores} if scores else None,
            scus=units.scus if units else None,
            pyramid=units.pyramid if units else None,
        )


def unpacked(place: CorpusFiles, archive: str | Path) -> Path:
    """Unpack an archive provided by the user next to the fetched files, once.

    Args:
        place: The recipe's files.
        archive: Path of the archive, in the user's files or in another archive.
    """
    path = archive if isinstance(archive, Path) else place / archive
    # Archives in different folders may have the same name; a hash keeps paths distinct and short.
    key = blake2b(str(path.resolve()).encode(), digest_size=8).hexdigest()
    folder = place.folder / "unpacked" / f"{key}-{path.name}"
    if not folder.exists():
        unpack(path, folder)
    return folder


def files(folder: Path, *patterns: str) -> list[Path]:
    """List the files below a folder that match any pattern, sorted."""
    paths = {path for pattern in patterns for path in folder.rglob(pattern) if path.is_file()}
    return sorted(paths)


def read_text(path: Path) -> str:
    """Read a text; some texts mix Latin-1 bytes with UTF-8."""
    return path.read_bytes().decode("utf-8", errors="replace")


def summary(path: Path) -> str:
    """Read a summary: plain text, or HTML of the SEE tool with one tag for each sentence."""
    return sentences_of(read_text(path))


def sentences_of(text: str) -> str:
    """Return a text without tags, with one marked sentence in each line."""
    marked = _SENTENCE.findall(text)
    lines = marked or _TAG.sub("", text).splitlines()
    plain = (" ".join(html.unescape(_TAG.sub("", line)).split()) for line in lines)
    # SEE writes the sentence's number in brackets before it.
    cleaned = (re.sub(r"^\[\d+\]\s*", "", line) for line in plain)
    return "\n".join(line for line in cleaned if line)


def document(path: Path) -> str:
    """Read a document: the text between its TEXT tags."""
    raw = read_text(path)
    text = " ".join(match[1] for match in _TEXT.findall(raw)) or raw
    return plain(text)


def plain(marked: str) -> str:
    """Remove tags, resolve entities and join lines."""
    return " ".join(html.unescape(_TAG.sub(" ", marked)).split())


def stripped(path: Path) -> str:
    """Read a text without surrounding white space and byte order mark."""
    return read_text(path).lstrip("\ufeff").strip()


def documents_below(folder: Path) -> dict[str, list[str]]:
    """Read the documents of all sets, each from the folder named as its set."""
    documents: dict[str, list[str]] = {}
    for path in files(folder, "*"):
        for parent in path.relative_to(folder).parts[-2::-1]:
            if _SET.match(parent):
                documents.setdefault(instance_of(parent), []).append(document(path))
                break
    return documents


def summaries_below(folder: Path) -> dict[str, dict[str, str]]:
    """Read the summaries below a folder by the names of their files."""
    texts: dict[str, dict[str, str]] = {}
    for path in files(folder, "*"):
        if name := named(path):
            texts.setdefault(name.instance, {})[name.summarizer] = summary(path)
    return texts


def table(path: Path, *, begin: int = 1) -> Iterator[list[str]]:
    """Yield the cells of each row of a blank-separated table.

    Args:
        path: The file.
        begin: The first line of data, from 1.
    """
    for line in read_text(path).splitlines()[begin - 1 :]:
        if cells := line.split():
            yield cells


def cell(cells: list[str], index: int, path: Path) -> float | None:
    """Parse a number of a table; return None for a dash."""
    return number(cells[index], str(path))
