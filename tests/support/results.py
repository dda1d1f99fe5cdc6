"""Results as their published schema has them, read from what a command prints."""

import msgspec


class Interval(msgspec.Struct):
    """The published schema, to which fields may be added."""

    low: float
    high: float
    level: float
    method: str
    resamples: int | None
    seed: int | None
    unit: str | None
    reason: str


class Result(msgspec.Struct):
    """The published schema, to which fields may be added."""

    metric: str
    output: str
    system_id: str
    group: str | None
    value: float
    n: int
    higher_is_better: bool
    interval: Interval | None
    signature: str
    engine: str


class Document(msgspec.Struct):
    """The published schema, to which fields may be added."""

    schema_version: int
    sacreval: str
    results: list[Result]


def document(cli, *words):
    outcome = cli("evaluate", *words, "--format", "json")
    assert outcome.code == 0, outcome.err
    return msgspec.json.decode(outcome.out, type=Document)
