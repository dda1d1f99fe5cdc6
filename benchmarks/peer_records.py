"""Records of each kind that `peers.py` times metrics on, drawn with a fixed seed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from kernels import sample

TYPES = ("PER", "LOC", "ORG", "MISC")
TAGS = 20  # tags of a record
DOCUMENTS = 20  # documents of a ranking
Records = Iterator[dict]


def _pairs(pairs: int) -> Iterator[tuple[str, str]]:
    """Return outputs and their first references: English talks and news."""
    predictions, references = sample("english", pairs)
    return zip(predictions, (own[0] for own in references), strict=True)


def pairs(size: int) -> Records:
    """Return an output and a reference of some 21 words."""
    for prediction, reference in _pairs(size):
        yield {"prediction": prediction, "references": [reference]}


def simplifications(size: int) -> Records:
    """Return pairs with a source that shares words with both."""
    for prediction, reference in _pairs(size):
        mine, yours = prediction.split(), reference.split()
        source = " ".join(mine[: len(mine) // 2] + yours[len(yours) // 2 :])
        yield {"prediction": prediction, "references": [reference], "sources": [source]}


def answers(size: int) -> Records:
    """Return short answers of up to four words, half of which begin as the reference does."""
    random = Random(1)
    for prediction, reference in _pairs(size):
        truth = " ".join(reference.split()[:3]) or "none"
        other = " ".join(prediction.split()[: random.randint(1, 4)])
        said = truth + random.choice(["", " x"]) if random.random() < 0.5 else other
        yield {"prediction": said, "references": [truth]}


def labels(size: int) -> Records:
    """Return one label of ten, seven in ten of them right."""
    random = Random(2)
    for _ in range(size):
        truth = random.choice("abcdefghij")
        said = truth if random.random() < 0.7 else random.choice("abcdefghij")
        yield {"prediction": said, "references": [truth]}


def label_sets(size: int) -> Records:
    """Return sets of up to four labels of ten."""
    random = Random(3)
    for _ in range(size):
        truth = random.sample("abcdefghij", random.randint(1, 4))
        said = sorted({*truth[1:], random.choice("abcdefghij")})
        yield {"prediction": said, "references": [truth]}


def _tags(random: Random) -> list[str]:
    tags: list[str] = []
    while len(tags) < TAGS:
        kind, width = random.choice(TYPES), random.randint(1, 3)
        tags += ["O"] * random.randint(1, 3) + [f"B-{kind}"] + [f"I-{kind}"] * (width - 1)
    return tags[:TAGS]


def tags(size: int) -> Records:
    """Return 20 tags of four types of entities, one tag in twenty changed."""
    random = Random(4)
    for _ in range(size):
        truth = _tags(random)
        said = ["O" if random.random() < 0.05 else tag for tag in truth]
        yield {"prediction": said, "references": [truth]}


def rankings(size: int) -> Records:
    """Return 20 ranked documents, with judgments of ten, eight of them among these."""
    random = Random(5)
    for _ in range(size):
        ranked = [f"d{number}" for number in random.sample(range(1000), DOCUMENTS)]
        judged = [*random.sample(ranked, 8), "e1", "e2"]
        yield {"ranking": ranked, "qrels": {name: random.randint(0, 2) for name in judged}}


def numbers(size: int) -> Records:
    """Return a number and one that lies near it, both with two decimals."""
    random = Random(6)
    for _ in range(size):
        truth = round(random.gauss(0, 1), 2)
        yield {"prediction": round(truth + random.gauss(0, 1), 2), "references": [truth]}


def probabilities(size: int) -> Records:
    """Return a probability with four decimals, and 0 or 1."""
    random = Random(7)
    for _ in range(size):
        truth = int(random.random() < 0.4)
        share = min(1.0, max(0.0, random.gauss(0.35 + 0.3 * truth, 0.2)))
        yield {"prediction": round(share, 4), "references": [truth]}


KINDS: dict[str, Callable[[int], Records]] = {
    made.__name__: made
    for made in (
        pairs, simplifications, answers, labels, label_sets, tags, rankings, numbers, probabilities
    )
}  # fmt: skip


def write(folder: Path, kind: str, size: int) -> Path:
    """Write so many records of a kind as JSONL, once."""
    path = folder / f"{kind}-{size}.jsonl"
    if not path.exists():
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in KINDS[kind](size)]
        path.write_text("".join(lines), encoding="utf-8")
    return path
