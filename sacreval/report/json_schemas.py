"""The published JSON Schemas of the files that sacreval writes; a line of those of lines.

They are in this folder. After a change of the files' fields, rewrite them with
`python -m sacreval.report.json_schemas`.
"""

from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.agreement import AgreementFile
from sacreval.core.arena import ArenaFile
from sacreval.core.comparisons import ComparisonFile
from sacreval.core.docstrings import arguments_in
from sacreval.core.plans import PlanFile
from sacreval.core.requests import Reply, Request, Usage
from sacreval.core.results import ResultFile
from sacreval.core.robustness import RobustnessFile
from sacreval.core.set_comparisons import SetComparisonFile
from sacreval.core.stereotyping import StereotypingFile
from sacreval.core.trust import TrustFile
from sacreval.core.verdict_rows import VerdictRow

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS: dict[str, Any] = {
    "result.schema.json": ResultFile,
    "comparison.schema.json": ComparisonFile,
    "set_comparison.schema.json": SetComparisonFile,
    "plan.schema.json": PlanFile,
    "arena.schema.json": ArenaFile,
    "trust.schema.json": TrustFile,
    "robustness.schema.json": RobustnessFile,
    "stereotyping.schema.json": StereotypingFile,
    "agreement.schema.json": AgreementFile,
    "request.schema.json": Request,
    "reply.schema.json": Reply,
    "verdict.schema.json": VerdictRow,
}
_RENAMED = {
    one.name: one.encode_name
    for kind in (Request, Usage)
    for one in msgspec.structs.fields(kind)
    if one.name != one.encode_name
}


def generate(kind: Any) -> bytes:
    """Return the schema of one kind of file."""
    schema: dict[str, Any] = {"$schema": DIALECT, **msgspec.json.schema(kind)}
    for definition in schema["$defs"].values():
        _describe(definition)
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"


def _describe(definition: dict[str, Any]) -> None:
    """Set the description of each property from the docstring's `Args:`."""
    documented = definition.get("description", "")
    definition["description"] = documented.split("\n", 1)[0]
    for name, text in arguments_in(documented).items():
        held = definition["properties"]
        held[name if name in held else _RENAMED[name]]["description"] = text


def main() -> None:
    """Write all schemas beside this file."""
    for name, kind in SCHEMAS.items():
        Path(__file__).with_name(name).write_bytes(generate(kind))


if __name__ == "__main__":
    main()
