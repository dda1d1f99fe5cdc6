// BLEU (Papineni et al. 2002) as sacrebleu counts it, and GLEU (Wu et al. 2016) as NLTK does.
#pragma once

#include <cstdint>

#include "tokens.hpp"

namespace sacreval {

struct BleuOptions {
    Tokenizer tokenizer = Tokenizer::v13a;
    bool lowercase = false;
    std::size_t order = 4;
};

// (n, 2 + 2 * order): prediction length, closest reference length, correct 1..N, total 1..N.
void bleu(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows);

// (pairs, 2 + 2 * order): the same with the pair's reference left out; and, unless null, the rows
// of bleu() from the same pass.
void bleu_leave_one_out(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows,
                        std::int64_t* whole);

struct GleuOptions {
    Tokenizer tokenizer = Tokenizer::v13a;
    bool lowercase = false;
    std::size_t min_len = 1, max_len = 4;
};

// (pairs, 2): matches, max(n-grams of the prediction, n-grams of the reference).
void gleu_pairs(Texts& texts, const GleuOptions& options, Run run, std::int64_t* rows);

}  // namespace sacreval
