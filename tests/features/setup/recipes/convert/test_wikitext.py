"""Converting WikiText-2, made small here."""

PATH = "word_language_model/data/wikitext-2/test.txt"


def test_prompts(miniature, lines):
    """Headings, short paragraphs and those with unknown words at the beginning give no prompt."""
    words = " ".join(f"w{i}" for i in range(1, 38))
    text = (
        " \n = A @-@ class ship = \n \n"
        f" one @-@ two 3 @,@ 000 , {words} . \n"
        f" the <unk> of {words} {words} \n short . \n = = Career = = \n"
        f" {words} {words} <unk> \n = B = \n {words} a b c \n"
    )
    one, two, three = lines(miniature("wikitext2", {PATH: text}) / "records.jsonl")
    assert one["input"] == " ".join(["one-two", "3,000", ",", *words.split()[:17]])
    assert one["meta"]["continuation"] == " ".join([*words.split()[17:], "."])
    assert one["groups"] == two["groups"] == {"article": "A-class ship"}
    assert two["meta"]["continuation"].endswith("<unk>")
    assert (three["instance_id"], three["groups"]) == ("10", {"article": "B"})
