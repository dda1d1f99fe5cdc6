"""The verbs setup-dataset, setup-metric and convert."""

import pytest

pytestmark = pytest.mark.usefixtures("alone")


def test_list_and_show(sacreval):
    """--list has every corpus; --show has licence, size, citation, files and needs."""
    code, out, _ = sacreval("setup-dataset", "--list")
    assert code == 0
    assert "fabbri2020" in out
    assert "tac2011" in out
    code, out, _ = sacreval("setup-dataset", "--show", "fabbri2020")
    assert code == 0
    for part in ("licence:", "citation:", "4.7 MiB", "relevance.jsonl", "e05def5f78b1"):
        assert part in out
    code, out, _ = sacreval("setup-dataset", "--show", "duc2002")
    assert "you bring: --path data-root=PATH" in out
    assert "then:     sacreval correlate" in sacreval("setup-dataset", "--show", "fabbri2020")[1]


def test_dry_run(sacreval, mirror, tmp_path):
    """--dry-run says what would be fetched and written, and does nothing."""
    words = ("setup-dataset", "qags", tmp_path / "out", "--mirror", mirror, "--dry-run")
    code, out, err = sacreval(*words)
    assert code == 0
    assert "mturk_cnndm.jsonl" in out
    assert f"write {tmp_path / 'out' / 'xsum.jsonl'}" in out
    assert "licence:" in err
    assert list(tmp_path.glob("out*")) == []


def test_the_licence_comes_before_the_fetching(sacreval, tmp_path):
    """The licence is shown even where fetching then fails."""
    code, _, err = sacreval("setup-dataset", "qags", tmp_path / "out", "--offline")
    assert code == 2
    assert err.index("licence:") < err.index("--offline does not allow fetching")
