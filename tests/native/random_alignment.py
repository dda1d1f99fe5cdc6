"""Random texts that are hard to align: shifts and ties for TER, related words for METEOR."""

from functools import lru_cache
from random import Random

from wordnet_home import FOLDER

LENGTHS = (1, 2, 3, 5, 8, 12, 20, 24, 25, 26, 30, 45, 63, 64, 65, 80, 120)
ENDINGS = ("", "", "", "s", "es", "ed", "ing", "er", "est", "ly", "'s")


def _moved(random: Random, words: list[str], moves: int) -> list[str]:
    """Move some blocks of up to 12 words, sometimes losing one."""
    words = list(words)
    for _ in range(random.randrange(moves + 1)):
        if not words:
            break
        start = random.randrange(len(words))
        block = words[start : start + random.randint(1, 12)]
        del words[start : start + len(block)]
        if random.random() < 0.8:
            at = random.randint(0, len(words))
            words[at:at] = block
    return words


def _words(random: Random) -> list[str]:
    """Few different words, so that many blocks match at many places."""
    kinds, length = random.choice((2, 3, 5, 10, 30, 200)), random.choice(LENGTHS)
    if random.random() < 0.5:
        return [str(random.randrange(kinds)) for _ in range(random.randint(0, length))]
    return [
        str(min(int(random.paretovariate(0.7)), kinds)) for _ in range(random.randint(0, length))
    ]


def shifts(random: Random, most_references: int = 2) -> tuple[str, list[str]]:
    """Return a prediction and references of which most are the same words in another order."""
    reference = _words(random)
    prediction = _moved(random, reference, 8) if random.random() < 0.7 else _words(random)
    for _ in range(random.randrange(7) if prediction else 0):
        prediction[random.randrange(len(prediction))] = str(random.randrange(12))
    if random.random() < 0.05:
        prediction = prediction[:3]
    references = [reference, *(_moved(random, reference, 3) for _ in range(most_references - 1))]
    count = random.randint(1, most_references)
    return " ".join(prediction), [" ".join(words) for words in references[:count]]


@lru_cache(maxsize=1)
def _lemmas() -> list[str]:
    """Lemmas without an underscore, by data line of WordNet: neighbours are often related."""
    return [
        name
        for part in ("noun", "verb", "adj", "adv")
        for line in (FOLDER / f"data.{part}").read_text(encoding="utf-8").split("\n")
        if line[:1].isdigit()
        for name in line.split(" | ")[0].split()[4 : 4 + 2 * int(line.split()[3], 16) : 2]
        if "_" not in name
    ]


def synonyms(random: Random, most_references: int = 2) -> tuple[str, list[str]]:
    """Return texts whose words are neighbours in WordNet, inflected at random."""
    lemmas = _lemmas()
    places = [random.randrange(len(lemmas)) for _ in range(random.randint(0, 12))]

    def text() -> str:
        chosen = []
        for place in places:
            word = lemmas[(place + random.randint(-1, 1)) % len(lemmas)] + random.choice(ENDINGS)
            chosen.append(word.title() if random.random() < 0.2 else word)
        if random.random() < 0.5:
            random.shuffle(chosen)
        return " ".join([*chosen, *chosen[: random.randrange(3)]]) + random.choice(("", ".", " ."))

    return text(), [text() for _ in range(random.randint(1, most_references))]
