"""What servers are sent for vectors and classes of texts or pairs, and what they reply, by API.

OpenAI: POST /embeddings. text-embeddings-inference (TEI): POST /embed and /predict, and
GET /info for the name of its model. vLLM: POST /classify. None is allowed to cut texts where its
API has an option for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, cast

import msgspec

from sacreval.models.pair_tokens import Texts

LONGEST_NAME = 256  # characters of a model's name, and of its commit
Row = list[float] | None


class ShapeError(Exception):
    """A reply that is not what the API describes; the message is a clause."""


class Answer(NamedTuple):
    """The reply to a batch of inputs.

    Args:
        rows: The numbers of each input, in their order; None if some of them are no numbers.
        model: The model as the server names it; "" if it names none.
        labels: Names of the classes whose probabilities the numbers are; () if there are none.
    """

    rows: list[Row]
    model: str = ""
    labels: tuple[str, ...] = ()


class Layout(NamedTuple):
    """An API for one kind of question.

    Args:
        path: Where requests are sent, below the address of the server.
        body: Returns the body of a request from the name of the model and the inputs.
        read: Returns the reply in the body of a response.
        stated: Where the server states its model, since its replies do not; "" for nowhere.
    """

    path: str
    body: Callable[[str, Sequence[Texts]], Mapping[str, Any]]
    read: Callable[[bytes], Answer]
    stated: str = ""


class _Vector(msgspec.Struct):
    index: int
    embedding: list[float | None]


class _Vectors(msgspec.Struct):
    data: list[_Vector]
    model: str | None = None


class _Class(msgspec.Struct):
    index: int
    probs: list[float | None]


class _Classes(msgspec.Struct):
    data: list[_Class]
    model: str | None = None


class _Label(msgspec.Struct):
    label: str
    score: float | None


class _Info(msgspec.Struct):
    model_id: str
    model_sha: str | None = None


def _named(model: str, **values: Any) -> dict[str, Any]:
    return ({"model": model} if model else {}) | values


def _single(inputs: Sequence[Texts]) -> list[str]:
    """Return the texts of inputs; an API without pairs is asked by no metric that has them."""
    return [text for (text,) in cast("Sequence[tuple[str]]", inputs)]


def _openai_body(model: str, inputs: Sequence[Texts]) -> dict[str, Any]:
    return _named(model, input=_single(inputs), encoding_format="float")


def _tei_vectors_body(_: str, inputs: Sequence[Texts]) -> dict[str, Any]:
    return {"inputs": _single(inputs), "normalize": True, "truncate": False}


def _tei_classes_body(_: str, inputs: Sequence[Texts]) -> dict[str, Any]:
    return {"inputs": [list(one) for one in inputs], "raw_scores": False, "truncate": False}


def _vllm_body(model: str, inputs: Sequence[Texts]) -> dict[str, Any]:
    return _named(model, input=_single(inputs))


def _read_openai(body: bytes) -> Answer:
    found = _decoded(body, _Vectors)
    return Answer(_ordered({x.index: x.embedding for x in found.data}, found), found.model or "")


def _read_vllm(body: bytes) -> Answer:
    found = _decoded(body, _Classes)
    return Answer(_ordered({x.index: x.probs for x in found.data}, found), found.model or "")


def _read_tei_vectors(body: bytes) -> Answer:
    return Answer([_numbers(row) for row in _decoded(body, list[list[float | None]])])


def _read_tei_classes(body: bytes) -> Answer:
    """Return the probabilities by the names of classes, which come in any order."""
    found = [{x.label: x.score for x in row} for row in _decoded(body, list[list[_Label]])]
    labels = tuple(sorted(found[0])) if found else ()
    if any(tuple(sorted(row)) != labels for row in found):
        raise ShapeError("its classes differ from text to text")
    return Answer([_numbers([row[x] for x in labels]) for row in found], labels=labels)


def read_info(body: bytes) -> Answer:
    """Return the model that a server states, as NAME or NAME@COMMIT; no name if it is unusable."""
    try:
        found = _decoded(body, _Info)
    except ShapeError:
        return Answer([])
    words = [found.model_id, *([found.model_sha] if found.model_sha else [])]
    usable = all(0 < len(word) <= LONGEST_NAME and word.isprintable() for word in words)
    return Answer([], "@".join(words) if usable else "")


def _decoded(body: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ShapeError(f"its reply has another form than expected ({error})") from None


def _ordered(rows: Mapping[int, Sequence[float | None]], found: Any) -> list[Row]:
    """Return rows by their index, which must be all numbers from 0."""
    if sorted(rows) != list(range(len(found.data))):
        raise ShapeError("the indices in its reply are not those of the texts")
    return [_numbers(rows[i]) for i in range(len(rows))]


def _numbers(row: Sequence[float | None]) -> Row:
    """Return a row; None if it has a number that is not finite, which JSON has as null."""
    kept = [x for x in row if x is not None and isfinite(x)]
    return kept if len(kept) == len(row) else None


VECTORS: Mapping[str, Layout] = {
    "openai": Layout("/embeddings", _openai_body, _read_openai),
    "tei": Layout("/embed", _tei_vectors_body, _read_tei_vectors, "/info"),
}
"""APIs for the vector of each text."""
CLASSES: Mapping[str, Layout] = {
    "tei": Layout("/predict", _tei_classes_body, _read_tei_classes, "/info"),
    "vllm": Layout("/classify", _vllm_body, _read_vllm),
}
"""APIs for the probabilities of classes of each text."""
PAIRS: Mapping[str, Layout] = {"tei": CLASSES["tei"]}
"""APIs for the probabilities of classes of each pair; POST /classify of vLLM reads no pairs."""
