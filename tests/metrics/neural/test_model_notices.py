"""Notices name the system whose records they count; notices of options are given once."""

import json

import pytest

from sacreval.core.contract.watches import Always
from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._model_notices import (
    BySystem,
    CutInputs,
    OtherLanguage,
    SeveralReferences,
    Truncation,
)
from sacreval.models.class_logits import Joint
from sacreval.models.tokenization import TokenIds
from sacreval.text import language_detection
from support import tiny_models, tiny_seq2seq
from support.program import write_jsonl


def record(system, *references):
    """Return a record of a system."""
    return Instance(system_id=system, prediction="a", references=list(references))


def test_counts_are_of_each_system():
    """Records are counted by system, over batches; a system without a count is silent."""
    watch = BySystem(lambda: [SeveralReferences("m", "best"), Always("m is slow")])
    assert watch.notices() == ["m is slow"]
    watch.add(Batch([record("A", "x", "y"), record("B", "x"), record("A", "x")]))
    watch.add(Batch([record("C", "x", "y"), record("A", "x", "y")]))
    first, second, last = watch.notices()
    assert first.startswith("A: m: 2 of 3 records have several references")
    assert second.startswith("C: m: 1 of 1 records have several references")
    assert last == "m is slow"
    assert watch.noticed() == {"several_references": 3}


def test_a_run(cli, tmp_path):
    """A run over two systems names the one whose outputs are cut, evaluated or scored."""
    tiny_models.needed()
    texts = {"A": "a dog", "B": "the cat " * 60}
    records = [{"system_id": name, "prediction": text} for name, text in texts.items()]
    write_jsonl(tmp_path / "a.jsonl", records)
    model = tiny_seq2seq.build("gpt2")
    for verb in ("evaluate", "score"):
        done = cli(verb, "model-perplexity", "a.jsonl", "--model", model)
        assert done.code == 0, done.err
        assert "B: model-perplexity cuts 1 of 1 texts after 95 tokens" in done.err
        assert "A: " not in done.err


BATCH = Batch([Instance(prediction="a")])

RECORD = Instance(prediction="a b c d", references=["a", "a b c d e"], sources=["a b c d e f"])


def tokens(texts):
    """Cut each text after three words."""
    return [TokenIds((), 0, max(0, len(text.split()) - 3), 0) for text in texts]


def test_texts_of_a_record():
    """Outputs and references are counted, or the texts that the metric names."""
    named = ((), "2 of 3 texts", 3), ((lambda record: record.sources,), "1 of 1 texts", 3)
    for texts, expected, lost in named:
        watch = Truncation("own", 3, tokens, *texts)
        watch.add(Batch([RECORD, RECORD]))
        (notice,) = watch.notices()
        assert notice.startswith(f"own cuts {expected} after 3 tokens")
        assert f"leaves out {lost} tokens" in notice


def test_nothing_is_cut():
    """Without a limit, or without longer texts, there is no notice."""
    for limit, text in ((0, "a b c d"), (3, "a b")):
        watch = Truncation("own", limit, tokens)
        watch.add(Batch([Instance(prediction=text)]))
        assert watch.notices() == []


def test_cut_inputs():
    """Inputs and tokens of several batches are added; without cuts there is no notice."""
    watch = CutInputs("m", 9, lambda _: [[Joint((1,), (0,), 4), Joint((1,), (0,), 0)]])
    assert watch.notices() == []
    watch.add(BATCH)
    watch.add(BATCH)
    (notice,) = watch.notices()
    assert notice.startswith("m cuts 2 of 4 inputs of the model after 9 tokens, and leaves out 8")


def test_a_model_without_a_limit():
    """Nothing is tokenized for a model that reads texts of any length."""
    watch = CutInputs("m", 0, lambda _: 1 / 0)
    watch.add(BATCH)
    assert watch.notices() == []


ENGLISH = "The cat sat on the mat and looked at the dog."

GERMAN = "Die Katze sass auf der Matte und sah den Hund an."


def notices(*records):
    """Return the notices on pairs of a prediction and its references."""
    watch = OtherLanguage("m")
    for i, (prediction, references) in enumerate(records):
        instance = Instance(
            instance_id=str(i), system_id="s", prediction=prediction, references=references
        )
        watch.add(Batch([instance]))
    return watch.notices()


@pytest.mark.parametrize(
    ("prediction", "references", "count"),
    [
        (GERMAN, [ENGLISH], 1),
        (ENGLISH, [ENGLISH], 0),
        (GERMAN, [ENGLISH, GERMAN], 0),
        (GERMAN, ["12 %"], 0),
        ("12 %", [ENGLISH], 0),
        (GERMAN, [], 0),
    ],
)
def test_another_language(prediction, references, count):
    """An output in a language of none of its references is counted, where all are sure."""
    tiny_models.needed()
    texts = notices((prediction, references), (ENGLISH, [ENGLISH]))
    assert [text for text in texts if f"{count} of 2 outputs seem" in text] == texts
    assert len(texts) == count


def test_without_the_package(monkeypatch):
    """Without py3langid languages are not looked at."""
    monkeypatch.setattr(language_detection, "available", lambda: False)
    assert notices((GERMAN, [ENGLISH])) == []


def test_results_have_the_counts(sacreval, tmp_path):
    """A result has the numbers of cut texts and of another language; those of groups do not."""
    tiny_models.needed()
    texts = (GERMAN, ENGLISH * 9, ENGLISH)
    rows = [{"prediction": x, "references": [ENGLISH], "groups": {"g": "a"}} for x in texts]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    model = ("--model", tiny_models.build("bert"), "--layer", 2)
    words = ("evaluate", "bertscore", tmp_path / "a.jsonl", *model, "--by", "g", "--format", "json")
    code, out, err = sacreval(*words)
    assert code == 0, err
    counts = {"cut": 1, "other_language": 1, "several_references": 0}
    for result in json.loads(out)["results"]:
        assert result["noticed"] == (None if result["group"] else counts)
