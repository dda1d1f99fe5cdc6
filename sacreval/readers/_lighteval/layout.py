"""Layouts of lighteval's details: three structures since 0.13, and flat columns before."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

OLD = ("example", "predictions", "gold", "gold_index", "choices", "metrics", "specifics")
_NEW_SIGNS = (b"model_response", b"sampling_methods", b"gold_index", b"metric")
_OLD_SIGNS = (b"full_prompt", b"pred_logits", b"gold_index", b"metrics", b"predictions")
# Without tokens and logits, which are most of a file.
NEW_COLUMNS = (
    "doc", "metric", "model_response.text", "model_response.text_post_processed",
    "model_response.reasonings", "model_response.logprobs",
    "model_response.argmax_logits_eq_gold", "model_response.unconditioned_logprobs",
)  # fmt: skip
GENERATIVE, LOGPROBS, PERPLEXITY = "GENERATIVE", "LOGPROBS", "PERPLEXITY"


class Doc(msgspec.Struct):
    """What was asked."""

    query: str
    choices: list[str] | None = None
    gold_index: list[int] | int | None = None
    specific: Any = None
    id: str | int | None = None
    task_name: str | None = None
    sampling_methods: list[str] | None = None
    original_query: str | None = None

    @property
    def gold(self) -> list[int]:
        """The places of the right choices."""
        found = self.gold_index
        return [] if found is None else [found] if isinstance(found, int) else found


class Response(msgspec.Struct):
    """What the model returned: a text for each sample, or numbers for each choice."""

    text: list[str | None] | None = None
    text_post_processed: list[str | None] | None = None
    reasonings: list[str | None] | None = None
    logprobs: list[float | None] | None = None
    argmax_logits_eq_gold: list[bool | None] | None = None
    unconditioned_logprobs: list[float | None] | None = None


class NewRow(msgspec.Struct):
    """A row since 0.13."""

    doc: Doc
    model_response: Response
    metric: dict[str, Any] | None = None


class OldRow(msgspec.Struct):
    """A row before 0.13; of choices, a prediction is a log-probability and whether it is greedy."""

    example: str
    predictions: list[str | list[str | float | None] | float | None] | None = None
    gold: list[str] | str | None = None
    gold_index: list[int] | int | None = None
    choices: list[str] | None = None
    metrics: dict[str, Any] | None = None
    specifics: Any = None


class Signs(NamedTuple):
    """Whether a file's footer has the names of the columns of a layout."""

    new: bool
    old: bool


def signs(footer: bytes) -> Signs:
    """Return which layout's columns a footer of Parquet names.

    Args:
        footer: The last bytes of the file.
    """
    return Signs(all(s in footer for s in _NEW_SIGNS), all(s in footer for s in _OLD_SIGNS))
