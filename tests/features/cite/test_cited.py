"""What `sacreval cite` is asked for."""

import pytest

from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.features.cite.cited import cited
from support.program import write_jsonl

pytestmark = pytest.mark.usefixtures("recipes_once")


def test_names():
    """Metrics, other names of metrics, and corpora are found; entries are those of all, once."""
    found = cited(["chrf++", "TER", "wmt23", "chrf"])
    assert [(one.metric, one.options) for one in found.used][:2] == [
        ("chrf", ("word order 2",)),
        ("ter", ()),
    ]
    assert [one.name for one in found.corpora] == ["WMT23"]
    keys = [entry.key for entry in found.entries]
    assert len(keys) == len(set(keys))
    assert {"sacreval", "popovic2015"} <= set(keys)


def test_unknown():
    """An unknown name has the nearest one."""
    with pytest.raises(UsageError, match="bleu"):
        cited(["bleuu"])


def test_this_program_has_year_and_version():
    """The entry of this program has the year, and the version that made the numbers."""
    (own,) = [one for one in cited(["bleu"]).entries if one.key == "sacreval"]
    assert own.fields["note"] == f"Version {version()}"
    assert int(own.fields["year"]) >= 2026


def test_stored_scores_are_not_known_by_their_names(cli, tmp_path):
    """A notice says that what computed them is not stated, and how it is named."""
    record = {"instance_id": "1", "prediction": "a", "meta": {"scores": {"rouge1_f1_jk": 0.5}}}
    write_jsonl(tmp_path / "s.jsonl", [record, record | {"instance_id": "2"}])
    assert cli("evaluate", "stored-score", "s.jsonl", "-o", "r.json").code == 0
    [notice] = [x for x in cited([str(tmp_path / "r.json")]).notices if "not stated" in x]
    assert notice.partition("r.json: ")[2].startswith("how rouge1_f1_jk was computed is not stated")
    assert notice.endswith("`sacreval cite RESULT.json rouge`")
