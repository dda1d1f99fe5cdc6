"""Parts of METEOR 1.5: normaliser, stemmers, parameters, search and the jar."""

import gzip
import json
import re
import subprocess
from functools import cache
from shutil import which
from typing import get_args

import pytest

from sacreval.core.contract.declarations import computed_by
from sacreval.core.metric import metrics
from sacreval.core.options.docstrings import arguments
from sacreval.core.options.registry import RESERVED
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, MetricError, UsageError
from sacreval.metrics.ngrams._meteor15 import meteor_tables as tables
from sacreval.metrics.ngrams._meteor15.formula import Language, Task, modules, parameters
from sacreval.metrics.ngrams._meteor15.matchers import SNOWBALL, exact, lookup_stemmer, stemmer
from sacreval.metrics.ngrams._meteor15.meteor_counts import (
    Match,
    align,
    fixed,
    jar_statistics,
    java_hash,
)
from sacreval.metrics.ngrams._meteor15.meteor_normalizer import normalizer, split
from sacreval.metrics.ngrams.meteor_1_5 import jar_options
from support import meteor_runs, mirror, missing, originals
from support.cases import COLLECTIONS
from support.meteor_home import lay_out
from support.mirror import CHECKOUT

pytestmark = pytest.mark.usefixtures("alone")


OPTIONS = ["-l", "en", "-norm", "-m", "exact stem"]
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


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "Mr. Smith's 3.5% rise, in 1990's U.S.-based firms.",
         "mr. smith 's 3.5 % rise , in 1990 's us based firms ."),
        ("en", "No. 7 and No. x", "no. 7 and no. x"),
        ("en", "No. Seven", "no . seven"),
        ("en", "Wait... what.. ", "wait ... what .."),
        ("en", "1,000 or 1 ,000 or a,b", "1,000 or 1 , 000 or a , b"),
        ("en", "\u201cQuoted\u201d \u2018single\u2019 ``x'' a\u2013b a\u2014b a--b",
         "\" quoted \" ' single ' \" x \" a - b a \u2014 b a b"),
        ("fr", "L'homme d'\u00e9t\u00e9", "l' homme d' \u00e9t\u00e9"),
        ("de", "geht's", "geht ' s"),
        ("en", "don't", "don 't"),
        ("en", "a\u00a0b\u3000c", "a b c"),
        ("en", "\x1f a \x1f b \x0b", "a \x1f b"),  # Java trims control characters at the ends
        ("en", "", ""),
    ],
)  # fmt: skip
def test_words(language, text, words):
    """Words, marks and numbers are separated as METEOR 1.5 does, and lower-cased."""
    normalize = normalizer(language, prefixes=["Mr"], numeric=["No"], kind="full")
    assert " ".join(split(normalize(text))) == words


def test_other_kinds():
    """Without punctuation only letters and digits are left; other kinds change no marks."""
    make = {k: normalizer("en", prefixes=(), numeric=(), kind=k)
            for k in ("no-punctuation", "lowercase", "none")}  # fmt: skip
    assert split(make["no-punctuation"]("It's 3.5%, OK.")) == ["it", "s", "3", "5", "ok"]
    assert split(make["lowercase"]("It's\tOK.\f")) == ["it's", "ok."]
    assert split(make["none"]("It's\u00a0OK.")) == ["It's\u00a0OK."]


# Printed by jshell of Java 17 (`"...".hashCode() & 0xFFFFFFFFL`, 2026-11-22).
@pytest.mark.parametrize(
    ("text", "code"),
    [("", 0), ("a", 97), ("Aa", 2112), ("BB", 2112), ("größe", 98762257), ("😀", 1772899)],
)
def test_java(text, code):
    """The code is the polynomial of the UTF-16 code units at 31, modulo 2**32."""
    assert java_hash(text) == code


def test_lone_surrogates():
    """Half a character is a code unit like others."""
    assert java_hash("\ud83d\ude00") == java_hash("😀")


def test_lists(tmp_path):
    """Comments and blank lines are skipped; prefixes before numbers are apart."""
    folder = lay_out(tmp_path)
    assert "the" in tables.function_words(folder / tables.FUNCTION_WORDS)
    prefixes = tables.prefixes(folder / tables.PREFIXES["en"])
    assert prefixes == (("Mr", "Dr"), ("No",))


def test_synonyms(tmp_path):
    """A word has its synsets, and an irregular form its bases."""
    synonyms = tables.synonym_tables(lay_out(tmp_path) / "synonym")
    assert synonyms.synsets["dog"] == {1, 2}
    assert synonyms.bases["better"] == ["good"]


@pytest.mark.parametrize("content", [b"dog\n1\nhound\n", b"dog\n1 x\n", b"\xff\n1\n"])
def test_damaged(tmp_path, content):
    """A damaged table is named, with the command that fetches it again."""
    folder = lay_out(tmp_path) / "synonym"
    (folder / "english.synsets").write_bytes(content)
    with pytest.raises(InputError, match=r"english\.synsets.*setup-metric meteor-1\.5 --force"):
        tables.synonym_tables(folder)


def test_own_list(tmp_path):
    """A list of the user's that is missing is not to be fetched."""
    with pytest.raises(InputError, match=r"absent cannot be read .*; name a UTF-8 file"):
        tables.function_words(tmp_path / "absent")


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize("task", get_args(Task))
def test_every_language_has_modules_and_weights_for_them(language, task):
    """A task has a weight for each module; adq, hter and util exist for English alone."""
    settings = parameters(language, task)
    if task in {"adq", "hter", "util"} and language != "en":
        assert settings is None
        return
    wanted = 1 if language == "other" and task != "universal" else 2
    assert len(settings.weights) >= len(modules(language, task)) >= wanted


def test_ids():
    """The numbers are those of the Java program's Eval IDs, such as de-0.95_1.0_0.55_0.55."""
    assert parameters("de", "rank") == (0.95, 1.0, 0.55, 0.55, (1.0, 0.8, 0.2))
    assert parameters("pt", "rank") == parameters("en", "li")
    assert modules("cs", "rank") == ("exact", "paraphrase")


def rows_of_page(first):
    """Return the cells of a table of docs/meteor.md, by the heading of its first column."""
    page = (CHECKOUT / "docs" / "meteor.md").read_text(encoding="utf-8")
    table = page.partition(f"| {first} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_page_of_options():
    """The page names every option of the metric, and every letter of the program in its help."""
    options, described = arguments(metrics.get("meteor-1.5")), rows_of_page("program")
    named = {flag for row in described for flag in re.findall(r"`[^`]*`", row[1])}
    for option in options.keys() - {*RESERVED}:
        assert any(f"--{option.replace('_', '-')}" in text for text in named), option
    letters = set(re.findall(r"-[a-zA-Z]+\b", " ".join(row[0] for row in described)))
    helped = " ".join(options.values())
    assert set(re.findall(r"(?<=\()-[a-zA-Z]+(?=[);])", helped)) <= letters


def test_page_of_languages():
    """The page has the modules and tasks of every language."""
    rows = {
        language: row
        for row in rows_of_page("language")
        for language in re.findall(r"`([^`]+)`", row[0])
    }
    assert rows.keys() == set(get_args(Language))
    for language, (_, used, tasks) in rows.items():
        assert tuple(used.split(", ")) == modules(language, "rank")
        differs = parameters(language, "rank") != parameters(language, "li") or language == "ru"
        assert ("is `li`" in tasks) != differs
        there = {task for task in get_args(Task) if parameters(language, task)} - {"universal"}
        assert set(re.findall(r"`(\w+)`", tasks)) == there


def pairs(predicted, reference, beam=40):
    """Return matched positions (reference, prediction), and chunks."""
    matches, chunks = align(predicted.split(), reference.split(), [exact], exact=0, beam=beam)
    return [(m.start, m.predicted) for m in matches], chunks


@pytest.mark.parametrize(
    ("predicted", "reference", "matches", "chunks"),
    [
        ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)], 1),
        ("a b c", "c a b", [(0, 2), (1, 0), (2, 1)], 2),
        ("a x b", "a b", [(0, 0), (1, 2)], 2),
        ("the cat the dog", "the dog", [(0, 2), (1, 3)], 1),  # one chunk rather than the first word
        ("x", "y", [], 0),
        ("", "a", [], 0),
    ],
)
def test_alignment(predicted, reference, matches, chunks):
    """The most matches in the fewest chunks are found."""
    assert pairs(predicted, reference) == (matches, chunks)


def test_narrow_beam():
    """With one path the search is greedy and finds more chunks."""
    predicted, reference = "a b a c a d", "a d a c"
    assert pairs(predicted, reference)[1] < pairs(predicted, reference, beam=1)[1]


def test_certain_matches():
    """A match is certain if no other one has a word of it."""
    lone, first, second = Match(0, 1, 0, 1, 0), Match(1, 1, 1, 1, 0), Match(1, 1, 2, 1, 0)
    assert fixed([[lone], [first, second]], 3) == [lone, None]


def test_statistics():
    """Each pair has its 23 numbers; line ends in a text do not begin another one."""
    pairs = [("the cat sat on the mat", "the cats sat\non the mat"), ("a\r\nb", "a b"), ("é", "É")]
    first, second, third = jar_statistics(originals.meteor_jar(), pairs, OPTIONS)
    assert first == [6, 6, 3, 3, 2, 2, 3, 3, 1, 1, *[0] * 10, 1, 6, 6]
    assert second == [2, 2, 1, 1, 1, 1, 1, 1, *[0] * 12, 1, 2, 2]
    assert third[4:6] == [1, 1]


def test_failures():
    """A jar that fails is one sentence with its reason."""
    with pytest.raises(MetricError, match=r"meteor-1.5.jar failed \(.*paraphrase-de.gz"):
        jar_statistics(originals.meteor_jar(), [("a", "a")], ["-l", "de", "-norm"])


@pytest.mark.parametrize(
    "run", list(meteor_runs.runs(3, 300, 50)), ids=lambda run: " ".join(run.jar)
)
def test_random_pairs(run):
    """The kernel has the jar's statistics, for random texts, languages and options."""
    assert meteor_runs.unequal(originals.meteor_jar(), run) == []


def test_engines():
    """On the official engine the jar computes rows, and the best reference counts."""
    originals.registered("meteor-1.5", originals.meteor_jar())
    native = metrics.get("meteor-1.5")(modules=("exact", "stem"), engine="native")
    official = native.with_engine("official")
    assert computed_by(official) == "official"
    batch = Batch(
        [
            Instance(
                prediction="the cat sat", references=["a cat", "the cats sat", "the cats sat"]
            ),
            Instance(prediction="", references=["a", "b"]),
        ]
    )
    assert official.rows(batch).tolist() == native.rows(batch).tolist()
    assert official.leave_one_out_rows(batch).tolist() == native.leave_one_out_rows(batch).tolist()


def test_options():
    """Options that the statistics depend on are the jar's; others are refused in one sentence."""
    originals.meteor_jar()
    make = metrics.get("meteor-1.5")
    metric = make(language="cs", modules=("exact",), normalization="no-punctuation", beam_size=2)
    assert jar_options(metric) == ["-l", "cz", "-norm", "-noPunct", "-m", "exact", "-x", "2"]
    metric = make(modules=("exact",), characters=True, normalization="lowercase")
    assert jar_options(metric) == ["-l", "en", "-lower", "-m", "exact", "-ch", "-x", "40"]
    with pytest.raises(UsageError, match="has the task universal only for a language of your own"):
        jar_options(make(task="universal", modules=("exact",)))


@pytest.mark.parametrize(("language", "word", "stem"), PAIRS)
def test_jar(language, word, stem):
    """Words that newer rules stem otherwise have the stems of the jar."""
    assert stemmer(language)(word) == stem


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
        {word for document in documents for word in re.findall(r"[^\W\d_]+", str(document).lower())}
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
