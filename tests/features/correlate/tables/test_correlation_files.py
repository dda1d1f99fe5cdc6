"""Documents of `correlate` are checked before they are shown."""

import json
from copy import deepcopy

import msgspec
import pytest

from sacreval.features.correlate.tables.correlation_files import check
from support.pages import SAMPLE
from support.sizes import few

WORDS = (
    "-m chrf -m bleu --human adequacy --level system --level segment --test perm-both-xor",
    "-m ter -m bleu --human adequacy --level system --signed --explain --agreement",
    "-m chrf -m bleu --human adequacy --human fluency --level system",
)


@pytest.mark.parametrize("words", WORDS)
def test_what_correlate_writes(cli, tmp_path, words):
    """Whatever the verb writes is a whole document; each row needs its values, of their types."""
    done = cli("correlate", "suite", SAMPLE, *words.split(), "-o", "k.json")
    assert done.code == 0, done.err
    document = json.loads((tmp_path / "k.json").read_text())
    check(document)
    rows = {part: rows[0] for part, rows in document.items() if isinstance(rows, list) and rows}
    rows.pop("notes", None)
    assert rows.keys() >= {"results"}
    for part, row in rows.items():
        for key in row.keys() - {"task", "reversed", "turned", "chance"}:
            changed = deepcopy(document)
            del changed[part][0][key]
            with pytest.raises(msgspec.ValidationError):
                check(changed)


@few(
    3,
    ("change", "said"),
    [
        (lambda d: d["results"].clear(), "it has no correlations"),
        (lambda d: d.update(results="x"), "Expected `array`"),
        (lambda d: d["results"][0].update(value="high"), "Expected `float | null`"),
        (lambda d: d["results"][0].update(interval=[1, 2]), r"Expected `object \| null`"),
        (lambda d: d["results"][0].update(task="en-de"), "some rows have a task"),
        (lambda d: d.update(notes=[1]), "Expected `str`"),
        (lambda d: d.update(asked_levels=["x"]), "Expected `object`"),
    ],
)
def test_what_is_no_document(cli, tmp_path, change, said):
    """A value of another type, and rows that do not belong together, are refused."""
    words = WORDS[0].split()
    assert cli("correlate", "suite", SAMPLE, *words, "-o", "k.json").code == 0
    document = json.loads((tmp_path / "k.json").read_text())
    change(document)
    with pytest.raises(msgspec.ValidationError, match=said):
        check(document)
