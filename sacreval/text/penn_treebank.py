"""The Penn Treebank tokenizer of CoreNLP 3.4.1, observed by running it, as coco-caption uses it.

Unicode classes of the Penn Treebank tokenizer of CoreNLP 3.4.1, observed character by character.
The tokenizer is older than today's Unicode and does not know characters beyond U+FFFF, so the
classes cannot be derived from `unicodedata`. Each class is a list of code points and ranges in
hexadecimal. Characters of no class and without a rule of their own are dropped.

Rules of the Penn Treebank tokenizer of CoreNLP 3.4.1, observed by running it on probes. At each
position the longest match of any rule is the next token; of equal matches, the first rule's. The
expressions have no look-around, so that the kernel can compile them too.

coco-caption runs the PTBTokenizer of CoreNLP 3.4.1 with -preserveLines and -lowerCase and drops 17
punctuation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

FOLDED = """
adj adm adv al ala alex apr ariz assn assoc asst atty aug ave bancorp bhd bldg blvd brig bros calif
capt cf cie cmdr co col colo comdr conn corp cos cpl ct dak dec dept det dr drs elec ens esq
est etc ext feb fla fri ft ga gen gov govs hon inc ind insp intl invt jan jos jr jul jun kan kans ky
lt ltd maj mar md messrs mich minn mlle mme mo mon mont mr mrs ms msgr mt natl neb nev nov oct okla
penn pfc ph plc pres prof pvt rd rep reps rev rt sen sens sep sept seq sfc sgt spc sq sr st ste supt
sys tel tenn thu tue tues univ va vs vt wed wis wisc wm wyo
"""
"""In any case."""

CASED = "mfg mtg ppte ppty pte ptes pty ptys"
"""In lower case after the first letter."""

PROPER = "Ark Az Del Ill La Mass Miss Ore Pa Tex Wash"
"""With a capital."""

NUMBERED = "art ca fig figs no nos op pp prop"
"""Only before a number, in any case."""

SENTENCE_STARTERS = """
A About According Additionally After An As At But Earlier He Her Here However If In It Last Many
More Now Once One Other Our She Since So Some Such That The Their Then There These They This We
What When While Yet You
"""
"""Words after which a single letter and a full stop are two tokens."""


LETTERS = """
41-5a 61-7a aa b5 ba c0-d6 d8-f6 f8-2c1 2c6-2d1 2e0-2e4 2ec 2ee 370-374 376-377 37a-37d 386
388-38a 38c 38e-3a1 3a3-3f5 3f7-481 48a-527 531-556 559 561-587 5d0-5ea 5f0-5f2 620-64a 66e-66f
671-6d3 6d5 6e5-6e6 6ee-6ef 6fa-6fc 6ff 710 712-72f 74d-7a5 7b1 7ca-7ea 7f4-7f5 7fa 800-815 81a
824 828 840-858 8a0 8a2-8ac 904-939 93d 950 958-961 971-977 979-97f 985-98c 98f-990 993-9a8
9aa-9b0 9b2 9b6-9b9 9bd 9ce 9dc-9dd 9df-9e1 9f0-9f1 a05-a0a a0f-a10 a13-a28 a2a-a30 a32-a33
a35-a36 a38-a39 a59-a5c a5e a72-a74 a85-a8d a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abd ad0
ae0-ae1 b05-b0c b0f-b10 b13-b28 b2a-b30 b32-b33 b35-b39 b3d b5c-b5d b5f-b61 b71 b83 b85-b8a
b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa bae-bb9 bd0 c05-c0c c0e-c10 c12-c28 c2a-c33
c35-c39 c3d c58-c59 c60-c61 c85-c8c c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cbd cde ce0-ce1 cf1-cf2
d05-d0c d0e-d10 d12-d3a d3d d4e d60-d61 d7a-d7f d85-d96 d9a-db1 db3-dbb dbd dc0-dc6 e01-e30
e32-e33 e40-e46 e81-e82 e84 e87-e88 e8a e8d e94-e97 e99-e9f ea1-ea3 ea5 ea7 eaa-eab ead-eb0
eb2-eb3 ebd ec0-ec4 ec6 edc-edf f00 f40-f47 f49-f6c f88-f8c 1000-102a 103f 1050-1055 105a-105d
1061 1065-1066 106e-1070 1075-1081 108e 10a0-10c5 10c7 10cd 10d0-10fa 10fc-1248 124a-124d
1250-1256 1258 125a-125d 1260-1288 128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5
12c8-12d6 12d8-1310 1312-1315 1318-135a 1380-138f 13a0-13f4 1401-166c 166f-167f 1681-169a
16a0-16ea 1700-170c 170e-1711 1720-1731 1740-1751 1760-176c 176e-1770 1780-17b3 17d7 17dc
1820-1877 1880-18a8 18aa 18b0-18f5 1900-191c 1950-196d 1970-1974 1980-19ab 19c1-19c7 1a00-1a16
1a20-1a54 1aa7 1b05-1b33 1b45-1b4b 1b83-1ba0 1bae-1baf 1bba-1be5 1c00-1c23 1c4d-1c4f 1c5a-1c7d
1ce9-1cec 1cee-1cf1 1cf5-1cf6 1d00-1dbf 1e00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59
1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fbc 1fbe 1fc2-1fc4 1fc6-1fcc 1fd0-1fd3 1fd6-1fdb 1fe0-1fec
1ff2-1ff4 1ff6-1ffc 2071 207f 2090-209c 2102 2107 210a-2113 2115 2119-211d 2124 2126 2128
212a-212d 212f-2139 213c-213f 2145-2149 214e 2183-2184 2c00-2c2e 2c30-2c5e 2c60-2ce4 2ceb-2cee
2cf2-2cf3 2d00-2d25 2d27 2d2d 2d30-2d67 2d6f 2d80-2d96 2da0-2da6 2da8-2dae 2db0-2db6 2db8-2dbe
2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde 2e2f 3005-3006 3031-3035 303b-303c 3041-3096 309d-309f
30a1-30fa 30fc-30ff 3105-312d 3131-318e 31a0-31ba 31f0-31ff 3400-4db5 4e00-9fcc a000-a48c
a4d0-a4fd a500-a60c a610-a61f a62a-a62b a640-a66e a67f-a697 a6a0-a6e5 a717-a71f a722-a788
a78b-a78e a790-a793 a7a0-a7aa a7f8-a801 a803-a805 a807-a80a a80c-a822 a840-a873 a882-a8b3
a8f2-a8f7 a8fb a90a-a925 a930-a946 a960-a97c a984-a9b2 a9cf aa00-aa28 aa40-aa42 aa44-aa4b
aa60-aa76 aa7a aa80-aaaf aab1 aab5-aab6 aab9-aabd aac0 aac2 aadb-aadd aae0-aaea aaf2-aaf4
ab01-ab06 ab09-ab0e ab11-ab16 ab20-ab26 ab28-ab2e abc0-abe2 ac00-d7a3 d7b0-d7c6 d7cb-d7fb
f900-fa6d fa70-fad9 fb00-fb06 fb13-fb17 fb1d fb1f-fb28 fb2a-fb36 fb38-fb3c fb3e fb40-fb41
fb43-fb44 fb46-fbb1 fbd3-fd3d fd50-fd8f fd92-fdc7 fdf0-fdfb fe70-fe74 fe76-fefc ff21-ff3a
ff41-ff5a ff66-ffbe ffc2-ffc7 ffca-ffcf ffd2-ffd7 ffda-ffdc
"""
"""Letters: begin and continue words."""

MARKS = """
2c2-2c5 2d2-2df 2e5-2eb 2ed 2ef-36f 375 378-379 384-385 3f6 483-487 55a-55f 591-5bd 5bf 5c1-5c2
5c4-5c5 5c7 615-61a 64b-65e 670 6d6-6e4 6e7-6ed 6fd-6fe 70f 711 730-74c 7a6-7b0 7eb-7f3 900-903
93c 93e-94e 951-955 962-963 981-983 9bc 9be-9c4 9c7-9c8 9cb-9cd 9d7 9e2-9e3 a01-a03 a3c a3e-a4f
a81-a83 abc abe-acf b82 bbe-bc2 bc6-bc8 bca-bcd c01-c03 c3e-c56 d3e-d44 d46-d48 e31 e34-e3a
e47-e4e eb1 eb4-ebc ec8-ecd
"""
"""Marks and modifiers: as letters."""

DIGITS = """
30-39 660-669 6f0-6f9 7c0-7c9 966-96f 9e6-9ef a66-a6f ae6-aef b66-b6f be6-bef c66-c6f ce6-cef
d66-d6f e50-e59 ed0-ed9 f20-f29 1040-1049 1090-1099 17e0-17e9 1810-1819 1946-194f 19d0-19d9
1a80-1a89 1a90-1a99 1b50-1b59 1bb0-1bb9 1c40-1c49 1c50-1c59 a620-a629 a8d0-a8d9 a900-a909
a9d0-a9d9 aa50-aa59 abf0-abf9 ff10-ff19
"""
"""Digits."""

SYMBOLS = """
24-26 3b 3d 5c 5e 7c 7e a1 a5-a9 ac ae-b1 b4 b6-b8 bf d7 f7 37e 387 589 5be 5c0 5c3 5c6 5f3-5f4
600-603 606-60c 614 61b 61e-61f 66a 66d 6d4 700-70d 7f6-7f8 964-965 e3f e4f 1fbd 2016-2017
2020-2023 2030-2038 203b 203e-2042 207a-207e 208a-208e 20a4 2100-2101 2103-2106 2108-2109 2114
2116-2118 211e-2123 2125 2127 2129 212e 213a-213b 2140-2144 214a-214d 214f 2155-215e 2190-2bff
3001-3002 3012 30fb ff01-ff0f ff1a-ff20 ff3b-ff40 ff5b-ff65 ffe0-ffe1 ffe5-ffe6
"""
"""Symbols: each is a token."""


def ranges(characters: str) -> str:
    """Return the class as the inside of a bracket expression."""
    return "".join(
        "-".join(rf"\u{int(end, 16):04x}" for end in item.split("-")) for item in characters.split()
    )


def any_of(patterns: Iterable[str]) -> str:
    """Return an expression for any of several."""
    return "(?:" + "|".join(patterns) + ")"


def folded(words: str) -> str:
    """Return an expression for any of the words in any case."""
    cased = ("".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in w) for w in words.split())
    return any_of(cased)


def capitalized(words: str) -> str:
    """Return an expression for any of the words, whose first letter is a capital."""
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
    Rule(TAG, replaced=IN_TAGS),
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
    Rule("[A-Za-z]+", NEGATION),
    Rule(NEGATION, replaced=APOSTROPHES),
    Rule(f"{W}+", f"{ENDING}[^A-Za-z]|{CURLY_ENDING}"),
    Rule(ENDING, "[^A-Za-z]", replaced=APOSTROPHES),
    Rule(CURLY_ENDING, replaced=APOSTROPHES),
    Rule(f"{QUOTE}[nN]", BLANK),
    Rule(r"[\u0092\u2019][nN]"),
    Rule(f"{QUOTE}[nN]{QUOTE}"),
    Rule(QUOTE + folded("em til till cause")),
    Rule(f"{QUOTE}[2-9]0s"),
    Rule(f"{QUOTE}[0-9][0-9]", BLANK),
    Rule(f"(?:[dDjJlL]|[oO][lL]){QUOTE}"),
    Rule(f"[yY]{QUOTE}", f"[{L}]"),
    Rule(any_of(folded(word).replace("'", QUOTE) for word in CONTRACTED)),
    Rule(folded("ev'ry")),
    Rule(f"[{L}]+[aeiouyAEIOUY]{MIDDLE}[aeiouA-Z][{L}]*"),
)
WORDS = (
    Rule(f"[{L}]{W}*"),
    Rule(ELISION),
    Rule(COMPOUND),
    Rule(SLASHED),
    Rule(r"[A-Za-z]", rf"\.{SENTENCE}"),
    Rule(r"[A-Za-z]\."),
    Rule(INITIALS),
    Rule(rf"(?:{DOTTED}|{W}+(?:-{W}+)*)\.", "[,;:]"),
    Rule(r"-[LRlr][RCSrcs][Bb]-"),
    Rule(ABBREVIATION),
    Rule(DOTTED),
    Rule(folded(NUMBERED) + r"\.", f"{SPACE}*[0-9]"),
    Rule(r"Ph\.D\."),
    Rule(r"[A-Z]+(?:(?:[&+]|&amp;)[A-Z]+)+"),
    Rule(r"[cCfF]#|[cC]\+\+"),
    Rule(rf"[A-Za-z0-9][A-Za-z0-9.,]*(?:{HYPHEN}[A-Za-z0-9]+)+"),
    Rule(folded("anti- pro-")),
)
NUMBERS = (
    Rule(NUMBER),
    Rule(FRACTION),
    Rule(DATE),
    *(Rule(phone) for phone in PHONES),
    *(Rule(character, written=words) for character, words in FRACTIONS.items()),
    Rule(rf"[\u207a\u207b\u208a\u208b]?(?:{SUPERSCRIPT}|{SUBSCRIPT})"),
    Rule(r"[A-Z]+\$"),
    Rule(r"[\$\u0080\u00a4\u20a0\u20ac]", written="$"),
    Rule(r"\u00a2", written="cents"),
    Rule(r"\u00a3", written="#"),
)
ADDRESSES = (
    *(Rule(url, replaced=()) for url in URLS),
    Rule(EMAIL, replaced=()),
    Rule(FILE, r"[ \t\n\u00a0,.!?]"),
    Rule(r"@[A-Za-z_][A-Za-z_0-9]*"),
    Rule(f"#[{L}]+"),
    Rule(SMILEY, "[^A-Za-z0-9]"),
    *(Rule(face) for face in FACES),
)
PUNCTUATION = (
    Rule(r"\.{3,}|\. \. \.(?: \.)*|[\u0085\u2026]", written="..."),
    Rule(r"-{1,4}|[\u0096\u0097\u2013\u2014\u2015]", written="--"),
    Rule("-{5,}"),
    Rule(r"[?!]+"),
    Rule('"', written="''"),
    Rule(r"''|``|<<|>>"),
    Rule(f"[`{QUOTES}]{{1,2}}", replaced=QUOTATION_MARKS),
    Rule(r"(?:\\\*){1,3}|\*+|_+|#+|@+"),
    *(Rule(f"\\{mark}", written=words) for mark, words in BRACKETS.items()),
    Rule(f"[-.,:;'`<>/+]|[\\u2044{ranges(SYMBOLS)}]"),
)
RULES = (*MARKUP, *CONTRACTIONS, *WORDS, *NUMBERS, *ADDRESSES, *PUNCTUATION)


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
    """Yield the tokens with their rules: the longest match, of equal ones the first rule's."""
    at = 0
    while at + 1 < len(text):
        best, size, token = None, 0, ""
        for rule, expression in compiled():
            match = expression.match(text, at)
            if match is not None and len(match[0]) > size:
                best, size, token = rule, len(match[0]), match[1]
        at += len(token) or 1  # a character of no rule is dropped
        if best is not None:
            yield best, token


def written(rule: Rule, token: str) -> str:
    """Return how a token is written, in the case of the text."""
    if rule.written is not None:
        return rule.written
    for old, new in rule.replaced:
        token = token.replace(old, new)
    return token


@cache
def compiled() -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    """Return every rule with its regular expression, which has the token as its first group."""
    return tuple((rule, re.compile(f"({rule.pattern})(?:{rule.context})")) for rule in RULES)
