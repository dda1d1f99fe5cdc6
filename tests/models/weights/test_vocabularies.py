"""A SentencePiece model in place of tokenizer.json gives the ids that SentencePiece gives."""

import importlib.util
import random
import re
import unicodedata

import pytest

from sacreval.errors import InputError, NotSetUpError
from sacreval.models import loading
from sacreval.models.tokenization import tokenizer
from sacreval.models.weights.vocabularies import converted
from sacreval.models.weights.weights import Checkpoint, tokenizer_files
from support import tiny_fairseq, tiny_models, tiny_sentencepiece, tiny_seq2seq
from support.program import spawn, write_jsonl

TEXTS = ("the cat sat on the mat", "  The CAT\tsat\non  ﬁve ½", "naïve Привет 猫!", "isn't it",
         "line \u3000 here", "a", "")  # fmt: skip
FEW = ("the cat sat on the mat", " isn  every  where", "")  # with letters of the vocabulary only
ENDS = {"t5": ((), (1,)), "mt5": ((), (1,)), "albert": ((2,), (3,)), "xlm-roberta": ((0,), (2,)),
        "bleurt": ((2,), (3,)), "rembert": ((2,), (3,)), "deberta-v2": ((1,), (2,))}  # fmt: skip


FAIRSEQ = ("fairseq_dict.txt", "spm.model")


def folder_with(place):
    """Give the dictionary of a model of fairseq the name that it has once it is converted."""
    (place / "dict.src.txt").replace(place / "fairseq_dict.txt")
    return place


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
    assert [tokens.ids for tokens in tokenizer(checkpoint(tmp_path)).encode(texts)] == expected


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
    monkeypatch.setattr(loading, "find_spec", lambda name: None if name in absent else there)
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


def test_a_dictionary_of_fairseq(tmp_path):
    """Ids are the dictionary's of SentencePiece's pieces, of which it may lack some, and no others.

    Texts have several scripts, white space, control characters and names of special tokens.
    """
    from sentencepiece import SentencePieceProcessor

    tiny_models.needed()
    place = tiny_fairseq.write(tmp_path)
    drawn = random.Random(3)
    blocks = [(32, 127), (0, 32), (0x7F, 0xA1), (0xC0, 0x250), (0x300, 0x370), (0x400, 0x500),
              (0x600, 0x700), (0x900, 0x980), (0x2000, 0x2030), (0x3040, 0x3100), (0x4E00, 0x4F00),
              (0xAC00, 0xAD00), (0xFF00, 0xFF5F), (0x1F300, 0x1F650)]  # fmt: skip
    texts = ["", " ", " \u3000\n", "<en>", "the <en> cat </s>", "▁", "☃\x85☃", "a\x85b", "a\0b"]
    for _ in range(200):
        block, length = drawn.choice(blocks), drawn.choice([1, 3, 30])
        letters = [chr(drawn.randrange(*block)) for _ in range(length)]
        texts.append("".join(drawn.choice([letter, letter, " the cat", " "]) for letter in letters))
    words = tokenizer(Checkpoint("m", folder_with(place), FAIRSEQ, pickled=False, sha256=""))
    tokens = ["<s>", "<pad>", "</s>", "<unk>", *tiny_fairseq.dictionary(place / "spm.model")]
    model = SentencePieceProcessor(model_file=str(place / "spm.model"))
    lines = [re.sub(r"\s+", " ", " ".join(model.encode_as_pieces(text))) for text in texts]
    expected = [
        (*(tokens.index(x) if x in tokens else 3 for x in line.split()), 2) for line in lines
    ]
    encoded = words.encode(texts)
    assert [tokens.ids for tokens in encoded] == expected
    assert [tokens.unknown for tokens in encoded] == [ids.count(3) for ids in expected]
    assert [words.id_of(token) for token in ("<en>", "<unk>", "none")] == [4, 3, None]
    lacking = set(map(model.id_to_piece, range(3, len(model)))) - set(tokens)
    assert lacking & {piece for line in lines for piece in line.split()}


def test_texts_longer_than_a_model_of_fairseq_reads(tmp_path):
    """The end of a text remains where it is cut, and is left out where none is asked for."""
    tiny_models.needed()
    folder = folder_with(tiny_fairseq.write(tmp_path))
    checkpoint = Checkpoint("m", folder, FAIRSEQ, pickled=False, sha256="")
    (whole,) = tokenizer(checkpoint).encode(["the cat sat on the mat"])
    (short,) = tokenizer(checkpoint, longest=4).encode(["the cat sat on the mat"])
    assert (short.ids, short.cut) == ((*whole.ids[:3], 2), len(whole.ids) - 4)
    (plain,) = tokenizer(checkpoint, longest=4, special=False).encode(["the cat sat on the mat"])
    assert (plain.ids, plain.cut) == (whole.ids[:4], len(whole.ids) - 5)


@pytest.mark.parametrize("content", [b"word\n", b"word x\n", b"\xff 1\n", None])
def test_a_damaged_dictionary(tmp_path, content):
    """A dictionary without counts, or that is no text, is refused by its name."""
    tiny_models.needed()
    folder = folder_with(tiny_fairseq.write(tmp_path))
    path = folder / "fairseq_dict.txt"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match="fairseq_dict.txt: no dictionary of fairseq"):
        converted(Checkpoint("m", folder, FAIRSEQ, pickled=False, sha256=""))
