"""Rules of the Penn Treebank tokenizer of CoreNLP 3.4.1, observed by running it on probes.

At each position the longest match of any rule is the next token; of equal matches, the first
rule's. The expressions have no look-around, so that the kernel can compile them too.
"""

from __future__ import annotations

from typing import NamedTuple

from sacreval.text.ptb import ptb_patterns as p
from sacreval.text.ptb.ptb_abbreviations import NUMBERED
from sacreval.text.ptb.ptb_characters import SYMBOLS, ranges
from sacreval.text.ptb.ptb_patterns import any_of, folded

Replaced = tuple[tuple[str, str], ...]
USUAL: Replaced = (
    ("\u00ad", ""),
    ("(", "-LRB-"),
    (")", "-RRB-"),
    (" ", "\u00a0"),
    ("&amp;", "&"),
)
IN_TAGS: Replaced = ((" ", "\u00a0"),)
APOSTROPHES: Replaced = (
    *((mark, "'") for mark in ("\u0092", "\u2019", "&apos;")),
    *((mark, "`") for mark in "\u0091\u2018"),
)
QUOTATION_MARKS: Replaced = (
    *((mark, "`") for mark in "\u0091\u2018\u201b\u2039"),
    *((mark, "'") for mark in "\u0092\u2019\u203a"),
    *((mark, "``") for mark in "\u0093\u00ab\u201c"),
    *((mark, "''") for mark in "\u0094\u00bb\u201d"),
)
BRACKETS = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"}
FRACTIONS = {"\u00bc": "1/4", "\u00bd": "1/2", "\u00be": "3/4", "\u2153": "1/3", "\u2154": "2/3"}
SPLIT = (  # words of two tokens
    ("can", "not"),
    ("gon", "na"),
    ("got", "ta"),
    ("lem", "me"),
    ("gim", "me"),
    ("wan", "na"),
    ("'t", "is"),
    ("'t", "was"),
)


class Rule(NamedTuple):
    """One kind of token.

    Args:
        pattern: The token.
        context: What must follow the token. It counts for the length of the match and is not part
            of the token.
        written: How the token is written; empty if it is dropped, None if `replaced` applies.
        replaced: What is replaced in the token.
    """

    pattern: str
    context: str = ""
    written: str | None = None
    replaced: Replaced = USUAL


MARKUP = (
    Rule(r"[ \t]+", written=""),
    Rule(p.TAG, replaced=IN_TAGS),
    Rule(folded("&amp;"), written="&"),
    Rule(folded("&lt;"), written="<"),
    Rule(folded("&gt;"), written=">"),
    Rule(folded("&nbsp;"), written=""),
    Rule(r"&(?:MD|[mn]dash);", written="--"),
    Rule(r"&quot;", written="''"),
    Rule(r"&apos;", written="'"),
    Rule(r"&(?:HT|LR|QC|QL|QR|TL|UR|cdq|odq|[aeiou]uml|#[0-9]+);"),
)
CONTRACTIONS = (
    *(Rule(folded(first), folded(second)) for first, second in SPLIT),
    Rule(folded("cont'd") + r"\."),
    Rule("[A-Za-z]+", p.NEGATION),
    Rule(p.NEGATION, replaced=APOSTROPHES),
    Rule(f"{p.W}+", f"{p.ENDING}[^A-Za-z]|{p.CURLY_ENDING}"),
    Rule(p.ENDING, "[^A-Za-z]", replaced=APOSTROPHES),
    Rule(p.CURLY_ENDING, replaced=APOSTROPHES),
    Rule(f"{p.QUOTE}[nN]", p.BLANK),
    Rule(r"[\u0092\u2019][nN]"),
    Rule(f"{p.QUOTE}[nN]{p.QUOTE}"),
    Rule(p.QUOTE + folded("em til till cause")),
    Rule(f"{p.QUOTE}[2-9]0s"),
    Rule(f"{p.QUOTE}[0-9][0-9]", p.BLANK),
    Rule(f"(?:[dDjJlL]|[oO][lL]){p.QUOTE}"),
    Rule(f"[yY]{p.QUOTE}", f"[{p.L}]"),
    Rule(any_of(folded(word).replace("'", p.QUOTE) for word in p.CONTRACTED)),
    Rule(folded("ev'ry")),
    Rule(f"[{p.L}]+[aeiouyAEIOUY]{p.MIDDLE}[aeiouA-Z][{p.L}]*"),
)
WORDS = (
    Rule(f"[{p.L}]{p.W}*"),
    Rule(p.ELISION),
    Rule(p.COMPOUND),
    Rule(p.SLASHED),
    Rule(r"[A-Za-z]", rf"\.{p.SENTENCE}"),
    Rule(r"[A-Za-z]\."),
    Rule(p.INITIALS),
    Rule(rf"(?:{p.DOTTED}|{p.W}+(?:-{p.W}+)*)\.", "[,;:]"),
    Rule(r"-[LRlr][RCSrcs][Bb]-"),
    Rule(p.ABBREVIATION),
    Rule(p.DOTTED),
    Rule(folded(NUMBERED) + r"\.", f"{p.SPACE}*[0-9]"),
    Rule(r"Ph\.D\."),
    Rule(r"[A-Z]+(?:(?:[&+]|&amp;)[A-Z]+)+"),
    Rule(r"[cCfF]#|[cC]\+\+"),
    Rule(rf"[A-Za-z0-9][A-Za-z0-9.,]*(?:{p.HYPHEN}[A-Za-z0-9]+)+"),
    Rule(folded("anti- pro-")),
)
NUMBERS = (
    Rule(p.NUMBER),
    Rule(p.FRACTION),
    Rule(p.DATE),
    *(Rule(phone) for phone in p.PHONES),
    *(Rule(character, written=words) for character, words in FRACTIONS.items()),
    Rule(rf"[\u207a\u207b\u208a\u208b]?(?:{p.SUPERSCRIPT}|{p.SUBSCRIPT})"),
    Rule(r"[A-Z]+\$"),
    Rule(r"[\$\u0080\u00a4\u20a0\u20ac]", written="$"),
    Rule(r"\u00a2", written="cents"),
    Rule(r"\u00a3", written="#"),
)
ADDRESSES = (
    *(Rule(url, replaced=()) for url in p.URLS),
    Rule(p.EMAIL, replaced=()),
    Rule(p.FILE, r"[ \t\n\u00a0,.!?]"),
    Rule(r"@[A-Za-z_][A-Za-z_0-9]*"),
    Rule(f"#[{p.L}]+"),
    Rule(p.SMILEY, "[^A-Za-z0-9]"),
    *(Rule(face) for face in p.FACES),
)
PUNCTUATION = (
    Rule(r"\.{3,}|\. \. \.(?: \.)*|[\u0085\u2026]", written="..."),
    Rule(r"-{1,4}|[\u0096\u0097\u2013\u2014\u2015]", written="--"),
    Rule("-{5,}"),
    Rule(r"[?!]+"),
    Rule('"', written="''"),
    Rule(r"''|``|<<|>>"),
    Rule(f"[`{p.QUOTES}]{{1,2}}", replaced=QUOTATION_MARKS),
    Rule(r"(?:\\\*){1,3}|\*+|_+|#+|@+"),
    *(Rule(f"\\{mark}", written=words) for mark, words in BRACKETS.items()),
    Rule(f"[-.,:;'`<>/+]|[\\u2044{ranges(SYMBOLS)}]"),
)
RULES = (*MARKUP, *CONTRACTIONS, *WORDS, *NUMBERS, *ADDRESSES, *PUNCTUATION)
