"""The layout of promptfoo's results, versions 2 and 3: the fields that records are made of."""

from __future__ import annotations

from typing import Any

import msgspec

VERSIONS = (2, 3)
FAILED = 2  # `failureReason`: 0 none, 1 an assertion, 2 an error


class Provider(msgspec.Struct, frozen=True):
    """What was asked."""

    id: str = ""
    label: str | None = None


class Prompt(msgspec.Struct, frozen=True):
    """The prompt as it was sent."""

    raw: str = ""


class Response(
    msgspec.Struct, frozen=True, rename={"refusal": "isRefusal", "finish": "finishReason"}
):
    """What the provider returned: a text, or an object where it gives JSON."""

    output: Any = None
    error: str | None = None
    refusal: bool = False
    finish: str | None = None


class Assertion(msgspec.Struct, frozen=True):
    """A check of an output; a value may be a template."""

    type: str = ""
    value: Any = None
    metric: str | None = None


class Rendered(msgspec.Struct, frozen=True, rename={"value": "renderedAssertionValue"}):
    """The value of an assertion, with its template filled in."""

    value: Any = None


class Component(msgspec.Struct, frozen=True, rename={"passed": "pass"}):
    """The verdict of an assertion."""

    passed: bool = False
    score: float | None = None
    reason: str | None = None
    assertion: Assertion | None = None
    metadata: Rendered | None = None


class Grading(msgspec.Struct, frozen=True, rename="camel"):
    """The verdicts of all assertions."""

    component_results: list[Component] | None = None


class TestCase(msgspec.Struct, frozen=True, rename={"checks": "assert"}):
    """The test."""

    checks: list[Any] = []
    description: str | None = None


class Row(msgspec.Struct, frozen=True, rename="camel"):
    """The output of one provider for one test."""

    test_idx: int
    prompt_idx: int
    vars: dict[str, Any] = {}
    prompt: Prompt = Prompt()
    provider: Provider = Provider()
    response: Response | None = None
    success: bool = False
    score: float | None = None
    named_scores: dict[str, Any] | None = None
    failure_reason: int | None = None
    error: str | None = None
    grading_result: Grading | None = None
    test_case: TestCase = TestCase()


class Position(msgspec.Struct, frozen=True, rename="camel"):
    """What orders rows, and what repeats of a test have in common."""

    test_idx: int
    prompt_idx: int
    vars: dict[str, Any] = {}
    test_case: TestCase = TestCase()


class PromptMetrics(msgspec.Struct, frozen=True, rename="camel"):
    """Sums over the tests of one prompt and provider."""

    score: float | None = None
    test_pass_count: int | None = None
    test_fail_count: int | None = None
    test_error_count: int | None = None
    named_scores: dict[str, float | None] | None = None


class PromptOfRun(msgspec.Struct, frozen=True):
    """A prompt and its provider."""

    provider: str = ""
    metrics: PromptMetrics | None = None


class Results(msgspec.Struct, frozen=True):
    """All rows, still encoded."""

    version: int
    results: list[msgspec.Raw]
    prompts: list[PromptOfRun] = []


class Document(msgspec.Struct, frozen=True):
    """A file of results."""

    results: Results


DOCUMENT = msgspec.json.Decoder(Document)
POSITION = msgspec.json.Decoder(Position)
ROW = msgspec.json.Decoder(Row)
PLAIN = msgspec.json.Decoder()
