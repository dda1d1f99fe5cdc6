"""Prism's model of fairseq is fetched as an archive and converted; its scores are the formula's."""

import io
import os
import re
import tarfile

import numpy as np
import pytest
from msgspec import structs

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.features.setup.recipes import model_recipe
from sacreval.models.weights import home
from support import tiny_fairseq, tiny_models
from support.program import write_jsonl
from support.tiny_fairseq import HEADS, LAYERS, WIDTH

RECORDS = [
    Instance(prediction="the cat sat on", references=["a cat"], sources=["two dog barked"]),
    Instance(prediction="", references=["three boys running"], sources=["<en> mat"]),
    Instance(prediction="Привет ☃ the", references=["the mat on it"], sources=[""]),
]
SAMPLE = Batch(RECORDS)


@pytest.fixture
def place(tmp_path):
    """The files of a tiny model, before they are put into an archive."""
    tiny_models.needed()
    return tiny_fairseq.write(tmp_path / "model")


@pytest.fixture
def setup(place, tmp_path, sacreval, monkeypatch):
    """Set up the tiny model in place of Prism's, from a mirror with its archive."""

    def call(*words, archived=True):
        if archived:
            tiny_fairseq.archive(place, tmp_path / "mirror")
        recipe = next(recipe for recipe in model_recipe.known() if recipe.name == "prism-m39v1")
        changed = structs.replace(recipe, md5=tiny_fairseq.md5(place))
        monkeypatch.setattr(model_recipe, "known", lambda: [changed])
        words = words or ("--convert",)
        return sacreval("setup-metric", "prism", "--mirror", tmp_path / "mirror", *words)

    return call


@pytest.fixture
def refused(setup, tmp_path):
    """Set the model up in vain: exit code 2, one sentence, and nothing is left."""

    def call(*words, archived=True):
        code, out, err = setup(*words, archived=archived)
        assert (code, out) == (2, "")
        assert [path for path in (tmp_path / "home").rglob("*") if path.is_file()] == []
        (sentence,) = [line for line in err.splitlines() if "error" in line]
        assert len(sentence) < 500
        assert err.splitlines()[-1] == sentence
        return sentence

    return call


def attended(numbers, name, queries, others, hidden=0):
    """Return what each query takes from others, by the heads of one attention."""
    project = {
        part: lambda x, part=part: (
            x @ numbers[f"{name}.{part}_proj.weight"].T + numbers[f"{name}.{part}_proj.bias"]
        )
        for part in ("q", "k", "v", "out")
    }
    heads = [project[part](x).reshape(len(x), HEADS, -1)
             for part, x in (("q", queries), ("k", others), ("v", others))]  # fmt: skip
    alike = np.einsum("ihd,jhd->hij", heads[0], heads[1]) / np.sqrt(WIDTH // HEADS)
    share = np.exp(alike + hidden)
    share /= share.sum(-1, keepdims=True)
    return project["out"](np.einsum("hij,jhd->ihd", share, heads[2]).reshape(len(queries), -1))


def normalized(numbers, name, x):
    """Return rows of mean 0 and variance 1, scaled and shifted."""
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    return x * numbers[f"{name}_layer_norm.weight"] + numbers[f"{name}_layer_norm.bias"]


def layer(numbers, name, x, encoded=None):
    """Return the states after one layer of the encoder, or of the decoder."""
    hidden = 0 if encoded is None else np.triu(np.full((len(x), len(x)), -np.inf), 1)
    x = normalized(
        numbers, f"{name}.self_attn", x + attended(numbers, f"{name}.self_attn", x, x, hidden)
    )
    if encoded is not None:
        seen = attended(numbers, f"{name}.encoder_attn", x, encoded)
        x = normalized(numbers, f"{name}.encoder_attn", x + seen)
    inner = np.maximum(x @ numbers[f"{name}.fc1.weight"].T + numbers[f"{name}.fc1.bias"], 0)
    outer = inner @ numbers[f"{name}.fc2.weight"].T + numbers[f"{name}.fc2.bias"]
    return normalized(numbers, f"{name}.final", x + outer)


def embedded(numbers, ids):
    """Return scaled embeddings and positions; the first position is that after the padding's id."""
    rate = np.exp(-np.log(10000) / (WIDTH // 2 - 1) * np.arange(WIDTH // 2))
    angle = np.arange(2, 2 + len(ids))[:, None] * rate
    scaled = np.sqrt(WIDTH) * numbers["encoder.embed_tokens.weight"][ids]
    return scaled + np.concatenate([np.sin(angle), np.cos(angle)], axis=1)


def log_probability(numbers, source, target):
    """Return the mean log-probability of a target's tokens after the first, given a source."""
    encoded = embedded(numbers, source)
    states = embedded(numbers, [2, *target[:-1]])
    for i in range(LAYERS):
        encoded = layer(numbers, f"encoder.layers.{i}", encoded)
    for i in range(LAYERS):
        states = layer(numbers, f"decoder.layers.{i}", states, encoded)
    logits = states @ numbers["encoder.embed_tokens.weight"].T
    logs = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    return logs[range(len(target)), target][1:].mean()


def test_scores_are_those_of_the_formula(setup, place):
    """Scores of the converted model are those of its weights by fairseq's formulas, in NumPy."""
    from sentencepiece import SentencePieceProcessor

    tokens = tiny_fairseq.dictionary(place / "spm.model")
    model = SentencePieceProcessor(model_file=str(place / "spm.model"))
    numbers = {
        name: w.astype(np.float64) for name, w in tiny_fairseq.weights(len(tokens) + 4).items()
    }

    def ids(text):
        pieces = model.encode_as_pieces(text)
        return [*(tokens.index(x) + 4 if x in tokens else 3 for x in pieces), 2]

    def scored(source, output):
        return log_probability(numbers, ids(source), [4, *ids(output)])  # <en> is the first token

    code, _, err = setup()
    assert code == 0, err
    metric = metrics.get("prism")(model="m39v1", language="<en>")
    both = [
        (scored(x.references[0], x.prediction) + scored(x.prediction, x.references[0])) / 2
        for x in RECORDS
    ]
    assert metric.rows(SAMPLE)[:, 0] == pytest.approx(both, abs=1e-5)
    metric = metrics.get("prism")(model="m39v1", language="<en>", against="sources")
    once = [scored(x.sources[0], x.prediction) for x in RECORDS]
    assert metric.rows(SAMPLE)[:, 0] == pytest.approx(once, abs=1e-5)


def test_what_is_kept(setup, sacreval, tmp_path):
    """The record says what was converted; the archive is gone, and the name works at once."""
    code, out, err = setup()
    assert code == 0, err
    folder = home.folder_of("prism/m39v1", "")
    assert out == f"{folder}\n"
    assert "to fetch: size unknown of prism/m39v1" in err
    assert err.splitlines()[-1].endswith("sacreval evaluate prism FILE --model m39v1")
    files = {"config.json", "model.safetensors", "spm.model", "fairseq_dict.txt", home.RECORD}
    assert {path.name for path in folder.parent.rglob("*")} == {"m39v1", *files}
    known = home.read(folder)
    assert (known.pinned, known.converted) == ("prism/m39v1", ("checkpoint.pt",))
    assert known.files.keys() == files - {home.RECORD}
    path = write_jsonl(tmp_path / "a.jsonl", [{"prediction": "the cat", "references": ["a cat"]}])
    code, out, err = sacreval("evaluate", "prism", path, "--model", "m39v1", "--language", "<en>")
    assert (code, "prism|model:m39v1|" in out) == (0, True), err
    code, _, err = sacreval("evaluate", "prism", path, "--model", "m39v1", "--language", "en")
    assert (code, "'en' is no language of prism/m39v1; give '<en>'" in err) == (2, True), err
    code, _, err = setup()
    assert (code, "prism/m39v1 is set up already" in err) == (0, True)


def test_what_would_be_done(setup, tmp_path):
    """--dry-run names the archive, the conversion and the folder, and needs no --allow-unpinned."""
    code, out, err = setup("--convert", "--dry-run")
    assert code == 0, err
    archive = tmp_path / "mirror" / "data.statmt.org" / "prism" / "m39v1.tar"
    written = home.folder_of("prism/m39v1", "")
    assert out.splitlines() == [
        f"fetch {archive}", "convert checkpoint.pt to safetensors", f"write {written}"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["--dry-run"], "prism/m39v1 is a checkpoint of fairseq, which sacreval runs once it is"),
     (["--pickles"], "converted; add --convert"),
     (["--convert", "--resolve"], "--resolve: prism/m39v1 is of no hub, and has no commits"),
     (["--convert", "--language", "en"], "--language: prism has one usual model")],
)  # fmt: skip
def test_needed_options(refused, words, sentence):
    """It must be converted, and has no commits."""
    assert sentence in refused(*words)


def test_it_is_shown(sacreval):
    """--show says what its files are checked by."""
    _, out, _ = sacreval("setup-metric", "--show", "prism-m39v1")
    assert "MD5 is 8412b2044da4b9b2c0a8ce87b305d0d1" in out
    assert "fetches:  1 files, size unknown\n  http://data.statmt.org/prism/m39v1.tar" in out


def test_other_files_than_those_of_the_authors(refused, place, tmp_path):
    """An archive with other files than the recipe's is refused before they are read."""
    tiny_fairseq.archive(place, tmp_path / "mirror")
    (place / "checkpoint.pt").write_bytes(b"changed after it was put into the archive")
    assert re.search(
        "m39v1.tar: the MD5 of its files is [0-9a-f]{32}, where", refused(archived=False)
    )


@pytest.mark.parametrize("name", tiny_fairseq.FILES)
def test_a_file_is_missing(refused, place, tmp_path, name):
    """An archive without one of the files is refused by the name of that file."""
    data = (place / name).read_bytes()
    (place / name).unlink()
    tiny_fairseq.archive(place, tmp_path / "mirror")
    (place / name).write_bytes(data)
    assert f"m39v1.tar: there is no m39v1/{name} in this archive" in refused(archived=False)


def test_a_damaged_archive(refused, place, tmp_path):
    """An archive that is cut short, or of which a member leads out, is refused."""
    path = tiny_fairseq.archive(place, tmp_path / "mirror")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert "m39v1.tar: this archive is damaged" in refused(archived=False)
    with tarfile.open(path, "w") as bundle:
        member = tarfile.TarInfo("m39v1/../../../out.txt")
        member.size = 2
        bundle.addfile(member, io.BytesIO(b"no"))
    assert "leads out of the folder; do not use this archive" in refused(archived=False)
    assert not list(tmp_path.rglob("out.txt"))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"encoder_normalize_before": True}, "it was trained with encoder_normalize_before; use"),
     ({"decoder_layers": 3}, "its decoder.layers.2."), ({"encoder_layers": "many"}, "fit no model"),
     ({"encoder_embed_dim": 32}, "is lacking or another one"),
     ({"activation_fn": "new"}, "its options fit no model of transformers")],
)  # fmt: skip
def test_other_models_of_fairseq(refused, place, options, sentence):
    """A transformer of fairseq that transformers has no equal of is refused."""
    numbers = tiny_fairseq.weights(len(tiny_fairseq.dictionary(place / "spm.model")) + 4)
    tiny_fairseq.checkpoint(place, numbers, **options)
    said = refused()
    assert "prism/m39v1: checkpoint.pt: " in said
    assert sentence in said


class Code:
    """What a checkpoint of a stranger may hold: a call that leaves a trace."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def test_code_is_not_run(refused, place, tmp_path):
    """A checkpoint that calls a function is refused, and the function is not called."""
    numbers = tiny_fairseq.weights(len(tiny_fairseq.dictionary(place / "spm.model")) + 4)
    tiny_fairseq.checkpoint(place, numbers, lr=Code(str(tmp_path / "trace")))
    sentence = "checkpoint.pt: its numbers cannot be read without running its code (it asks for "
    assert f"{sentence}posix.mkdir); get the archive from" in refused()
    assert not (tmp_path / "trace").exists()


def test_a_pickle_of_another_program(refused, place):
    """A pickle that is no checkpoint of fairseq is refused."""
    import torch

    torch.save({"model": {"a": torch.ones(1)}}, place / "checkpoint.pt")
    assert "(ValueError: it is no checkpoint of fairseq)" in refused()


def test_vocabularies_that_do_not_fit(refused, place):
    """Dictionaries that differ, are none or are too long are refused, and so is another model."""
    target, source = place / "dict.tgt.txt", place / "dict.src.txt"
    text = source.read_text(encoding="utf-8")
    target.write_text(text + "more 1\n", encoding="utf-8")
    assert "checkpoint.pt: its two dictionaries differ" in refused()
    source.write_text(text + "more 1\n", encoding="utf-8")
    assert "embed_tokens.weight is lacking or another one" in refused()
    for path in (source, target):
        path.write_text(text + "no count\n", encoding="utf-8")
    assert "fairseq_dict.txt: no dictionary of fairseq" in refused()
    for path in (source, target):
        path.write_text(text, encoding="utf-8")
    (place / "spm.model").write_bytes(b"another file")
    assert "spm.model: no SentencePiece model that can be read" in refused()
