"""The figures of the front page."""

import pytest

from generator import front_figures
from generator.pages import ROOT
from sacreval.core.metric import metrics


def test_figures_come_from_files():
    """Speed is that of the benchmarks, coverage counts the verdicts, and breadth the registries."""
    text = front_figures.fill(f"a\n{front_figures.MARK}\nb", ROOT)
    assert f"{front_figures.speed(ROOT)} times as fast" in text
    assert front_figures.speed(ROOT) > 100
    count = front_figures.breadth()["metrics"]
    assert 90 < count <= len(list(metrics))
    assert f"{count} metrics, " in text
    assert front_figures.coverage(ROOT) in text
    assert f"recomputes {front_figures.parity()} metrics" in text
    assert front_figures.fill("other pages", ROOT) == "other pages"


def test_without_the_benchmark(tmp_path):
    """A figure that is no longer there is an error, and no old number."""
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "README.md").write_text("nothing")
    with pytest.raises(ValueError, match="no figure"):
        front_figures.speed(tmp_path)


def test_coverage(tmp_path):
    """Figures with a notice are not among those that are judged."""
    (tmp_path / "docs").mkdir()
    verdicts = ["holds", "holds", "does not hold", "with a notice"]
    rows = ", ".join(f'{{"verdict": "{one}"}}' for one in verdicts)
    (tmp_path / "docs" / "promises.json").write_text(f'{{"figures": [{rows}]}}')
    assert front_figures.coverage(tmp_path).startswith("of 3 measured rates")


def test_parity():
    """Libraries and programs count, and libraries that only split texts do not."""
    known = {name: front_figures.has_original(metrics.get(name)) for name in metrics}
    assert known["bleu"]
    assert known["classification"]
    assert known["rouge-1.5.5"]
    assert not known["d-sari"]
    assert not known["length"]
    own = [found for name, found in known.items() if metrics.is_own(name)]
    assert front_figures.parity() == sum(own)
