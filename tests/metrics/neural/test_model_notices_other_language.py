"""Notices of outputs that a model judges badly."""

import json

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._model_notices import OtherLanguage
from sacreval.text import language_detection
from support import tiny_models

ENGLISH = "The cat sat on the mat and looked at the dog."
GERMAN = "Die Katze sass auf der Matte und sah den Hund an."


def notices(*records):
    """Return the notices on pairs of a prediction and its references."""
    watch = OtherLanguage("m")
    for i, (prediction, references) in enumerate(records):
        made = Instance(
            instance_id=str(i), system_id="s", prediction=prediction, references=references
        )
        watch.add(Batch([made]))
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
    found = notices((prediction, references), (ENGLISH, [ENGLISH]))
    assert [text for text in found if f"{count} of 2 outputs seem" in text] == found
    assert len(found) == count


def test_without_the_package(monkeypatch):
    """Without py3langid languages are not looked at."""
    monkeypatch.setattr(language_detection, "available", lambda: False)
    assert notices((GERMAN, [ENGLISH])) == []


def test_results_have_the_counts(sacreval, tmp_path):
    """A result has the numbers of cut texts and of another language; those of groups do not."""
    tiny_models.needed()
    texts = (GERMAN, ENGLISH * 9, ENGLISH)
    rows = [{"prediction": x, "references": [ENGLISH], "groups": {"g": "a"}} for x in texts]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    model = ("--model", tiny_models.build("bert"), "--layer", 2)
    words = ("evaluate", "bertscore", tmp_path / "a.jsonl", *model, "--by", "g", "--format", "json")
    code, out, err = sacreval(*words)
    assert code == 0, err
    counts = {"cut": 1, "other_language": 1, "several_references": 0}
    for one in json.loads(out)["results"]:
        assert one["noticed"] == (None if one["group"] else counts)
