"""Inputs of a run and its set-up: formats, compression, standard input, maps, systems."""

import gzip
import json
from pathlib import Path

import pytest
import zstandard
from msgspec.structs import replace

from sacreval.cli.options.option_groups import RunOptions
from sacreval.cli.run_context import ContextOptions, prepare_sets, running
from sacreval.core.metric import metrics
from sacreval.core.selection import Selection
from sacreval.errors import InputError, UsageError
from sacreval.execution import SERIAL
from sacreval.scoring.entries.run_metrics import entries
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.sets.data_sets import DataSet
from support.program import records, scores_by_system, tsv, write_jsonl

LINES = "".join(f"{json.dumps(record)}\n" for record in records())


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
def test_compressed(ending, cli, tmp_path):
    """Plain, gzip and zstandard files give the same number under the same system name."""
    pack = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}[ending]
    (tmp_path / f"sys.jsonl{ending}").write_bytes(pack(LINES.encode()))
    assert scores_by_system(tsv(cli, f"sys.jsonl{ending}")) == {"sys": (1 / 3, 3)}


def test_standard_input(cli):
    """`-` reads JSONL from standard input, as the system `stdin`."""
    assert scores_by_system(tsv(cli, "-", stdin=LINES.encode())) == {"stdin": (1 / 3, 3)}


def test_standard_input_as_text(cli, tmp_path):
    """`-` with -r reads line-parallel text."""
    (tmp_path / "ref.txt").write_text("a\nb\n")
    assert scores_by_system(tsv(cli, "-", "-r", "ref.txt", stdin=b"a\nc\n")) == {"stdin": (0.5, 2)}


def test_map(cli, tmp_path):
    """`--map` finds fields in foreign records by JMESPath; text and lists serve as references."""
    foreign = [
        {"id": 1, "output": {"text": "a b"}, "gold": ["x", "a b"], "noise": {"a": 1}},
        {"id": 2, "output": {"text": "c"}, "gold": ["d"], "noise": None},
    ]
    write_jsonl(tmp_path / "sys.jsonl", foreign)
    maps = ["--map", "prediction=output.text", "--map", "references=gold", "--map"]
    assert scores_by_system(tsv(cli, "sys.jsonl", *maps, "instance_id=id")) == {"sys": (0.5, 2)}
    maps[3] = "references=gold[0]"
    assert scores_by_system(tsv(cli, "sys.jsonl", *maps, "instance_id=id")) == {"sys": (0.0, 2)}


def test_several_files_are_systems(cli, tmp_path):
    """Each hypothesis file is a system named by its stem, in the order given."""
    (tmp_path / "zeta.txt").write_text("a\nb\n")
    (tmp_path / "alpha.out.txt").write_text("a\nx\n")
    (tmp_path / "ref.txt").write_text("a\nb\n")
    rows = tsv(cli, "zeta.txt", "alpha.out.txt", "-r", "ref.txt")
    assert [row[2] for row in rows] == ["zeta", "alpha.out"]
    assert scores_by_system(rows) == {"alpha.out": (0.5, 2), "zeta": (1.0, 2)}


def test_stems_that_collide(cli, tmp_path):
    """Files of one name in two folders are two systems, named by their paths."""
    for folder, text in (("one", "a\n"), ("two", "b\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.txt").write_text(text)
    (tmp_path / "ref.txt").write_text("a\n")
    rows = tsv(cli, "one/out.txt", "two/out.txt", "-r", "ref.txt")
    assert scores_by_system(rows) == {"one/out": (1.0, 1), "two/out": (0.0, 1)}


def test_names_that_collide_after_all(cli, tmp_path):
    """Two files that differ in their ending alone are two systems as well."""
    for name in ("out.txt", "out.hyp"):
        (tmp_path / name).write_text("a\n")
    (tmp_path / "ref.txt").write_text("a\n")
    rows = tsv(cli, "out.txt", "out.hyp", "-r", "ref.txt")
    assert len(scores_by_system(rows)) == 2


def test_records_name_systems(cli, tmp_path):
    """`system_id` of a record wins over the file's name; records of a system may be apart."""
    mixed = [record | {"system_id": s} for record in records() for s in ("b", "a")]
    for i, record in enumerate(mixed):
        record["instance_id"] = str(i // 2)
    write_jsonl(tmp_path / "x.jsonl", mixed[:3])
    write_jsonl(tmp_path / "y.jsonl", mixed[3:])
    assert scores_by_system(tsv(cli, "x.jsonl", "y.jsonl")) == {"a": (1 / 3, 3), "b": (1 / 3, 3)}


def test_unequal_references(cli, tmp_path):
    """A blank line among several reference files is no reference; the signature counts."""
    (tmp_path / "hyp.txt").write_text("a\nb\n")
    (tmp_path / "r1.txt").write_text("a\nx\n")
    (tmp_path / "r2.txt").write_text("\nb\n")
    rows = tsv(cli, "hyp.txt", "-r", "r1.txt", "-r", "r2.txt")
    assert scores_by_system(rows) == {"hyp": (1.0, 2)}
    assert any("|refs:1-2|" in cell for cell in rows[0])


def test_sources(cli, tmp_path):
    """`--sources` is the file of sources beside plain text, of all commands with `-r`."""
    for name, text in (("hyp", "a b\nc\n"), ("ref", "a b\nd\n"), ("src", "x b\nd\n")):
        (tmp_path / f"{name}.txt").write_text(text)
    words = ("hyp.txt", "-r", "ref.txt", "--sources", "src.txt")
    by_reader = ("hyp.txt", "-r", "ref.txt", "--reader", 'parallel-text{"sources": ["src.txt"]}')
    done, other = (
        cli("evaluate", "sari", *x, "-q", "-o", "r.json", "--force") for x in (words, by_reader)
    )
    assert (done.code, done.out) == (0, other.out)
    assert cli("verify", "r.json", *words).code == 0
    lines = cli("convert", *words).out.splitlines()
    assert [json.loads(line)["sources"] for line in lines] == [["x b"], ["d"]]
    assert cli("report", "r.json", "--inputs", *words, "-o", "r.html", "-q").code == 0
    in_set = 'd{"inputs": ["hyp.txt"], "references": ["ref.txt"], "sources": ["src.txt"]}'
    assert cli("evaluate", "sari", "--dataset", in_set).code == 0
    lacking = cli("evaluate", "sari", *words[:3])
    assert "or give line-parallel files with --sources" in lacking.err
    write_jsonl(tmp_path / "x.jsonl", records())
    done = cli("evaluate", "sari", "x.jsonl", "--sources", "src.txt")
    assert (done.code, "--sources src.txt: it is for plain text" in done.err) == (2, True)


def test_sources_of_a_pipeline(cli, tmp_path):
    """`init` writes the sources to the suite, which reads them again."""
    for name in ("hyp", "ref", "src"):
        (tmp_path / f"{name}.txt").write_text("a b c\nd e f\n")
    words = ("hyp.txt", "-r", "ref.txt", "--sources", "src.txt", "-m", "sari", "--no-workflow")
    assert cli("init", *words).code == 0
    assert "src.txt" in (tmp_path / "quality.yaml").read_text()
    assert cli("evaluate", "suite", "quality.yaml", "-q").code == 0


def test_reader_options(cli, tmp_path):
    """`--reader NAME{...}` sets a reader's options."""
    (tmp_path / "x.csv").write_text("prediction;references\na;a\n")
    rows = tsv(cli, "x.csv", "--reader", 'table{"delimiter": ";"}')
    assert scores_by_system(rows) == {"x": (1.0, 1)}


PLAIN = ContextOptions(resume=None, cache=False, progress=False, quiet=False)


def test_nothing_kept_is_the_backend_itself():
    """Without cache, file or progress the backend is used as it is."""
    with running(SERIAL, PLAIN, total=lambda: None) as run:
        assert (run.backend, run.partial) == (SERIAL, None)


def test_the_file_of_resume(tmp_path):
    """A failed run keeps the file; a complete one removes it."""
    path = tmp_path / "rows"
    keep = replace(PLAIN, resume=path)

    def fail():
        with running(SERIAL, keep, total=lambda: None):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with running(SERIAL, keep, total=lambda: None) as run:
        assert run.backend is not SERIAL
        run.done()
    assert not path.exists()


def test_the_file_of_resume_is_no_output(tmp_path):
    """An output of the same name is refused before any work."""
    keep = replace(PLAIN, resume=tmp_path / "out.json")
    outputs = [None, Path(tmp_path, "x", "..", "out.json")]
    with (
        pytest.raises(UsageError, match="--resume"),
        running(SERIAL, keep, total=lambda: None, outputs=outputs),
    ):
        pass


@pytest.mark.parametrize("quiet", [False, True])
def test_untested_versions_are_told(monkeypatch, capsys, quiet):
    """A library of another release than tested gets one notice, which --quiet hides."""
    monkeypatch.setattr("sacreval.cli.run_context.untested", lambda names: sorted(set(names)))
    bleu = metrics.get("bleu")
    with running(SERIAL, replace(PLAIN, quiet=quiet), total=lambda: None, metrics=[bleu, bleu]):
        pass
    assert capsys.readouterr().err == ("" if quiet else "sacreval: sacrebleu\n")


OPTIONS = RunOptions(cache=False, progress=False)

ALL = Selection()


def written(path, systems="ab", inputs=3):
    """Write records of some systems."""
    return write_jsonl(path, [
        {"instance_id": str(i), "system_id": system, "prediction": "a b", "references": ["a b"]}
        for system in systems for i in range(inputs)
    ])  # fmt: skip


def prepared(*sets, selection=ALL, **options):
    """Prepare data sets of the given names and files for one metric."""
    data_sets = [
        DataSet(name, Source.of([str(path)]), entries(["exact-match"]))
        for name, path in zip("xyz", sets, strict=False)
    ]
    return prepare_sets(data_sets, OPTIONS, selection, **options)


def test_records_of_all_sets_are_counted(tmp_path):
    """The progress bar has the records of all data sets, if all of them can be counted."""
    sets = prepared(written(tmp_path / "x.jsonl"), written(tmp_path / "y.jsonl", "a"))
    assert [data_set.dataset for data_set in sets.sets] == ["x", "y"]
    assert [data_set.total() for data_set in sets.sets] == [6, 3]
    with sets.running([]) as run:
        assert run.partial is None
    assert sets.selection() is None


def test_what_is_selected_is_stated(tmp_path):
    """Systems that are left out are in no batch, and the selection is stated in results."""
    selection = Selection(exclude=("b",))
    sets = prepared(written(tmp_path / "x.jsonl"), selection=selection)
    [data_set] = sets.sets
    assert {name for batch in data_set.batches for name in batch.column("system_id")} == {"a"}
    assert sets.selection() == selection


def test_missing_files_are_named_at_once(tmp_path):
    """Inputs of all sets and the baseline are looked for before any is read."""
    with pytest.raises(InputError, match=r"x\.jsonl.*\n?.*base\.json"):
        prepared(tmp_path / "x.jsonl", baseline=tmp_path / "base.json")
