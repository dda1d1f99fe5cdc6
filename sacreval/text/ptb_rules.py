"""Rules of the Penn Treebank tokenizer of CoreNLP 3.4.1, observed by running it on probes.

Each rule is a regular expression without look-around. At each position the longest match of any
rule is the next token; of equal matches, the first rule's.
"""

from __future__ import annotations

from typing import NamedTuple

from sacreval.text.ptb_abbreviations import (
    CASED,
    FOLDED,
    NUMBERED,
    PROPER,
    SENTENCE_STARTERS,
)
from sacreval.text.ptb_characters import DIGITS, LETTERS, MARKS, SYMBOLS, ranges


USUAL = (("\u00ad", ""), ("(", "-LRB-"), (")", "-RRB-"), (" ", "\u00a0"), ("&amp;", "&"))
APOSTROPHES = (("\u0092", "'"), ("\u2019", "'"), ("&apos;", "'"))
QUOTATION_MARKS = (
    *((mark, "`") for mark in "\u0091\u2018\u201b\u2039"),
    *((mark, "'") for mark in "\u0092\u2019\u203a"),
    *((mark, "``") for mark in "\u0093\u00ab\u201c"),
    *((mark, "''") for mark in "\u0094\u00bb\u201d"),
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
    replaced: tuple[tuple[str, str], ...] = USUAL


def folded(words: str) -> str:
    """Return an expression for any of the words in any case.

    Args:
        words: Words separated by blanks.
    """
    return _any("".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in w) for w in words.split())


def _any(patterns: object) -> str:
    return "(?:" + "|".join(patterns) + ")"  # type: ignore[arg-type]


SOFT = r"\u00ad"  # a soft hyphen is part of a word and is not written
L = ranges(LETTERS) + ranges(MARKS) + SOFT
D = ranges(DIGITS)
W = f"[{L}{ranges(DIGITS)}]"
Q = r"(?:['\u0092\u2019]|&[aA][pP][oO][sS];)"  # apostrophe
HYPHEN = r"[-\u058a\u2010\u2011]"
SPACE = r"[ \t\u00a0]"
BLANK = r"[ \t\n\u00a0]"
END = r"[^A-Za-z0-9]"  # a text ends in a line feed

ELISION = f"[A-HJ-XZdlno]{Q}[{L}][{L}]+"  # O'Neil, d'Artagnan
PART = f"(?:{ELISION}|{W}+)"
COMPOUND = f"{PART}(?:(?:{HYPHEN}|_){PART})*"
SLASH = r"\\?/"
SLASHED_PART = r"[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}"
SLASHED = f"{SLASHED_PART}(?:{SLASH}{SLASHED_PART}){{1,2}}"
INITIALS = r"[A-Za-z](?:\.[A-Za-z])+\."
DOTTED = f"[{L}]{W}*(?:[.!?][{L}]{W}*)+"
STARTERS = _any(w[0] + folded(w[1:]) if len(w) > 1 else w for w in SENTENCE_STARTERS.split())
ABBREVIATION = _any(
    (
        folded(FOLDED),
        *(f"[{w[0]}{w[0].upper()}]{w[1:]}" for w in CASED.split()),
        *(w[0] + folded(w[1:]) for w in PROPER.split()),
    )
) + r"\."
NUMBER = f"[-+]?(?:[{D}]*(?:[.,:{SOFT}\\u066b\\u066c][{D}]+)+|[{D}]+)"
ENDING = f"{Q}(?:[sSmMdD]|[rR][eE]|[vV][eE]|[lL][lL])"  # 's, 'm, 'd, 're, 've, 'll
NEGATION = f"[nN]{Q}[tT]"

NAME = r"[A-Za-z](?:[A-Za-z0-9_:.-])*"
ATTRIBUTE = f"{NAME}(?:=(?:'[^'\\n]*'|\"[^\"\\n]*\"))?"
TAGS = (
    f"</?{NAME}{SPACE}*>",
    f"<{NAME}(?:{SPACE}+{ATTRIBUTE})*{SPACE}*/?>",
    r"<[!?][A-Za-z-][^>\n]*>",
)
URL_END = r"[^ \t\n\f\r\"<>|.!?(){},;:\u00a0-]"
URL_CHARACTER = r"[^ \t\n\f\r\"<>|(){}\u00a0]"
SITE = r"(?:[^ \t\n\f\r\"<>|.!?(){},`$\u00a0]+\.)+"
PATH = f"(?:/{URL_CHARACTER}+{URL_END})"
LOWER = L.replace(r"\u0041-\u005a", "")
HOST = f"[{LOWER}][{LOWER}{D}]*(?:\\.[{LOWER}][{LOWER}{D}]*)*"
URLS = (
    f"(?:http|HTTP|Http)s?://{URL_CHARACTER}+{URL_END}",
    f"[wW][wW][wW]\\.{SITE}[a-zA-Z]{{2,4}}{PATH}?",
    f"{HOST}\\.(?:com|net|org|edu){PATH}?",
)
EMAIL = (
    r"<?[a-zA-Z0-9][^ \t\n\f\r\"<>|(){}\u00a0]*@(?:[^ \t\n\f\r\"<>|(){}.\u00a0]+\.)*"
    r"[^ \t\n\f\r\"<>|(){}.\u00a0]+>?"
)
FILE = f"{W}+(?:\\.{W}+)*\\." + folded(
    "bat bmp c class cgi cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov mp3 pdf php pl "
    "png ppt ps py sql tar txt wav x xml zip"
)
PHONES = (
    r"\([0-9]{2,3}\)[ \u00a0]?[0-9]{3,4}[- \u00a0]?[0-9]{4}",
    r"\+?(?:[0-9]{2,4}[- \u00a0])?[0-9]{2,4}[- \u00a0][0-9]{3,4}[- \u00a0]?[0-9]{3,5}",
)
FRACTION = r"(?:[0-9]{1,4}[- \u00a0])?[0-9]{1,4}(?:\\?/|\u2044)[0-9]{1,4}"
DATE = r"[0-9]{1,2}[-/][0-9]{1,2}[-/][0-9]{2,4}"
EYE = r"[-^x=~<>']"
SMILEYS = (
    r"[<>]?[:;=][-o']?[(){\[\]\\|DPpdO@]",
    f"{EYE}_{EYE}",
    f"\\({EYE}[_.]?{EYE}\\)",
    r"\([\^x=~<>']-[\^x=~<>'`]\)",
)
DOUBLE = "\u0093\u0094\u00ab\u00bb\u201c\u201d"
QUOTES = "\u0091\u0092\u2018\u2019\u201b\u2039\u203a\u201a\u201e\u201f" + DOUBLE

RULES = (
    Rule(r"[ \t]+", written=""),
    *(Rule(tag) for tag in TAGS),
    Rule(r"&[aA][mM][pP];", written="&"),
    Rule(r"&[lL][tT];", written="<"),
    Rule(r"&[gG][tT];", written=">"),
    Rule(r"&[nN][bB][sS][pP];", written=""),
    Rule(r"&(?:MD|[mn]dash);", written="--"),
    Rule(r"&quot;", written="''"),
    Rule(r"&apos;", written="'"),
    Rule(r"&(?:HT|LR|QC|QL|QR|TL|UR|cdq|odq|[aeiou]uml|#[0-9]+);"),
    *(
        Rule(folded(first), folded(second))
        for first, second in (
            ("can", "not"), ("gon", "na"), ("got", "ta"), ("lem", "me"), ("gim", "me"),
            ("wan", "na"), ("'t", "is"), ("'t", "was"),
        )
    ),
    Rule(f"[{L}]{W}*", NEGATION),
    Rule(NEGATION, replaced=APOSTROPHES),
    Rule(f"{W}+", ENDING + f"[^{L}]"),
    Rule(ENDING, f"[^{L}]", replaced=APOSTROPHES),
    Rule(f"{Q}[nN]", BLANK),
    Rule(f"{Q}[nN]{Q}"),
    Rule(f"{Q}(?:[eE][mM]|[tT][iI][lL][lL]?|[cC][aA][uU][sS][eE])"),
    Rule(f"{Q}[2-9]0s"),
    Rule(f"{Q}[0-9][0-9]", BLANK),
    Rule(f"(?:[dDjJlL]|[oO][lL]){Q}"),
    Rule(f"[yY]{Q}", f"[{L}]"),
    Rule(_any(
        w.replace("'", Q)
        for w in map(folded, ("c'est", "c'mon", "cap'n", "nat'l", "li'l", "s'mores", "dunkin'",
                              "somethin'"))
    )),
    Rule(folded("ev'ry")),
    Rule(f"[A-Za-z]+[aeiouyAEIOUY]{Q}[aeiouA-Z][A-Za-z]*"),
    Rule(COMPOUND),
    Rule(SLASHED),
    Rule(f"[A-Za-z]", f"\\.{SPACE}+(?:{STARTERS}{BLANK}|{_any(TAGS)}{BLANK})"),
    Rule(f"[A-Za-z]\\."),
    Rule(f"(?:{W}+{HYPHEN})*{INITIALS}"),
    Rule(f"{W}+(?:[-.]{W}+)*\\.", "[,;:]"),
    Rule(r"-[LRlr][RCSrcs][Bb]-"),
    Rule(ABBREVIATION),
    Rule(f"{DOTTED}"),
    Rule(folded(NUMBERED) + r"\.", f"{SPACE}*[0-9]"),
    Rule("Ph\\.D\\."),
    Rule(r"[A-Z]+(?:(?:[&+]|&amp;)[A-Z]+)+"),
    Rule(r"[cCfF]#|[cC]\+\+"),
    Rule(NUMBER),
    Rule(f"[A-Za-z0-9][A-Za-z0-9.,]*(?:{HYPHEN}[A-Za-z0-9]+)+"),
    Rule(folded("anti- pro-")),
    Rule(FRACTION),
    Rule(DATE),
    *(Rule(phone) for phone in PHONES),
    *(Rule(url) for url in URLS),
    Rule(EMAIL),
    Rule(FILE, r"[ \t\n\u00a0,.!?]"),
    Rule(r"@[A-Za-z_][A-Za-z_0-9]*"),
    Rule(f"#[{L}]+"),
    *(Rule(smiley, END) for smiley in SMILEYS),
    Rule(r"[A-Z]+\$"),
    Rule("[$\u0080\u00a4\u20a0\u20ac]", written="$"),
    Rule("\u00a2", written="cents"),
    Rule("\u00a3", written="#"),
    *(Rule(c, written=w) for c, w in (
        ("\u00bc", "1/4"), ("\u00bd", "1/2"), ("\u00be", "3/4"), ("\u2153", "1/3"), ("\u2154", "2/3"),
    )),
    Rule(r"\.{3,}|\. \. \.(?: \.)*|[\u0085\u2026]", written="..."),
    Rule(r"-{1,4}|[\u0096\u0097\u2013\u2014\u2015]", written="--"),
    Rule("-{5,}"),
    Rule(r"[?!]+"),
    Rule('"', written="''"),
    Rule(r"''|``|<<|>>"),
    Rule(f"[{QUOTES}]{{1,2}}", replaced=QUOTATION_MARKS),
    Rule(r"\\?\*|[*]+|_+|#+|@+"),
    Rule("[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]+"),
    *(
        Rule(f"\\{mark}", written=f"-{name}-")
        for mark, name in zip("()[]{}", ("LRB", "RRB", "LSB", "RSB", "LCB", "RCB"), strict=True)
    ),
    Rule(f"[-.,:;'`<>/+]|[{ranges(SYMBOLS)}]"),
)
