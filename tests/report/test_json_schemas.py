"""The published schema of results."""

from importlib.metadata import version

from support.mirror import CHECKOUT
from support.results import document

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_schema(cli):
    """JSON has the published fields, and a result for every system, group and output."""
    found = document(cli, "rouge", SAMPLE, "--ci", "--by", "domain", "--resamples", "50")
    assert (found.schema_version, found.sacreval) == (1, version("sacreval"))
    systems = {r.system_id for r in found.results}
    groups = {r.group for r in found.results}
    outputs = {r.output for r in found.results}
    assert len(systems) == 3
    assert None in groups
    assert all(g is None or g.startswith("domain=") for g in groups)
    assert len(found.results) == len(systems) * len(groups) * len(outputs)
    for result in found.results:
        interval = result.interval
        assert interval.low <= result.value <= interval.high
        assert interval.level == 0.95
        assert interval.method in {"expanded", "wilson"}
        drawn = (50, 12345) if interval.method == "expanded" else (None, None)
        assert (interval.resamples, interval.seed) == drawn
        assert result.higher_is_better
    whole = {(r.system_id, r.output): r.n for r in found.results if r.group is None}
    parts = dict.fromkeys(whole, 0)
    for result in found.results:
        if result.group is not None:
            parts[result.system_id, result.output] += result.n
    assert parts == whole
