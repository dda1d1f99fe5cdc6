"""Words as coco-caption splits captions: Penn Treebank tokens, lower case, without punctuation.

coco-caption runs the PTBTokenizer of CoreNLP 3.4.1 with -preserveLines and -lowerCase and drops 17
punctuation marks. Its rules are in `ptb_rules`; this is what it does with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.text.ptb.ptb_rules import Rule

DROPPED = ("''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";")


def tokenized(text: str) -> str:
    """Split a text into words.

    Args:
        text: One text; line feeds are blanks. Every text is split on its own.

    Returns:
        The words separated by blanks. Fractions and telephone numbers with a blank inside are one
        word and have a no-break space there, as in the original.
    """
    tokens = (written(rule, token) for rule, token in lexed(text.replace("\n", " ") + "\n"))
    return finished(" ".join(token for token in tokens if token and token not in DROPPED))


def finished(line: str) -> str:
    """Return a line of tokens as coco-caption reads it: lower case, without blanks at its end.

    Args:
        line: The tokens, without punctuation, separated by blanks.
    """
    return line.lower().rstrip()


def lexed(text: str) -> Iterator[tuple[Rule, str]]:
    """Yield the tokens with their rules: the longest match, of equal ones the first rule's.

    Args:
        text: A text that ends in a line feed, which is not part of any token.
    """
    at = 0
    while at + 1 < len(text):
        found, size, token = None, 0, ""
        for rule, expression in compiled():
            match = expression.match(text, at)
            if match is not None and len(match[0]) > size:
                found, size, token = rule, len(match[0]), match[1]
        at += len(token) or 1  # a character of no rule is dropped
        if found is not None:
            yield found, token


def written(rule: Rule, token: str) -> str:
    """Return how a token is written, in the case of the text.

    Args:
        rule: Its rule.
        token: The part of the text.
    """
    if rule.written is not None:
        return rule.written
    for old, new in rule.replaced:
        token = token.replace(old, new)
    return token


@cache
def compiled() -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    """Return every rule with its regular expression, which has the token as its first group."""
    from sacreval.text.ptb.ptb_rules import RULES

    return tuple((rule, re.compile(f"({rule.pattern})(?:{rule.context})")) for rule in RULES)
