"""Converting Women's E-Commerce Clothing Reviews, as described, made small here."""

from support.layouts import as_csv

HEAD = ["", "Clothing ID", "Age", "Title", "Review Text", "Rating", "Recommended IND",
        "Positive Feedback Count", "Division Name", "Department Name", "Class Name"]  # fmt: skip


def test_reviews(miniature, lines):
    """Reviews without a text are left out; class, department and division are groups."""
    rows = [
        ["0", "767", "33", "", 'Silky, "comfortable"\nlines', "4", "1", "0", "Initmates",
         "Intimate", "Intimates"],
        ["1", "1", "20", "no text", "", "5", "1", "0", "General", "Tops", "Knits"],
        ["2", "1", "20", "bad", "too small", "1", "0", "0", "", "", ""],
    ]  # fmt: skip
    folder = miniature("womens-clothing-reviews", {"reviews": as_csv(HEAD, *rows)})
    first, third = lines(folder / "records.jsonl")
    assert first["input"] == 'Silky, "comfortable"\nlines'
    assert first["groups"] == {
        "class": "Intimates", "department": "Intimate", "division": "Initmates",
    }  # fmt: skip
    assert (third["instance_id"], third["references"], third.get("groups")) == ("2", ["0"], {})
    assert third["meta"] == {"title": "bad", "rating": 1}
