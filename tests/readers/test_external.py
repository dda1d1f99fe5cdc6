"""Readers named py:, from the command line and in suites."""

import pytest

from support.program import write_jsonl

NAME = "py:support.own_readers"


@pytest.fixture
def pairs(tmp_path):
    """Write two records."""
    (tmp_path / "x.pairs").write_text("a => a\nb => c\n", encoding="utf-8")


@pytest.mark.usefixtures("pairs")
def test_a_class_with_options(cli, tmp_path):
    """A class is named with its options, by an option or in a suite."""
    spec = NAME + ':Arrows{"arrow": "=>"}'
    done = cli("evaluate", "exact-match", "x.pairs", "--reader", spec)
    assert (done.code, done.err) == (0, "")
    assert "x       2         0.5000" in done.out
    (tmp_path / "s.yaml").write_text(
        f"metrics: [exact-match]\ninputs: [x.pairs]\nreader:\n  {NAME}:Arrows: {{arrow: '=>'}}\n"
    )
    assert cli("evaluate", "suite", "s.yaml").out == done.out


@pytest.mark.usefixtures("pairs")
def test_a_function(cli):
    """A function yields records, and --map applies to them."""
    done = cli("convert", "x.pairs", "--reader", f"{NAME}:by_line")
    assert done.out.splitlines()[1] == '{"instance_id":"2","system_id":"x","prediction":"b => c"}'
    mapped = cli("convert", "x.pairs", "--reader", f"{NAME}:by_line", "--map", "input=prediction")
    assert '"input":"a => a"' in mapped.out


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Raises", "x.pairs: py:support.own_readers:Raises raised IndexError"),
        ("Arrows", "x.pairs:1: no -> in this line; add it"),
        ("Incomplete", "does not define read; add what is missing"),
        ("yields_numbers", "x.pairs:1: each record must be an object, not a whole number"),
        ("raises", "raised ZeroDivisionError"),
        ("InputError", "is neither a subclass of Reader nor a function"),
        ("nothing", "has no 'nothing'"),
    ],
)
@pytest.mark.usefixtures("pairs")
def test_wrong_readers(cli, name, part):
    """What fails in a reader, and what is none, is one sentence."""
    done = cli("evaluate", "exact-match", "x.pairs", "--reader", f"{NAME}:{name}")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_a_missing_file(cli, tmp_path):
    """A file that a function cannot open is named."""
    write_jsonl(tmp_path / "a.jsonl", [])
    done = cli("evaluate", "exact-match", "none.txt", "--reader", f"{NAME}:opens")
    assert done.code == 2
    assert "none.txt" in done.err
