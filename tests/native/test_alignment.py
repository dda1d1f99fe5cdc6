"""METEOR 1.5's kernel equals the definition in Python; its English stemmer equals Snowball's."""

from random import Random

import numpy as np
import pytest
from snowballstemmer.english_stemmer import EnglishStemmer

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.native.batch import extension
from support.meteor_home import FILES, PARAPHRASES, lay_out
from support.sizes import long
from support.texts import text as odd_text

WORDS = sorted(
    {word for phrases in PARAPHRASES for phrase in phrases for word in phrase.split()}
    | {word for line in FILES["synonym/english.synsets"].split("\n")[::2] for word in line.split()}
    | {"dogs", "hounds", "walked", "walking", "went", "men", "handfuls", "buses", "better", "best"}
)
PIECES = [
    "...", "..", ".", ",", "1,000", "a,b", "U.S.", "Mr.", "No. 7", "3.5%", "don't", "'s", "1990's",
    "''", "`x`", "\u2018y\u2019", "\u201cz\u201d", "--", "\u2013", "\u2014", "a-b", ".-c",
    "DOTMULTI", "DOTMULTI.", "DOTDOTMULTI..", "\u0130stanbul", "\u03a3\u0391\u03a3", "\u732b",
    "\U0001d49c", "\x0b", "\x1f", "\u00a0", "\u3000", "\u2003", "\ud800", "Aa", "BB",
    "\u0436\u0443\u043a", "l'eau", "e.g.", "x.", "\n", "\r",
]  # fmt: skip
OPTIONS = [
    {},
    {"task": "util", "characters": True},
    {"beam_size": 1},
    {"beam_size": 3, "normalization": "lowercase"},
    {"normalization": "no-punctuation"},
    {"normalization": "none", "modules": ("paraphrase", "exact")},
    {"language": "fr", "modules": ("exact", "stem")},
    {"language": "ru", "modules": ("stem", "exact")},
    {"language": "ar-bw-red", "normalization": "none"},
]


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    """Set up small tables."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    lay_out(tmp_path)


def line(random, longest):
    """Return words of the tables, marks and odd characters."""
    size = random.randrange(longest)
    drawn = [random.choice(WORDS if random.random() < 0.75 else PIECES) for _ in range(size)]
    return random.choice((" ", " ", " ", "")).join(drawn)


def records(seed, count, longest=18):
    """Return random records, in which a reference may be the prediction in another order."""
    random = Random(seed)
    instances = []
    for _ in range(count):
        output = line(random, longest) if random.random() < 0.8 else odd_text(random)
        words = output.split(" ")
        shuffled = " ".join(random.sample(words, len(words)))
        instances.append(Instance(prediction=output, references=[line(random, longest), shuffled]))
    return Batch(instances, workers=2)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("size", [10, long(60)])
def test_kernel_equals_definition(options, size):
    """Rows of both engines are equal on random words, marks, white space and surrogates."""
    metric = metrics.get("meteor-1.5")(**options)
    batch = records(5, size)
    native, official = metric.with_engine("native"), metric.with_engine("official")
    np.testing.assert_array_equal(native.rows(batch), official.rows(batch))
    np.testing.assert_array_equal(
        native.leave_one_out_rows(batch), official.leave_one_out_rows(batch)
    )


def test_repeated_words():
    """Where paths are dropped from the beam, the same ones are."""
    random = Random(8)
    few = ["a", "the", "dog", "hound", "puppy", "one", "two", "three", "."]
    instances = [
        Instance(
            prediction=" ".join(random.choices(few, k=22)),
            references=[" ".join(random.choices(few, k=22))],
        )
        for _ in range(15)
    ]
    metric = metrics.get("meteor-1.5")()
    want = metric.rows(Batch(instances))
    np.testing.assert_array_equal(metric.with_engine("native").rows(Batch(instances)), want)


def test_long_texts():
    """Texts of thousands of words are aligned, and words at their ends match."""
    words = [f"w{k}" for k in range(5000)]
    texts = Batch([Instance(prediction=" ".join(words[::-1]), references=[" ".join(words)])])
    row = metrics.get("meteor-1.5")(engine="native", modules=("exact",)).rows(texts)[0]
    assert row[[0, 1, 20, 21, 22]].tolist() == [5000, 5000, 5000, 5000, 5000]


def test_english_stemmer():
    """The kernel's English stemmer is Snowball's, on words, endings and odd letters."""
    stem, want, random = extension().english_stem, EnglishStemmer().stemWord, Random(3)
    endings = (
        "s es ed ing ingly edly eed eedly ly li ies ied 's ' 's' ness fulness ational ization y "
        "er ion e l ll able ement ogi iviti ative alize tional entli ousli bli"
    ).split()
    letters = "aeiouybdlstxwg'Y\u00e9"
    stems = ["gener", "commun", "arsen", "skis", "inning", "proceed", "dying", "news", "hop", "tr"]
    for _ in range(4000):
        start = random.choice([*stems, "".join(random.choices(letters, k=random.randrange(8)))])
        word = start + "".join(random.choices(["", *endings], k=random.randrange(3)))
        assert stem(word) == want(word), word
