"""What setup-dataset and setup-metric share: names of recipes."""

import pytest

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("begn", "'begin'"),
        ("summeval", "'fabbri2020'"),
        ("REALSumm", "'bhandari2020'"),
        ("squad", "'squad1.1' or 'squad2.0' or 'xquad'"),
        ("wmt2023", "'wmt23'"),
    ],
)
@pytest.mark.long
def test_names_that_are_no_recipes(sacreval, tmp_path, name, meant):
    """A name that is none gives the recipes of nearly that name, or whose title has it."""
    for words in (("setup-dataset", name, tmp_path / "out"), ("setup-dataset", "--show", name)):
        code, _, err = sacreval(*words)
        assert code == 2
        assert err == f"sacreval: error: There is no recipe '{name}'; did you mean {meant}?\n"
    assert "available: asset, bagel" in sacreval("setup-dataset", "--show", "nothing-like")[2]


def test_missing_arguments(sacreval):
    """A name or folder left out is one sentence."""
    assert sacreval("setup-dataset", "qags")[0] == 2
    code, _, err = sacreval("setup-metric", "--offline")
    assert code == 2
    assert "NAME is missing" in err
