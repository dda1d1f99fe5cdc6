"""A plug-in of pytest, found by its entry point: outputs must not be worse than a baseline.

    def test_translations(sacreval_baseline):
        sacreval_baseline(translate(SOURCES), REFERENCES, metrics=["chrf"], not_worse={"chrf": 1})

`pytest --sacreval-accept` writes the baselines of the tests that it runs. Of sacreval, pytest
imports this module alone when it starts; the rest is imported by the first test that has outputs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sacreval.python.shown_results import Evaluated

FOLDER = "baselines"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that accepts runs."""
    parser.getgroup("sacreval").addoption(
        "--sacreval-accept",
        action="store_true",
        help="write the baselines of tests with the fixture sacreval_baseline, not judge by them",
    )


@pytest.fixture
def sacreval_baseline(request: pytest.FixtureRequest) -> BaselineCheck:
    """Return a function that fails the test if outputs are worse than an accepted run's."""
    return BaselineCheck(
        folder=request.path.parent,
        name=request.node.name,
        nodeid=request.node.nodeid,
        accept=bool(request.config.getoption("--sacreval-accept")),
    )


class BaselineCheck:
    """A function that scores outputs and compares them with a baseline.

    Args:
        folder: The folder of the test's file.
        name: The test, with its parameters.
        nodeid: The test, as pytest selects it.
        accept: Whether runs are written as baselines.
    """

    def __init__(self, *, folder: Path, name: str, nodeid: str, accept: bool) -> None:
        self._folder, self._name, self._nodeid, self._accept = folder, name, nodeid, accept
        self._used: set[Path] = set()

    def __call__(
        self,
        outputs: Any = None,
        references: Any = None,
        *,
        baseline: str | Path | None = None,
        **options: Any,
    ) -> Evaluated:
        """Score outputs, and fail the test if they are worse than those of the baseline.

        Args:
            outputs: As for `sacreval.evaluate`.
            references: As there.
            baseline: The file of the accepted run, relative to the folder of the test's file; by
                default `baselines/NAME OF THE TEST.json`.
            options: Other arguments of `sacreval.evaluate`, such as metrics and gates. Without
                gates on the baseline a paired test decides.

        Returns:
            The results.
        """
        from sacreval.errors import SacrevalError

        path = self._path(baseline)
        try:
            if self._accept:
                return self._accepted(path, outputs, references, options)
            if not path.is_file():
                pytest.fail(
                    f"{path}: there is no baseline; accept the outputs of this test with: "
                    f"pytest --sacreval-accept '{self._nodeid}'",
                    pytrace=False,
                )
            result = _scored(outputs, references, {**options, "baseline": path})
            result.raise_if_failed()
        except SacrevalError as error:
            raise pytest.fail.Exception(str(error), pytrace=False) from None
        return result

    def _path(self, baseline: str | Path | None) -> Path:
        """Return the file of the baseline, which a test uses once."""
        name = re.sub(r"[^\w.-]+", "-", self._name).strip("-")
        path = self._folder / (baseline or f"{FOLDER}/{name}.json")
        if path in self._used:
            pytest.fail(
                f"{path}: this test has used this baseline already; name another with baseline=",
                pytrace=False,
            )
        self._used.add(path)
        return path

    def _accepted(
        self, path: Path, outputs: Any, references: Any, options: dict[str, Any]
    ) -> Evaluated:
        """Write a baseline, unless a gate fails that does not compare with it."""
        from sacreval.features.gates.gate_options import AGAINST

        compared = {*AGAINST, "force_baseline"}
        without_baseline = {name: value for name, value in options.items() if name not in compared}
        result = _scored(outputs, references, {**without_baseline, "keep_rows": True})
        result.raise_if_failed()
        path.parent.mkdir(parents=True, exist_ok=True)
        result.write_baseline(path)
        return result


def _scored(outputs: Any, references: Any, options: dict[str, Any]) -> Evaluated:
    """Score outputs; notices are printed, so that pytest shows them where the test fails."""
    import warnings

    from sacreval import evaluate
    from sacreval.errors import ResultWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResultWarning)
        result = evaluate(outputs, references, **options)
    for line in (str(result), *result.report.notices):
        print(line)  # noqa: T201 - pytest captures it
    if result.report.failures:
        first, *others = result.report.failures
        more = f", and {len(others)} more" if others else ""
        pytest.fail(f"records could not be scored: {first}{more}", pytrace=False)
    return result
