"""SIMetrix equals the original's output, and each of its parts is checked by hand."""

from math import log, log10

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from support import mirror
from support.classic_cases import others
from support.tasks import scores_of

REPOSITORY = "igorbrigadir/simetrix/768f256b736bc0d84326664381fe9e81ff8dd440/src/main/resources"
BARE = {"features": ["divergence", "probability"], "stemmer": False, "remove_stopwords": False}
FIRST = (
    "Alpha's beta don't run-time 3.5 million naïve café U.S. policy_makers were running runs. The "
    "quick brown fox's dogs; alpha alpha BETA\nlaake dukes compile e-mail x y z 'quoted' $5 100% "
    "www.site.com/a_b generously universities happiness skies dying agreement"
)
SECOND = "Second file about alpha and running dogs quickly compiled. Zebra zebra zebra unseenword"
SOURCES = [FIRST, SECOND]


@pytest.mark.parametrize(
    ("summary", "wanted"),
    [
        # SIMetrix 1.0 (igorbrigadir/simetrix at 768f256, javac 17), performStemming = N and
        # removeStopWords = N, 2026-11-22; it prints five decimals.
        (
            "Alpha ran. new words zzz don't run-time 3.5 café naive policy_makers e-mail x 1 alpha",
            (2.96801, 2.55659, 0.41384, 0.38602, -23.78137, -5.69628),
        ),
        ("Totally novel summary vocabulary", (2.88561, 7.13663, 0.69315, 0.56864, 0.0, 1.38021)),
        ("alpha", (1.41428, 1.46859, 0.5743, 0.30284, -1.20412, -1.20412)),
        ("", (0.48944, -0.22347, 0.34657, 0.03129, 0.0, 0.0)),
        ("the of and", (2.46446, 3.99301, 0.62934, 0.48479, -3.61236, -2.83421)),
        (
            "naïve café u.s us U S 3 5 35 3.5",
            (3.09707, 2.40472, 0.48142, 0.43766, -18.31168, -9.72152),
        ),
    ],
)
def test_original(summary, wanted):
    """Divergences and probabilities are the original's, also of empty and of novel summaries."""
    scores = scores_of("simetrix", [{"prediction": summary, "sources": SOURCES}], BARE)
    assert list(scores.values()) == pytest.approx(wanted, abs=5.1e-6)


def test_worked_numbers(tmp_path, monkeypatch):
    """The ten outputs for the 15 summaries of the original's sample are those that it prints."""
    wanted = [line.split() for line in others("simetrix")["micro"][1:]]
    sample = mirror.path(REPOSITORY)
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    (tmp_path / "simetrix").symlink_to(sample / "data")
    records = []
    for name, system, *_ in wanted:
        files = sorted((sample / "sampleEval/sampleInputs" / name).iterdir())
        summary = sample / f"sampleEval/sampleSummaries/{name}.{system}.txt"
        texts = [path.read_text(encoding="latin-1") for path in (summary, *files)]
        records.append(Instance(prediction=texts[0], sources=texts[1:]))
    metric = metrics.get("simetrix")()
    rows = metric.rows(Batch(records))
    for row, (_, _, *values) in zip(rows.tolist(), wanted, strict=True):
        assert row[:10] == pytest.approx(list(map(float, values)), abs=5.1e-6)
    labels = others("simetrix")["micro"][0].split()[2:]
    assert len(metric.outputs) == len(labels) == 10


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A background of a hundred thousand words, set up by hand."""
    folder = tmp_path / "simetrix"
    folder.mkdir()
    (folder / "smart_common_words.txt").write_text("the\nof\n")
    for kind, cat in (("stemmed", "cat"), ("unstemmed", "cats")):
        first = "100000\n" if kind == "stemmed" else ""
        counts = f"{first}{cat} 10\nsat 99990\n"
        name = "bgFreqCounts.stemmed" if kind == "stemmed" else "bgFreqCounts.unstemmed.txt"
        (folder / name).write_text(counts)
        (folder / f"bgIdfValues.{kind}.txt").write_text(f"1000\n{cat} 2.0\nsat 0.5\n")
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    return folder


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("stemmer", [True, False])
def test_by_hand(stemmer):
    """Topic words are frequent against the background; unseen words have its largest idf."""
    records = [{"prediction": "the cats zebra", "sources": ["Cats of cats, cats.", "Sat sat"]}]
    options = {"features": ["cosine", "topic"], "stemmer": stemmer}
    scores = scores_of("simetrix", records, options)
    # Source: cat 3 (idf 2), sat 2 (idf 0.5); summary: cat 1, zebra 1 (idf log 1000).
    summary = (2.0**2 + log(1000) ** 2) ** 0.5
    assert scores == {
        "simetrix_cosine": pytest.approx(6 * 2 / ((6**2 + 1) ** 0.5 * summary)),
        "simetrix_topic_token_share": 0.5,
        "simetrix_topic_word_share": 1.0,
        "simetrix_topic_cosine": pytest.approx(6 * 2 / (6 * summary)),
    }


def test_probabilities_by_hand():
    """Unknown words count among the orders of the multinomial, but have no probability."""
    records = [{"prediction": "a a zzz zzz zzz", "sources": ["a b"]}]
    scores = scores_of("simetrix", records, BARE | {"features": ["probability"]})
    unigram = 2 * log10(1 / 2)
    assert scores["simetrix_unigram_log_prob"] == pytest.approx(unigram)
    assert scores["simetrix_multinomial_log_prob"] == pytest.approx(unigram + log10(120 / (2 * 6)))


def test_what_must_be_set_up(tmp_path, monkeypatch):
    """Without the background, outputs that need it are refused with the command to run."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    for options in (
        {},
        {"features": ("cosine",), "remove_stopwords": False},
        {"features": ("divergence",)},
    ):
        with pytest.raises(NotSetUpError, match="; run: sacreval setup-metric simetrix$"):
            metrics.get("simetrix")(**options)
    assert metrics.get("simetrix")(features=("divergence",), remove_stopwords=False)


@pytest.mark.parametrize("content", ["", "100\n", "cat x\n", "cat 1 2\n"])
def test_damaged_background(home, content):
    """A damaged file is named, with the command that fetches it again."""
    (home / "bgIdfValues.stemmed.txt").write_text(content)
    with pytest.raises(NotSetUpError, match=r"bgIdfValues.stemmed.txt: the file is damaged; fetch"):
        metrics.get("simetrix")()
    (home / "bgIdfValues.stemmed.txt").unlink()
    with pytest.raises(NotSetUpError, match="not installed"):
        metrics.get("simetrix")()


def test_features_once():
    """A feature named twice is an error."""
    with pytest.raises(UsageError, match="once, and at least one"):
        metrics.get("simetrix")(features=("divergence", "divergence"), remove_stopwords=False)
