"""Files of compare and correlate are read for their reports, and incomplete ones are refused."""

import json

import pytest

from sacreval.errors import InputError
from sacreval.features.compare.result import ComparisonReport
from sacreval.features.compare.sets.result import SetReport
from sacreval.features.correlate.tables.correlation_files import check
from sacreval.features.page.other_results import read_other
from support.pages import SAMPLE
from support.set_results import write_sets


def test_kinds_of_files(cli, tmp_path):
    """A comparison and correlations are read as what they are, a result of evaluate is neither."""
    assert cli("compare", "chrf", SAMPLE, "-o", "c.json").code == 0
    assert isinstance(read_other(tmp_path / "c.json", check), ComparisonReport)
    assert cli("correlate", "chrf", SAMPLE, "--human", "adequacy", "-o", "k.json").code == 0
    assert read_other(tmp_path / "k.json", check)["results"]
    assert cli("evaluate", "chrf", SAMPLE, "-o", "e.json").code == 0
    assert read_other(tmp_path / "e.json", check) is None
    (tmp_path / "x.json").write_text("nothing")
    assert read_other(tmp_path / "x.json", check) is None


def test_incomplete_files(cli, tmp_path):
    """A file that lacks a part is refused with the verb that writes it."""
    assert cli("compare", "chrf", SAMPLE, "-o", "c.json").code == 0
    document = json.loads((tmp_path / "c.json").read_text())
    del document["standings"]
    (tmp_path / "c.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="not a whole result of `sacreval compare`"):
        read_other(tmp_path / "c.json", check)


def test_parts_that_do_not_belong_together(cli, tmp_path):
    """A system that is ranked by an output of no comparison is refused."""
    assert cli("compare", "chrf", SAMPLE, "-o", "c.json").code == 0
    document = json.loads((tmp_path / "c.json").read_text())
    document["standings"][0]["output"] = "bleu"
    (tmp_path / "c.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="systems are ranked by what is not compared"):
        read_other(tmp_path / "c.json", check)
    paths = write_sets(tmp_path, {x: {"a": 1, "b": 2} for x in "xy"})
    words = [path.name for path in paths]
    assert cli("compare", "results", *words, "-o", "s.json").code == 0
    assert isinstance(read_other(tmp_path / "s.json", check), SetReport)
    document = {**json.loads((tmp_path / "s.json").read_text()), "ranks": []}
    (tmp_path / "s.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="systems are ranked by what is not tested"):
        read_other(tmp_path / "s.json", check)
