"""CharacTER calls its package, and defines empty texts itself."""

import sys
from importlib.util import find_spec

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import NotSetUpError
from support import missing
from support.classic_cases import others, scores_of_each, segments
from support.tasks import pairs, scores_of

STAND_IN = """
def calculate_cer(output, reference):
    return 1 - len(set(output) & set(reference)) / len(output)
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A module in place of the package: the share of words that the reference does not have."""
    (tmp_path / "cer.py").write_text(STAND_IN)
    (tmp_path / "cer-1.2.0.dist-info").mkdir()
    metadata = "Metadata-Version: 2.1\nName: cer\nVersion: 1.2.0\n"
    (tmp_path / "cer-1.2.0.dist-info" / "METADATA").write_text(metadata)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cer", raising=False)
    yield
    sys.modules.pop("cer", None)


def test_worked_numbers():
    """The scores of 40 segments of WMT23 are those of cer 1.2.0 and of CharacTER.py."""
    if find_spec("cer") is None:
        missing.say("CharacTER's worked numbers: cer is not installed")
        pytest.skip("no cer")
    found = scores_of_each("character", segments(40))
    assert found == pytest.approx(others("character_cer")["scores"], abs=1e-12)
    assert sum(found) / 40 == pytest.approx(0.328907, abs=5e-7)


@pytest.mark.usefixtures("package")
def test_references():
    """The closest reference counts, of words split at blanks, and the system has the mean."""
    records = [{"prediction": "a  b", "references": ["x y", "b c"]}, *pairs(["a"], ["b"])]
    assert scores_of("character", records) == {"character": (0.5 + 1.0) / 2}


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(("prediction", "value"), [(" ", 0.0), ("a", 1.0)])
def test_empty(prediction, value):
    """Two empty texts are equal, and an empty text is as far from any other as can be."""
    assert scores_of("character", pairs([prediction], [""])) == {"character": value}
    assert scores_of("character", pairs([""], [prediction])) == {"character": value}


def test_without_the_package(monkeypatch):
    """Without the package one sentence names the extra."""
    monkeypatch.setattr("sacreval.metrics.edits.character.find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"run: pip install 'sacreval\[character\]'$"):
        metrics.get("character")()
