"""Every metric's results make a page, with its records where the metric has scores of them."""

import json

import msgspec
import pytest

from sacreval.core.metric import SetMetric, metrics
from sacreval.errors import NotSetUpError
from sacreval.features.page.page import _listed
from support import missing
from support.pages import data_of
from support.program import write_jsonl
from support.specimens import instances


@pytest.mark.parametrize("name", sorted(metrics))
@pytest.mark.long
def test_every_metric_makes_a_page(cli, tmp_path, name):
    """Two systems by any metric are reported, tested and listed record by record."""
    cls = metrics.get(name)
    try:
        cls()
    except NotSetUpError as error:
        missing.say(f"reports on {name}: {error}")
        pytest.skip(str(error))
    records = [
        {**json.loads(msgspec.json.encode(one)), "instance_id": str(i), "system_id": system}
        for system in ("a", "b")
        for i, one in enumerate(instances(cls))
    ]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    whole = issubclass(cls, SetMetric)
    extra = [] if whole else ["--instances", "scores.jsonl"]
    done = cli("evaluate", name, source, "-o", "result.json", "--allow-errors", *extra)
    assert done.code == 0, done.err
    done = cli("report", "result.json", "--inputs", source, "-o", "r.html")
    assert done.code == 0, done.err
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert ('id="tests"' in page) is (not whole and name != "confusion-matrix")
    assert "▲" not in page.replace("▲\N{NO-BREAK SPACE}better", "")
    data = data_of(page)
    assert len(data["ids"]) == (0 if whole else len(records) // 2)


def test_a_title_names_some_metrics():
    """Up to six metrics are listed in full; of more, six and that there are others."""
    names = list("abcdefgh")
    assert _listed(names[:1]) == "a"
    assert _listed(names[:6]) == "a, b, c, d, e and f"
    assert _listed(names) == "a, b, c, d, e, f and more"
