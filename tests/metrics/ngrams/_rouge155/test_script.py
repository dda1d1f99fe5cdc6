"""ROUGE-1.5.5.pl, run on many texts at once."""

from dataclasses import replace

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import MetricError
from sacreval.metrics.ngrams._rouge155.script import Texts, script_output, script_scores
from sacreval.text.raw_bytes import to_text
from support import originals, rouge_outputs, rouge_runs

pytestmark = pytest.mark.usefixtures("alone")


def test_scores():
    """Each text has the numbers of its line, in order; the stemmer has its exceptions."""
    texts = [("The geese ran better", ["The goose run well"]), ("a b", ["a c", "a b"])] * 6
    found = script_scores(originals.rouge_script(), texts, ["-n", "2", "-m"], kind="SPL")
    # The base of "better" is "well"; without exceptions "the" alone matches, 1 word of 4.
    assert found["1"][:2] == [(0.5, 0.5, 0.5), (0.75, 0.75, 0.75)]
    assert found["1"][10:] == found["1"][:2]
    assert set(found) == {"1", "2", "L"}


def test_counts():
    """With -t 1 the numbers are counts of models, peer and matches."""
    script = originals.rouge_script()
    found = script_scores(script, [("a b", ["a c", "a b d"])], ["-x", "-n", "1", "-t", "1"],
                          kind="SPL")  # fmt: skip
    assert found == {"1": [(5.0, 4.0, 3.0)]}


def test_bytes():
    """Bytes that are not UTF-8 reach the script: a limit of 6 bytes ends after them."""
    script = originals.rouge_script()
    for text, recall in (
        (b"\xe9\xe9\xe9\xe9 a", 1.0),
        ("éé a b".encode(), 1.0),
        ("é é a".encode(), 0.0),
    ):
        found = script_scores(
            script, [(to_text(text), ["a"])], ["-x", "-n", "1", "-b", "6"], kind="SPL"
        )
        assert found["1"][0][0] == recall


def test_basic_elements():
    """Basic elements are read in their own format."""
    script = originals.rouge_script()
    found = script_scores(script, [("a|b|c", ["a|b|d"])], ["-3", "HM"], kind="SIMPLE")
    assert list(found.values()) == [[(1.0, 1.0, 1.0)]]


def test_output():
    """All that the script prints is returned, for several peers."""
    texts = {"e1": Texts({"A": "a b", "B": "c"}, ["a b"])}
    printed = script_output(originals.rouge_script(), texts, ["-x", "-n", "1", "-a"])
    assert "A ROUGE-1 Average_R: 1.00000 (95%-conf.int. 1.00000 - 1.00000)\n" in printed
    assert "B ROUGE-1 Average_R: 0.00000" in printed


def test_failures():
    """A script that fails is one sentence with its reason."""
    script = originals.rouge_script()
    with pytest.raises(MetricError, match=r"ROUGE-1.5.5.pl failed \(Illegal division by zero"):
        script_scores(script, [("a", [""])], ["-w", "1.2"], kind="SPL")


@pytest.mark.parametrize(
    "run", list(rouge_runs.runs(7, 240, 30)), ids=lambda run: " ".join(run.script)
)
def test_engines(run):
    """The script's rows are the kernel's, for random texts of any bytes and random options."""
    originals.registered("rouge-1.5.5", originals.rouge_script())
    native, batch = rouge_outputs.metric_of(run), rouge_outputs.batch_of(run)
    official = native.with_engine("official")
    assert official.computed_by() == "official"
    np.testing.assert_allclose(official.rows(batch), native.rows(batch), rtol=1e-12)


def test_left_out_references():
    """Rows without each reference are those of the kernel too, and no records have no rows."""
    originals.registered("rouge-1.5.5", originals.rouge_script())
    native = metrics.get("rouge-1.5.5")(engine="native")
    batch = Batch([Instance(prediction="a b c", references=["a b", "b c", "a c d"])] * 3)
    official = native.with_engine("official")
    assert official.leave_one_out_rows(batch).tolist() == native.leave_one_out_rows(batch).tolist()
    assert official.rows(Batch([])).shape == (0, 10)
    exact = replace(official, rounded=False, weight=1.2)
    expected = exact.with_engine("native").rows(batch)
    np.testing.assert_allclose(exact.rows(batch), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "run", list(rouge_runs.runs(8, 300, 100)), ids=lambda run: " ".join(run.script)
)
def test_printed_lines(run):
    """All that the script prints for random runs is printed, line by line."""
    script = originals.rouge_script()
    expected = rouge_outputs.theirs(script, run)
    assert rouge_outputs.differences(expected, rouge_outputs.ours(run)) == []


@pytest.mark.long
def test_long_texts():
    """Texts of thousands of words have the script's lines."""
    script = originals.rouge_script()
    for run in rouge_runs.runs(9, 40, 20, long=0.3):
        expected = rouge_outputs.theirs(script, run)
        assert rouge_outputs.differences(expected, rouge_outputs.ours(run)) == []
