"""Penn Treebank words of captions, equal to CoreNLP 3.4.1 as coco-caption runs it."""

import hashlib
import re
from itertools import combinations

import pytest

from sacreval.text import penn_treebank
from sacreval.text.penn_treebank import RULES, Rule
from sacreval.text.tokenizers import tokenized
from support import mirror

LINES = [
    (
        "A dog's bowl -- it isn't red... (really!) U.S. $5.00, 1/2; \"x\" can't <b> naïve 3-0",
        "a dog 's bowl it is n't red -lrb- really -rrb- u.s. $ 5.00 1/2 x ca n't <b> naïve 3-0",
    ),
    ("", ""),
    (". , : ;", ""),
    ("A\nnewline cannot gonna", "a newline can not gon na"),
    ("A\tnewline cannot gonna", "a newline can not gon na"),
    (
        "'Tis the dogs' rock 'n' roll of the '60s, y'all",
        "'t is the dogs rock 'n' roll of the '60s y' all",
    ),
    ("O'Neil-Smith and d'Artagnan, ma'am's", "o'neil-smith and d'artagnan ma'am 's"),
    ("don’t “quote” it’s ‘so’", "do n't quote it 's so"),
    ("“‘Hello’” she said", "``` hello ''' she said"),
    (
        "He left at 10:30pm on 9/14-20, 1,000-a-day",
        "he left at 10:30 pm on 9/14-20 1,000-a-day",
    ),
    (
        "Mr. Smith et al. etc., Corp. no. 5 no. He",
        "mr. smith et al. etc. corp. no. 5 no he",
    ),
    ("Plan B. The end. Plan b. the end", "plan b the end plan b. the end"),
    ("in the U.S. The non-U.S. Ph.D. a.m.", "in the u.s. the non-u.s. ph.d. a.m."),
    (
        "http://www.a.com/b?c=d. www.x-y.com x.com/ab me@x.org.",
        "http://www.a.com/b?c=d www.x-y.com x.com/ab me@x.org",
    ),
    (
        "@user #tag x_y a-b/c-d #5 C++ C# AT&T AT&amp;T",
        "@user #tag x_y a-b/c-d # 5 c++ c# at&t at&t",
    ),
    (
        ":-) =) ;P :)) ^_^ (x_x) x:)",
        ":--rrb- =-rrb- ;p :-rrb- -rrb- ^_^ -lrb-x_x-rrb- x :-rrb-",
    ),
    (
        "(555) 555-1234 1 1/2 ½ 2⁄3 €5 £6 5¢ US$5",
        "-lrb-555-rrb-\xa0555-1234 1\xa01/2 1/2 2⁄3 $ 5 # 6 5 cents us$ 5",
    ),
    (
        '<a href="x"> </p> <3 a < b &lt;b&gt; <!-- x -->',
        '<a\xa0href="x"> </p> < 3 a < b < b > <!--\xa0x\xa0-->',
    ),
    ("wait---what ----- ... . . . .... ?! !!! ** ___", "wait what ----- ?! !!! ** ___"),
    (
        "5p.m. 10,000m x² H₂O 5°C 3.5x -5 +5 5-10",
        "5p m. 10,000 m x ² h ₂ o 5 ° c 3.5 x -5 +5 5-10",
    ),
    ("file.txt 5a.py, x.html) dog., Inc.", "file.txt 5a.py x.html -rrb- dog. inc."),
    ("[1] {x} -LRB- y -RRB-", "-lsb- 1 -rsb- -lcb- x -rcb- -lrb- y -rrb-"),
    ("a\u00adb \u00a0c 😀d e ‐ ¿x «y» „z“", "ab c d e ¿ x y „ z"),
]
SUMMEVAL = "1c9e6f86d63c35c8c8568dd42b69a641fb3505f314d074c6dc0c79033ae8f0cd"
EVERY = (
    "x <b> &amp; &lt; &gt; &nbsp; &MD; &quot; &apos; &#1; cannot gonna gotta lemme gimme wanna "
    "'tis "
    "'twas isn't he's he’s 'n ’nx 'n' 'em '60s '78 d' y'all c'est ev'ry shi'ite éa N'Golo a-b a/b "
    "B. The c. U.S. dog., -LRB- Mr. a.b no. 5 Ph.D. A&B c# a.b-c pro- 5.5 1 1/2 9/14-20 "
    "(555) 555-1234 555 555 1234 ½ ¼ ¾ ⅓ ⅔ ² US$ $ ¢ £ http://a.b www.x-y.bc x.com/ab a@b 5a.py @a "
    "#a cont'd. "
    ":) ^_^ (^^) (x-x) ... - ----- ! \" '' “ * ( ) [ ] { } ,"
)
CLASSES = (penn_treebank.LETTERS, penn_treebank.MARKS, penn_treebank.DIGITS, penn_treebank.SYMBOLS)


@pytest.mark.parametrize(("text", "line"), LINES)
def test_lines(text, line):
    """Every line is that of the original, word for word."""
    assert penn_treebank.tokenized(text) == line


def test_other_line_ends():
    """A text is one line whatever ends lines in it; there the original would lose its place."""
    assert penn_treebank.tokenized("a\u2028b\rc\vd\fe") == "a b c d e"


def test_words_of_metrics():
    """Metrics split the lines at any white space, and lower case changes nothing."""
    assert tokenized("B. The 1 1/2", "ptb", lowercase=True) == ["b", "the", "1", "1/2"]


@pytest.mark.long
def test_summeval():
    """The 2,646 summaries and references of SummEval give the very lines of the original."""
    corpora = mirror.summeval().values()
    texts = {
        " ".join(text.split())
        for corpus in corpora
        for text in [*corpus.predictions, *(r for refs in corpus.references for r in refs)]
    }
    lines = "\n".join(map(penn_treebank.tokenized, sorted(texts)))
    assert hashlib.sha256(lines.encode()).hexdigest() == SUMMEVAL


def tokens(text):
    """Split a text, with what stands for punctuation."""
    return [
        penn_treebank.written(rule, token)
        for rule, token in penn_treebank.lexed(text + "\n")
        if token.strip()
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("gimme lemme wanna", ["gim", "me", "lem", "me", "wan", "na"]),
        ("cannots", ["cannots"]),
        ("x's-y", ["x", "'s", "--", "y"]),
        ("x'sat", ["x", "'", "sat"]),
        ("x’sat", ["x", "'s", "at"]),
        ("'78 '78, '50s", ["'78", "'", "78", ",", "'50s"]),
        ("5.5-6.5", ["5.5-6", ".5"]),
        ("xx.yy-zz xx-yy.zz", ["xx.yy-zz", "xx-yy", ".", "zz"]),
        ("a/b/c/d", ["a/b/c", "/", "d"]),
        ("pro- x- ", ["pro-", "x", "--"]),
        ("A+B&C a+b", ["A+B&C", "a", "+", "b"]),
        ("fig. 5 fig. x", ["fig.", "5", "fig", ".", "x"]),
        ("MFG. mfg. Mfg. mR.", ["MFG", ".", "mfg.", "Mfg.", "mR."]),
        ("ILL. iLL.", ["ILL.", "iLL", "."]),
        ("&#39; &quot; &mdash; &x;", ["&#39;", "''", "--", "&", "x", ";"]),
        ("“ ” ‘ ’", ["``", "''", "`", "'"]),
    ],
)
def test_tokens(text, found):
    """Each kind of token ends where the original's does, before lower case."""
    assert tokens(text) == found


def test_the_context_counts():
    """What must follow a token counts for the length of its match and is read again."""
    (first, second) = list(penn_treebank.lexed("isn't\n"))
    assert [first[1], second[1]] == ["is", "n't"]
    assert first[0].context
    assert not second[0].context


def test_every_rule_is_used():
    """No rule is never the longest: each has a text among these, or is a kind of its neighbours."""
    rules = {rule for rule, _ in penn_treebank.lexed(EVERY + "\n")}
    assert {rule.pattern for rule in RULES if isinstance(rule, Rule)} == {r.pattern for r in rules}


def test_any_case():
    """Folded words match in any case, and no other words."""
    either = re.compile(penn_treebank.folded("ve ll"))
    assert [bool(either.fullmatch(word)) for word in ("ve", "LL", "vE", "vell")] == [1, 1, 1, 0]


def test_capitals():
    """Capitalized words begin with a capital and go on in any case."""
    word = re.compile(penn_treebank.capitalized("The A"))
    assert [bool(word.fullmatch(w)) for w in ("The", "THE", "the", "A", "a")] == [1, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("expression", "yes", "no"),
    [
        (penn_treebank.NUMBER, ["5", "-5", "+.5", "1,000.5", "10:30", ",5"], ["5.", "5-", "x"]),
        (penn_treebank.FRACTION, ["1/2", "1 1/2", "1-1/2", "2\\/3"], ["1/", "12345/6"]),
        (penn_treebank.DATE, ["9/14-20", "1-1-2001"], ["9/14", "9/14/20012"]),
        (penn_treebank.EMAIL, ["a@b", "<a.b@c.d>"], ["@b", "a@", "a b@c"]),
        (
            penn_treebank.TAG,
            ["<b>", "</b>", "<a b='c d'/>", "<!-- x -->"],
            ["<3>", "< b>", "<a=b>"],
        ),
        (
            penn_treebank.ABBREVIATION,
            ["Mr.", "MR.", "etc.", "Ill.", "mfg."],
            ["mr", "ill.", "MFG."],
        ),
        (penn_treebank.COMPOUND, ["a-b_c", "O'Neil-x"], ["a--b", "-a", "a-"]),
    ],
)
def test_expressions(expression, yes, no):
    """Each matches what it is for, whole, and not what is near it."""
    pattern = re.compile(expression)
    assert [text for text in yes if not pattern.fullmatch(text)] == []
    assert [text for text in no if pattern.fullmatch(text)] == []


def members(listed):
    """Return the characters of a class as numbers."""
    ends = [[int(end, 16) for end in item.split("-")] for item in listed.split()]
    return {c for end in ends for c in range(end[0], end[-1] + 1)}


def test_classes_are_disjoint():
    """No character is of two classes, and none is beyond U+FFFF."""
    for first, other in combinations(map(members, CLASSES), 2):
        assert not first & other
    assert max(max(members(listed)) for listed in CLASSES) <= 0xFFFF


def test_bracket_expressions():
    """`ranges` writes exactly the class, also for characters with a meaning in brackets."""
    for listed in CLASSES:
        inside = re.compile(f"[{penn_treebank.ranges(listed)}]")
        characters = {c for c in range(0x10000) if inside.match(chr(c))}
        assert characters == members(listed)
    assert re.fullmatch(f"[{penn_treebank.ranges('5c-5e 2d')}]+", r"\]^-")


def test_the_full_stop_stays():
    """Every abbreviation keeps its full stop, before a word or, for some, before a number."""
    always = [*penn_treebank.FOLDED.split(), *penn_treebank.CASED.split()]
    for word in [*always, *penn_treebank.PROPER.split()]:
        assert penn_treebank.tokenized(f"{word}. x") == f"{word}. x".lower()
    for word in penn_treebank.NUMBERED.split():
        assert penn_treebank.tokenized(f"{word}. 5, {word}. x") == f"{word}. 5 {word} x"


def test_sentence_starters():
    """A letter loses its full stop before each of them, and not before the word in lower case."""
    for word in penn_treebank.SENTENCE_STARTERS.split():
        assert penn_treebank.tokenized(f"x b. {word} y") == f"x b {word} y".lower()
        assert penn_treebank.tokenized(f"x b. {word.lower()} y") == f"x b. {word} y".lower()
