"""What a run leaves that is refused."""


def refused(outcome, folder, before):
    """Assert that a run ended with 2, one sentence, no traceback and no new file."""
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("sacreval: error: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err.endswith("\n")
    assert "Traceback" not in outcome.err
    assert len(outcome.err) < 500
    assert sorted(folder.iterdir()) == before
