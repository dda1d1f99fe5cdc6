"""The stemmers are those of METEOR's jar, which is older than every library."""

import gzip
import json
import re
import subprocess
from functools import cache
from shutil import which

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.ngrams._meteor15.stemmers import SNOWBALL, lookup_stemmer, stemmer
from support import mirror, missing, originals
from support.cases import COLLECTIONS
from support.mirror import CHECKOUT

# Printed by org.tartarus.snowball of meteor-1.5.jar (Java 17, 2026-11-22). snowballstemmer 2.2.0
# stems the words of the first part otherwise.
JAR = {
    "da": "a000 a00; bedømmelsen bedøm; hundrede hundred; sygeplejersken sygeplejersk",
    "de": "ergebnisse ergebniss; ergebnissen ergebniss; testergebnisses testergebniss; "
    "bedürfnissen bedurfniss; häuser haus; ergebnis ergebnis",
    "fi": "voitaisiin voitais; tilanteeseen tilantees; perheiden perheid; asioiden asioid; "
    "yhden yhd; sitten sit; porošenko poroš; osoitteeseen osoittees; taloissa talo",
    "fr": "laïcité laïcit; héroïque héroïqu; brontë brontë; aiguë aiguë; ambiguë ambigu; "
    "ambiguës ambigu; noëlle noëll; mangeaient mang",
    "hu": "őket őket; nők nők; erről erről; tűnik tűni; ősi ősi; házakat ház",
    "pt": "revolução revoluçã; execução execuçã; coproduções coproduçõ; instituciones institu; "
    "constitución constitu; terminología terminolog; tecnología tecnologí; informação inform",
    "ru": "всё всё; неё неё; своём своём; зелёный зелён; ребёнком ребёнк; книгами книг",
}
PAIRS = [(name, *pair.split()) for name, text in JAR.items() for pair in text.split("; ")]


@pytest.mark.parametrize(("language", "word", "stem"), PAIRS)
def test_jar(language, word, stem):
    """Words that newer rules stem otherwise have the stems of the jar."""
    assert stemmer(language)(word) == stem


# Each language once: its own rules are used.
ONCE = {
    "en": ("generously", "generous"),
    "es": ("habitaciones", "habit"),
    "it": ("abbandonarono", "abbandon"),
    "nl": ("lichamelijkheden", "licham"),
    "no": ("havnedistriktene", "havnedistrikt"),
    "ro": ("abilităților", "abilităț"),
    "sv": ("jaktkarlarne", "jaktkarl"),
    "tr": ("kitaplarımızdan", "kitap"),
}


@pytest.mark.parametrize("language", ONCE)
def test_rules(language):
    """A word has the stem of its language's rules in the jar."""
    word, stem = ONCE[language]
    assert stemmer(language)(word) == stem


def test_every_language():
    """All languages of METEOR 1.5 have a stemmer, each with its rules."""
    assert set(SNOWBALL) == {*JAR, *ONCE}


@pytest.mark.parametrize("language", SNOWBALL)
def test_odd_words(language):
    """Empty words, marks, emoji, lone surrogates and capitals have stems."""
    stem = stemmer(language)
    for word in ("", "!", "'", "😀", "\ud800", "a\ud800en", "x", "ëïùàôûê", "ABC"):
        assert isinstance(stem(word), str)
    assert stem("!") == "!"
    assert stem("😀") == "😀"


def test_unknown_language():
    """A language without a stemmer is refused, with a list of the others."""
    with pytest.raises(UsageError, match="there is no stemmer for 'cs'; available: da, de, en"):
        stemmer("cs")


def test_cases():
    """All stems of the collection of METEOR's cases are the jar's."""
    path = COLLECTIONS / "meteor15.json"
    if not path.exists():
        missing.say("6,644 stems of METEOR's jar: SACREVAL_CASES names no folder of meteor15.json")
        pytest.skip("no cases")
    stems = json.loads(path.read_text(encoding="utf-8"))["stems"]
    for name, pairs in stems.items():
        stem = stemmer({"se": "sv"}.get(name, name))
        assert {word: stem(word) for word in pairs} == pairs
    assert sum(map(len, stems.values())) == 6644


@pytest.fixture(scope="module")
def jar():
    """Find METEOR's jar, and Java to run it."""
    if which("java") is None:
        missing.say("stems of real texts: java is not installed")
        pytest.skip("no java")
    return originals.named("SACREVAL_METEOR_JAR", "meteor-1.5.jar")


@cache
def words_of_real_texts():
    """Read the words of XQuAD in three languages."""
    texts = (mirror.path(f"{mirror.XQUAD}/xquad.{name}.json") for name in ("de", "en", "es"))
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in texts]
    return sorted(
        {word for one in documents for word in re.findall(r"[^\W\d_]+", str(one).lower())}
    )


@pytest.mark.long
@pytest.mark.parametrize("language", SNOWBALL)
def test_real_texts(language, jar):
    """Words of real texts, whatever their language, have the stems of the jar."""
    words = words_of_real_texts()[:: 1 if language in {"de", "en", "es"} else 4]
    assert len(words) > 5000
    command = ["java", "-cp", jar, CHECKOUT / "tests" / "support" / "Stem.java"]
    run = subprocess.run(
        [*command, SNOWBALL[language]],
        input="\n".join(words), capture_output=True, check=True, encoding="utf-8",
    )  # fmt: skip
    stem = stemmer(language)
    stems = dict(zip(words, run.stdout.splitlines(), strict=True))
    assert {word: stem(word) for word in words} == stems


def test_lookup(tmp_path):
    """The first stem of a line counts, words with the same hash code are one, others their own."""
    lines = "ktAb 37 kitAb 6 kut~Ab\nAa 1 one\nktb 2 katab\nktb 1 kutub\n"
    (tmp_path / "x.gz").write_bytes(gzip.compress(lines.encode()))
    stem = lookup_stemmer(tmp_path / "x.gz")
    words = ["ktAb", "Aa", "BB", "ktb", "unknown", ""]
    assert [stem(word) for word in words] == ["kitAb", "one", "one", "kutub", "unknown", ""]


@pytest.mark.parametrize(
    "data",
    [b"", b"text", gzip.compress(b"word\n"), gzip.compress(b"\xff 1 a")],
    ids=["empty", "text", "one word", "no UTF-8"],  # the bytes of gzip hold the time
)
def test_damaged_lookup(tmp_path, data):
    """A table that cannot be read is reported with the command that fetches it again."""
    if data:
        (tmp_path / "x.gz").write_bytes(data)
    with pytest.raises(InputError, match="cannot be read .* sacreval setup-metric meteor-1.5 --fo"):
        lookup_stemmer(tmp_path / "x.gz")
