"""Originals run in a Python of the user's, whose faults are one sentence each."""

import shutil
import sys
from importlib.metadata import version

import pytest

from sacreval.errors import MetricError, NotSetUpError, UsageError
from sacreval.io.programs.official_programs import Python
from sacreval.metrics.neural import _original_library as library
from sacreval.metrics.neural._originals import _serve

RECORD = {"prediction": "a\ud800", "references": ["b"]}


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Write the script of a metric `own-metric`, which this Python runs."""
    shutil.copy(_serve.__file__, tmp_path)
    monkeypatch.setattr(library, "_FOLDER", tmp_path)

    def call(scores="[[1.0]] * len(records)", compared="", **more):
        wanted = {"msgspec": compared, **more}
        (tmp_path / "own_metric.py").write_text(
            f"import os, sys, time\nCOMPARED = {wanted!r}\nINSTALL = 'msgspec'\n"
            f"def scores(options, records):\n    return {scores}\n"
        )
        return Python(sys.executable, {"msgspec": version("msgspec")})

    return call


def test_a_python_is_checked(own):
    """A Python with the libraries is accepted, with their versions."""
    python = own(compared=version("msgspec").partition(".")[0])
    assert library.checked("own-metric", sys.executable) == python


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"compared": "999"}, "msgspec .*, which was not compared; run: .* -m pip install msgspec"),
     ({"no_such": "1"}, "has no no_such; run: ")],
)  # fmt: skip
def test_other_versions(own, options, sentence):
    """A Python without a library, or with a version that was not compared, is refused."""
    own(**options)
    with pytest.raises(UsageError, match=sentence):
        library.checked("own-metric", sys.executable)


def test_no_python(own, tmp_path):
    """A program that is no Python, and a metric without an original library, are refused."""
    own()
    with pytest.raises(MetricError, match="echo answered no JSON to own_metric.py; check that it"):
        library.checked("own-metric", shutil.which("echo"))
    with pytest.raises(UsageError, match="is no Python; name the interpreter"):
        library.checked("own-metric", str(tmp_path))
    with pytest.raises(UsageError, match="bleu has no original library; give it for own-metric"):
        library.checked("bleu", sys.executable)


def test_scores(own):
    """Options and records reach the script, with surrogates as question marks, and no network."""
    python = own(
        "[[len(r['prediction']) + options['x'][0], os.environ['HF_HUB_OFFLINE'] == '1', "
        "r['prediction'] == 'a?'] for r in records]"
    )
    assert library.scores("own-metric", python, {"x": [1]}, [RECORD]) == [[3.0, 1.0, 1.0]]


@pytest.mark.long
def test_faults(own):
    """Missing scores, NaN, an exception, no end and other versions are one sentence each."""
    for scores, sentence in (
        ("[]", "The original library of own-metric scored 0 of 1 records; leave --engine official"),
        ("[[float('nan')]]", "scored 0 of 1 records"),
        (
            "1 / 0",
            r"own_metric.py failed \(ZeroDivisionError: division by zero\); .*leave --engine",
        ),
    ):
        python = own(scores)
        with pytest.raises(MetricError, match=sentence):
            library.scores("own-metric", python, {}, [RECORD])
    python = own("time.sleep(60)")
    with pytest.raises(MetricError, match="did not end within 0.5 s; .* leave --engine official"):
        library.scores("own-metric", python, {}, [RECORD], seconds=0.5)
    changed = Python(sys.executable, {"msgspec": "0.1"})
    own()
    with pytest.raises(
        NotSetUpError, match="not 0.1 as it had when it was set up; set it up again"
    ):
        library.scores("own-metric", changed, {}, [RECORD])
