"""Scores by the original library of a metric, in a Python of the user's that has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sacreval.errors import MetricError, NotSetUpError, UsageError
from sacreval.io.programs.official_programs import Python, python_at, set_up_again
from sacreval.metrics._wrappers.program import TIME_LIMIT, folder, run
from sacreval.metrics.neural._original_code import checked_code, code_version
from sacreval.metrics.neural._originals._serve import load

_FOLDER = Path(__file__).parent / "_originals"
_STARTING = 300.0  # seconds; to read versions no library is imported
_ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "TORCH_FORCE_WEIGHTS_ONLY_LOAD": "1",  # pickles are read without running their code
}
_INSTEAD = "leave --engine official out"
_SHARED = {"summac-conv": "summac", "summac-zs": "summac"}  # metrics of one library


def script(metric: str) -> Path:
    """Return the file that runs the original library of a metric, which may not exist."""
    return _FOLDER / f"{_SHARED.get(metric, metric).replace('-', '_')}.py"


def _with_originals() -> list[str]:
    """List the metrics with an original library."""
    stems = {one.stem.replace("_", "-") for one in _FOLDER.glob("[a-z]*.py")}
    several = {name for name, library in _SHARED.items() if library in stems}
    return sorted(stems.difference(_SHARED.values()) | several)


def checked(metric: str, path: str, code: str = "") -> Python:
    """Check that a Python has the original library of a metric, in a version that was compared.

    Args:
        metric: Name of the metric.
        path: The interpreter, or the folder of its environment.
        code: Folder with the code of an original that is no package; "" for none.

    Raises:
        UsageError: If the metric has no original library, the Python lacks it, or has another
            version, or if the code is not that which was compared.
    """
    if not script(metric).is_file():
        have = ", ".join(_with_originals())
        raise UsageError(f"--official: {metric} has no original library; give it for {have}")
    python = str(python_at(path))
    module = load(str(script(metric)))
    own = checked_code(metric, module, code)
    versions, _ = _answer(metric, python, b"", _STARTING)
    for name, wanted in module.COMPARED.items():
        has = versions[name]
        if not has or not _begins(has, wanted):
            said = f"{name} {has}, which was not compared" if has else f"no {name}"
            raise UsageError(
                f"--official: {python} has {said}; run: {python} -m pip install {module.INSTALL}"
            )
    return Python(python, versions | code_version(module), own)


def scores(
    metric: str,
    python: Python,
    options: Mapping[str, Any],
    records: Iterable[Mapping[str, Any]],
    *,
    seconds: float = TIME_LIMIT,
) -> list[list[float]]:
    """Score records with the original library.

    Args:
        metric: Name of the metric.
        python: The Python that has the library.
        options: Options of the metric's file in `_originals`.
        records: Fields of the records; surrogates in texts become question marks.
        seconds: Time limit.

    Returns:
        The scores of each record.

    Raises:
        NotSetUpError: If the versions of the Python have changed.
        UsageError: If the code of an original that is no package has changed.
        MetricError: If the library fails, or returns no number for a record.
    """
    module = load(str(script(metric)))
    code = checked_code(metric, module, python.code)
    lines = [_line(one) for one in ({**options, "code": code}, *records)]
    installed, rows = _answer(metric, python.path, b"".join(lines), seconds, "--score")
    versions = installed | code_version(module)
    if versions != python.versions:
        name = next(one for one in versions if versions[one] != python.versions.get(one))
        raise NotSetUpError(
            f"{python.path} has {name} {versions[name]}, not {python.versions.get(name)} as it had "
            f"when it was set up; {set_up_again(metric, 'PYTHON')}"
        )
    good = [[x for x in row if x is not None] for row in rows if None not in row]
    if len(good) != len(lines) - 1:
        raise MetricError(
            f"The original library of {metric} scored {len(good)} of {len(lines) - 1} records; "
            f"{_INSTEAD}"
        )
    return good


def _answer(
    metric: str, python: str, given: bytes, seconds: float, *words: str
) -> tuple[dict[str, str], list[list[float | None]]]:
    """Run the script, and return the versions and the rows that it writes."""
    command = [python, "-I", str(_FOLDER / "_serve.py"), str(script(metric)), *words]
    with folder() as place:
        said = run(command, where=place, seconds=seconds, given=given, environment=_ENVIRONMENT,
                   instead=_INSTEAD)  # fmt: skip
    try:
        first, *rest = said.splitlines()
        return (
            msgspec.json.decode(first, type=dict[str, str]),
            [msgspec.json.decode(line, type=list[float | None]) for line in rest],
        )
    except (msgspec.MsgspecError, ValueError):
        raise MetricError(
            f"{python} answered no JSON to {script(metric).name}; check that it is a Python"
        ) from None


def _line(values: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode({key: _valid(value) for key, value in values.items()}) + b"\n"


def _valid(value: Any) -> Any:
    """Replace surrogates, which UTF-8 does not have."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Sequence):
        return [_valid(one) for one in value]
    return value


def _begins(version: str, wanted: str) -> bool:
    """Return whether a version begins with some numbers, such as 4.57.6 with 4."""
    parts = wanted.split(".") if wanted else []
    return version.split(".")[: len(parts)] == parts
