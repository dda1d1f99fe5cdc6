"""A SentencePiece model in place of tokenizer.json gives the ids that SentencePiece gives."""

import importlib.util
import unicodedata

import pytest

from sacreval.errors import InputError, NotSetUpError
from sacreval.models import extra
from sacreval.models.tokens import tokenizer
from sacreval.models.vocabularies import converted
from sacreval.models.weights import Checkpoint, tokenizer_files
from support import tiny_models, tiny_sentencepiece, tiny_seq2seq
from support.program import spawn, write_jsonl

TEXTS = ("the cat sat on the mat", "  The CAT\tsat\non  ﬁve ½", "naïve Привет 猫!", "isn't it",
         "line \u3000 here", "a", "")  # fmt: skip
FEW = ("the cat sat on the mat", " isn  every  where", "")  # with letters of the vocabulary only
ENDS = {"t5": ((), (1,)), "mt5": ((), (1,)), "albert": ((2,), (3,)), "xlm-roberta": ((0,), (2,)),
        "bleurt": ((2,), (3,)), "rembert": ((2,), (3,)), "deberta-v2": ((1,), (2,))}  # fmt: skip


def checkpoint(folder):
    """Return a checkpoint of the files of a tokenizer."""
    files = ("config.json", *tokenizer_files(folder))
    return Checkpoint(folder.name, folder, files, pickled=False, sha256="")


def by_sentencepiece(kind, path, text):
    """Return the ids of a text by SentencePiece, as the architecture shifts or changes them."""
    from sentencepiece import SentencePieceProcessor

    if kind == "albert":  # which takes capitals and accents away before
        decomposed = unicodedata.normalize("NFKD", text).lower()
        text = "".join(x for x in decomposed if not unicodedata.combining(x))
    ids = SentencePieceProcessor(model_file=str(path)).encode(text)
    if kind == "xlm-roberta":  # whose first ids are <s>, <pad>, </s> and <unk>
        return [x + 1 if x else 3 for x in ids]
    return ids


@pytest.mark.parametrize("kind", tiny_sentencepiece.KINDS)
def test_ids_are_those_of_sentencepiece(kind, tmp_path):
    """Ids of texts of several scripts are SentencePiece's, with special tokens around them."""
    path = tiny_sentencepiece.write(kind, tmp_path)
    texts = FEW if kind == "mt5" else TEXTS  # transformers does not fall back to bytes
    first, last = ENDS[kind]
    expected = [(*first, *by_sentencepiece(kind, path, text), *last) for text in texts]
    assert [one.ids for one in tokenizer(checkpoint(tmp_path)).encode(texts)] == expected


def test_capitals_of_deberta(tmp_path):
    """A DeBERTa whose configuration says so reads small letters."""
    tiny_sentencepiece.write("deberta-v2", tmp_path)
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": true}')
    capital, small = tokenizer(checkpoint(tmp_path)).encode(["The CAT", "the cat"])
    assert capital == small


@pytest.mark.parametrize("content", [b"", b"not a model", None])
def test_a_damaged_model(tmp_path, content):
    """A SentencePiece model that is empty, another file or cut short is refused by its name."""
    path = tiny_sentencepiece.write("t5", tmp_path)
    path.write_bytes(path.read_bytes()[:900] if content is None else content)
    with pytest.raises(InputError) as error:
        converted(checkpoint(tmp_path))
    assert str(error.value).startswith(f"{path}: no SentencePiece model that can be read (")
    assert str(error.value).endswith("); copy the file anew, or add a tokenizer.json")


def test_no_vocabulary(tmp_path):
    """A folder without a vocabulary is refused, for which transformers would make one up."""
    (tmp_path / "config.json").write_text('{"model_type": "t5"}')
    with pytest.raises(InputError, match="no tokenizer; copy all files of the model there"):
        converted(checkpoint(tmp_path))


def test_without_the_packages(tmp_path, monkeypatch):
    """Without the packages that read it, one sentence names them and the file."""
    path = tmp_path / "spiece.model"
    for file in (path, tmp_path / "config.json"):
        file.write_text("{}")
    there = importlib.util.find_spec("json")
    absent = ("sentencepiece", "google.protobuf")
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name in absent else there)
    with pytest.raises(NotSetUpError) as error:
        tokenizer(checkpoint(tmp_path))
    remedy = "run: pip install 'sacreval[neural]'"
    assert str(error.value) == f"{path} needs sentencepiece and protobuf; {remedy}"


def test_a_run_is_silent(tmp_path):
    """A run with such a model shows no warning of transformers, as that of byte fallback."""
    tiny_models.needed()
    folder = tiny_seq2seq.copied("mt5", tmp_path)
    (folder / "spiece.model").write_bytes(tiny_sentencepiece.trained("mt5"))
    (folder / "tokenizer.json").unlink()
    records = [{"prediction": "the cat sat", "references": ["a cat sat"]}]
    path = write_jsonl(tmp_path / "a.jsonl", records)
    done = spawn(
        "evaluate", "bertscore", path, "--model", folder, "--layer", "1", "--no-cache", seconds=300
    )
    assert done.code == 0, done.err
    assert "bertscore" in done.out
    assert all(line.startswith("sacreval: ") for line in done.err.splitlines())
