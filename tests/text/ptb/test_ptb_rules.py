"""Rules of the Penn Treebank tokenizer: the longest match, and the first of equal ones."""

import pytest

from sacreval.text.ptb import ptb
from sacreval.text.ptb.ptb_rules import RULES, Rule


def tokens(text):
    """Split a text, with what stands for punctuation."""
    return [ptb.written(rule, token) for rule, token in ptb.lexed(text + "\n") if token.strip()]


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
    (first, second) = list(ptb.lexed("isn't\n"))
    assert [first[1], second[1]] == ["is", "n't"]
    assert first[0].context
    assert not second[0].context


def test_every_rule_is_used():
    """No rule is never the longest: each has a text among these, or is a kind of its neighbours."""
    rules = {rule for rule, _ in ptb.lexed(EVERY + "\n")}
    assert {rule.pattern for rule in RULES if isinstance(rule, Rule)} == {r.pattern for r in rules}


EVERY = (
    "x <b> &amp; &lt; &gt; &nbsp; &MD; &quot; &apos; &#1; cannot gonna gotta lemme gimme wanna "
    "'tis "
    "'twas isn't he's he’s 'n ’nx 'n' 'em '60s '78 d' y'all c'est ev'ry shi'ite éa N'Golo a-b a/b "
    "B. The c. U.S. dog., -LRB- Mr. a.b no. 5 Ph.D. A&B c# a.b-c pro- 5.5 1 1/2 9/14-20 "
    "(555) 555-1234 555 555 1234 ½ ¼ ¾ ⅓ ⅔ ² US$ $ ¢ £ http://a.b www.x-y.bc x.com/ab a@b 5a.py @a "
    "#a cont'd. "
    ":) ^_^ (^^) (x-x) ... - ----- ! \" '' “ * ( ) [ ] { } ,"
)
