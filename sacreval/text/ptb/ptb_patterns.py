"""Expressions that the Penn Treebank rules are made of, observed by running CoreNLP 3.4.1."""

from __future__ import annotations

from collections.abc import Iterable

from sacreval.text.ptb.ptb_abbreviations import CASED, FOLDED, PROPER, SENTENCE_STARTERS
from sacreval.text.ptb.ptb_characters import DIGITS, LETTERS, MARKS, ranges


def any_of(patterns: Iterable[str]) -> str:
    """Return an expression for any of several.

    Args:
        patterns: The expressions.
    """
    return "(?:" + "|".join(patterns) + ")"


def folded(words: str) -> str:
    """Return an expression for any of the words in any case.

    Args:
        words: Words separated by blanks.
    """
    cased = ("".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in w) for w in words.split())
    return any_of(cased)


def capitalized(words: str) -> str:
    """Return an expression for any of the words, whose first letter is a capital.

    Args:
        words: Words separated by blanks.
    """
    return any_of(w[0] + folded(w[1:]) if len(w) > 1 else w for w in words.split())


SOFT = r"\u00ad"  # a soft hyphen is part of a word and is not written
L = ranges(LETTERS) + ranges(MARKS) + SOFT
D = ranges(DIGITS)
W = f"[{L}{D}]"
HYPHEN = r"[-\u058a\u2010\u2011]"
SPACE = r"[ \t\u00a0]"
BLANK = r"[ \t\n\u00a0]"  # a text ends in a line feed

ENTITY = folded("&apos;")
QUOTE = rf"(?:['\u0092\u2019]|{ENTITY})"  # apostrophe
MIDDLE = rf"(?:['`\u0091\u0092\u2018\u2019\u201b]|{ENTITY})"  # apostrophe inside a word
ENDINGS = folded("s m d re ve ll")
ENDING = f"(?:'|{ENTITY}){ENDINGS}"
CURLY_ENDING = rf"[\u0092\u2019]{ENDINGS}"
NEGATION = f"[nN]{MIDDLE}[tT]"
CONTRACTED = ("c'est", "c'mon", "cap'n", "nat'l", "li'l", "s'mores", "dunkin'", "somethin'")

ARTICLE = f"[dDlLoO]{MIDDLE}{W}{W}+"  # O'Neil, d'Artagnan
ELISION = f"[A-HJ-XZn]{MIDDLE}[{L}][{L}]+"  # N'Golo
PART = f"(?:{ARTICLE}|[{ranges(LETTERS)}{SOFT}{D}]+)"
COMPOUND = f"{PART}(?:(?:{HYPHEN}|_){PART})*"
SLASHED_PART = r"[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}"
SLASHED = rf"{SLASHED_PART}(?:\\?/{SLASHED_PART}){{1,2}}"
INITIALS = rf"(?:{W}+{HYPHEN})*[A-Za-z](?:\.[A-Za-z])+\."
DOTTED = f"[{L}]{W}*(?:[.!?][{L}]{W}*)+"
LOWER_CASED = any_of(f"[{w[0]}{w[0].upper()}]{w[1:]}" for w in CASED.split())
ABBREVIATION = rf"(?:{folded(FOLDED)}|{LOWER_CASED}|{capitalized(PROPER)})\."

NUMBER = rf"[-+]?(?:[{D}]*(?:[.,:{SOFT}\u066b\u066c][{D}]+)+|[{D}]+)"
FRACTION = r"(?:[0-9]{1,4}[- \u00a0])?[0-9]{1,4}(?:\\?/|\u2044)[0-9]{1,4}"
DATE = r"[0-9]{1,2}[-/][0-9]{1,2}[-/][0-9]{2,4}"
PHONES = (
    r"\([0-9]{2,3}\)[ \u00a0]?[0-9]{3,4}[- \u00a0]?[0-9]{4}",
    r"\+?(?:[0-9]{2,4}[- \u00a0])?[0-9]{2,4}[- \u00a0][0-9]{3,4}[- \u00a0]?[0-9]{3,5}",
)

NAME = r"[A-Za-z][A-Za-z0-9_:.-]*"
ATTRIBUTE = f"{NAME}(?: *= *(?:'[^'\\n]*'|\"[^\"\\n]*\"))?"
TAG = any_of((f"</?{NAME} *>", f"<{NAME}(?: +{ATTRIBUTE})* */?>", r"<[!?][A-Za-z-][^>\n]*>"))
SENTENCE = f"{SPACE}+(?:{capitalized(SENTENCE_STARTERS)}|{TAG}){BLANK}"  # a sentence begins

URL_CHARACTER = r"[^ \t\n\f\r\"<>|(){}\u00a0]"
URL_END = r"[^ \t\n\f\r\"<>|.!?(){},\u00a0-]"
SITE = r"(?:[^ \t\n\f\r\"<>|.(){},\u00a0]+\.)+"
PATH = f"(?:/{URL_CHARACTER}+{URL_END})"
LOWER = L.replace(r"\u0041-\u005a", "")
HOST = f"[{LOWER}#%&*+~]+(?:\\.[{LOWER}#%&*+~]+)*"
URLS = (
    f"(?:http|HTTP|Http)s?://{URL_CHARACTER}+{URL_END}",
    f"[wW][wW][wW]\\.{SITE}[a-zA-Z]{{2,4}}{PATH}?",
    f"{HOST}\\.(?:com|net|org|edu){PATH}?",
)
EMAIL = (
    r"(?:<|&lt;)?[a-zA-Z0-9][^ \t\n\f\r\"<>|(){}\u00a0]*@(?:[^ \t\n\f\r\"<>|(){}.\u00a0]+\.)*"
    r"[^ \t\n\f\r\"<>|(){}.\u00a0]+>?"
)
FILE = f"{W}+(?:\\.{W}+)*\\." + folded(
    "bat bmp c class cgi cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov mp3 pdf php "
    "pl png ppt ps py sql tar txt wav x xml zip"
)

EYE = r"[-^x=~<>']"
SMILEY = r"[<>]?[:;=][-o'*]?[(){\[\]\\|DPpdO@]"
FACES = (f"{EYE}_{EYE}", f"\\({EYE}[_.]?{EYE}\\)", r"\([\^x=~<>']-[\^x=~<>'`]\)")
SUPERSCRIPT = r"[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]+"
SUBSCRIPT = r"[\u2080-\u2089]+"
QUOTES = r"\u0091-\u0094\u00ab\u00bb\u2018-\u201f\u2039\u203a"
