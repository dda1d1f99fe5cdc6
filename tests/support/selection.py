"""Which tests run: by default all but the long ones; `--rest` runs what the last run did not.

`--thin N` runs at most N of the parameters of each test: where a suite runs once more in another
environment, it is what a test does that may fail there, seldom one of its hundred metrics.

Workers of pytest-xdist are processes of their own: each sends what it left out to the main one.
"""

from collections.abc import Callable, Iterable
from zlib import crc32

import pytest

from support import missing

PASSED = "sacreval/passed"  # what the last whole run passed, under this key of pytest's cache


class Selection:
    """Selects tests, and lists what did not run.

    Args:
        config: The configuration of this process, which is a worker's or the main one's.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.long = 0
        self.passed: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Deselect tests that were not requested, after `-k` and `-m` did."""
        wanted = self._wanted()
        chosen = {item.nodeid for item in items if wanted(item)}
        out = [item for item in items if item.nodeid not in chosen]
        self.long = sum(map(_is_long, out))
        if most := self.config.option.thin:
            chosen = thinned(chosen, most)
            out = [item for item in items if item.nodeid not in chosen]
        items[:] = [item for item in items if item.nodeid in chosen]
        if out:
            self.config.hook.pytest_deselected(items=out)

    def _wanted(self) -> Callable[[pytest.Item], bool]:
        if self.config.option.rest:
            passed = set(self.config.cache.get(PASSED, []) if self._keeps else ())
            return lambda item: item.nodeid not in passed
        if self.config.option.markexpr or all("::" in word for word in self.config.args):
            return lambda _: True
        return lambda item: not _is_long(item)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a test that passed."""
        if report.when == "call" and report.passed:
            self.passed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Send the tests left out to the main process, which stores what passed for `--rest`."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["long"] = self.long
            self.config.workeroutput["missing"] = list(missing.SENTENCES)
        elif self._is_whole() and self._keeps:
            self.config.cache.set(PASSED, self.passed)

    @property
    def _keeps(self) -> bool:
        """Return whether pytest's cache is on; `-p no:cacheprovider` turns it off."""
        return hasattr(self.config, "cache")

    def _is_whole(self) -> bool:
        """Check that this was a run of the README's command, with nothing selected."""
        option = self.config.option
        named = self.config.args_source == pytest.Config.ArgsSource.ARGS
        return not (named or option.rest or option.markexpr or option.keyword)

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
    return {name for own in functions.values() for name in own[:most]}


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None
