"""A punkt of our own, without abbreviations, for tests of what splits sentences."""


def set_up(monkeypatch, folder, abbreviations="mr\n"):
    """Write the parameters where `setup-metric punkt` puts the official ones."""
    monkeypatch.setenv("SACREVAL_HOME", str(folder))
    monkeypatch.delenv("NLTK_DATA", raising=False)
    english = folder / "nltk_data" / "tokenizers" / "punkt_tab" / "english"
    english.mkdir(parents=True, exist_ok=True)
    for name in ("collocations.tab", "sent_starters.txt", "ortho_context.tab"):
        (english / name).write_text("")
    (english / "abbrev_types.txt").write_text(abbreviations)
    return english
