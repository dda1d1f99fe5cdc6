"""Several answers of a record, and source files of third-party code."""

import importlib
import sys

import msgspec
import pytest

from sacreval.core.contract.code_files import of_class, of_modules, source_hash
from sacreval.core.contract.several_answers import UnreadSamples, answers, scores_each
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance, RepeatedSamples
from sacreval.metrics._wrappers import own_records

FOUR = Instance(prediction="so 4", references=["4"], samples=RepeatedSamples(["so 4", "5", "4"]))

ALONE = Instance(references=["5"], samples=["so 5", "5"])

BESIDE = Instance(prediction="so 5", references=["5"], samples=["so 5", "5"])

SINGLE_ANSWER = Instance(prediction="6", references=["6"])


def metric(name="exact-match"):
    return metrics.get(name)()


def noticed(metric, *records):
    watch = UnreadSamples(metric)
    watch.add(Batch(list(records)))
    return watch.notices()


def test_each_answer_is_a_record():
    """Repeats of a log and samples alone become a record each; others stay as they are."""
    expanded = answers(metric(), Batch([FOUR, SINGLE_ANSWER, ALONE, BESIDE], lines=[3, 4, 5, 6]))
    assert list(expanded.sizes) == [3, 1, 2, 1]
    said = ["so 4", "5", "4", "6", "so 5", "5", "so 5"]
    assert expanded.batch.predictions == said
    assert [expanded.batch.where(i) for i in (2, 3, 6)] == ["records:3", "records:4", "records:6"]


@pytest.mark.parametrize("samples", [None, ["so 4"], [True, False], {"n": 2, "c": 1}])
def test_records_without_further_outputs(samples):
    """One sample, flags and counts are no outputs that a metric could have read."""
    record = Instance(prediction="so 4", references=["4"], samples=samples)
    assert Batch([record]).answers is None
    assert noticed(metric(), record) == []


def test_which_metrics_score_each():
    """Sets, weighted samples and metrics of samples do not, nor those of another prediction."""
    assert [scores_each(metric(x)) for x in ("bleu", "self-bleu", "spearman", "pass-at-k")] == [
        True,
        False,
        False,
        False,
    ]
    assert scores_each(own_records(metric(), own_map=("references=sources",)))
    assert not scores_each(own_records(metric(), own_map=("prediction=input",)))


def test_what_is_not_read_is_said():
    """Samples beside a prediction, and all but the first of a set, have a notice."""
    assert noticed(metric(), FOUR, ALONE) == []
    (notice,) = noticed(metric(), BESIDE, SINGLE_ANSWER)
    assert notice.startswith(
        "1 record has `samples` beside `prediction`, of which exact-match scores"
    )
    (notice,) = noticed(metric("self-bleu"), FOUR)
    assert notice.startswith("1 record has several answers, of which self-bleu reads the first")


def test_the_named_option_scores_all(cli, tmp_path):
    """What the notice names gives the mean over all samples; the metric alone reads one."""
    file = tmp_path / "epochs.jsonl"
    file.write_text(
        '{"prediction": "so 7", "samples": ["so 7", "8"], "references": ["7"]}\n'
        '{"prediction": "x", "samples": ["x", "1 y"], "references": ["x"]}\n'
    )
    command = ["evaluate", "exact-match", file, "--match", "suffix"]
    alone = cli(*command)
    assert "1.0000" in alone.out
    assert "is --map predictions=samples --reduce-predictions mean" in alone.err
    named = ["--map", "predictions=samples", "--reduce-predictions", "mean"]
    assert "0.5000" in cli(*command, *named).out


def test_samples_alone_are_averaged(cli, tmp_path):
    """A record with samples and no prediction has their mean, and the number of samples is said."""
    file = tmp_path / "s.jsonl"
    file.write_text(
        '{"samples": ["7", "8", "7", "8"], "references": ["7"]}\n'
        '{"samples": ["x"], "references": ["x"]}\n{"prediction": "y", "references": ["x"]}\n'
    )
    result = cli("evaluate", "exact-match", file, "--ci")
    assert result.out.splitlines()[1].split()[:4] == ["s", "3", "6", "0.5000"]
    assert "|samples:1-4|" in result.out


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Import a package whose class has a base in another module."""
    folder = tmp_path / "thirdparty17"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "base.py").write_text("class Base: ...\n")
    (folder / "own.py").write_text("from thirdparty17.base import Base\nclass Own(Base): ...\n")
    (folder / "unused.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.startswith("thirdparty17")]:
        del sys.modules[name]


def test_a_class_rests_on_its_package(package):
    """All files of the package count, whether they were imported or not."""
    from importlib import import_module

    cls = import_module("thirdparty17.own").Own
    assert of_class(cls) == sorted(package.glob("*.py"))


def test_a_package_is_listed_once(package, monkeypatch):
    """However many of its files import each other: listing each time is quadratic in files."""
    from sacreval.core.contract import code_files

    for i in range(9):
        (package / f"more{i}.py").write_text("import thirdparty17.base, thirdparty17.own\n")
    importlib.import_module("thirdparty17.own")
    asked = []
    listed = code_files._files
    monkeypatch.setattr(code_files, "_files", lambda name: asked.append(name) or listed(name))
    assert len(of_modules(["thirdparty17.own"])) == 13
    assert sorted(asked) == ["thirdparty17", "thirdparty17.own"]


def test_what_modules_import_from_outside_site_packages(tmp_path, monkeypatch):
    """A metric's source is its module and those it imports, also in a function; others are not."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "mine31.py").write_text("import near31, numpy\ndef f(): from late31 import x\n")
    for name in ("near31", "late31", "other31"):
        (tmp_path / f"{name}.py").write_text("")
    (tmp_path / "near31.py").write_text("import mine31\n")
    importlib.import_module("mine31")
    names = [path.name for path in of_modules(["mine31"])]
    assert names == ["late31.py", "mine31.py", "near31.py"]
    before = source_hash(["mine31"])
    assert len(before) == 16
    (tmp_path / "other31.py").write_text("x = 1\n")
    assert source_hash(["mine31"]) == before
    (tmp_path / "late31.py").write_text("import more31\n")
    assert source_hash(["mine31"]) != before
    (tmp_path / "more31.py").write_text("")
    assert "more31.py" in [path.name for path in of_modules(["mine31"])]
    assert source_hash(["os.path"]) == ""
    assert source_hash(["msgspec"]) not in {"", before}


def test_sacreval_and_python_are_left_out():
    """Their versions say what they are."""
    assert of_class(metrics.get("exact-match")) == []
    assert of_modules(["json", "sacreval.core.metric", "no_such_module"]) == []
    assert of_modules([msgspec.__name__])
