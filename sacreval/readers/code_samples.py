"""Programs of models, or verdicts on them, as code benchmarks and `run-tests` write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError
from sacreval.io.json_documents import document
from sacreval.readers import _code_documents as documents
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning, beginning
from sacreval.readers._code_lines import task_records, verdict_records
from sacreval.readers._log import LogReader, Numbered

_RESULTS = (".results.json", ".results.json.gz")


@readers.register("code-samples")
@dataclass(frozen=True, kw_only=True)
class CodeSamplesReader(LogReader):
    """Samples of HumanEval, EvalPlus, BigCode, MultiPL-E and LiveCodeBench, and verdicts on them.

    A record has the samples of one problem: flags where the file has verdicts, for `pass-at-k`, else
    programs for `run-tests`. A text is a whole program; `{"completion": TEXT}` goes behind the prompt
    of the problem; null is a sample without a program. Verdicts of `run-tests` whose programs were
    not run are not among the samples, and are counted in `meta.verdicts`.

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
    def matches(cls, found: Beginning) -> bool:
        """Return whether a file or folder has one of the layouts."""
        return _layout(found) is not None

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records, one for each problem."""
        for number, record in enumerate(self._found(path), start=1):
            yield number, convert(record, f"{path}:{number}")

    def _found(self, path: str) -> Iterator[dict[str, Any]]:
        found = beginning(path)
        match _layout(found) if found else None:
            case "verdicts":
                return self._verdicts(path)
            case "tasks":
                return task_records(path, programs=self.programs)
            case "evalplus":
                return documents.evalplus_records(path, programs=self.programs, tests=self.tests)
            case "folder":
                return documents.folder_records(path)
            case "bigcode":
                return documents.bigcode_records(path)
            case "multipl-e":
                return iter([documents.multipl_e_record(path, programs=self.programs)])
            case "multipl-e folder":
                return self._folder(path)
            case "livecodebench":
                return documents.livecodebench_records(path, programs=self.programs)
        raise InputError(
            f"{path}: this has none of the layouts of code benchmarks; see `sacreval list readers`"
        )

    def _verdicts(self, path: str) -> Iterator[dict[str, Any]]:
        if self.programs:
            raise InputError(f"{path}: verdicts hold no programs; give the file of samples")
        return verdict_records(path, tests=self.tests)

    def _folder(self, path: str) -> Iterator[dict[str, Any]]:
        names = sorted(one.name for one in Path(path).iterdir() if one.name.endswith(_RESULTS))
        for name in names:
            yield documents.multipl_e_record(str(Path(path, name)), programs=self.programs)

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


def _layout(found: Beginning) -> str | None:
    """Return the name of the layout; None if it is none of these."""
    if found.is_folder:
        if any(map(documents.TASK_FOLDER.fullmatch, found.names)):
            return "folder"
        return "multipl-e folder" if any(x.endswith(_RESULTS) for x in found.names) else None
    if found.has("instance_id", "verdict", "program_sha256"):
        return "verdicts"
    if found.has("task_id") and not found.keys.isdisjoint({"completion", "solution"}):
        return "tasks"
    if found.has("date", "hash", "eval"):
        return "evalplus"
    if found.has("name", "language") and not found.keys.isdisjoint({"completions", "results"}):
        return "multipl-e"
    if found.has("[].question_id", "[].code_list"):
        return "livecodebench"
    is_lists = found.keys == {"[]", "[][]"}
    return "bigcode" if is_lists and Path(found.path).name.startswith("generations") else None
