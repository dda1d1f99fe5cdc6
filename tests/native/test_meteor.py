"""METEOR's alignment and WordNet's synonyms equal NLTK's."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from string import ascii_lowercase

import mirror
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.meteor_score import meteor_score
from official_alignment import CASES
from random_alignment import synonyms as related
from test_native_parity import check
from wordnet_home import FOLDER, inflected, reader, wrong_matches
from wordnet_home import synonyms as official_synonyms

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError
from sacreval.native import Texts

METEOR_CASES = [case for case in CASES if case.name.startswith("meteor")]
FEW = mirror.some({
    "english": 1200, "english_four": 150, "summaries": 30, "german": 200, "paragraphs": 100,
    "chinese": 60, "japanese": 300, "ragged": 400, "russian": 33,
})  # fmt: skip

few_words = st.lists(
    st.sampled_from(["a", "b", "dog", "dogs", "hound", "Dogs", "domestic_dog", "go", "went", "'s"])
)

needs_wordnet = pytest.mark.skipif(
    FOLDER is None, reason="no WordNet here: install wordnet-base or set SACREVAL_WORDNET"
)


@needs_wordnet
@pytest.mark.parametrize("case", METEOR_CASES, ids=lambda case: case.name)
@pytest.mark.long
def test_related_words(case):
    """Neighbours in WordNet, inflected and shuffled, match at every stage alike."""
    random = Random(3)
    pairs = [related(random) for _ in range(300)]
    check(case, [p for p, _ in pairs], [r for _, r in pairs], workers=2)


@needs_wordnet
@settings(max_examples=100, deadline=None)
@given(few_words, few_words)
def test_few_words(prediction, reference):
    """Repetitions, ties and crossings are resolved alike."""
    for case in METEOR_CASES:
        check(case, [" ".join(prediction)], [[" ".join(reference)]])


@needs_wordnet
@pytest.mark.parametrize("corpus", sorted(FEW))
def test_real_texts(corpus):
    """Real texts of the mirror, in seven languages, give equal rows."""
    readers = mirror.available()
    if corpus not in readers:
        pytest.skip(f"corpus {corpus} is not in the mirror {mirror.ROOT}")
    predictions, references = readers[corpus]()
    some = sorted(Random(4).sample(range(len(predictions)), FEW[corpus]))
    for case in METEOR_CASES:
        check(case, [predictions[i] for i in some], [references[i] for i in some])


@needs_wordnet
@pytest.mark.parametrize("tokenize", ["whitespace", "word"])
def test_lower_case_of_words(tokenize):
    """Words are lower-cased one by one: a sigma is final where its word ends, not its text."""
    official = next(case for case in METEOR_CASES if case.name.endswith(tokenize)).official
    texts = ["ΑΣ:Α ΟΔΟΣ.", "ας:α οδος .", "İstanbul'S K", "i̇stanbul 's k", "ΣΑΣ’ΣΑ Σ", "σας ’ σα σ"]
    rows = native.meteor_pairs(
        Texts(texts, [texts] * len(texts), workers=2), tokenize=tokenize, wordnet=FOLDER
    )
    assert rows.tolist() == [row for text in texts for row in official(text, texts)]


@needs_wordnet
@pytest.mark.parametrize("letter", ["b", "\N{CYRILLIC SMALL LETTER BE}"])
def test_many_words(letter):
    """More words than are remembered match by their stems all the same, and TER takes them over."""
    words = [f"{a}{b}{c}{letter}" for a in ascii_lowercase for b in ascii_lowercase
             for c in range(120)]  # fmt: skip
    lines = [words[i : i + 20] for i in range(0, len(words), 20)]
    predictions = [" ".join(line) for line in lines]
    references = [[" ".join(f"{word}s" for word in line)] for line in lines]
    for _ in range(2):
        texts = Texts(predictions, references, workers=2)
        rows = native.meteor_pairs(texts, tokenize="whitespace", wordnet=FOLDER)
        assert {tuple(row) for row in rows.tolist()} == {(20, 1, 20, 20)}
        assert {tuple(row) for row in native.ter_pairs(texts).tolist()} == {(20, 20)}


OUT_OF_MEMORY = """
import resource, sys
from pathlib import Path
from sacreval import native
from sacreval.native import Texts
def rows(texts):
    return native.meteor_pairs(texts, tokenize="whitespace", wordnet=Path(sys.argv[1])).tolist()
few, word = Texts(["b a dog"], [["a hound dogs"]]), Texts(["x" * 10**7], [["y"]])
words = " ".join(f"w{i}" for i in range(4000))
before = rows(few)
failed = 0
for room in range(2, 52, 4):
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + room * 10**6, resource.RLIM_INFINITY))
    try:
        rows(word)
    except MemoryError:
        failed += 1
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
    assert rows(Texts([words], [[words]])) == [[4000, 1, 4000, 4000]]
    assert rows(few) == before
assert failed
"""


@needs_wordnet
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@pytest.mark.skipif("SACREVAL_SANITIZED" in os.environ, reason="ASan needs memory without end")
def test_lack_of_memory():
    """What is remembered of words is whole after memory ran out, wherever that was."""
    subprocess.run([sys.executable, "-c", OUT_OF_MEMORY, FOLDER], check=True)


LONG_WORDS = """
import resource, sys
from pathlib import Path
from sacreval import native
from sacreval.native import Texts
for batch in range(40):
    words = [chr(0x4E00 + batch * 100 + i) * 9000 for i in range(100)]
    texts = Texts(words, [[word] for word in words])
    assert (native.meteor_pairs(
        texts, tokenize="whitespace", wordnet=Path(sys.argv[1])) == 1).all()
    if batch == 5:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@needs_wordnet
@pytest.mark.skipif("SACREVAL_SANITIZED" in os.environ, reason="ASan keeps freed memory")
def test_long_words():
    """Texts without blanks, which are words of their own, do not pile up."""
    result = subprocess.run(
        [sys.executable, "-c", LONG_WORDS, FOLDER], check=True, capture_output=True, text=True
    )
    assert int(result.stdout) < 40 << 10  # KiB; all of their texts are ten times that


@needs_wordnet
def test_score():
    """The rows and Lavie and Agarwal's formula give NLTK's number."""
    prediction, reference = "the hounds were barking loud", "a dog barked loudly , the hound"
    ((matches, chunks, ours, theirs),) = native.meteor_pairs(
        Texts([prediction], [[reference]]), tokenize="whitespace", wordnet=FOLDER
    ).tolist()
    p, r = matches / ours, matches / theirs
    mean = (p * r) / (0.9 * p + (1 - 0.9) * r)
    score = (1 - 0.5 * (chunks / matches) ** 3.0) * mean
    assert score == meteor_score([reference.split()], prediction.split(), wordnet=reader())


@needs_wordnet
def test_stages():
    """Fewer stages match less; what they match, the others would have too."""
    texts = Texts(["dogs ran the hound"], [["dog runs the dog"]])
    stages = ("exact", "stem", "synonym")
    counts = [
        native.meteor_pairs(texts, tokenize="whitespace", wordnet=FOLDER, stages=stages[:k])[0, 0]
        for k in (1, 2, 3)
    ]
    assert counts == [1, 2, 4]
    with pytest.raises(ValueError, match="exact"):
        native.meteor_pairs(texts, tokenize="whitespace", wordnet=None, stages=("stem",))


@needs_wordnet
@pytest.mark.long
def test_synonyms():
    """Synonyms of a sample of all forms; benchmarks/wordnet_forms.py takes them all."""
    forms = Random(9).sample(sorted(inflected(reader(), Random(1), 0.1)), 20_000)
    wrong = [w for w in forms if native.wordnet_synonyms(FOLDER, w) != official_synonyms(w)]
    assert not wrong, (len(wrong), wrong[:10])
    wrong = wrong_matches(forms)
    assert not wrong, (len(wrong), wrong[:10])


@needs_wordnet
@pytest.mark.parametrize("word", ["", "_", " ", "é", "\0", "x" * 500, "s", "ies", "'s", "22"])
def test_odd_words(word):
    """Words that no index holds have no synonyms and do no harm."""
    if "\0" in word:
        with pytest.raises(ValueError, match="null"):
            native.wordnet_synonyms(FOLDER, word)
        assert not official_synonyms(word)
        return
    assert native.wordnet_synonyms(FOLDER, word) == official_synonyms(word)


def test_no_wordnet(tmp_path):
    """Without WordNet there is one sentence that says how to get it."""
    with pytest.raises(NotSetUpError, match="wordnet-base"):
        native.meteor_pairs(Texts(["a"], [["a"]]), tokenize="word", wordnet=tmp_path)


@needs_wordnet
@pytest.mark.parametrize(
    ("name", "line"),
    [("index.verb", "zzzq v 1 0 1 0 99999999"), ("index.verb", "zzzq v x 0 1 0 00001740"),
     ("index.verb", "zzzq"), ("index.verb", "zzzq v 2 0 2 0 00001740"),
     ("index.verb", "zzzq v 1 0 1 0 00001741"), ("index.verb", "zzzq v 1 0 1 0 0000174")],
)  # fmt: skip
def test_damaged(tmp_path, name, line):
    """A damaged file is a ValueError that names it, never a wrong synonym."""
    for path in FOLDER.glob("*.*"):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / name).unlink()
    (tmp_path / name).write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match="verb"):
        native.wordnet_synonyms(tmp_path, "zzzq")


@needs_wordnet
def test_damaged_in_use(tmp_path, monkeypatch):
    """A run that meets a damaged file names it, and how to have a whole one."""
    home = tmp_path / "nltk_data" / "corpora" / "wordnet"
    home.mkdir(parents=True)
    for path in FOLDER.glob("*.*"):
        (home / path.name).symlink_to(path)
    (home / "data.noun").unlink()
    (home / "data.noun").write_bytes((FOLDER / "data.noun").read_bytes()[:1_000_000])
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    batch = Batch([Instance(prediction="the dog runs", references=["the hound runs"])])
    metric = metrics.get("meteor")().with_engine("native")
    with pytest.raises(NotSetUpError, match=r"noun is damaged at byte 1000000; .*--force"):
        metric.rows(batch)


def test_unreadable(tmp_path):
    """A file that is missing is named."""
    Path(tmp_path / "index.noun").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"data\.noun"):
        native.wordnet_synonyms(tmp_path, "dog")
