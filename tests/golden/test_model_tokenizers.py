"""Tokenizers that need a model or a dictionary, beside sacrebleu's own, with small models."""

from pathlib import Path
from random import Random

import pytest
import sacrebleu
from sacrebleu.metrics.bleu import _get_tokenizer
from sacrebleu.tokenizers import tokenizer_spm

from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError
from sacreval.scoring.collected_batches import evaluate
from sacreval.text import tokenizers
from support import missing
from support.specimens import PAIRS

NAMES = ("spm", "flores101", "flores200", "spBLEU-1K")
SYLLABLES = "ka su ti no bé ñan ri sto ne wa ler min pa tor 猫 日本".split()
KOREAN = ["고양이가 매트 위에 앉았다.", "개가 짖는다", "나는 학교에 갑니다. 오늘은 비가 와요!"]


def sentences():
    """Draw sentences for a model to learn pieces from, and to be split."""
    random = Random(5)
    words = ["".join(random.choices(SYLLABLES, k=random.randint(1, 4))) for _ in range(200)]
    return [" ".join(random.choices(words, k=random.randint(1, 12))) + "." for _ in range(300)]


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """Train a small model for each file that sacrebleu looks for, all different."""
    try:
        import sentencepiece
    except ImportError:
        missing.say("BLEU's tokenizers spm, flores101, flores200, spBLEU-1K: no sentencepiece")
        pytest.skip("sentencepiece is not installed")
    home = tmp_path_factory.mktemp("sacrebleu")
    (home / "models").mkdir()
    corpus = home / "corpus.txt"
    corpus.write_text("\n".join(sentences()), encoding="utf-8")
    files = dict.fromkeys(Path(model["url"]).name for model in tokenizer_spm.SPM_MODELS.values())
    for size, file in enumerate(files):
        trained = home / f"model{size}"
        sentencepiece.SentencePieceTrainer.train(
            input=str(corpus), model_prefix=str(trained), vocab_size=50 + 50 * size,
            character_coverage=1.0, minloglevel=2,
        )  # fmt: skip
        trained.with_suffix(".model").rename(home / "models" / file)
    return home


@pytest.fixture
def local_models(models, monkeypatch):
    """Let sacrebleu look for its models there, and keep no tokenizer of another test."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(models))
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(models))
    tokenizers.load.cache_clear()
    yield
    tokenizers.load.cache_clear()


def same_numbers(name, pairs):
    """Hold tokens, the score of the whole and the scores of single records to sacrebleu's."""
    official = _get_tokenizer(name)()
    for text in [text for prediction, references in pairs for text in (prediction, *references)]:
        assert tokenizers.tokenized(text, name, lowercase=False) == official(text.rstrip()).split()
        lowered = tokenizers.tokenized(text, name, lowercase=True)
        assert lowered == official(text.lower().rstrip()).split()
    records = [
        Instance(instance_id=str(i), prediction=p, references=list(r))
        for i, (p, r) in enumerate(pairs)
    ]
    predictions, most = [p for p, _ in pairs], max(len(r) for _, r in pairs)
    columns = [[r[i] if i < len(r) else None for _, r in pairs] for i in range(most)]
    bleu = metrics.get("bleu")(tokenize=name)
    (result,) = evaluate([Batch(records)], bleu).report().results
    whole = sacrebleu.BLEU(tokenize=name).corpus_score(predictions, columns).score
    assert result.value == pytest.approx(whole, abs=1e-12)
    single = for_instances(bleu)
    scores = single.reduce(single.rows(Batch(records)))["bleu"]
    sentence = sacrebleu.BLEU(tokenize=name, effective_order=True)
    wanted = [sentence.sentence_score(p, list(r)).score for p, r in pairs]
    assert scores == pytest.approx(wanted, abs=1e-12)
    return whole


@pytest.mark.usefixtures("local_models")
@pytest.mark.parametrize("name", NAMES)
def test_pieces_of_a_model(name):
    """BLEU on SentencePiece's pieces is sacrebleu's, for texts that the model knows and others."""
    random, drawn = Random(6), sentences()
    pairs = [(random.choice(drawn), random.sample(drawn, 2)) for _ in range(40)]
    pairs += [(p, r) for p, r in PAIRS if p]
    assert 0 < same_numbers(name, pairs) < 100


@pytest.mark.usefixtures("local_models")
def test_each_name_has_its_model():
    """The names use the model file that sacrebleu gives them: `spm` that of flores101."""
    text = " ".join(sentences()[:20])
    split = {name: tuple(tokenizers.tokenized(text, name, lowercase=False)) for name in NAMES}
    assert split["spm"] == split["flores101"]
    assert len(set(split.values())) == 3


def test_no_model(tmp_path, monkeypatch):
    """Without its model file a tokenizer says where it belongs and where it comes from."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    tokenizers.load.cache_clear()
    for name in NAMES:
        with pytest.raises(NotSetUpError, match="download it from https://") as caught:
            metrics.get("bleu")(tokenize=name)
        assert str(tmp_path / "models") in str(caught.value)


def test_korean():
    """BLEU on the morphemes of MeCab-ko is sacrebleu's."""
    try:
        tokenizers.check("ko-mecab")
    except NotSetUpError as error:
        missing.say(f"BLEU's tokenizer ko-mecab: {error}")
        pytest.skip(str(error))
    pairs = [(text, [other, text[::2]]) for text in KOREAN for other in KOREAN]
    assert 0 < same_numbers("ko-mecab", pairs) < 100
    assert len(tokenizers.tokenized(KOREAN[1], "ko-mecab", lowercase=False)) > len(
        KOREAN[1].split()
    )
