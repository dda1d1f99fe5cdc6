"""Short signatures: what differs from the defaults, and versions."""

import pytest

from sacreval.core import signature
from sacreval.report.result_notes import defaults, short

LONG = (
    'bleu|lowercase:true|tokenize:13a|trg_lang:""|smooth_method:exp|smooth_value:null|'
    "max_ngram_order:4|effective_order:false|refs:1|sacreval:0.1.0|sacrebleu:2.6.0|data:93f0161b"
)


def test_defaults_and_hashes_are_left_out():
    """Options that differ, the tokenizer, the number of references and the versions stay."""
    assert short(LONG) == "bleu|lowercase:true|tokenize:13a|refs:1|sacreval:0.1.0|sacrebleu:2.6.0"


def test_nothing_is_lost_but_hashes():
    """With the defaults of its metric, a short signature is the long one without hashes."""
    name, stated = signature.read(short(LONG))
    whole = signature.read(LONG)[1]
    assert {**defaults(name, extracted=False), **stated}.items() >= {
        k: v for k, v in whole.items() if k != "data"
    }.items()


@pytest.mark.parametrize(
    "text",
    ["py:mine:rude|refs:1|data:ab", "unheard-of|a:1|data:ab", "cmd:'unclosed|per:set|refs:1"],
)
def test_others_stay_as_they_are(text):
    """Whose defaults are not known here, those signatures stay whole."""
    assert short(text) == text


def test_programs():
    """A program's options at their defaults are left out, and the program is not run."""
    text = 'cmd:./no-such-program x|numbers:["no-such-program"]|per:{}|files:[]|refs:1|data:ab'
    assert short(text.format("record")) == "cmd:./no-such-program x|refs:1"
    assert short(text.format("set")) == "cmd:./no-such-program x|per:set|refs:1"
