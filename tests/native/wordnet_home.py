"""WordNet for tests, and NLTK's reader of it.

SACREVAL_WORDNET names the folder; by default it is where Debian's `wordnet-base` puts the files.
"""

import atexit
import os
import shutil
import tempfile
import warnings
from functools import lru_cache
from pathlib import Path

from sacreval import native

_NAMED = Path(os.environ.get("SACREVAL_WORDNET", "/usr/share/wordnet"))
FOLDER = _NAMED if (_NAMED / "index.noun").is_file() else None
LEXICOGRAPHER_FILES = 45
ENDINGS = ("s", "es", "ed", "ing", "er", "est", "ies", "ves", "men", "ses", "xes", "zes", "ches")


@lru_cache(maxsize=1)
def reader():
    """Return NLTK's reader over a copy of the files, completed by what the package leaves out."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class EnglishReader(WordNetCorpusReader):
        def map_wn(self, version="wordnet"):
            """Other languages' WordNets, which would need more files, are not read."""

    home = Path(tempfile.mkdtemp(prefix="sacreval-wordnet-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for path in FOLDER.glob("*.*"):
        shutil.copy(path, home)
    names = (f"{i:02d}\tname{i}\t1\n" for i in range(LEXICOGRAPHER_FILES))
    (home / "lexnames").write_text("".join(names), encoding="utf-8")
    nltk.data.path.append(str(home))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that other languages are missing
        return EnglishReader(str(home), None)


def synonyms(word):
    """List what NLTK's METEOR takes for synonyms, the word itself apart."""
    lemmas = (lemma.name() for synset in reader().synsets(word) for lemma in synset.lemmas())
    return sorted({name for name in lemmas if "_" not in name})


def wrong_matches(forms):
    """List the words and lemmas of their synsets that METEOR matches unlike NLTK's synonyms."""
    lemmas = {
        form: sorted({lemma.name().lower() for synset in reader().synsets(form)
                      for lemma in synset.lemmas()})
        for form in forms
    }  # fmt: skip
    rows = native.meteor_pairs(
        native.Texts(forms, [lemmas[form] for form in forms]),
        tokenize="whitespace", wordnet=FOLDER, stages=("exact", "synonym"),
    )  # fmt: skip
    pairs = [(form, lemma) for form in forms for lemma in lemmas[form]]
    official = {form: {form, *synonyms(form)} for form in forms}
    return [
        (form, lemma)
        for (form, lemma), matches in zip(pairs, rows[:, 0].tolist(), strict=True)
        if matches != (lemma in official[form])
    ]


def inflected(wordnet, random, share):
    """Return all lemmas, irregular forms, and a share of what endings make of both."""
    forms = set(wordnet._lemma_pos_offset_map)
    for irregular in wordnet._exception_map.values():
        forms.update(irregular, *irregular.values())
    for word in sorted(forms):
        for ending in ENDINGS:
            if random.random() < share:
                forms.update((word + ending, word[:-1] + ending))
    return forms
