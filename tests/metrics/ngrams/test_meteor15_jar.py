"""meteor-1.5.jar, run on many texts at once."""

import pytest

from sacreval.errors import MetricError
from sacreval.metrics.ngrams._meteor15_jar import jar_statistics
from support import originals

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
