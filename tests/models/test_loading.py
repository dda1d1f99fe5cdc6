"""Loading: the encoder of a checkpoint, cut to its first layers; what is wrong is one sentence."""

import importlib.util
import json
import warnings
from importlib.metadata import version

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.models import loading
from sacreval.models.loading import load, quiet
from sacreval.models.weights.weights import checkpoint
from support import tiny_models


@pytest.fixture
def folder(tmp_path):
    """A copy of the tiny BERT, which has three layers."""
    tiny_models.needed()
    return tiny_models.copied("bert", tmp_path)


def refusal(folder, depth=2, device="cpu", *, pickles=False):
    """Return the sentence with which a model is refused."""
    with pytest.raises((InputError, UsageError)) as error:
        load(checkpoint(str(folder), pickles=pickles), depth, "float32", device)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("kind", ["bert", "roberta"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_cut_model_has_the_states_of_the_whole(kind, depth):
    """The last state of a model that is cut is the state of that layer in the whole model."""
    tiny_models.needed()
    import torch
    from transformers import AutoModel

    tiny = checkpoint(str(tiny_models.build(kind)))
    whole = AutoModel.from_pretrained(str(tiny.folder), dtype=torch.float32).eval()
    ids = torch.tensor([[5, 6, 7, 8]])
    with torch.inference_mode():
        states = whole(input_ids=ids, output_hidden_states=True).hidden_states[depth]
        cut = load(tiny, depth, "float32", "cpu")(input_ids=ids).last_hidden_state
    torch.testing.assert_close(cut, states, rtol=0, atol=1e-6)


@pytest.mark.parametrize("depth", [0, 4])
def test_a_layer_that_is_not_there(folder, depth):
    """A layer outside the model is refused with the layers that it has."""
    assert refusal(folder, depth) == f"bert has layers 1 to 3; layer {depth} is none of them"


def test_damaged_weights(folder):
    """A safetensors file that was cut short is refused."""
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-100])
    assert "the model cannot be loaded" in refusal(folder)


def test_weights_of_another_architecture(folder):
    """Weights without those that the configuration asks for are refused, and one is named."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"model_type": "distilbert"}))
    assert "the weights lack " in refusal(folder)


def test_code_of_a_checkpoint_is_never_run(folder):
    """A configuration that names code of its own is refused, and the code does not run."""
    config = {"model_type": "own", "auto_map": {"AutoConfig": "own.C", "AutoModel": "own.M"}}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "own.py").write_text("open('ran', 'w')\nclass C: pass\nclass M: pass\n")
    assert "the model cannot be loaded" in refusal(folder)
    assert not list(folder.parent.rglob("ran"))


def test_a_pickle_is_read_without_its_code(folder, tmp_path, monkeypatch):
    """A pickle of numbers has the same weights; one that names code is refused."""
    import pickle

    import torch
    from safetensors.torch import load_file

    monkeypatch.chdir(tmp_path)
    weights = load_file(folder / "model.safetensors")
    before = load(checkpoint(str(folder)), 2, "float32", "cpu").state_dict()
    (folder / "model.safetensors").unlink()
    torch.save(weights, folder / "pytorch_model.bin")
    after = load(checkpoint(str(folder), pickles=True), 2, "float32", "cpu").state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)

    class Malicious:
        def __reduce__(self):
            return open, ("ran", "w")

    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Malicious(), protocol=2))
    said = (
        "pytorch_model.bin: the pickle holds io.open, which is no tensor and could run code; save"
    )
    assert said in refusal(folder, pickles=True)
    assert not (tmp_path / "ran").exists()
    (folder / "pytorch_model.bin").write_bytes(b"nothing")
    said = "pytorch_model.bin: no pickle of tensors, or a damaged one; copy the file anew"
    assert said in refusal(folder, pickles=True)


def test_weights_of_other_shapes(folder):
    """Weights of another shape than config.json states are named, by transformers 5 with both."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"vocab_size": 50}))
    both = "the shape 292 x 32, and config.json states 50 x 32"
    said = both if version("transformers") > "5" else "another shape than config.json states"
    said = f"the weights embeddings.word_embeddings.weight have {said}; copy both from the same"
    assert said in refusal(folder)


@pytest.mark.parametrize("size", [40, 41])
def test_ids_that_the_model_does_not_have(folder, size):
    """An id of another tokenizer is refused with the folder, and the last id is accepted."""
    import torch
    from transformers import AutoModel

    model = AutoModel.from_pretrained(str(folder))
    model.resize_token_embeddings(size)
    model.save_pretrained(folder)
    loaded = load(checkpoint(str(folder)), 2, "float32", "cpu")
    if size > 40:
        assert loaded(input_ids=torch.tensor([[40]])).last_hidden_state.shape == (1, 1, 32)
        return
    with pytest.raises(InputError) as error:
        loaded(input_ids=torch.tensor([[1, 40]]))
    assert str(error.value) == (
        f"{folder}: the tokenizer has the id 40, and the model 40 ids; use its own tokenizer: copy "
        "all files of the model anew"
    )


def test_no_cuda(folder):
    """A device that is not there is refused with the remedy."""
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a CUDA device")
    assert refusal(folder, device="cuda") == "No CUDA device is available; use --device cpu"


SMALL = {"hidden_size": 16, "num_hidden_layers": 3, "num_attention_heads": 2,
         "intermediate_size": 24, "vocab_size": 40}  # fmt: skip

ARCHITECTURES = {
    "Albert": {**SMALL, "embedding_size": 8},
    "DistilBert": {"dim": 16, "n_layers": 3, "n_heads": 2, "hidden_dim": 24, "vocab_size": 40},
    "Deberta": SMALL,
    "DebertaV2": SMALL,
    "Electra": {**SMALL, "embedding_size": 8},
    "MPNet": SMALL,
    "XLMRoberta": {**SMALL, "pad_token_id": 1},
    "XLNet": {"d_model": 16, "n_layer": 3, "n_head": 2, "d_inner": 24, "vocab_size": 40},
    "Bart": {"d_model": 16, "encoder_layers": 3, "decoder_layers": 1, "encoder_attention_heads": 2,
             "decoder_attention_heads": 2, "encoder_ffn_dim": 24, "decoder_ffn_dim": 24,
             "vocab_size": 40, "pad_token_id": 1},
}  # fmt: skip


@pytest.mark.parametrize("kind", ARCHITECTURES)
def test_architectures(kind, tmp_path):
    """The encoder of each architecture is cut to the state of its second layer."""
    tiny_models.needed()
    import torch
    import transformers

    config = getattr(transformers, f"{kind}Config")(**ARCHITECTURES[kind])
    model = getattr(transformers, f"{kind}Model")(config).eval()
    model.save_pretrained(tmp_path)
    whole = model.encoder if kind == "Bart" else model
    ids = torch.tensor([[5, 6, 7, 8]])
    with torch.inference_mode():
        expected = whole(input_ids=ids, output_hidden_states=True).hidden_states[2]
        cut = load(checkpoint(str(tmp_path)), 2, "float32", "cpu")
        states = cut(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state
    torch.testing.assert_close(states, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("kind", ["T5", "GPT2"])
def test_architectures_with_a_last_norm(kind, tmp_path):
    """T5 and GPT-2 scale the last state, so a cut model scales that of its last layer, too."""
    tiny_models.needed()
    import torch
    import transformers

    options = {"d_model": 16, "d_kv": 8, "d_ff": 24, "num_layers": 3, "num_heads": 2}
    if kind == "GPT2":
        options = {"n_embd": 16, "n_layer": 3, "n_head": 2}
    config = getattr(transformers, f"{kind}Config")(**options, vocab_size=40)
    model = getattr(transformers, f"{kind}Model")(config).eval()
    model.save_pretrained(tmp_path)
    whole, norm = (model.encoder, "final_layer_norm") if kind == "T5" else (model, "ln_f")
    ids = torch.tensor([[5, 6, 7, 8]])
    with torch.inference_mode():
        state = whole(input_ids=ids, output_hidden_states=True).hidden_states[2]
        output = load(checkpoint(str(tmp_path)), 2, "float32", "cpu")(input_ids=ids)
        expected = getattr(whole, norm)(state)
    torch.testing.assert_close(output.last_hidden_state, expected, rtol=0, atol=1e-6)


PARTS = {
    "Bert": SMALL,
    "XLMRoberta": {**SMALL, "pad_token_id": 1},
    "XLMRobertaXL": {**SMALL, "pad_token_id": 1},
    "RemBert": {**SMALL, "input_embedding_size": 8},
}


@pytest.mark.parametrize("kind", PARTS)
def test_a_part_of_a_larger_model(kind, tmp_path):
    """An encoder is read from the weights of a larger model, under `encoder.model.`."""
    tiny_models.needed()
    import torch
    import transformers
    from safetensors.torch import save_file

    config = getattr(transformers, f"{kind}Config")(**PARTS[kind])
    model = getattr(transformers, f"{kind}Model")(config).eval()
    config.save_pretrained(tmp_path)
    weights = {f"encoder.model.{name}": x for name, x in model.state_dict().items()}
    save_file(weights | {"estimator.ff.0.bias": torch.ones(3)}, tmp_path / "model.safetensors")
    part = checkpoint(str(tmp_path))._replace(weights=(tmp_path / "model.safetensors",))
    ids = torch.tensor([[5, 6, 7, 8]])
    with torch.inference_mode():
        expected = model(input_ids=ids).last_hidden_state
        states = load(part, 3, "float32", "cpu")(input_ids=ids).last_hidden_state
    torch.testing.assert_close(states, expected, rtol=0, atol=1e-6)


def test_a_part_that_is_missing(folder):
    """Weights that have no encoder, and those that cannot be read, are refused."""
    path = folder / "model.safetensors"
    part = checkpoint(str(folder))._replace(weights=(path,))
    with pytest.raises(InputError, match="the weights lack embeddings"):
        load(part, 2, "float32", "cpu")
    path.write_bytes(b"none")
    with pytest.raises(InputError, match=r"model\.safetensors: the weights cannot be read"):
        load(part._replace(sha256="other"), 2, "float32", "cpu")


def test_nothing_is_written(recwarn):
    """Errors of the log and warnings of the block are dropped, and those after it are not."""
    tiny_models.needed()
    from transformers.utils import logging

    logger = logging.get_logger("transformers.tests")
    enabled = logger.isEnabledFor(logging.ERROR)
    with quiet():
        assert not logger.isEnabledFor(logging.ERROR)
        warnings.warn("a warning of the block", stacklevel=1)
    warnings.warn("a warning after it", stacklevel=1)
    assert enabled
    assert logger.isEnabledFor(logging.ERROR)
    assert [str(warning.message) for warning in recwarn] == ["a warning after it"]


def test_a_missing_package_is_named(monkeypatch):
    """Without torch, one sentence names it and the extra that brings it."""
    there = importlib.util.find_spec("json")
    monkeypatch.setattr(loading, "find_spec", lambda name: None if name == "torch" else there)
    with pytest.raises(NotSetUpError) as error:
        loading.require("bertscore")
    assert str(error.value) == "bertscore needs torch; run: pip install 'sacreval[neural]'"


def test_nothing_is_missing(monkeypatch):
    """With all packages nothing is raised."""
    monkeypatch.setattr(loading, "find_spec", lambda _: importlib.util.find_spec("json"))
    loading.require("bertscore")


@pytest.mark.parametrize(
    ("absent", "named"),
    [(["sentencepiece", "google.protobuf"], "sentencepiece and protobuf"),
     (["google"], "protobuf"), (["sentencepiece"], "sentencepiece")],
)  # fmt: skip
def test_packages_that_some_models_need(monkeypatch, absent, named):
    """Other packages are named by what is installed, also where a module around one is missing."""
    there = importlib.util.find_spec("json")

    def find(name):
        if name.split(".")[0] in absent and "." in name:
            raise ModuleNotFoundError(name)
        return None if name in absent else there

    monkeypatch.setattr(loading, "find_spec", find)
    with pytest.raises(NotSetUpError) as error:
        loading.require("spiece.model", loading.SENTENCEPIECE)
    assert str(error.value) == f"spiece.model needs {named}; run: pip install 'sacreval[neural]'"
