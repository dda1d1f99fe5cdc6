"""Lists of several things: configs shown together, systems named in a notice."""

import yaml

from sacreval.scoring.notices import FEW, _some


def test_configs_are_documents(cli, tmp_path):
    """Of several configs `config show` makes as many YAML documents, in their order."""
    for name in ("bleu", "chrf"):
        (tmp_path / f"{name}.yaml").write_text(f"metrics: [{name}]\n", encoding="utf-8")
    done = cli("config", "show", "bleu.yaml", "chrf.yaml")
    assert done.code == 0
    assert done.out.count("---") == 1
    first, second = yaml.safe_load_all(done.out)
    assert "bleu" in str(first["metrics"])
    assert "chrf" in str(second["metrics"])


def test_few_names_and_how_many_more():
    """A notice names a few systems and counts the others."""
    names = [f"s{i}" for i in range(FEW + 3)]
    assert _some(names[:FEW]) == ", ".join(f"'{name}'" for name in names[:FEW])
    assert _some(names) == _some(names[:FEW]) + " and 3 more"
