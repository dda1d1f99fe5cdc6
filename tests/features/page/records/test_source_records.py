"""Texts of records, read again for a report."""

from support.pages import SAMPLE


def test_systems_without_texts_are_named(cli, sample):
    """Inputs that lack a system say so; inputs of strangers too."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    kept = [line.replace('"terse"', '"strange"') for line in lines if '"literal"' not in line]
    (sample / "some.jsonl").write_text("\n".join(kept), encoding="utf-8")
    done = cli("report", "result.json", "--inputs", "some.jsonl", "-o", "r.html")
    assert done.code == 0
    assert "no records of 'literal'" in done.err
    assert "no records of 'terse'" in done.err
    assert "also has 'strange'" in done.err
