"""What computes rows: kernels where there are some, and the user's own copy of a program."""

from hashlib import sha256

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.execution.cache.cache_keys import head
from sacreval.io.programs.official_programs import Place, store
from support.share import Share


def test_no_kernel():
    """A metric without a kernel is refused the native engine."""
    with pytest.raises(UsageError, match="share"):
        Share().with_engine("native")


def test_official_programs(monkeypatch, tmp_path):
    """The user's program computes official rows once it is set up; cached ones are not used."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    metric = metrics.get("rouge-1.5.5")(engine="official")
    own = head(metric, "rows")
    assert (metric.official_program(), metric.computed_by()) == (None, "definition")
    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text("print 1;")
    store("rouge-1.5.5", Place(str(script), sha256(script.read_bytes()).hexdigest()))
    assert (metric.official_program(), metric.computed_by()) == (script, "official")
    assert head(metric, "rows") != own
    native = metric.with_engine("native")
    assert (native.official_program(), native.computed_by()) == (None, "native")
