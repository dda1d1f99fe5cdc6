"""Scores that depend on characters that a reader cannot see have one notice."""

from pathlib import Path
from random import Random

import pytest

from sacreval.core.contract.unseen_notices import UnseenCharacters
from sacreval.core.contract.watches import distinct
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support.program import write_jsonl

METRICS = ["wer", "cer", "mer", "wil", "wip", "exact-match"]
SAID = "texts are compared with the characters in them that cannot be seen, as in "


def write(path, *pairs):
    write_jsonl(Path(path), [{"prediction": p, "references": [r]} for p, r in pairs])


@pytest.mark.parametrize("metric", METRICS)
def test_a_no_break_space_is_named(cli, metric):
    """The notice names the file, the record, the field and the character; the score stays."""
    write("in.jsonl", ("old red barn", "old red barn"), ("old red barn", "old\u00a0red barn"))
    done = cli("evaluate", metric, "in.jsonl")
    assert done.code == 0
    assert f"{SAID}in.jsonl:2 with no-break space (U+00A0) in `references`" in done.err
    write("kept.jsonl", ("old red barn", "old red barn"), ("old red barn", "old_red barn"))
    numbers = [
        cli("evaluate", metric, path, "--format", "json", "-q").json()["results"][0]["value"]
        for path in ("in.jsonl", "kept.jsonl")
    ]
    assert numbers[0] == numbers[1]


def test_lines_of_text(cli):
    """So it is for lines of plain text, whose references are in another file."""
    Path("a.hyp").write_text("old red barn\nzero\u200bwidth\n", encoding="utf-8")
    Path("a.ref").write_text("old red barn\nzerowidth\n", encoding="utf-8")
    done = cli("evaluate", "cer", "a.hyp", "--references", "a.ref")
    assert f"{SAID}a.hyp:2 with zero width space (U+200B) in `prediction`" in done.err


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare"])
def test_one_notice_for_a_run(cli, verb):
    """Several metrics, systems and records have one notice together."""
    for system in "ab":
        write(f"{system}.jsonl", ("a b", "a\tb"), ("a b", "a\u00a0b"))
    done = cli(verb, "suite", "-m", "wer", "-m", "exact-match", "a.jsonl", "b.jsonl")
    assert done.err.count(SAID) == 1
    assert "a.jsonl:1 with tab (U+0009)" in done.err


def test_answers(cli):
    """Of extracted answers are they that have such characters, not the text around them."""
    write("in.jsonl", ("so\tit is: 4\u00a05", "4 5"))
    done = cli("evaluate", "exact-match", "in.jsonl", "--extract", "regex:is: (.*)")
    assert f"{SAID}in.jsonl:1 with no-break space (U+00A0) in `prediction`" in done.err
    write("in.jsonl", ("so\tit is: 45", "45"))
    done = cli("evaluate", "exact-match", "in.jsonl", "--extract", "regex:is: (.*)")
    assert done.err == ""


@pytest.mark.parametrize("metric", METRICS)
def test_random_texts(metric):
    """There is a notice exactly where a record scores better once such characters are plain."""
    random = Random(4)
    said = 0
    scorer = metrics.get(metric)()
    for _ in range(200):
        first = "".join(random.choices("ab \t\u00a0\u200b", k=6))
        other = "".join(random.choices("ab \t\u00a0\u200b", k=6))
        spaced = first.replace("\t", " ").replace("\u00a0", "\t").replace("b", "b\u200b")
        sides = [first, random.choice([first, other, spaced])]
        plain = [
            side.replace("\t", " ").replace("\u00a0", " ").replace("\u200b", "") for side in sides
        ]
        now, then = (
            scorer.reduce(scorer.rows(Batch([Instance(prediction=a, references=[b])])))[
                scorer.outputs[0]
            ][0]
            for a, b in (sides, plain)
        )
        watch = UnseenCharacters(scorer)
        watch.add(Batch([Instance(prediction=sides[0], references=[sides[1]])]))
        sign = 1 if scorer.is_higher_better(scorer.outputs[0]) else -1
        assert bool(watch.notices()) == (sign * (then - now) > 0), sides
        said += bool(watch.notices())
    assert 10 < said < 190


def test_notices_that_differ_in_their_example():
    """Only the first of them is kept, in the order of the notices."""
    assert distinct(["a, as in 1", "b", "a, as in 2", "b", "c"]) == ["a, as in 1", "b", "c"]
