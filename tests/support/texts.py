"""Random texts with cases that are difficult for tokenizers."""

from random import Random

WORDS = (
    "the a an cat cats sat running skies The ISN'T don't x-ray 1-2 1.5 1,000.50 3- U.S. e.g. ... "
    "a.b,,c 5..5 .5 organizations one two three"
).split()
PIECES = [
    *" \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2003\u2028\u2029\u202f\u3000\u200b\u0301\ufeff",
    *".,-'\"!?&<>$%()[]{}|~^`_/:;@#*+=\\",
    *"aAeEyYsSkK019é\u0130\u212aßΣσς\u01c5中文字。、，日本語한국אבגدعر😀𝒜\x00",
    "<skipped>", "&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "-\n", "  ", "\n\n",
]  # fmt: skip


def text(random: Random, longest: int = 16) -> str:
    """Return up to `longest` words and odd pieces; sometimes none."""
    pieces = []
    for _ in range(random.randrange(longest + 1)):
        word = random.random() < 0.6
        pieces.append(f"{random.choice(WORDS)} " if word else random.choice(PIECES))
    return "".join(pieces)
