"""Programs of models, or verdicts on them, as code benchmarks and `run-tests` write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError
from sacreval.io.formats.json_documents import document
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning, beginning
from sacreval.readers._code_samples import documents
from sacreval.readers._code_samples.documents import task_records, verdict_records
from sacreval.readers._log import LogReader, Numbered

_RESULTS = (".results.json", ".results.json.gz")


@readers.register("code-samples")
@dataclass(frozen=True, kw_only=True)
class CodeSamplesReader(LogReader):
    """Samples of HumanEval, EvalPlus, BigCode, MultiPL-E and LiveCodeBench, and verdicts on them.

    A record has the samples of one problem: flags where the file has verdicts, for `pass-at-k`,
    else programs for `run-tests`. A text is a whole program; `{"completion": TEXT}` goes behind
    the prompt of the problem; null is a sample without a program. Verdicts of `run-tests` whose
    programs were not run are not among the samples, and are counted in `meta.verdicts`.

    Args:
        fields: Record field, `judgments.NAME` or `groups.NAME`, to a JMESPath expression over the
            record that the reader makes, such as `meta.results`.
        programs: Whether samples are the programs even where the file has verdicts.
        tests: Tests of EvalPlus by which a sample passes: `plus`, which are the base tests and the
            further ones, or `base`.
    """

    programs: bool = False
    tests: Literal["plus", "base"] = "plus"

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file or folder has one of the layouts."""
        return _layout(start) is not None

    @classmethod
    def is_part(cls, path: str) -> bool:
        """Return whether these are programs whose results are beside them."""
        base = path.removesuffix(".jsonl")
        beside = (f"{path}_results.jsonl", *(f"{base}{x}eval_results.json" for x in "._"))
        return base != path and any(Path(name).is_file() for name in beside)

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records, one for each problem."""
        for number, record in enumerate(self._found(path), start=1):
            yield number, convert(record, f"{path}:{number}")

    def _found(self, path: str) -> Iterator[dict[str, Any]]:
        start = beginning(path)
        layout = _layout(start) if start else None
        if layout is None:
            raise InputError(
                f"{path}: this has none of the layouts of code benchmarks; see `sacreval list "
                "readers`"
            )
        return self._reading[layout](path)

    @property
    def _reading(self) -> Mapping[str, Callable[[str], Iterator[dict[str, Any]]]]:
        """The function that reads each layout."""
        shown, tests = self.programs, self.tests
        return {
            "verdicts": self._verdicts,
            "tasks": partial(task_records, programs=shown),
            "evalplus": partial(documents.evalplus_records, tests=tests, programs=shown),
            "programs folder": documents.folder_records,
            "bigcode": documents.bigcode_records,
            "multipl-e": partial(documents.multipl_e_records, programs=shown),
            "results folder": self._folder,
            "livecodebench": partial(documents.livecodebench_records, programs=shown),
        }

    def _verdicts(self, path: str) -> Iterator[dict[str, Any]]:
        if self.programs:
            raise InputError(f"{path}: verdicts hold no programs; give the file of samples")
        return verdict_records(path, tests=self.tests)

    def _folder(self, path: str) -> Iterator[dict[str, Any]]:
        names = sorted(file.name for file in Path(path).iterdir() if file.name.endswith(_RESULTS))
        for name in names:
            yield from documents.multipl_e_records(str(Path(path, name)), programs=self.programs)

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the scores in BigCode's `evaluation_results.json` beside its generations."""
        beside = Path(path).with_name("evaluation_results.json")
        if not Path(path).name.startswith("generations") or not beside.exists():
            return ()
        return [
            StoredScore(name=name, value=float(value), where=f"{beside}: {task}")
            for task, scores in document(str(beside)).items()
            if task != "config" and isinstance(scores, dict)
            for name, value in scores.items()
            if isinstance(value, int | float)
        ]


def _layout(start: Beginning) -> str | None:
    """Return the name of the layout; None if it is none of these."""
    return next((name for name, is_this in _LAYOUTS if is_this(start)), None)


def _is_programs(start: Beginning) -> bool:
    return any(map(documents.TASK_FOLDER.fullmatch, start.names))


def _is_results(start: Beginning) -> bool:
    return any(name.endswith(_RESULTS) for name in start.names)


def _is_tasks(start: Beginning) -> bool:
    return start.has("task_id") and (start.has("completion") or start.has("solution"))


def _is_multipl_e(start: Beginning) -> bool:
    known = start.has("name", "language")
    return known and (start.has("completions") or start.has("results"))


def _is_bigcode(start: Beginning) -> bool:
    return start.keys == {"[]", "[][]"} and Path(start.path).name.startswith("generations")


_LAYOUTS: tuple[tuple[str, Callable[[Beginning], bool]], ...] = (
    ("programs folder", _is_programs),
    ("results folder", _is_results),
    ("verdicts", lambda start: start.has("instance_id", "verdict", "program_sha256")),
    ("tasks", _is_tasks),
    ("evalplus", lambda start: start.has("date", "hash", "eval")),
    ("multipl-e", _is_multipl_e),
    ("livecodebench", lambda start: start.has("[].question_id", "[].code_list")),
    ("bigcode", _is_bigcode),
)
