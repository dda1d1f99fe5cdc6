"""Compare the synonyms of all forms with NLTK's: lemmas, exceptions and inflections of both.

python benchmarks/wordnet_forms.py [--share 0.25] [--seed 1]
prints the counts; exit code 1 if anything differs. Takes some minutes.
"""

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "native"))

from wordnet_home import FOLDER, inflected, reader, synonyms, wrong_matches

from sacreval.native import wordnet_synonyms


def main() -> int:
    """Check every form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.25, help="of the possible inflections")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if FOLDER is None:
        print("no WordNet here: install wordnet-base or set SACREVAL_WORDNET")
        return 2
    forms = sorted(inflected(reader(), Random(asked.seed), asked.share))
    wrong = [form for form in forms if wordnet_synonyms(FOLDER, form) != synonyms(form)]
    print(f"forms {len(forms)}, seed {asked.seed}, different {len(wrong)}", *wrong[:10])
    unlike = wrong_matches(forms)
    print(f"METEOR's matches with lemmas of their synsets: different {len(unlike)}", *unlike[:10])
    return int(bool(wrong or unlike))


if __name__ == "__main__":
    sys.exit(main())
