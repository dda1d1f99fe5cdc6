"""Sentences about values that are missing or that a metric cannot take."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams.bleu import Bleu
from sacreval.scoring.inputs.wrong_values import brief, wrong_value


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a", "text"),
        (3, "of type int"),
        (None, "of type NoneType"),
        ([1, 2], "[1,2]"),
        ({"a": 1}, '{"a":1}'),
        (list(range(100)), f"{str(list(range(100))).replace(' ', '')[:59]}…"),
    ],
)
def test_values_in_brief(value, said):
    """A value is described by its type, or by what is in it, at most sixty characters of that."""
    assert brief(value) == said


@pytest.mark.parametrize(
    ("name", "record", "said"),
    [
        ("references", {}, "no `references`, which bleu needs; add them, --map"),
        ("prediction", {}, "or state in `error` why there is none"),
        ("prediction", {"prediction": 3}, "`prediction` is of type int, but bleu needs text"),
        ("prediction", {"prediction": ["a", "b"]}, "tokens need --tokenize none; give it, or"),
        ("references", {"references": [["a"]]}, "map(&join(' ', @), references)"),
    ],
)
def test_sentences(name, record, said):
    """The sentence names the field, the metric and what to do."""
    batch = Batch([Instance(**record)])
    assert said in wrong_value(name, batch, 0, Bleu())


def test_results_beside_programs(cli, tmp_path):
    """Programs without verdicts: the file of results beside them is named."""
    (tmp_path / "s.jsonl").write_text('{"task_id": "T/0", "completion": "return 1"}\n')
    assert "or name the file of results" in cli("evaluate", "pass-at-k", "s.jsonl").err
    verdict = '{"task_id": "T/0", "completion": "return 1", "result": "passed", "passed": true}\n'
    (tmp_path / "s.jsonl_results.jsonl").write_text(verdict)
    assert "or name s.jsonl_results.jsonl" in cli("evaluate", "pass-at-k", "s.jsonl").err
    assert cli("evaluate", "pass-at-k", "s.jsonl_results.jsonl").code == 0


def test_numbers_beyond_all_bounds(cli, tmp_path):
    """A whole number that no float holds is named as one."""
    (tmp_path / "a.jsonl").write_text('{"prediction": 1' + "0" * 400 + ', "references": [1]}\n')
    assert "is a whole number above 1.8e+308" in cli("evaluate", "pearson", "a.jsonl").err
