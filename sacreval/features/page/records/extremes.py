"""The worst and the best records with texts, and those that changed most since the baseline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sacreval.core.records import Instance, Scored
from sacreval.features.compare.result import Comparison
from sacreval.features.page.content import Content
from sacreval.features.page.parts import (
    Child,
    Node,
    RecordLinks,
    element,
    heading,
    note,
    number,
    row,
    section,
    table,
)
from sacreval.features.page.records.highlights import span_text
from sacreval.report.result_tables import digits

CHARACTERS = 1000  # of a text


class _Changed(NamedTuple):
    """A record of a system."""

    system: str
    name: str


def changed_texts(content: Content) -> Node | None:
    """Create a table of the records with the largest gains and losses by main outputs."""
    if not content.texts_before:
        return None
    by_record: dict[_Changed, list[str]] = {}
    for pair in content.changes:
        if pair.output in content.mains:
            for record, said in _changes(pair, content):
                by_record.setdefault(record, []).append(said)
    rows = [
        row(
            _link(record, content),
            element("td", None, record.system),
            element("td", None, [element("p", None, text) for text in said]),
            _text(_before(content, record)),
            _text(content.texts.get(record.system, {}).get(record.name)),
        )
        for record, said in by_record.items()
    ]
    head = [heading(name) for name in ("record", "system", "scores", "output then", "output now")]
    caption = "Outputs of the records that gained and lost most, then and now"
    return table(caption, head, rows, **{"class": "extremes"}) if rows else None


def _changes(pair: Comparison, content: Content) -> Iterator[tuple[_Changed, str]]:
    for change in (*pair.drops, *pair.gains):
        said = f"{content.shown(pair.output)}: {change.base:.4g} to {change.other:.4g}"
        yield _Changed(pair.other, change.instance_id), said


def _link(record: _Changed, content: Content) -> Node:
    return element(
        "td", None, RecordLinks(content, content.mains[0]).to(record.name, record.system)
    )


def _before(content: Content, record: _Changed) -> Any:
    """Return the record of the same system in the baseline, or of the only one there and here."""
    there = content.texts_before
    alone = len(there) == 1 and len(content.systems) == 1
    records = there.get(record.system) or (next(iter(there.values())) if alone else {})
    return records.get(record.name)


def _text(record: Any) -> Node:
    if record is None:
        return element("td", {"class": "note"}, "not given")
    text = record.prediction if isinstance(record.prediction, str) else _as_json(record.prediction)
    short = text if len(text) <= CHARACTERS else f"{text[:CHARACTERS]}…"
    return element("td", None, element("p", {"dir": "auto"}, short))


def _as_json(value: Any) -> str:
    import msgspec

    return "" if value is None else msgspec.json.encode(value).decode()


COUNT = 5  # records at each end
TABLES = 12  # of outputs and systems


def extremes(content: Content) -> tuple[Node | None, list[str]]:
    """Create the section, if scores of records are known."""
    shown = [(x, s) for x in content.mains for s in content.recorded if _scores(content, x, s)]
    if not shown:
        return None, []
    builder = _Tables(content)
    tables = [builder.table(output, system) for output, system in shown[:TABLES]]
    notices = builder.notices()
    if more := shown[TABLES:]:
        notices.append(
            f"the worst and best records of {len(more)} further outputs and systems are left out; "
            "a report in HTML has all records"
        )
    said = f"Up to {COUNT} records with the lowest and the highest scores, the worst first."
    return section("records", "Worst and best records", note(said), tables), notices


def _scores(content: Content, output: str, system: str) -> list[tuple[float, str]]:
    """Return the scores of records with their names, in the order of the records."""
    records = content.records.get(system, {})
    scores = [
        (record.scores.get(output), name)
        for name in content.instances
        if (record := records.get(name)) is not None
    ]
    return [(score, name) for score, name in scores if score is not None]


class _Tables:
    """Tables of records, which count the texts that they cut.

    Args:
        content: The data of the page.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._cut = 0

    def notices(self) -> list[str]:
        """Describe how many texts are cut."""
        if not self._cut:
            return []
        return [f"{self._cut} texts of records are cut after {CHARACTERS:,} characters, with …"]

    def table(self, output: str, system: str) -> Node:
        """Return the table of the worst and the best records of a system by an output."""
        results = [result for result in self._content.overall if result.output == output]
        sign = -1.0 if results[0].higher_is_better is False else 1.0
        ordered = sorted(_scores(self._content, output, system), key=lambda pair: sign * pair[0])
        few = len(ordered) <= 2 * COUNT
        ends = ordered if few else [*ordered[:COUNT], *ordered[-COUNT:]]
        records = self._content.texts.get(system, {})
        fields = _fields([records[name] for _, name in ends if name in records])
        labelling = self._content.labelling_metric(output)
        scored = self._content.records[system]
        places = digits(results)
        rows = [
            row(
                name,
                number(f"{score:.{places}f}", score),
                *(self._text(records.get(name), field) for field in fields),
                *([] if labelling is None else [self._errors(scored[name], labelling)]),
            )
            for score, name in ends
        ]
        head: list[Child] = [
            heading("record"),
            heading(self._content.shown(output), "number"),
            *map(heading, fields),
            *([] if labelling is None else [heading("errors")]),
        ]
        return table(
            f"{self._content.shown(output)} of {system}", head, rows, **{"class": "extremes"}
        )

    def _text(self, record: Instance | None, field: str) -> Node:
        value = None if record is None else getattr(record, field)
        texts = value if isinstance(value, list) and field != "prediction" else [value]
        shown = [self._short(_as_text(text)) for text in texts if text is not None]
        several = len(shown) > 1
        lines = [
            element("p", {"dir": "auto"}, f"{i}. {text}" if several else text)
            for i, text in enumerate(shown, start=1)
        ]
        return element("td", None, lines)

    def _errors(self, scored: Scored, metric: str) -> Node:
        """Return a cell with the error spans of an output, one below the other."""
        spans = (scored.error_spans or {}).get(metric)
        lines = ["none"] if spans == [] else [self._short(span_text(span)) for span in spans or ()]
        return element("td", None, [element("p", {"dir": "auto"}, line) for line in lines])

    def _short(self, text: str) -> str:
        if len(text) <= CHARACTERS:
            return text
        self._cut += 1
        return f"{text[:CHARACTERS]}…"


def _fields(records: Sequence[Instance]) -> list[str]:
    """Return the fields with texts that any of the records has."""
    names = ("input", "prediction", "references")
    return [name for name in names if any(getattr(record, name) is not None for record in records)]


def _as_text(value: Any) -> str:
    import msgspec

    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
