"""meteor-1.5.jar, run on many texts at once."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import MetricError, UsageError
from sacreval.metrics.ngrams._meteor15.jar import jar_statistics
from sacreval.metrics.ngrams.meteor_1_5 import jar_options
from support import meteor_outputs, meteor_runs, originals

pytestmark = pytest.mark.usefixtures("alone")

OPTIONS = ["-l", "en", "-norm", "-m", "exact stem"]


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
    assert meteor_outputs.unequal(originals.meteor_jar(), run) == []


def test_engines():
    """On the official engine the jar computes rows, and the best reference counts."""
    originals.registered("meteor-1.5", originals.meteor_jar())
    native = metrics.get("meteor-1.5")(modules=("exact", "stem"), engine="native")
    official = native.with_engine("official")
    assert official.computed_by() == "official"
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
