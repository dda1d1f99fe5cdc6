"""Converting Chaganty 2018, as described, made small here."""

import json

from support.layouts import by_key


def test_chaganty2018(miniature, lines, tar):
    """Chaganty: one text of two systems, one output rated twice of which the first counts."""

    def text(system, content):
        return json.dumps(
            {"input": {"contents": {"id": "006588", "text": content, "system": system}}}
        )

    def rating(system, human):
        prompts = {
            "hter": {"human": human, "gold": 1, "bleu-2": 0.5},
            "overall": {"human": [1], "gold": 1, "bleu-2": 0.5},
        }
        return json.dumps({"id": "006588", "system": system, "prompts": prompts})

    folder = miniature(
        "chaganty2018",
        {
            "articles": json.dumps({"id": "006588", "text": "article"}),
            "texts": tar({"./lqual.jsonl": text("ml+rl;ml", "t") + "\n" + text("reference", "r")}),
            "ratings": "\n".join(
                [
                    rating("ml+rl", [0.5]),
                    rating("ml+rl", [0.9]),
                    rating("ml", [1, 0]),
                    rating("reference", [0]),
                ]
            ),
        },
    )
    rows = by_key(lines(folder / "records.jsonl"))
    assert len(rows) == 3
    assert rows["006588", "ml+rl"]["judgments"] == {"hter": [0.5], "overall": [1]}
    assert rows["006588", "ml"]["prediction"] == "t"
    assert rows["006588", "ml"]["references"] == ["r"]
    assert rows["006588", "reference"]["system_type"] == "reference"
