"""Options of the whole suite: hypothesis without deadlines, and a list of what could not run."""

import os

from hypothesis import settings

from support import missing

settings.register_profile("sacreval", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("sacreval")
os.environ["COLUMNS"] = "100"
for name in ("SACREBLEU_SEED", "FORCE_COLOR", "SACREVAL_NO_NATIVE"):
    os.environ.pop(name, None)


def pytest_terminal_summary(terminalreporter):
    """List what could not run."""
    for sentence in missing.SENTENCES:
        terminalreporter.line(f"could not run: {sentence}")
