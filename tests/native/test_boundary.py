"""What crosses from Python to the kernels and back: types, errors, memory, threads, signals."""

import os
import signal
import subprocess
import sys
import threading
import time
from random import Random

import numpy as np
import pytest
from cases import all_cases
from random_texts import instance

from sacreval import native
from sacreval.native import Texts
from sacreval.native.batch import extension
from support.program import ends
from support.sizes import few

BLEU = {"tokenize": "13a", "lowercase": True, "max_ngram_order": 4}


@pytest.mark.parametrize(
    ("predictions", "references"),
    [
        ([1], [["a"]]),
        ([b"a"], [["a"]]),
        ([None], [["a"]]),
        (["a"], [[None]]),
        (["a"], ["a"]),
        ("a", [["a"]]),
        (["a"], "a"),
        (3, [["a"]]),
        (["a"], [3]),
        (["a"], None),
    ],
)
def test_wrong_types(predictions, references):
    """Anything but str where text belongs is a TypeError."""
    with pytest.raises(TypeError):
        Texts(predictions, references)


def test_unequal_lengths():
    """As many lists of references as predictions, or a ValueError."""
    with pytest.raises(ValueError, match="2 predictions but 1 lists"):
        Texts(["a", "b"], [["a"]])


def test_sequences():
    """Tuples, arrays of objects and subclasses of str are sequences of texts too."""

    class Text(str):
        __slots__ = ()

        def lower(self):
            raise AssertionError

    texts = Texts((Text("A É"), "b"), np.array([["a é"], ["B"]], dtype=object))
    assert native.bleu(texts, **BLEU)[:, 2].tolist() == [2, 1]


@pytest.mark.parametrize(
    "call",
    [
        lambda t: native.bleu(t, tokenize="zh", lowercase=False, max_ngram_order=4),
        lambda t: native.bleu(t, tokenize="13a", lowercase=False, max_ngram_order=0),
        lambda t: native.rouge_pairs(t, types=("0",), stemmer=False),
        lambda t: native.rouge_pairs(t, types=("Lsum", 3), stemmer=False),
        lambda t: native.edit_pairs(t, unit="words"),
        lambda t: native.distance_pairs(t, unit="words"),
        lambda t: extension().bleu(t.handle, np.zeros(3, np.int64), 1, "13a", False, 4),
    ],
)
def test_wrong_options(call):
    """An option that no kernel has, or too little room, is a ValueError."""
    with pytest.raises(ValueError, match=r".+"):
        call(Texts(["a"], [["a"]]))


def test_not_a_batch():
    """A kernel takes what Texts gathered and nothing else."""
    with pytest.raises(TypeError):
        extension().bleu("texts", np.zeros(10, np.int64), 1, "13a", False, 4)
    with pytest.raises((TypeError, BufferError)):
        extension().bleu(Texts([], []).handle, b"", 1, "13a", False, 4)


def test_nothing():
    """No instances, no references and no text give empty or zero rows."""
    for case in all_cases():
        assert len(case.native(Texts([], []))) == 0
        rows = case.native(Texts(["", "a b"], [[], []]))
        assert len(rows) == (0 if case.per_pair else 2)


def test_too_long():
    """An instance beyond the limit of int32 is an OverflowError, not a wrong number."""
    texts = Texts(["a"], [["a"]])
    texts._hold(extension().gather(["a" * 60, "ö" * 60], [["b" * 60], ["b" * 60]], 100), 1)
    with pytest.raises(OverflowError):
        native.bleu(texts, **BLEU)
    with pytest.raises(OverflowError):
        native.chrf_pairs(texts, char_order=6, word_order=2, lowercase=False, whitespace=False)
    with pytest.raises(OverflowError):
        native.rouge_pairs(texts, types=("L",), stemmer=True)
    for unit in ("word", "char"):
        with pytest.raises(OverflowError):
            native.edit_pairs(texts, unit=unit)
        with pytest.raises(OverflowError):
            native.distance_pairs(texts, unit=unit)


@pytest.mark.long
def test_an_error_stops_all_threads():
    """When one thread meets a text beyond the limit, the others do not finish their work."""
    random = Random(3)

    def text(length):
        return "".join(random.choices("abcdef", k=length))

    slow = [(text(12_000), text(12_000)) for _ in range(40)] * 300  # minutes
    with ends(), pytest.raises(OverflowError):
        _align([(text(20_000), text(20_000)), *slow], limit=30_000)


def _align(pairs, *, limit):
    """Align characters on two threads, with another limit on the length of texts."""
    predictions, references = [p for p, _ in pairs], [[r] for _, r in pairs]
    texts = Texts(predictions, references, workers=2)
    texts.handle = extension().gather(predictions, references, limit)
    native.edit_pairs(texts, unit="char")


@few(20, "case", all_cases(), ids=lambda case: case.name)
def test_workers(case):
    """One and several threads give the same rows, also from two Python threads at once."""
    random = Random(11)
    pairs = [instance(random) for _ in range(400)]
    predictions, references = [p for p, _ in pairs], [r for _, r in pairs]
    alone = case.native(Texts(predictions, references))
    shared = Texts(predictions, references, workers=3)
    results = [None, None]

    def run(k):
        results[k] = case.native(shared)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(alone, results[0])
    assert np.array_equal(alone, results[1])


MANY_BATCHES = """
import os
from random import Random
from cases import all_cases
from random_texts import instance
from sacreval.native import Texts

def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

random = Random(5)
made = [instance(random) for _ in range(20)]
predictions, references = [p for p, _ in made], [r for _, r in made]
cases = all_cases()

def once():
    texts = Texts(list(predictions), [list(own) for own in references])
    for case in cases:
        case.native(texts)
    try:
        Texts([*predictions, 1], [*references, []])
    except TypeError:
        return
    raise AssertionError("1 is no text")

for _ in range(30):
    once()
before = resident()
for _ in range(150):
    once()
print(resident() - before)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")  # noqa: PTH110
@pytest.mark.skipif("SACREVAL_SANITIZED" in os.environ, reason="ASan keeps freed memory")
@pytest.mark.long
def test_memory_is_flat():
    """Thousands of batches, failing ones included, leave resident memory where it was.

    In a process of its own: what else a long run of tests holds comes and goes.
    """
    here = os.path.dirname(__file__)  # noqa: PTH120
    done = subprocess.run(
        [sys.executable, "-c", MANY_BATCHES], cwd=here, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 2 << 20


@pytest.mark.long
def test_interrupt():
    """Ctrl-C ends a long kernel within a second, on one thread and on two."""
    script = (
        "import sys\n"
        "from sacreval.native import Texts, edit_pairs\n"
        "texts = Texts(['ab' * 400_000] * 99, [['ba' * 350_001]] * 99, workers=int(sys.argv[1]))\n"
        "print('go', flush=True)\n"
        "edit_pairs(texts, unit='char')\n"
    )
    for workers in ("1", "2"):
        process = subprocess.Popen(
            [sys.executable, "-c", script, workers], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout.readline() == b"go\n"
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        assert b"KeyboardInterrupt" in error


@pytest.mark.long
def test_signals_within_one_instance():
    """METEOR sees signals in the middle of two texts of a million words, not only after them."""
    text = " ".join(f"w{i * 7919 % 999983:x}" for i in range(1_500_000))
    texts = Texts([text], [[text[::-1]]])
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
    try:
        native.meteor_pairs(texts, tokenize="whitespace", wordnet=None, stages=("exact", "stem"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(seen) > 2  # one before, and one after
