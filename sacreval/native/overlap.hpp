// Token overlap (the counts of token F1) and string equality (exact match).
#pragma once

#include <cstdint>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// (pairs, 3): tokens in common, tokens of the prediction, tokens of the reference; split on white
// space. As multisets (SQuAD's F1), or as sets of distinct tokens.
void overlap_pairs(Texts& texts, bool multiset, Run run, std::int64_t* rows);

// (pairs, 1): 1 if the texts are equal, else 0.
void equal_pairs(const Texts& texts, Run run, std::int64_t* rows);

}  // namespace sacreval
