"""Matching: find the tokens of two texts that a metric counts as equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import or_

Tokens = Sequence[str]
Levels = list[int]

SUBSTITUTED, ONE_SIDED = 1, 2


def ngrams(side: Tokens, others: Sequence[Tokens], orders: Sequence[int]) -> Levels:
    """Mark the tokens in n-grams that other texts have too, with clipped counts.

    Args:
        side: The tokens to mark.
        others: Tokens of the other texts; the highest count of an n-gram limits its matches.
        orders: Lengths of the n-grams, ascending.

    Returns:
        For each token the length of its longest matched n-gram; 0 for none.
    """
    levels = [0] * len(side)
    code: dict[str, str] = {}
    mine, *theirs = (_coded(tokens, code) for tokens in (side, *others))
    for n in orders:
        counts = [Counter(_grams(other, n)) for other in theirs]
        left = reduce(or_, counts) if counts else Counter()
        for i, gram in enumerate(_grams(mine, n)):
            if left.get(gram, 0) > 0:
                left[gram] -= 1
                levels[i : i + n] = [n] * n
    return levels


def subsequence(side: Tokens, other: Tokens) -> tuple[Levels, Levels]:
    """Mark a longest common subsequence with 1, on both sides."""
    from rapidfuzz.distance import LCSseq

    marks = [0] * len(side), [0] * len(other)
    for op in LCSseq.opcodes(side, other):
        if op.tag == "equal":
            marks[0][op.src_start : op.src_end] = [1] * (op.src_end - op.src_start)
            marks[1][op.dest_start : op.dest_end] = [1] * (op.dest_end - op.dest_start)
    return marks


def edits(side: Tokens, other: Tokens) -> tuple[Levels, Levels]:
    """Mark a shortest edit sequence: 1 is substituted, 2 is on this side only."""
    from rapidfuzz.distance import Levenshtein

    marks = [0] * len(side), [0] * len(other)
    for op in Levenshtein.editops(side, other):
        if op.tag == "replace":
            marks[0][op.src_pos] = marks[1][op.dest_pos] = SUBSTITUTED
        elif op.tag == "delete":
            marks[0][op.src_pos] = ONE_SIDED
        else:
            marks[1][op.dest_pos] = ONE_SIDED
    return marks


def _coded(tokens: Tokens, code: dict[str, str]) -> str:
    """Encode each token as one character, so that n-grams are slices, which hash quickly."""
    return "".join(code.setdefault(token, chr(len(code) + 1)) for token in tokens)


def _grams(text: str, n: int) -> list[str]:
    return [text[i : i + n] for i in range(len(text) - n + 1)]
