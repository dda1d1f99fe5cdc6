"""The data that a page contains for its script: scores and texts of records, as columns.

Compressed blocks: columns of records, opened with the page, and texts, opened when looked at. A
block is JSON, compressed by deflate with zlib's header and written as base64: browsers open it
without a network (`DecompressionStream`). Records with the same references are in the same block,
where each is compressed beside the others.

The page contains at most `NUMBERS` scores, and texts and marks up to other limits, those of the
worst and best records first. It lists what was left out.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sacreval.features.page.content import Content
from sacreval.features.page.parts import Node, element
from sacreval.features.page.records.record_texts import ErrorKind, RecordKind, choose, marks, text
from sacreval.features.page.records.views import views
from sacreval.report.result_tables import digits

PLAIN = 1_000_000  # characters of columns, and of texts, up to which a page has them as they are
SIZE = 250_000  # characters of a block; a browser opens it in some 5 ms
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NONE = ".."  # of a record that is in no block

Texts = Mapping[str, Any]
Marks = Sequence[Mapping[str, Mapping[str, Any]]]


class Blocks(NamedTuple):
    """Texts and marks of records, compressed.

    Args:
        blocks: Base64 of each block: a list of records, each with its index, its texts, and its
            marks of each kind or null.
        where: For each record two digits, in base 36, of the number of its block.
    """

    blocks: list[str]
    where: str

    def elements(self) -> list[Node]:
        """Return elements with the blocks."""
        return [_element(f"block-{k}", block) for k, block in enumerate(self.blocks)]


def split(data: Mapping[str, Any], names: Sequence[str]) -> tuple[dict[str, Any], list[Node]]:
    """Move large columns out of the data of a page."""
    columns = _json({name: data[name] for name in names})
    if len(columns) <= PLAIN:
        return dict(data), []
    left = {name: value for name, value in data.items() if name not in names}
    return left, [_element("columns", _packed(columns))]


def compressed(texts: Texts, marks: Marks, records: int) -> Blocks | None:
    """Compress texts and marks."""
    written = {i: _json([int(i), text, [of.get(i) for of in marks]]) for i, text in texts.items()}
    if sum(map(len, written.values())) <= PLAIN:
        return None
    alike = sorted(texts, key=lambda i: written[i].partition(",")[2])
    blocks, where = list[str](), [NONE] * records
    for members in _cut(alike, {i: len(line) for i, line in written.items()}):
        number = f"{DIGITS[len(blocks) // 36]}{DIGITS[len(blocks) % 36]}"
        for i in members:
            where[int(i)] = number
        blocks.append(_packed(f"[{','.join(written[i] for i in members)}]"))
    return Blocks(blocks, "".join(where))


def _cut(names: Sequence[str], lengths: Mapping[str, int]) -> Iterator[list[str]]:
    """Cut a list into blocks of about `SIZE` characters, or more where there would be too many."""
    most = max(SIZE, -(-sum(lengths.values()) // (len(DIGITS) ** 2 - 1)))
    members, length = list[str](), 0
    for name in names:
        members.append(name)
        length += lengths[name]
        if length >= most:
            yield members
            members, length = [], 0
    if members:
        yield members


def _packed(text: str) -> str:
    """Compress a text; a surrogate without its other half is escaped, as JSON may have it."""
    return b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"))).decode()


def _element(name: str, block: str) -> Node:
    """Create an element with a block, which a browser does not run."""
    return element("script", {"type": "text/plain", "id": name}, block)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


_SIGNIFICANT = 6


@dataclass(frozen=True)
class PageData:
    """The data of the script, and what was left out.

    Args:
        data: Plain values that can be written as JSON.
        notices: Sentences about what was left out.
        blocks: Elements with what is compressed.
    """

    data: dict[str, Any]
    notices: list[str]
    blocks: Sequence[Node] = ()


def page_data(content: Content) -> PageData:
    """Return the data of the script."""
    outputs, left = _outputs(content)
    shown = {output: kind_of(content, output) for output in outputs}
    kinds = {kind.key: kind for kind in shown.values() if kind is not None}
    columns = {output: columns_of(content, output) for output in outputs}
    chosen, unread = choose(content, _by_interest(content, columns))
    marked, unmarked = marks(content, kinds.values(), chosen)
    texts = {str(i): text(content, i) for i in chosen}
    packed = compressed(texts, marked, len(content.instances))
    data: dict[str, Any] = {
        "systems": content.recorded,
        "base": base_of(content),
        "ids": list(content.instances),
        "outputs": [described(content, name, kind, list(kinds)) for name, kind in shown.items()],
        "scores": list(columns.values()),
        "errors": errors_of(content),
        "texts": texts if packed is None else {},
        "marks": marked if packed is None else [{} for _ in marked],
        "where": "" if packed is None else packed.where,
    }
    plain, taken_out = split(data, ("ids", "scores", "where"))
    blocks = [*taken_out, *(packed.elements() if packed is not None else [])]
    return PageData(plain, [*left, *unread, *unmarked], blocks)


def base_of(content: Content) -> int | None:
    """Return the index of the system that others are compared with; None without tests."""
    base = content.comparisons[0].base if content.comparisons else None
    return content.recorded.index(base) if base in content.recorded else None


def _outputs(content: Content) -> tuple[list[str], list[str]]:
    """Choose the outputs whose scores of records go into the page."""
    listed = content.listed
    left = [output for output in content.scored if output not in listed]
    notice = (
        f"{len(content.instances):,} records of {len(content.recorded):,} systems leave room in "
        f"the page for {len(listed)} numbers each; without {', '.join(left)}"
    )
    return listed, [notice] if left else []


def kind_of(content: Content, output: str) -> RecordKind | ErrorKind | None:
    """Return the kind of marks of an output; None without marks."""
    for entry in content.entries:
        if view := entry.named(views(entry.metric)).get(output):
            return RecordKind(entry, view)
    metric = content.labelling_metric(output)
    return None if metric is None else ErrorKind(metric)


def described(
    content: Content,
    output: str,
    kind: RecordKind | ErrorKind | None,
    keys: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Return what the script knows of an output."""
    results = [result for result in content.overall if result.output == output]
    known: dict[str, Any] = {
        "name": content.shown(output),
        "up": results[0].higher_is_better,
        "digits": digits(results),
        "marks": None,
    }
    if kind is not None:
        known |= {"marks": keys.index(kind.key), **kind.described}
    return known


def columns_of(content: Content, output: str) -> list[list[float | None]]:
    """Return the scores of each system, in the order of the instances."""
    columns = []
    for system in content.recorded:
        records = map(content.records[system].get, content.instances)
        scores = [None if record is None else record.scores.get(output) for record in records]
        written = {x: _written(x) for x in set(scores) if x is not None}
        columns.append([None if x is None else written[x] for x in scores])
    return columns


def _written(score: float) -> float:
    """Return a score in as many digits as the page has."""
    rounded = float(f"{score:.{_SIGNIFICANT}g}")
    return int(rounded) if rounded.is_integer() else rounded


def errors_of(content: Content) -> dict[str, dict[str, str]]:
    """Return errors by index of the instance, then by index of the system."""
    places = {name: str(i) for i, name in enumerate(content.instances)}
    errors: dict[str, dict[str, str]] = {}
    for j, system in enumerate(content.recorded):
        for name, scored in content.records[system].items():
            if scored.error:
                errors.setdefault(places[name], {})[str(j)] = scored.error
    return dict(sorted(errors.items()))


def _by_interest(
    content: Content, columns: Mapping[str, Sequence[Sequence[float | None]]]
) -> list[int]:
    """Sort instances by interest: the worst, the best, the next worst, ... of each score column."""
    better = {result.output: result.higher_is_better for result in content.overall}
    queues = []
    for output, of_systems in columns.items():
        sign = -1 if better[output] is False else 1
        for column in of_systems:
            known = [(sign * x, i) for i, x in enumerate(column) if x is not None]
            queues.append([i for _, i in sorted(known)])
    return list(dict.fromkeys([*_from_both_ends(queues), *range(len(content.instances))]))


def _from_both_ends(queues: Sequence[Sequence[int]]) -> Iterator[int]:
    for k in range(max(map(len, queues), default=0)):
        for queue in queues:
            if k < len(queue):
                yield queue[k // 2] if k % 2 == 0 else queue[-1 - k // 2]
