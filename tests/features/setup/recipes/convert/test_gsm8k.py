"""Converting GSM8K."""

from sacreval.features.setup.recipes.convert.gsm8k import final


def test_final_numbers():
    """The number after the last mark counts, without commas; without mark there is none."""
    assert final("A: 1\nmore\nA: 1,234 ", "A:") == "1234"
    assert final("so 3", "A:") == ""
