"""The published JSON Schemas of the files that sacreval writes; a line of those of lines.

Each lies beside the module of its type; in a feature, `set_comparison.schema.json` is that of
`SetComparisonFile` in `result.py`. After a change of the files' fields, rewrite them with
`python -m sacreval.commands.json_schemas`.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Union

import msgspec

from sacreval.asking.requests import Reply, Request, Usage
from sacreval.asking.score_replies import ScoreReply
from sacreval.core.options.docstrings import arguments_in
from sacreval.core.records import EXCLUSIVE, Instance, Scored
from sacreval.core.results import ResultFile
from sacreval.core.verdict_rows import VerdictRow
from sacreval.readers._base import ALONE
from sacreval.scoring.agreement.agreement_rows import AgreementFile

PACKAGE = Path(__file__).parents[1]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _of_features() -> Iterator[tuple[str, Any]]:
    """Yield the name of each schema in a feature, and its type."""
    for file in sorted(PACKAGE.glob("features/**/*.schema.json")):
        folder = ".".join(file.relative_to(PACKAGE.parent).parent.parts)
        kind = file.name.partition(".")[0].title().replace("_", "")
        yield file.name, getattr(import_module(f"{folder}.result"), f"{kind}File")


SCHEMAS: dict[str, Any] = {
    "result.schema.json": ResultFile,
    "agreement.schema.json": AgreementFile,
    "scored.schema.json": Scored,
    "request.schema.json": Request,
    "reply.schema.json": Reply,
    "verdict.schema.json": VerdictRow,
    "record.schema.json": Instance,
    "score_reply.schema.json": ScoreReply,
    **dict(_of_features()),
}
_RENAMED = {
    field.name: field.encode_name
    for kind in (Request, Usage)
    for field in msgspec.structs.fields(kind)
    if field.name != field.encode_name
}


def path(name: str) -> Path:
    """Return the file of a schema, which lies beside the module of its type."""
    module = sys.modules[SCHEMAS[name].__module__]
    return Path(str(module.__file__)).with_name(name)


def generate(kind: Any) -> bytes:
    """Return the schema of one kind of file."""
    schema: dict[str, Any] = {"$schema": DIALECT, **msgspec.json.schema(kind)}
    for definition in schema["$defs"].values():
        _describe(definition)
    if kind is Instance:
        _accept_what_is_read(schema["$defs"]["Instance"])
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"


def _describe(definition: dict[str, Any]) -> None:
    """Set the description of each property from the docstring's `Args:`."""
    documented = definition.get("description", "")
    definition["description"] = documented.split("\n", 1)[0]
    for name, text in arguments_in(documented).items():
        held = definition["properties"]
        held[name if name in held else _RENAMED[name]]["description"] = text


def _accept_what_is_read(definition: dict[str, Any]) -> None:
    """Add to the schema of a record what readers do beyond types: texts as lists, and refusals."""
    for name, kinds in ALONE.items():
        alone = msgspec.json.schema(Union[kinds])  # noqa: UP007 - of a tuple
        definition["properties"][name]["anyOf"].extend(alone.get("anyOf", [alone]))
    definition["allOf"] = [{"not": _both(*pair)} for pair in EXCLUSIVE]


def _both(*names: str) -> dict[str, Any]:
    """Return the schema of records that have all of some fields."""
    has = {"not": {"type": "null"}}
    return {"required": list(names), "properties": dict.fromkeys(names, has)}


def main() -> None:
    """Write all schemas."""
    for name, kind in SCHEMAS.items():
        path(name).write_bytes(generate(kind))


if __name__ == "__main__":
    main()
