"""Penn Treebank words of captions, equal to CoreNLP 3.4.1 as coco-caption runs it.

The lines were computed on 2026-11-22 with the jar of pycocoevalcap 1.2 on Java 17:
`edu.stanford.nlp.process.PTBTokenizer -preserveLines -lowerCase`, without the 17 punctuation marks.
"""

import hashlib

import pytest

from sacreval.text.ptb import ptb
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


@pytest.mark.parametrize(("text", "line"), LINES)
def test_lines(text, line):
    """Every line is that of the original, word for word."""
    assert ptb.tokenized(text) == line


def test_other_line_ends():
    """A text is one line whatever ends lines in it; there the original would lose its place."""
    assert ptb.tokenized("a\u2028b\rc\vd\fe") == "a b c d e"


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
        for text in [*corpus.predictions, *(one for own in corpus.references for one in own)]
    }
    lines = "\n".join(map(ptb.tokenized, sorted(texts)))
    assert hashlib.sha256(lines.encode()).hexdigest() == SUMMEVAL
