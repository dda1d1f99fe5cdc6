"""config: what it shows of a suite."""

import pytest
import yaml

from sacreval.cli.config import config_file
from support import missing
from support.mirror import CHECKOUT
from support.sizes import long

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_show_prints_every_value_and_can_be_read_again(cli, suite, tmp_path, monkeypatch):
    """`config show` resolves every option, and what it prints is a config of the same run."""
    monkeypatch.setenv("SACREVAL_SEED", "9")
    shown = cli("config", "show", suite)
    assert shown.code == 0
    for line in ("resamples: 20", "seed: 9", "# with SACREVAL_SEED", "tokenize: 13a"):
        assert line in shown.out
    assert "\n\n" not in shown.out
    monkeypatch.delenv("SACREVAL_SEED")
    (tmp_path / "again.yaml").write_text(shown.out)
    again = cli("config", "show", "again.yaml")
    assert again.out == shown.out.replace("# with SACREVAL_SEED\n", "")


@pytest.mark.parametrize("verb", ["evaluate", long("score"), long("compare")])
@pytest.mark.parametrize("name", list(config_file.shipped()))
def test_every_shipped_config_resolves(cli, name, verb):
    """A suite that comes with sacreval resolves for every verb, by its name."""
    shown = cli("config", "show", name, "--verb", verb)
    if shown.code == 2 and ("setup-metric" in shown.err or "[neural]" in shown.err):
        missing.say(shown.err.strip())
        pytest.skip(shown.err)
    assert shown.code == 0, shown.err


def test_show_names_the_suites_there_are(cli):
    """`config show` of something else lists the suites that come with sacreval."""
    done = cli("config", "show", "nothing")
    assert done.code == 2
    assert "machine-translation" in done.err


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
