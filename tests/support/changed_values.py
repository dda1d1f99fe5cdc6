"""Copies of JSON in which one value is removed, doubled, huge, or of another type."""

import json
from random import Random

OTHERS = (None, True, 3, -1.5, "x", "", [], {}, [[1]], {"a": [1]}, [None])
HUGE = (10**400, 1e308, -(2**63), "x" * 100_000, "9" * 5_000, ["x"] * 10_000)
NAMES = ('a"b', "a'b", "a\x1b[31mb", "", "a.b[0]", "k" * 10_000, "a,b", "a/b:c")


def changed(content: bytes, random: Random) -> bytes:
    """Change one value of a document of JSON, or of one line of it.

    Args:
        content: A document, or lines of documents.
        random: Draws the line, the place and the change.
    """
    lines = content.splitlines(keepends=True)
    is_document = _parsed(content) is not None
    i = 0 if is_document else random.randrange(len(lines))
    whole = content if is_document else lines[i]
    found = _parsed(whole)
    if found is None:
        return content
    text = json.dumps(_changed(found, random), ensure_ascii=True).encode()
    if is_document:
        return text
    return b"".join([*lines[:i], text + b"\n", *lines[i + 1 :]])


def _parsed(text: bytes):
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict | list) and found else None


def _changed(value, random):
    """Return a value in which one of those below it is another."""
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = random.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.7:
            copy = value.copy()
            copy[key] = _changed(inner, random)
            return copy
        return _other(value, key, random)
    return value


def _other(value, key, random):
    copy = value.copy()
    match random.randrange(5):
        case 0:
            del copy[key]
        case 1:
            copy[key] = random.choice(OTHERS)
        case 2:
            copy[key] = random.choice(HUGE)
        case 3 if isinstance(value, dict):
            copy[random.choice(NAMES)] = copy.pop(key)
        case _ if isinstance(value, list):
            copy.append(copy[key])
        case _:
            copy[key] = [copy[key], copy[key]]
    return copy
