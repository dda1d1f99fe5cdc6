"""Peers of other metrics on texts: matched words, short answers, properties of outputs."""

from peer_jobs import SINGLE, START, Job, Peer
from peers_edits import RAPIDFUZZ
from peers_ngrams import NLTK, TOKENS

WORDNET = """
import io, os, warnings
warnings.simplefilter("ignore")
import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.translate.meteor_score import meteor_score
class Reader(WordNetCorpusReader):
    def open(self, file):
        if file == "lexnames":
            return io.StringIO("".join(f"{i} {i} 1\\n" for i in range(45)))
        return super().open(file)
    def map_wn(self, version="wordnet"):
        pass
folder = os.environ["WORDNET"]
nltk.data.path.append(folder)
wordnet = Reader(nltk.data.FileSystemPathPointer(folder), None)
found = [
    meteor_score([t.split()], p.split(), wordnet=wordnet)
    for p, t in zip(predictions, references)
]
print(sum(found) / len(found))
"""
RIBES = """
from nltk.translate.ribes_score import sentence_ribes
found = [sentence_ribes(t, p) for t, p in zip(yours, mine)]
print(sum(found) / len(found))
"""
TORCH_SQUAD = """
from torchmetrics.functional.text import squad
wanted = [
    {"answers": {"answer_start": [0], "text": [t]}, "id": str(i)} for i, t in enumerate(references)
]
said = [{"prediction_text": p, "id": str(i)} for i, p in enumerate(predictions)]
print(float(squad(said, wanted)["f1"]))
"""
ANLS = f"""{RAPIDFUZZ}
total = 0.0
for p, t in zip(predictions, references):
    p, t = " ".join(p.lower().split()), " ".join(t.lower().split())
    similar = 1 - distance(p, t) / max(len(p), len(t), 1)
    total += similar if similar >= 0.5 else 0
print(total / len(references))
"""
ANLS_PACKAGE = """
from anls import anls_score
found = [anls_score(p, [t], threshold=0.5) for p, t in zip(predictions, references)]
print(sum(found) / len(found))
"""

JOBS = [
    Job(
        "meteor",
        (Peer("nltk", "nltk.translate", WORDNET),),
        ("--tokenize", "whitespace"),
        option="split words",
    ),
    Job("ribes", (Peer(*NLTK, TOKENS + RIBES),)),
    Job(
        "squad",
        (Peer("torchmetrics", "torchmetrics", TORCH_SQUAD, SINGLE),),
        output="squad_f1",
        records="answers",
    ),
    Job(
        "token-f1",
        (
            Peer(
                "torchmetrics",
                "torchmetrics",
                TORCH_SQUAD.replace('["f1"]', '["f1"] / 100'),
                SINGLE,
            ),
        ),
        records="answers",
    ),
    Job(
        "anls",
        (Peer("rapidfuzz", "rapidfuzz", ANLS), Peer("anls", "anls", ANLS_PACKAGE, "case counts")),
        records="answers",
        why=START,
    ),
]
