"""What a metric's numbers come from: kernels, an official program of the user's, a library."""

from hashlib import sha256

from sacreval.core.contract.origin import computed_by, official_program, why_definition
from sacreval.core.metric import metrics
from sacreval.execution.cache.cache_keys import head
from sacreval.io.programs.official_programs import Place, store


def test_official_programs(monkeypatch, tmp_path):
    """The user's program computes official rows once it is set up; cached ones are not used."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    metric = metrics.get("rouge-1.5.5")(engine="official")
    own = head(metric, "rows")
    assert (official_program(metric), computed_by(metric)) == (None, "definition")
    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text("print 1;")
    store("rouge-1.5.5", Place(str(script), sha256(script.read_bytes()).hexdigest()))
    assert (official_program(metric), computed_by(metric)) == (script, "official")
    assert head(metric, "rows") != own
    native = metric.with_engine("native")
    assert (official_program(native), computed_by(native)) == (None, "native")


def test_options_that_a_library_does_not_have():
    """Formulas of other tools are sacreval's own definition, though a library has the metric."""
    metric = metrics.get("bleu")()
    assert computed_by(metric) == "official"
    other = metrics.get("bleu")(smooth_method="coco")
    assert computed_by(other) == "definition"
    assert why_definition(other) == "no official library has this metric with these options"
    assert why_definition(metrics.get("nist")()) == "no official library has this metric"
