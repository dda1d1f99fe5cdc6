"""Character classes of the Penn Treebank tokenizer."""

import re
from itertools import combinations

from sacreval.text.ptb import ptb_characters as characters

CLASSES = (characters.LETTERS, characters.MARKS, characters.DIGITS, characters.SYMBOLS)


def members(listed):
    """Return the characters of a class as numbers."""
    ends = [[int(end, 16) for end in item.split("-")] for item in listed.split()]
    return {c for end in ends for c in range(end[0], end[-1] + 1)}


def test_classes_are_disjoint():
    """No character is of two classes, and none is beyond U+FFFF."""
    for one, other in combinations(map(members, CLASSES), 2):
        assert not one & other
    assert max(max(members(listed)) for listed in CLASSES) <= 0xFFFF


def test_bracket_expressions():
    """`ranges` writes exactly the class, also for characters with a meaning in brackets."""
    for listed in CLASSES:
        inside = re.compile(f"[{characters.ranges(listed)}]")
        found = {c for c in range(0x10000) if inside.match(chr(c))}
        assert found == members(listed)
    assert re.fullmatch(f"[{characters.ranges('5c-5e 2d')}]+", r"\]^-")
