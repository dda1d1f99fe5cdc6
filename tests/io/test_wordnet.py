"""WordNet of any folder, opened with NLTK's reader."""

import pytest

from sacreval.errors import NotSetUpError
from sacreval.io.resources import resource
from sacreval.io.wordnet import nltk_reader
from support import missing


@pytest.mark.long
def test_synonyms():
    """A folder is opened once, with or without `lexnames`, and has the synonyms of WordNet."""
    try:
        folder = resource("wordnet")
    except NotSetUpError as error:
        missing.say(f"WordNet by NLTK: {error}")
        pytest.skip(str(error))
    reader = nltk_reader(folder)
    names = {lemma.name() for synset in reader.synsets("hound") for lemma in synset.lemmas()}
    assert {"hound", "hound_dog"} <= names
    assert nltk_reader(folder) is reader
