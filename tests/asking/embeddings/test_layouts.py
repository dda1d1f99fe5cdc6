"""APIs of servers: bodies of requests, and numbers from replies."""

import json

import pytest

from sacreval.asking.embeddings.layouts import (
    CLASSES,
    LONGEST_NAME,
    PAIRS,
    VECTORS,
    ShapeError,
    read_info,
)

LAYOUTS = {**{f"vectors-{name}": x for name, x in VECTORS.items()},
           **{f"classes-{name}": x for name, x in CLASSES.items()}}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("vectors-openai", {"model": "m", "input": ["a", ""], "encoding_format": "float"}),
        ("vectors-tei", {"inputs": ["a", ""], "normalize": True, "truncate": False}),
        ("classes-tei", {"inputs": [["a"], [""]], "raw_scores": False, "truncate": False}),
        ("classes-vllm", {"model": "m", "input": ["a", ""]}),
    ],
)
def test_bodies(name, body):
    """Texts are not cut where the API has an option for that; TEI has one model and no name."""
    assert LAYOUTS[name].body("m", [("a",), ("",)]) == body


@pytest.mark.parametrize(
    ("name", "reply", "rows"),
    [
        ("vectors-openai",
         {"data": [{"index": 1, "embedding": [2]}, {"index": 0, "embedding": [1]}]},
         [[1.0], [2.0]]),
        ("vectors-openai", {"data": [{"index": 0, "embedding": [None, 1]}]}, [None]),
        ("vectors-tei", [[1, 2.5], [3, 4]], [[1.0, 2.5], [3.0, 4.0]]),
        ("classes-vllm", {"data": [{"index": 0, "probs": [0.1, 0.9]}]}, [[0.1, 0.9]]),
        ("classes-tei", [[{"label": "b", "score": 0.9}, {"label": "a", "score": 0.1}]],
         [[0.1, 0.9]]),
    ],
)  # fmt: skip
def test_replies(name, reply, rows):
    """Rows stand in the order of the texts, and probabilities in that of the classes' names."""
    found = LAYOUTS[name].read(json.dumps(reply).encode())
    assert found.rows == rows
    assert found.labels == (("a", "b") if name == "classes-tei" else ())


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[1]", b"<html>", b"\xff", b'{"data": [{"index": 0}]}', b'{"data": 1}',
     b"[" * 100_000, b'{"data": [{"index": 1, "embedding": [1], "probs": [1]}]}', b"[[NaN]]",
     b'[["a"]]'],
)  # fmt: skip
def test_other_shapes(name, body):
    """A reply of another form is an error."""
    with pytest.raises(ShapeError):
        LAYOUTS[name].read(body)


def test_classes_that_differ():
    """Classes are the same for all texts of a reply."""
    rows = [[{"label": label, "score": 1.0}] for label in "ab"]
    with pytest.raises(ShapeError, match="differ from text to text"):
        CLASSES["tei"].read(json.dumps(rows).encode())


def test_pairs():
    """A pair is sent as two texts beside one another; vLLM classifies no pairs."""
    body = PAIRS["tei"].body("", [("a", "b"), ("c",)])
    assert body["inputs"] == [["a", "b"], ["c"]]
    assert list(PAIRS) == ["tei"]


@pytest.mark.parametrize(
    ("info", "name"),
    [({"model_id": "org/name", "model_sha": "abc", "version": "1.9"}, "org/name@abc"),
     ({"model_id": "/data/model", "model_sha": None}, "/data/model"), ({"model_id": ""}, ""),
     ({"model_id": "org/name", "model_sha": ""}, "org/name"), ({"model_id": 3}, ""), ({}, ""),
     ({"model_id": "a\x1b[31m"}, ""), ({"model_id": "a\nb"}, ""), ([], ""), (None, ""),
     ({"model_id": "a" * (LONGEST_NAME + 1)}, ""),
     ({"model_id": "a", "model_sha": "b" * 10_000}, "")],
)  # fmt: skip
def test_the_model_that_is_stated(info, name):
    """The model is NAME or NAME@COMMIT; one that cannot be shown in a line is none."""
    assert read_info(json.dumps(info).encode()).model == name


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff", b"[" * 100_000])
def test_garbage_states_no_model(body):
    """A page that is no JSON states no model."""
    assert read_info(body).model == ""
