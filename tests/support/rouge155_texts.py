"""Random texts for ROUGE-1.5.5: odd bytes, blanks, empty lines, words that are stemmed."""

from collections.abc import Callable
from random import Random

from sacreval.core.records import Instance

Make = Callable[[Random], str]
WORDS = [
    "a", "b", "the", "cat", "sat", "mats", "running", "ran", "geese", "well-known", "documents",
    "agreement", "is", "3rd", "café", "$5", "y", "yy", "x_y", "-", "commissioner", "hopping",
]  # fmt: skip
ODD = [chr(c) for c in (10, 32, 45, 97, 98, 65, 233, 0xDC80, 0xDCFF, 0xD800, 9, 13, 0x1F600, 48)]


def record(random: Random, i: int, *, most: int = 4, make: Make | None = None) -> Instance:
    """Create a record with up to `most` references, of which the last may repeat the first."""
    make = make or text
    references = [make(random) for _ in range(random.randint(1, most))]
    if random.random() < 0.3:
        references.append(references[0])
    return Instance(instance_id=str(i), prediction=make(random), references=references)


def text(random: Random) -> str:
    """Create a text of words, blanks and line ends, or of odd characters."""
    if random.random() < 0.1:
        return "".join(random.choices(ODD, k=random.randrange(40)))
    words = random.sample(WORDS, random.randint(1, len(WORDS)))
    ends = [" ", " ", " ", "  ", "\n", "\n\n", " \n ", "\t", ". "]
    count = random.choice([0, 1, 2, 5, 20, 40])
    return "".join(random.choice(words) + random.choice(ends) for _ in range(count))


def elements(random: Random) -> str:
    """Create basic elements."""
    parts = ["nil", "NIL", "ate", "apples", "running dogs", "it's", "geese", "x", "mod", ""]
    lines = ("|".join(random.choices(parts, k=3)) for _ in range(random.randrange(6)))
    return "\n".join(lines)
