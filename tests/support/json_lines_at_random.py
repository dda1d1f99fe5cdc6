"""Lines of JSONL at random: records in every way of writing JSON, and damaged ones."""

import json
import random

from sacreval.core.records import FIELDS

ALPHABET = [
    "a",
    "b",
    " ",
    "ß",
    "é",
    "中",
    "😀",
    "\u2028",
    "\x7f",
    '"',
    "\\",
    "/",
    "\n",
    "\t",
    "\x00",
    "\x1f",
]
PIECES = [
    *(b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b" ", b"\t", b"\r", b"\x0b", b"\x00"),
    *(b"\\u", b"\\ud83d\\ude00", b"\\ud800", b"\\uDC00", b"\\u0000", b"\x80", b"\xc0\x80"),
    *(b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"null", b"true", b"1e5"),
    *(b"-0", b"01", b"1.", b"0.5", b"NaN", b'"meta":{"a":1}', b'"prediction":"x"'),
    *(b'"reference":"y"', b'"a":1,"a":2', b'"error":"x"'),
]


def text(random_: random.Random) -> str:
    """Return a text, mostly short."""
    return "".join(random_.choices(ALPHABET, k=random_.choice((0, 1, 3, 7, 8, 9, 40))))


def value(random_: random.Random, depth: int = 0) -> object:
    """Return any value."""
    kinds = ["text", "int", "float", "bool", "null", "list", "object"]
    kind = random_.choice(kinds if depth < 3 else kinds[:5])
    if kind == "text":
        return text(random_)
    if kind == "int":
        return random_.choice((0, -1, 7, 10**14, 10**15, 10**25, -(10**18)))
    if kind == "float":
        return random_.choice((0.5, -1.25, 1e-9, 1e300, random_.random()))
    if kind == "list":
        return [value(random_, depth + 1) for _ in range(random_.randrange(3))]
    if kind == "object":
        return {text(random_): value(random_, depth + 1) for _ in range(random_.randrange(3))}
    return random_.choice((True, False)) if kind == "bool" else None


def record(random_: random.Random) -> dict[str, object]:
    """Return a record, mostly of the common form."""
    fields: dict[str, object] = {"prediction": text(random_)}
    several = [text(random_) for _ in range(random_.choice((1, 1, 2, 4, 0)))]
    fields |= random_.choice(({"references": several}, {"reference": text(random_)}, {}))
    usual = {
        "instance_id": random_.choice((text(random_), random_.choice((0, 5, -3, 10**20)))),
        "system_id": text(random_),
        "system_type": random_.choice(("peer", "reference", text(random_))),
        "sources": [text(random_) for _ in range(random_.randrange(3))],
        "input": text(random_),
        "groups": {text(random_): random_.choice((text(random_), 1, 0.5, True))},
        "judgments": {"x": random_.choice((1, 0.25, None, [1, None]))},
        "meta": {text(random_): value(random_) for _ in range(random_.randrange(3))},
    }
    fields |= {name: usual[name] for name in usual if random_.random() < 0.3}
    if random_.random() < 0.05:
        fields[random_.choice((*FIELDS, "other"))] = value(random_)
    pairs = list(fields.items())
    random_.shuffle(pairs)
    return dict(pairs)


def written(random_: random.Random) -> bytes:
    """Return the line of a record, in one of the ways to write it."""
    separators = random_.choice(((",", ":"), (", ", ": "), (" ,\t", " :  ")))
    line = json.dumps(record(random_), ensure_ascii=random_.random() < 0.3, separators=separators)
    return line.encode()


def damaged(random_: random.Random, line: bytes) -> bytes:
    """Return a line with some bytes replaced, removed, inserted or repeated."""
    for _ in range(random_.choice((1, 1, 2))):
        i = random_.randrange(len(line) + 1)
        j = min(len(line), i + random_.choice((0, 1, 1, 2, 12)))
        between = random_.choice((random_.choice(PIECES), line[i:j] * 2, b"", random_.randbytes(1)))
        line = line[:i] + between + line[j:]
    return line.replace(b"\n", b" ")


def lines_at_random(seed: int, count: int) -> list[bytes]:
    """Return lines of which two of three are damaged.

    Args:
        seed: Of the random numbers.
        count: Number of lines.
    """
    random_ = random.Random(seed)
    lines = (written(random_) for _ in range(count))
    return [damaged(random_, line) if i % 3 else line for i, line in enumerate(lines)]
