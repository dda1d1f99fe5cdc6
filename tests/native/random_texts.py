"""Random texts that hold what tokenizers trip over."""

from random import Random

WORDS = [
    "the",
    "a",
    "an",
    "cat",
    "cats",
    "sat",
    "running",
    "runs",
    "skies",
    "dying",
    "innings",
    "relational",
    "hopefully",
    "agreed",
    "The",
    "ISN'T",
    "don't",
    "x-ray",
    "1-2",
    "1.5",
    "1,000.50",
    "3-",
    "-3",
    "U.S.",
    "e.g.",
    "...",
    "..",
    ",,",
    "a.b,,c",
    "5..5",
    ".5",
    "5.",
    "organization",
    "organizations",
    "conditional",
    "digitizer",
    "yyyy",
    "zzzed",
    "logi",
    "geologi",
    "alli",
    "radicalli",
]
PIECES = [
    *" \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000",
    *"\u200b\u200d\u0301\u0345\ufeff",
    *".,-'\"!?&<>$%()[]{}|~^`_/:;@#*+=\\",
    *"aAeEyYsSkK019é\u0130\u212a\u212bßΣσς\u01c5中文字。、，日本語한국אבגدعر",
    *"😀👩\u200d👩\u200d👧🇹🇷𝒜\U00010400",
    "\ud800", "\udc00", "\U0010ffff", "\x00",
    "<skipped>", "&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "-\n", "<skip", "  ", "\n\n",
]  # fmt: skip


def text(random: Random, longest: int = 24) -> str:
    """Return words and odd pieces, at most `longest` of them; often few, sometimes none."""
    style = random.random()
    out = []
    for _ in range(random.randrange(longest + 1)):
        if style < 0.6 and random.random() < 0.8:
            out.append(random.choice(WORDS) + " ")
        elif random.random() < 0.97:
            out.append(random.choice(PIECES))
        else:
            out.append(chr(random.randrange(0x110000)))
    return "".join(out)


def near(random: Random, source: str) -> str:
    """Return an edited copy, so that long matches and ties occur."""
    characters = list(source)
    for _ in range(random.randrange(4)):
        i, j = sorted(random.randrange(len(characters) + 1) for _ in range(2))
        moved = characters[i:j]
        del characters[i:j]
        if random.random() < 0.7:
            at = random.randrange(len(characters) + 1)
            characters[at:at] = moved
    return "".join(characters)


def instance(random: Random, most_references: int = 4) -> tuple[str, list[str]]:
    """Return a prediction and 0 to `most_references` references, mostly related to it."""
    prediction = text(random)
    count = random.randrange(most_references + 1)
    return prediction, [
        near(random, prediction) if random.random() < 0.7 else text(random) for _ in range(count)
    ]
