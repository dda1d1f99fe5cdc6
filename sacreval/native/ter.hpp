// TER (Snover et al. 2006) as sacrebleu computes it, for every (prediction, reference).
#pragma once

#include <cstdint>

#include "tercom.hpp"
#include "tokens.hpp"

namespace sacreval {

struct TerOptions {
    TercomOptions words;
    bool lowercase = true;
};

// (pairs, 2): edits, words of the reference.
void ter_pairs(Texts& texts, const TerOptions& options, Run run, std::int64_t* rows);

}  // namespace sacreval
