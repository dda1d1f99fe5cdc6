"""The option `--map`: hints for foreign records, and a check that each expression matches one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from sacreval.core.records import Batch
from sacreval.errors import InputError

_SHOWN = 12  # most fields of a record in a message
_LONGEST = 40  # most characters of a name in a message
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")  # what JMESPath takes without quotes
_IDENTIFIER_OR_QUOTED = re.compile(r'[^".]+|"[^"]*"')  # the first name of a path
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_.]")  # what a shell may take for something else
GOLD = "gold"  # a field of sacreval's beside `choices`, else the usual name of references
ANSWER = "answer"  # of a model or the right one: the latter beside an output

USUAL = {
    "prediction": (
        "output", "outputs", "out", "response", "responses", "completion", "completions",
        "generation", "generations", "generated", "generated_text", "model_output", "model_answer",
        "hypothesis", "hypotheses", "hyp", "mt", "candidate", "pred", "preds", "predicted",
        "system_output", "decoded", "filtered_resps", "resps",
    ),
    "references": (
        "target", "targets", "ref", "refs", "reference_text", "reference_texts", "ground_truth",
        "ground_truths", "expected", "expected_output", "ideal", "label", "labels", "answers",
        "correct_answer", "reference_answer", "reference_answers", "gold_answer", "gold_answers",
        "golden_answers", "gold_label", "tgt", "gold",
    ),
    "sources": ("source", "src", "document", "documents", "article", "context"),
    "input": ("question", "prompt", "query", "instruction"),
    "instance_id": ("id", "doc_id", "example_id", "sample_id", "segment_id", "seg_id", "idx"),
    "system_id": ("system", "model", "model_id", "model_name", "sys"),
}  # fmt: skip


def hint(record: Mapping[str, Any], known: tuple[str, ...]) -> str:
    """Suggest the options that map a record, from the names and types of its fields."""
    ours = set(known) - ({GOLD} if "choices" not in record else set())
    flat = _flat({name: value for name, value in record.items() if name not in ours})
    paths = {field: _first(field, flat) for field in USUAL if field not in record}
    if not paths.get("references") and (paths.get("prediction") or "prediction" in record):
        paths["references"] = "" if "references" in record else _named(ANSWER, flat)
    has_output = "prediction" in record or paths.get("prediction")
    systems = "" if has_output else _of_systems(flat, paths)
    if not any(paths.values()) or not (has_output or paths.get("references")):
        listed = field_list(_flat(record))
        return f"map the required fields, as in --map prediction=FIELD; {listed}{systems}"
    return f"map the required fields, perhaps by {_options(paths)}{systems}"


def _options(paths: Mapping[str, str]) -> str:
    """Return the options of fields and their paths; "" is no path."""
    return " ".join(
        f"--map '{ours}={path}'" if _NOT_PLAIN.search(path) else f"--map {ours}={path}"
        for ours, path in paths.items()
        if path
    )


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record; those of objects under their paths, such as `doc.question`."""
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if not isinstance(value, Mapping) or not value:
            flat[quoted(name)] = value
            continue
        flat.update({f"{quoted(name)}.{quoted(inner)}": nested for inner, nested in value.items()})
    return flat


def quoted(name: str) -> str:
    """Return a name as JMESPath has it, in quotes where it needs them."""
    return name if _IDENTIFIER.fullmatch(name) else f'"{name}"'


def field_list(names: Mapping[str, Any]) -> str:
    """List the fields of a record, as many as fit in one line."""
    shown = [name[:_LONGEST] for name in names][:_SHOWN]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"the fields are: {', '.join(shown) or 'none'}{more}"


def _of_systems(foreign: Mapping[str, Any], paths: Mapping[str, str]) -> str:
    """Return what to do if texts of a record are of several systems; "" of fewer than two."""
    others = {*paths.values(), ANSWER, *(name for names in USUAL.values() for name in names)}
    texts = [
        path for path, value in foreign.items() if isinstance(value, str) and path not in others
    ]
    if len(texts) < 2:
        return ""
    name = (_IDENTIFIER_OR_QUOTED.match(texts[0]) or [texts[0]])[0].strip('"')
    maps = _options({**paths, "prediction": texts[0]})
    return (
        f"; if outputs of several systems are in it, as {texts[0]} and {texts[1]}, write a file "
        f"for each: sacreval convert {name}=FILE {maps} -o {name}.jsonl"
    )


def usual_path(ours: str, meta: Mapping[str, Any]) -> str:
    """Return the path of a common name in what a record carries along; "" if none has the type.

    Args:
        ours: The field that is missing.
        meta: `meta` of the record.
    """
    flat = {f"meta.{path}": value for path, value in _flat(meta).items()}
    of_objects = {path: value for path, value in flat.items() if path.count(".") > 1}
    return _first(ours, flat) or (_named(ANSWER, of_objects) if ours == "references" else "")


def _first(ours: str, foreign: Mapping[str, Any]) -> str:
    """Return the path of the first common name whose value has the right type; "" if none has."""
    named = (_named(name, foreign, ours) for name in USUAL[ours])
    return next((path for path in named if path), "")


def _named(name: str, foreign: Mapping[str, Any], ours: str = "references") -> str:
    """Return the path of a name, also within an object, whose value has the right type."""
    for path in (name, *(key for key in foreign if key.endswith(f".{name}"))):
        value, expression = foreign.get(path), path
        if isinstance(value, list) and ours in ("prediction", "input") and value:
            value, expression = value[0], f"{path}[0]"
        if isinstance(value, list) and ours in ("references", "sources") and value:
            value = value[0]
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return expression
    return ""


HELD = 16  # most batches held back until every expression has matched
_EMPTY: tuple[Any, ...] = (
    None,
    "",
    [],
    {},
    False,
)  # a field with such a value exists, so its name is not misspelt
_NAME = r'\s*(?:"([^"]+)"|([A-Za-z_]\w*)(?!\w*\())'
_SEEN = 1000  # most field names remembered for messages


class Matches:
    """The expressions of `--map` that have not matched yet in the records of a file.

    Args:
        fields: Record field to JMESPath expression.
        remedy: The end of the sentence on one that matches nothing.
    """

    def __init__(self, fields: Mapping[str, str], remedy: str = "") -> None:
        self.missing = dict(fields)
        self._fields = fields
        self._remedy = remedy
        self._seen: dict[str, None] = {}

    def note(self, record: Any, mapped: Mapping[str, Any]) -> None:
        """Remove the expressions that match in a record.

        Args:
            record: The foreign record.
            mapped: The values found by field, `judgments.NAME` in the mapping `judgments`.
        """
        if not self.missing:
            return
        if isinstance(record, Mapping) and len(self._seen) < _SEEN:
            self._seen.update(dict.fromkeys(record))
        for name, path in list(self.missing.items()):
            root = _root(path)
            null = isinstance(record, Mapping) and (
                (root in record and record[root] in _EMPTY)
                or not self._read_by[path].isdisjoint(record)
            )
            head, _, tail = name.partition(".")
            value = mapped.get(head)
            if null or (value.get(tail) if tail and isinstance(value, dict) else value) is not None:
                del self.missing[name]

    @cached_property
    def _read_by(self) -> dict[str, set[str]]:
        """The fields that each expression reads; expressions are checked before they are used."""
        return {path: _fallible_fields(path) for path in self._fields.values()}

    def check(self, path: str) -> None:
        """Check, after a file has been read, that every expression has matched.

        Raises:
            InputError: If an expression has not matched.
        """
        for name, expression in self.missing.items():
            if self._seen:
                raise InputError(
                    f"{path}: --map {name}={expression} matches nothing in any record; "
                    f"{field_list(self._seen)}{self._remedy}"
                )


def hold_until_matched(incoming: Iterator[Batch], matches: Matches, path: str) -> Iterator[Batch]:
    """Yield batches once every expression of `--map` has matched, or `HELD` batches have been read.

    A misspelt expression is thus reported before records are scored without its field. In longer
    files, the check is made at the end.

    Args:
        incoming: The batches of a file, in the order of reading.
        matches: The expressions that have not matched yet.
        path: The file, for messages.

    Raises:
        InputError: If an expression matches in no record.
    """
    waiting: list[Batch] = []
    for batch in incoming:
        waiting.append(batch)
        if not matches.missing or len(waiting) > HELD:
            yield from waiting
            waiting.clear()
    matches.check(path)
    yield from waiting


def _fallible_fields(expression: str) -> set[str]:
    """Return the fields in an expression that may be null for texts that it cannot read."""
    from sacreval.text.expressions import fields_of, may_fail

    return fields_of(expression) if may_fail(expression) else set()


def _root(path: str) -> str:
    """Return the field that an expression starts with; "" if it does not start with a field."""
    first = re.match(_NAME, path)
    return (first[1] or first[2]) if first else ""
