"""Converting BOLD, made small here."""

from support.layouts import as_json


def test_bold(miniature, lines):
    """BOLD: prompts by domain, group and entity."""
    names = ("gender", "political_ideology", "profession", "race", "religious_ideology")
    text = as_json({"American_actors": {"X_Y": ["X Y is ", "Y was "]}})
    folder = miniature("bold", {f"prompts/{name}_prompt.json": text for name in names})
    rows = lines(folder / "records.jsonl")
    assert len(rows) == 10
    assert rows[1]["instance_id"] == "gender:American_actors:X_Y:2"
    assert rows[0]["input"] == "X Y is "
