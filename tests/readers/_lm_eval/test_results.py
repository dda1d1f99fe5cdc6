"""Results files of lm-eval: numbers that are not JSON, other names, damage."""

import pytest

from sacreval.errors import InputError
from sacreval.readers._lm_eval.results import run_of_task
from support.lm_eval_logs import DATE, row, write, write_results


def test_nan(tmp_path):
    """NaN in a results file is read."""
    path = write(tmp_path, row())
    write_results(tmp_path, scores={"acc,none": float("nan")})
    assert run_of_task(str(path)).model == "org/model"


def test_other_name(tmp_path):
    """Results that were written to a file of the user's name are found by their date."""
    path = write(tmp_path, row())
    write_results(tmp_path).rename(tmp_path / f"mine_{DATE}.json")
    assert run_of_task(str(path)).model == "org/model"
    write_results(tmp_path, date="2025-01-01T00-00-00.000000", model_name="other")
    assert run_of_task(str(path)).model == "org/model"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is not JSON"),
        ('{"results": 1}', "these are no results of lm-eval: `results` must be an object"),
        ('{"results": {}, "model_name": NaN}', "`model_name` must be text"),
    ],
)
def test_damaged(tmp_path, text, message):
    """A damaged results file is an error, and not as if there were none."""
    path = write(tmp_path, row())
    write_results(tmp_path).write_text(text)
    with pytest.raises(InputError, match=message):
        run_of_task(str(path))


def test_old_scores(tmp_path):
    """Scores without a filter's name, of versions before 0.4, are read."""
    path = write(tmp_path, row())
    write_results(tmp_path, scores={"acc": 0.5, "acc_stderr": 0.1, "alias": "x", "samples": 3})
    run = run_of_task(str(path))
    assert [(one.name, one.value, one.error) for one in run.stored({"none": "m"})] == [
        ("acc", 0.5, 0.1)
    ]
