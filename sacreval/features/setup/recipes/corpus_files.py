"""Files of a corpus: records and published scores, counted, and the manifest of their folder."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from sacreval.core.records import FIELDS, Instance
from sacreval.core.version import version
from sacreval.errors import InputError, SacrevalError
from sacreval.features.setup.recipes.fetch import first_names, sha256
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.features.setup.recipes.schema import Recipe, RecordStep, remotes


@dataclass
class Tally:
    """Running counts of records; see `ExpectedCounts` for their meaning."""

    records: int = 0
    reference_records: int = 0
    references: int = 0
    judgments: int = 0
    missing: int = 0
    scores: int = 0
    inputs: set[str | int | None] = field(default_factory=set)
    system_ids: set[str | None] = field(default_factory=set)
    emits: set[str] = field(default_factory=set)

    def add(self, instance: Instance, scores: dict[str, Any]) -> None:
        """Count a record and its published scores."""
        self.records += 1
        self.reference_records += instance.system_type == "reference"
        self.references += len(instance.references or ())
        self.inputs.add(instance.instance_id)
        self.system_ids.add(instance.system_id)
        self.emits.update(name for name in FIELDS if getattr(instance, name) not in (None, "peer"))
        for value in (instance.judgments or {}).values():
            present, absent = _count(value)
            self.judgments += present
            self.missing += absent
        self.scores += sum(_count(value)[0] for value in scores.values())

    def counts(self) -> dict[str, int]:
        """Return the counts by name."""
        return {
            "records": self.records,
            "instances": len(self.inputs),
            "systems": len(self.system_ids),
            "reference_records": self.reference_records,
            "references": self.references,
            "judgments": self.judgments,
            "missing": self.missing,
            "scores": self.scores,
        }

    def check(self, step: RecordStep) -> None:
        """Compare with the counts that a step expects.

        Raises:
            InputError: If a count or a field differs; the message names all that differ.
        """
        counts = self.counts()
        wrong = [
            f"{counts[name]} {name} instead of {expected}"
            for name in step.expect.__struct_fields__
            if (expected := getattr(step.expect, name)) is not None and expected != counts[name]
        ]
        always = {"instance_id", "system_id"}
        if step.emits and (expected := set(step.emits) - always) != (has := self.emits - always):
            fields = ", ".join(sorted(expected ^ has))
            wrong.append(f"fields that differ from the recipe's ({fields})")
        if not self.records:
            wrong = ["no records"]
        if wrong:
            raise InputError(
                f"{step.output}: {'; '.join(wrong)}: the corpus or its recipe has changed, so "
                "the file was not kept; compare with the recipe's `expect`"
            )


def _count(value: Any) -> tuple[int, int]:
    """Count the numbers and the missing values of a judgment; NaN is missing."""
    items = value if isinstance(value, list) else [value]
    absent = sum(item is None or item != item for item in items)  # noqa: PLR0124 - NaN
    return len(items) - absent, absent


SCORES = "scores"  # the key of `meta` in which readers store published metric scores


def scores_name(output: str) -> str:
    """Return the name of the file of published scores for a file of records."""
    return "scores.jsonl" if output == "records.jsonl" else f"{output[:-6]}.scores.jsonl"


def write_records(instances: Iterable[Instance], folder: Path, output: str) -> Tally:
    """Write records, one in each line.

    Published scores (`meta.scores`) are written to a separate file, in the format that `sacreval
    score` writes and `sacreval correlate` reads.
    """
    tally = Tally()
    encode = msgspec.json.encode
    with ExitStack() as stack:
        lines = stack.enter_context((folder / output).open("wb"))
        published: IO[bytes] | None = None
        for instance in instances:
            record, scores = _without_scores(instance)
            tally.add(record, scores)
            lines.write(encode(record) + b"\n")
            if scores:
                if published is None:
                    path = folder / scores_name(output)
                    published = stack.enter_context(path.open("wb"))
                published.write(encode(_score_line(record, scores)) + b"\n")
    return tally


def _without_scores(instance: Instance) -> tuple[Instance, dict[str, Any]]:
    if not instance.meta or SCORES not in instance.meta:
        return instance, {}
    meta = {key: value for key, value in instance.meta.items() if key != SCORES}
    return msgspec.structs.replace(instance, meta=meta or None), instance.meta[SCORES]


def _score_line(instance: Instance, scores: dict[str, Any]) -> dict[str, Any]:
    line = {
        "instance_id": str(instance.instance_id),
        "system_id": instance.system_id,
        "system_type": instance.system_type,
        "scores": scores,
    }
    also = {"judgments": instance.judgments, "groups": instance.groups}
    return line | {name: value for name, value in also.items() if value}


@dataclass
class StepsOutcome:
    """Files, steps and errors of one run.

    Args:
        counts: Written file to its counts.
        finished: Outputs of completed steps, including empty optional ones.
        failed: Output to error message of failed steps.
    """

    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    finished: list[str] = field(default_factory=list)
    failed: dict[str, SacrevalError] = field(default_factory=dict)

    def failure(self, out: Path, inputs: Path, earlier: Collection[str]) -> InputError:
        """Create an error with the first failure and the files that are kept.

        Args:
            out: Folder of the written files.
            inputs: Folder of fetched files, which is removed and therefore not named.
            earlier: Outputs of an earlier run.
        """
        error = str(next(iter(self.failed.values())))
        error = error.replace(f"{inputs}/", "").replace(str(inputs), "the fetched files")
        kept = sorted({*earlier, *self.finished})
        if not kept:
            return InputError(error)
        return InputError(
            f"{out}: {first_names(list(self.failed))} not written, {first_names(kept)} kept, and "
            f"the same command writes only what is missing: {error}"
        )


MANIFEST = "manifest.json"


class Earlier(NamedTuple):
    """Results of an earlier run of the same recipe.

    Args:
        finished: Outputs of its completed steps that still exist.
        files: Written file to hash and counts.
        fetched: Fetched address to hash.
    """

    finished: frozenset[str] = frozenset()
    files: dict[str, dict[str, Any]] = {}  # noqa: RUF012 - the default is never changed
    fetched: dict[str, str] = {}  # noqa: RUF012


def fingerprint(recipe: Recipe) -> str:
    """Hash a recipe without its notes, so that a changed recipe is set up again."""
    content = (recipe.sources, recipe.steps)
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def manifest_of(
    recipe: Recipe, place: CorpusFiles, folder: Path, outcome: StepsOutcome, earlier: Earlier
) -> dict[str, Any]:
    """Create a manifest."""
    fetched = {
        remote.url: sha256(place / remote.path)
        for remote in remotes(recipe)
        if (place / remote.path).is_file()
    }
    written = {name: {"sha256": sha256(folder / name), **c} for name, c in outcome.counts.items()}
    finished = {*earlier.finished, *outcome.finished}
    still_valid = {name: known for name, known in earlier.files.items() if _step(name) in finished}
    return {
        "name": recipe.name,
        "title": recipe.title,
        "licence": recipe.licence,
        "citation": recipe.citation,
        "recipe": fingerprint(recipe),
        "sacreval": version(),
        "fetched": earlier.fetched | fetched,
        "brought": {name: str(path) for name, path in place.brought.items()},
        "finished": [step.output for step in recipe.steps if step.output in finished],
        "files": still_valid | written,
    }


def write_manifest(manifest: dict[str, Any], folder: Path) -> None:
    """Write a manifest to a folder."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / MANIFEST).write_bytes(text + b"\n")


def earlier(recipe: Recipe, folder: Path) -> Earlier | None:
    """Return the results of an earlier run of this recipe."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes())
        if manifest["recipe"] != fingerprint(recipe):
            return None
        files, fetched = manifest["files"], manifest["fetched"]
        outputs = [step.output for step in recipe.steps]
        listed = manifest.get("finished", outputs)
        existing = {name for name in _files(outputs) if (folder / name).exists()}
        if any(
            name not in files or sha256(folder / name) != files[name]["sha256"] for name in existing
        ):
            return None
    except (OSError, msgspec.DecodeError, KeyError, TypeError):
        return None
    lost = {_step(name) for name in files if name not in existing}
    return Earlier(frozenset(listed) - lost, files, fetched)


def _files(outputs: Collection[str]) -> set[str]:
    """List all files that steps may write."""
    return {*outputs, *map(scores_name, outputs)}


def _step(name: str) -> str:
    """Return the output of the step that writes a file."""
    if name == scores_name("records.jsonl"):
        return "records.jsonl"
    return f"{name.removesuffix('.scores.jsonl')}.jsonl" if name.endswith(".scores.jsonl") else name
