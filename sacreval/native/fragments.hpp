// Fragments that summaries share with their sources (Grusky et al. 2018).
#pragma once

#include "tokens.hpp"

namespace sacreval {

// (pairs, 4): the sum of the lengths of the fragments of the prediction in the reference, the sum
// of their squares, and the tokens of both. Tokens are separated by white space.
void fragment_pairs(Texts& texts, Run run, std::int64_t* rows);

}  // namespace sacreval
