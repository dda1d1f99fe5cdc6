"""Which tests run: by default all but the long ones; `--shuffle SEED` changes their order.

`--thin N` runs at most N of the parameters of each test: where a suite runs once more in another
environment, it is what a test does that may fail there, seldom one of its hundred metrics.

Workers of pytest-xdist are processes of their own: each sends what it left out to the main one.
"""

from collections.abc import Iterable
from random import Random
from zlib import crc32

import pytest

from support import missing


class Selection:
    """Selects tests, and lists what did not run.

    Args:
        config: The configuration of this process, which is a worker's or the main one's.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.long = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Deselect tests that were not requested, after `-k` and `-m` did."""
        all_asked_for = self.config.option.markexpr or all(
            "::" in word for word in self.config.args
        )
        chosen = {item.nodeid for item in items if all_asked_for or not _is_long(item)}
        out = [item for item in items if item.nodeid not in chosen]
        self.long = sum(map(_is_long, out))
        if most := self.config.option.thin:
            chosen = thinned(chosen, most)
            out = [item for item in items if item.nodeid not in chosen]
        items[:] = [item for item in items if item.nodeid in chosen]
        if (seed := self.config.option.shuffle) is not None:
            Random(seed).shuffle(items)
        if out:
            self.config.hook.pytest_deselected(items=out)

    def pytest_sessionfinish(self) -> None:
        """Send the tests left out to the main process."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["long"] = self.long
            self.config.workeroutput["missing"] = list(missing.SENTENCES)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Read what a worker sent."""
        output = getattr(node, "workeroutput", {})
        self.long = max(self.long, output.get("long", 0))
        for sentence in output.get("missing", ()):
            missing.say(sentence)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List what could not run, and how to run the long tests."""
        for sentence in sorted(missing.SENTENCES):
            terminalreporter.line(f"could not run: {sentence}")
        if self.long:
            text = f"left out: {self.long} long tests; run them with: python -m pytest -m long"
            terminalreporter.line(text)


def thinned(names: Iterable[str], most: int) -> set[str]:
    """Choose tests so that of each function at most some of its parameters stay.

    Which ones is drawn from the names: another test keeps other parameters, such as metrics.
    """
    functions: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: crc32(name.encode())):
        functions.setdefault(name.partition("[")[0], []).append(name)
    return {name for names in functions.values() for name in names[:most]}


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None
