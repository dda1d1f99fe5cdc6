"""Baselines: files that belong together, and versions."""

from support.accepted import against, system


def test_other_versions_are_not_refused(cli, accepted):
    """Versions and outputs may differ between a baseline and a run."""
    content = (accepted / "base.json").read_text()
    (accepted / "base.json").write_text(content.replace("sacrebleu:", "sacrebleu:0."))
    assert against(cli, accepted, system()).code == 0


def test_a_system_without_baseline_is_refused(cli, accepted):
    """A second system has nothing to be held against; --force-baseline leaves it out."""
    records = [*system(), *system(name="b")]
    done = against(cli, accepted, records)
    assert done.code == 2
    assert "no chrf of 'b'" in done.err
    assert against(cli, accepted, records, "--force-baseline").code == 0


def test_changed_records_of_a_baseline_are_found(cli, accepted):
    """The file of the records must be the one that was written with the result."""
    beside = accepted / "base.instances.jsonl"
    beside.write_text(beside.read_text().replace('"a"', '"b"', 1))
    done = against(cli, accepted, system())
    assert done.code == 2
    assert "base.instances.jsonl" in done.err


def test_intervals_change_no_score(cli, accepted):
    """A run with --ci is compared with a baseline without, whose signature has no interval."""
    done = against(cli, accepted, system(wrong=range(0, 40, 8)), "--ci", "--resamples", "20")
    assert done.code == 0, done.err
