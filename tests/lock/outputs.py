"""What the lock keeps of an output, and whether two outputs are the same.

Every row has a SHA-256 of the whole output (its first 16 digits), which is compared on the machine
class that wrote the file. Beside it stands what a person reads, and other machines compare:

- of JSON and JSONL the documents, without fields that are null; in a list of objects a field is
  left out that has the value it has in the object before, and is null where it ends;
- of other texts the lines; of the help of a metric those that the help of BLEU does not have;
- nothing of outputs that hold texts of a corpus.

Releases (`sacrebleu:2.6.0`) read `*` in all of them, and the folder of a run `FOLDER`.
"""

import json
import math
import re
from hashlib import sha256
from typing import Any

from support.shown import BESIDE

RELEASE = re.compile(r'(?<=[a-z0-9][: ])\d+\.\d+\.\d+\w*|(?<="sacreval": ")[^"]+')
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*\w)")
CLOSE = {"rel_tol": 1e-12, "abs_tol": 1e-12}


def normalised(text: str, folder: str) -> str:
    """Replace what differs between releases and between folders, and gmpy2, where it is."""
    return RELEASE.sub("*", BESIDE.sub("", text.replace(folder, "FOLDER")))


def digits(text: str) -> str:
    """Return the beginning of a SHA-256."""
    return sha256(text.encode()).hexdigest()[:16]


def kept(text: str) -> Any:
    """Return the documents of JSON or JSONL, or the lines of another text."""
    for parts in ([text], text.splitlines()):
        try:
            documents = [json.loads(part) for part in parts]
        except ValueError:
            continue
        if documents and all(isinstance(document, dict | list) for document in documents):
            return shortened(documents)
    return text.split("\n")


def shortened(value: Any) -> Any:
    """Leave out null fields, and fields that repeat those of the object before in a list."""
    if isinstance(value, dict):
        return {key: shortened(part) for key, part in value.items() if part is not None}
    if not isinstance(value, list):
        return value
    items: list[Any] = []
    before: dict[str, Any] = {}
    for part in map(shortened, value):
        if not isinstance(part, dict):
            items.append(part)
            continue
        changed = {key: x for key, x in part.items() if key not in before or before[key] != x}
        ended = (key for key in before if key not in part)
        items.append({**changed, **dict.fromkeys(ended)})
        before = part
    return items


def lengthened(value: Any) -> Any:
    """Fill in what `shortened` left out, but for null fields."""
    if isinstance(value, dict):
        return {key: lengthened(part) for key, part in value.items() if part is not None}
    if not isinstance(value, list):
        return value
    items: list[Any] = []
    before: dict[str, Any] = {}
    for part in value:
        if isinstance(part, dict):
            before = {key: x for key, x in {**before, **part}.items() if x is not None}
            items.append(lengthened(before))
        else:
            items.append(lengthened(part))
    return items


def differences(old: Any, new: Any, where: str, *, exact: bool) -> list[str]:
    """List where two outputs differ, with both values; `lengthened` has been called on both."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = [*old, *(key for key in new if key not in old)]
        pairs = [(f"{where}.{key}", old.get(key), new.get(key)) for key in keys]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(f"{where}[{i}]", *both) for i, both in enumerate(zip(old, new, strict=True))]
    else:
        return [] if same(old, new, exact=exact) else [f"{where}: {old!r} is now {new!r}"]
    return [text for place, *both in pairs for text in differences(*both, place, exact=exact)]


def same(old: Any, new: Any, *, exact: bool) -> bool:
    """Compare two values; in texts, numbers may differ as others do, unless exact."""
    if exact or type(old) is not type(new):
        return bool(old == new)
    if isinstance(old, float):
        return math.isclose(old, new, **CLOSE)
    if not isinstance(old, str):
        return bool(old == new)
    numbers = [list(map(float, NUMBER.findall(text.replace("−", "-")))) for text in (old, new)]
    if NUMBER.sub("#", old) != NUMBER.sub("#", new):
        return False
    return all(
        math.isfinite(a) and math.isclose(a, b, **CLOSE) for a, b in zip(*numbers, strict=True)
    )
