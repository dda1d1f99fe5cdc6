"""baseline set: the only way to a new baseline."""

import shutil

from support.accepted import against, system


def test_a_baseline_moves_by_command_only(cli, accepted):
    """A run never writes its baseline; `baseline set` replaces it, and wants two files."""
    before = (accepted / "base.json").read_bytes()
    against(cli, accepted, system(), "-o", "r.json", "--instances", "s.jsonl", "--force")
    assert (accepted / "base.json").read_bytes() == before
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    assert (accepted / "base.json").read_bytes() != before
    shutil.rmtree(accepted / "elsewhere", ignore_errors=True)
    (accepted / "elsewhere").mkdir()
    assert cli("baseline", "set", "r.json", "elsewhere/base.json").code == 0
    for words, fragment in (
        (["r.json", "r.json"], "another file"),
        (["r.json", "base.txt"], ".json"),
        (["gone.json", "base.json"], "no such file"),
    ):
        done = cli("baseline", "set", *words)
        assert done.code == 2
        assert fragment in done.err
