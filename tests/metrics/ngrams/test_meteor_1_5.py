"""METEOR 1.5: scores by hand, options, errors, and the system's score."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from support.meteor_home import lay_out
from support.tasks import scores_of


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    """Set up small tables."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    lay_out(tmp_path)


def metric(**options):
    """Create the metric."""
    return metrics.get("meteor-1.5")(**options)


def scored(prediction, *references, engine="official", **options):
    """Score a record."""
    record = {"prediction": prediction, "references": list(references)}
    return scores_of("meteor-1.5", [record], options, engine=engine)


@pytest.mark.parametrize("engine", ["native", "official"])
@pytest.mark.parametrize(
    ("prediction", "reference", "options", "value"),
    [
        ("Alpha beta.", "alpha Beta .", {}, 1.0),
        ("beta alpha", "alpha beta", {}, 1 - 0.6),  # two chunks of two words: penalty 0.6
        ("alpha", "alpha beta", {"gamma": 0.0}, 1 / (0.15 + 0.85 * 2)),
        ("jumps", "jumping", {}, 0.6),
        # Stem and synonym: neither is certain, and half a word counts 0.
        ("walks", "walking", {}, 0.0),
        ("dog", "hounds", {}, 0.8),
        ("puppy", "dog", {}, 0.6),
        ("puppy", "dog", {"task": "hter"}, 0.8),
        ("the cat", "the bird", {"gamma": 0.0}, 0.25 / (0.75 + 0.25)),
        ("alpha", "beta", {}, 0.0),
        ("", "alpha", {}, 0.0),
        ("alpha", "", {}, 0.0),
        ("", "", {}, 0.0),
        ("Aa BB", "BB Aa", {"normalization": "none"}, 1.0),
        ("ktAb", "ktb", {"language": "ar-bw-red", "normalization": "none"}, 0.5),
    ],
)
def test_by_hand(prediction, reference, options, value, engine):
    """Weights, the F-mean and the penalty are those of METEOR 1.5, computed by hand.

    Words weigh 1, 0.6, 0.8 and 0.6 by module; a function word weighs 0.25 and another 0.75. `Aa`
    and `BB` have the same hash code in Java.
    """
    scores = scored(prediction, reference, engine=engine, **options)
    assert scores["meteor_1.5"] == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("engine", ["native", "official"])
def test_parts(engine):
    """Precision, recall, F-mean and penalty are outputs of their own."""
    scores = scored("alpha beta", "beta gamma delta", engine=engine)
    p, r = 1 / 2, 1 / 3
    f_mean = 1 / (0.15 / p + 0.85 / r)
    want = [f_mean * (1 - 0.6), p, r, f_mean, 0.6]
    assert list(scores.values()) == pytest.approx(want, abs=1e-12)


@pytest.mark.parametrize("engine", ["native", "official"])
def test_a_system_is_scored_by_summed_counts(engine):
    """Chunks of perfect outputs are not penalised, neither alone nor in a system."""
    records = [("alpha beta", "alpha beta"), ("beta alpha", "alpha beta")]
    batch = Batch([Instance(prediction=p, references=[r]) for p, r in records])
    meteor = metric().with_engine(engine)
    rows = meteor.rows(batch)
    assert rows[:, 20].tolist() == [1, 2]
    assert rows[:, 23].tolist() == [0, 2]
    penalty = 0.6 * (2 / 4) ** 0.2
    assert meteor.reduce(rows.sum(axis=0))["meteor_1.5"] == pytest.approx(1 - penalty, abs=1e-12)


@pytest.mark.parametrize("engine", ["native", "official"])
def test_first_of_equal_references(engine):
    """Of references with the same score the first one's counts are kept."""
    meteor = metric().with_engine(engine)
    batch = Batch([Instance(prediction="alpha", references=["beta", "gamma delta", "alpha"])])
    assert meteor.rows(batch)[0, :2].tolist() == [1, 1]
    (first, second, third) = meteor.leave_one_out_rows(batch)
    assert [row[1] for row in (first, second, third)] == [1, 1, 1]
    assert first[21] == second[21] == 1
    assert third[21] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "pt"}, "no normaliser for the language pt; give --normalization lowercase"),
        ({"language": "de", "task": "adq", "modules": ("exact",)}, "choose rank, li or tune"),
        ({"modules": ("exact", "exact")}, "each module once"),
        ({"modules": ("stem",)}, "must include exact"),
        ({"language": "cs", "modules": ("exact", "stem")}, "no stemmer for the language cs"),
        ({"language": "fr", "modules": ("exact", "synonym")}, "synonyms for English only"),
        ({"alpha": 1.5}, "from 0 to 1"),
        ({"beta": -1.0}, "beta 0 or more"),
        ({"beam_size": 0}, "beam_size is 0"),
        ({"beam_size": 10**20}, "give 1 to 10000"),
        ({"weights": (1.0,)}, "4 numbers from 0 to 1"),
        ({"weights": (1.0, 0.5, 2.0, 0.5)}, "4 numbers from 0 to 1"),
        ({"language": "de", "modules": ("exact",), "alpha": 0.5}, "give --weights"),
    ],
)
def test_refused(options, message):
    """Options that METEOR 1.5 has no numbers for are refused in one sentence."""
    with pytest.raises(UsageError, match=message):
        metric(**options)


def test_paraphrases_of_other_languages():
    """Without the user's table the sentence has the command that sets it up."""
    with pytest.raises(NotSetUpError, match=r"setup-metric meteor-1\.5 --paraphrases de="):
        metric(language="de")


def test_no_tables(tmp_path, monkeypatch):
    """Without the tables the sentence has the command that fetches them."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path / "empty"))
    with pytest.raises(NotSetUpError, match=r"run: sacreval setup-metric meteor-1\.5"):
        metric()


def test_damaged_synonyms(tmp_path):
    """A damaged table is named, with the command that fetches it again, on either engine."""
    path = tmp_path / "meteor-1.5/synonym/english.synsets"
    path.write_text("dog\n1 x\nhound\n1\n", encoding="utf-8")
    batch = Batch([Instance(prediction="dog", references=["hound"])])
    for engine in ("native", "official"):
        with pytest.raises((NotSetUpError, InputError), match=r"english\.synsets.*--force"):
            metric().with_engine(engine).rows(batch)


def test_own_function_words(tmp_path):
    """A list of function words is read from the user's file, and its absence is reported."""
    path = tmp_path / "words"
    path.write_text("alpha\n", encoding="utf-8")
    batch = Batch([Instance(prediction="alpha the", references=["beta"])])
    for engine in ("native", "official"):
        rows = metric(function_words=str(path)).with_engine(engine).rows(batch)
        assert rows[0, :4].tolist() == [2, 1, 1, 0]
    with pytest.raises(InputError, match="absent cannot be read"):
        metric(function_words=str(tmp_path / "absent"))


def test_universal():
    """The task universal has the modules exact and paraphrase, and its own parameters."""
    meteor = metric(task="universal", normalization="lowercase")
    assert meteor.used_modules == ("exact", "paraphrase")
    assert meteor.parameters == (0.7, 1.4, 0.3, 0.7, (1.0, 0.6))


def test_changed_parameters_take_the_weights_of_adq():
    """As in METEOR 1.5, English weights are those of adq if a parameter is set."""
    assert metric(beta=3.0).parameters.weights == (1.0, 1.0, 0.6, 0.8)
    assert metric(beta=3.0).parameters.alpha == 0.85


def test_order_of_records():
    """Rows do not depend on which records are scored together."""
    texts = ["the dog walks", "a puppy went in order to walk", "Dr. No 7 men", "猫 dog", ""]
    batch = Batch([Instance(prediction=p, references=[*texts]) for p in texts])
    meteor = metric().with_engine("native")
    alone = [meteor.rows(Batch([record]))[0] for record in batch]
    np.testing.assert_array_equal(meteor.rows(batch), alone)
