"""Scores of instructions, strict and loose, at both levels."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError
from sacreval.metrics.structures.instruction_checks import InstructionChecks, loosened
from support.program import write_jsonl
from support.tasks import scores_of

NO_COMMA, QUOTED, JSON = (
    "punctuation:no_comma", "startend:quotation", "detectable_format:json_format",
)  # fmt: skip


def record(text, *names, **meta):
    return {
        "prediction": text,
        "meta": {"instruction_id_list": list(names), "kwargs": [{}] * len(names), **meta},
    }


def test_levels():
    """Prompts count once, instructions each: 1 of 2 prompts, 2 of 4 instructions."""
    records = [record("a; b", NO_COMMA), record("a, b", NO_COMMA, QUOTED, JSON)]
    found = scores_of("instruction-checks", [*records])
    assert found["prompt_level_strict_acc"] == 0.5
    assert found["inst_level_strict_acc"] == 0.25
    records = [record('"a, b"', NO_COMMA, QUOTED, JSON), record("a", NO_COMMA)]
    assert scores_of("instruction-checks", records)["inst_level_strict_acc"] == 0.75


def test_loose():
    """Loose scores try a text without its first and last lines, and without asterisks."""
    found = scores_of("instruction-checks", [record('Sure, here:\n*"a"*\nBye', QUOTED, NO_COMMA)])
    assert list(found.values()) == [0.0, 0.0, 1.0, 1.0]
    assert loosened("a\n*b*\nc") == [
        "a\n*b*\nc",
        "*b*\nc",
        "a\n*b*",
        "*b*",
        "a\nb\nc",
        "b\nc",
        "a\nb",
        "b",
    ]
    assert loosened("") == [""]


def test_checks_for_all():
    """Checks of a run need nothing in the records."""
    options = {"checks": [NO_COMMA, 'startend:end_checker{"end_phrase": "b"}']}
    records = [{"prediction": text} for text in ("a b", "a, b")]
    found = scores_of("instruction-checks", records, options)
    assert (found["prompt_level_strict_acc"], found["inst_level_strict_acc"]) == (0.5, 0.75)


@pytest.mark.parametrize(
    ("meta", "why"),
    [
        ({"instruction_id_list": []}, "no list `instruction_id_list`"),
        ({"instruction_id_list": NO_COMMA}, "no list `instruction_id_list`"),
        ({"kwargs": []}, "no list of 1 objects"),
        ({"kwargs": [{"relation": "x"}]}, "has no argument 'relation'"),
        ({"instruction_id_list": ["x:y"]}, "there is no instruction 'x:y'"),
    ],
)
def test_errors_of_data(meta, why):
    """Instructions that are missing or wrong are errors with the place of their record."""
    with pytest.raises(InputError, match=f"records:1: .*{why}"):
        scores_of("instruction-checks", [record("a", NO_COMMA, **meta)])


def test_what_is_not_set_up(tmp_path, monkeypatch):
    """An instruction that needs punkt or py3langid is refused before anything is scored."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    spec = 'length_constraints:number_sentences{"num_sentences": 1, "relation": "at least"}'
    with pytest.raises(NotSetUpError, match="setup-metric punkt"):
        InstructionChecks(checks=(spec,))
    monkeypatch.setattr("sacreval.text.language_detection.available", lambda: False)
    with pytest.raises(NotSetUpError, match="sacreval.language"):
        InstructionChecks(checks=("change_case:english_capital",))


def test_languages_are_noticed():
    """A run with an instruction about languages states that they are found in another way."""
    metric = InstructionChecks()
    english = {"instruction_id_list": ["change_case:english_capital"], "kwargs": [{}]}
    for meta, found in ((record("a", NO_COMMA)["meta"], 0), (english, 1)):
        watch = metric.watch()
        watch.add(Batch([Instance(prediction="a", meta=meta)]))
        assert len(watch.notices()) == found


def test_one_record_that_needs_more(cli, tmp_path, monkeypatch):
    """A record whose instruction needs what is not set up is missing, and the others are scored."""

    def gone():
        raise NotSetUpError("the data of punkt is not installed; run: sacreval setup-metric punkt")

    monkeypatch.setattr("sacreval.io.resources.punkt_folder", gone)
    kinds = ("punctuation:no_comma", "length_constraints:number_sentences")
    given = ({}, {"num_sentences": 1, "relation": "at least"})
    lines = [
        {"prediction": "one two", "meta": {"instruction_id_list": [name], "kwargs": [values]}}
        for name, values in zip(kinds, given, strict=True)
    ]
    write_jsonl(tmp_path / "in.jsonl", lines)
    done = cli("evaluate", "instruction-checks", "in.jsonl", "--format", "json")
    assert done.code == 3
    assert "in.jsonl:2: the data of punkt is not installed" in done.err
    assert done.json()["results"][0]["value"] == 1
