"""The kernel of NIST beside its Python definition, which it equals to the last bit."""

import subprocess
import sys
from math import fsum
from random import Random

import numpy as np
import pytest
from random_texts import instance

from sacreval import native
from sacreval.core.contract.leave_one_out import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError

OPTIONS = (
    {},
    {"order": 1},
    {"order": 12},
    {"lowercase": True},
    {"tokenize": "char"},
    {"tokenize": "none", "lowercase": True},
    {"tokenize": "intl", "lowercase": True},
    {"tokenize": "ptb"},
)


def encodable(text):
    """Replace lone surrogates, which the hash of references refuses."""
    return "".join("?" if 0xD800 <= ord(x) < 0xE000 else x for x in text)


def batch(seed, size):
    draw = Random(seed)
    made = [instance(draw) for _ in range(size)]
    return Batch(
        [
            Instance(prediction=encodable(p), references=[*map(encodable, own), "0 a 0 b", "0 B"])
            for p, own in made
        ],
        workers=2,
    )


@pytest.mark.parametrize("definition", ["nltk", "mteval"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_as_defined(options, definition):
    """Random Unicode with several references has the definition's rows, also without each."""
    records = batch(3, 50)
    metric = metrics.get("nist")(definition=definition, **options).settle([records])
    ours = metric.with_engine("native")
    both = rows_with_leave_one_out(ours, records)
    for mine, defined in zip(both, rows_with_leave_one_out(metric, records), strict=True):
        np.testing.assert_array_equal(mine, defined)
    np.testing.assert_array_equal(ours.rows(records), both[0])


def test_exact_sums():
    """Words of very different information add up as in math.fsum, in any order."""
    words = [chr(0x4E00 + k) for k in range(40)]
    references = [" ".join(words[: k + 1]) for k in range(40)]
    records = Batch([Instance(prediction=" ".join(words), references=[x]) for x in references])
    metric = metrics.get("nist")(order=1, tokenize="none").settle([records])
    rows = metric.with_engine("native").rows(records)
    total = sum(range(1, 41))
    bits = [np.log2(total / (40 - k)) for k in range(40)]
    assert rows[:, 0].tolist() == [fsum(bits[: k + 1]) for k in range(40)]


def test_references_that_were_not_counted():
    """An n-gram that the table lacks is the definition's error, or nothing if it is not shared."""
    metric = metrics.get("nist")().settle([batch(1, 3)]).with_engine("native")
    with pytest.raises(UsageError, match="no information on 'unheard'"):
        metric.rows(Batch([Instance(prediction="unheard", references=["unheard"])]))
    apart = Batch([Instance(prediction="b", references=["unheard"])])
    np.testing.assert_array_equal(metric.rows(apart), metric.with_engine("official").rows(apart))


@pytest.mark.long
def test_long_orders_take_no_memory_of_short_ones():
    """The table of each order has room for its own n-grams: one long text is no burden."""
    pytest.importorskip("resource")
    code = (
        "import resource; from sacreval import native\n"
        "texts = native.Texts(['a b'] * 250_000 + ['a ' * 500], [[]] * 250_001)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "options = native.NistOptions('none', False, False, 500, False)\n"
        "native.NistTable(texts, options)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    grown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert int(grown.stdout) < 400_000  # KiB; 8 MiB for each order would be 4 GiB


def test_too_few_references():
    """An instance without a reference, or with one to leave out, is an error."""
    options = native.NistOptions("none", False, False, 2, False)
    table = native.NistTable(native.Texts(["a b"], [[]]), options)
    for own, leave_one_out in (([], False), (["a"], True)):
        with pytest.raises(ValueError, match="too few references"):
            native.nist_rows(native.Texts(["a"], [own]), table, leave_one_out=leave_one_out)


def test_a_table_is_no_other_capsule():
    """Texts in the place of a table are an error."""
    texts = native.Texts(["a"], [["a"]])
    table = native.NistTable(texts, native.NistOptions("none", False, False, 2, False))
    table.handle = texts.handle
    with pytest.raises(TypeError, match="expected a table"):
        native.nist_rows(texts, table, leave_one_out=False)
