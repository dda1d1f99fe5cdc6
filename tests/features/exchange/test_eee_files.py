"""Files of Every Eval Ever: names by content, the same twice, and valid for its own validator."""

import json
import re

import pytest

from support.exchanged import ABOUT, read
from support.pages import SAMPLE
from support.program import records, write_jsonl
from support.tool_pythons import interpreter, run_in

VERSION_4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@pytest.fixture
def about(tmp_path):
    """Write a file of --about."""
    (tmp_path / "about.yaml").write_text(ABOUT)
    return ("--about", "about.yaml")


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}  # fmt: skip


def test_names(cli, tmp_path, about):
    """Each model has two files of one UUID in its folder, which do not depend on order."""
    words = ("--ci", "--resamples", "20", "--format", "eee", *about)
    done = cli("evaluate", "rouge", SAMPLE, *words, "-o", "out")
    assert done.code == 0, done.err
    assert done.out.startswith("system")
    made = files(tmp_path / "out")
    assert len(made) == 6
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    (tmp_path / "turned.jsonl").write_text("\n".join(lines[::-1]), encoding="utf-8")
    assert cli("evaluate", "rouge", "turned.jsonl", *words, "-o", "again").code == 0
    assert files(tmp_path / "again") == made
    form = rf"data/sample/example/\w+-7b/{VERSION_4.pattern}(_samples\.jsonl|\.json)"
    assert all(re.fullmatch(form, name) for name in made)


def test_other_content_has_another_name(cli, tmp_path, about):
    """A changed output, question or option changes the names; another date does not."""
    base = [one | {"instance_id": str(i)} for i, one in enumerate(records(3))]
    changed = [{**base[0], "input": "another question"}, *base[1:]]
    names = []
    for i, made in enumerate((base, changed)):
        write_jsonl(tmp_path / "system.jsonl", made)
        words = ("--format", "eee", *about, "-o", f"o{i}")
        assert cli("evaluate", "bleu", "system.jsonl", *words).code == 0
        names.append(set(files(tmp_path / f"o{i}")))
    assert names[0].isdisjoint(names[1])
    (tmp_path / "about.yaml").write_text(ABOUT.replace("2026-11-20", "2026-11-21"))
    words = ("evaluate", "bleu", "system.jsonl", "--format", "eee", *about, "-o", "o1")
    done = cli(*words)
    assert done.code == 2
    assert "has other content" in done.err
    assert cli(*words, "--force").code == 0
    assert set(files(tmp_path / "o1")) == names[1]


def test_twice_into_one_folder(cli, tmp_path, about):
    """The same run again leaves the files as they are."""
    write_jsonl(tmp_path / "system.jsonl", records(3))
    words = ("evaluate", "bleu", "system.jsonl", "--format", "eee", *about, "-o", "out")
    assert [cli(*words).code, cli(*words).code] == [0, 0]
    assert len(files(tmp_path / "out")) == 2


@pytest.mark.usefixtures("picky")
def test_failed_records(cli, tmp_path, about):
    """Records without a score leave nothing written; with --allow-errors they are left out."""
    made = [{"prediction": x, "references": ["a"], "instance_id": i} for i, x in enumerate("a?a")]
    write_jsonl(tmp_path / "system.jsonl", made)
    words = ("evaluate", "picky", "system.jsonl", "--format", "eee", *about, "-o", "out")
    assert cli(*words).code == 3
    assert not (tmp_path / "out").exists()
    assert cli(*words, "--allow-errors").code == 0
    [samples] = (tmp_path / "out").rglob("*_samples.jsonl")
    assert [row["sample_id"] for row in read(samples)] == ["0", "2"]


def test_whole_sets(cli, tmp_path, about):
    """A metric of whole sets has an aggregate, and a notice states why it has no samples."""
    write_jsonl(tmp_path / "system.jsonl", records(3))
    done = cli("evaluate", "self-bleu", "system.jsonl", "--format", "eee", *about, "-o", "out")
    assert "self-bleu: whole sets are scored, so there are no samples" in done.err
    [aggregate] = (tmp_path / "out").rglob("*.json*")
    assert "detailed_evaluation_results" not in read(aggregate)[0]


def test_extracted_answers(cli, tmp_path, about):
    """The answer that was found in an output is in its sample, with the way it was found."""
    record = {"prediction": "It is 7 km", "references": ["7"], "instance_id": "q"}
    write_jsonl(tmp_path / "system.jsonl", [record])
    words = ("--extract", "last-number", "--format", "eee", *about, "-o", "out")
    assert cli("evaluate", "exact-match", "system.jsonl", *words).code == 0
    [samples] = (tmp_path / "out").rglob("*_samples.jsonl")
    [answer] = read(samples)[0]["answer_attribution"]
    assert (answer["extracted_value"], answer["extraction_method"]) == ("7", "last-number")


@pytest.mark.long
def test_its_own_validator(cli, tmp_path, about):
    """The package's validator finds neither errors nor warnings."""
    python = interpreter("every_eval_ever", "the validator of Every Eval Ever")
    words = ("--ci", "--by", "domain", "--resamples", "20", "--format", "eee", *about, "-o", "out")
    assert cli("evaluate", "rouge", SAMPLE, *words).code == 0
    options = [{"text": "a", "logprob": -1.0}, {"text": "b", "logprob": -2.0}]
    choice = {"choices": options, "gold": 0, "system_id": "lab/m"}
    write_jsonl(tmp_path / "choice.jsonl", [choice | {"instance_id": i} for i in range(3)])
    words = ("--format", "eee", *about, "-o", "out")
    assert cli("evaluate", "multiple-choice", "choice.jsonl", *words).code == 0
    shown = run_in(
        python, "-m", "every_eval_ever", "validate", "--format", "json", "data/*/*/*/*.json*",
        cwd=tmp_path / "out",
    )  # fmt: skip
    reports = json.loads(shown)
    assert len(reports) == 8
    assert all(one["valid"] and not one["warnings"] for one in reports)
