"""The set-up of a run: what is kept of it while it goes on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from sacreval.cli.run_context import ContextOptions, running
from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.execution import SERIAL

PLAIN = ContextOptions(resume=None, cache=False, progress=False, quiet=False)


def test_nothing_kept_is_the_backend_itself():
    """Without cache, file or progress the backend is used as it is."""
    with running(SERIAL, PLAIN, total=lambda: None) as run:
        assert (run.backend, run.partial) == (SERIAL, None)


def test_the_file_of_resume(tmp_path):
    """A failed run keeps the file; a complete one removes it."""
    path = tmp_path / "rows"
    keep = replace(PLAIN, resume=path)

    def fail():
        with running(SERIAL, keep, total=lambda: None):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with running(SERIAL, keep, total=lambda: None) as run:
        assert run.backend is not SERIAL
        run.done()
    assert not path.exists()


def test_the_file_of_resume_is_no_output(tmp_path):
    """An output of the same name is refused before any work."""
    keep = replace(PLAIN, resume=tmp_path / "out.json")
    outputs = [None, Path(tmp_path, "x", "..", "out.json")]
    with (
        pytest.raises(UsageError, match="--resume"),
        running(SERIAL, keep, total=lambda: None, outputs=outputs),
    ):
        pass


@pytest.mark.parametrize("quiet", [False, True])
def test_untested_versions_are_told(monkeypatch, capsys, quiet):
    """A library of another release than tested gets one notice, which --quiet hides."""
    monkeypatch.setattr("sacreval.cli.run_context.untested", lambda names: sorted(set(names)))
    bleu = metrics.get("bleu")
    with running(SERIAL, replace(PLAIN, quiet=quiet), total=lambda: None, metrics=[bleu, bleu]):
        pass
    assert capsys.readouterr().err == ("" if quiet else "sacreval: sacrebleu\n")
