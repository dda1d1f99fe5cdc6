// Levenshtein distances of pairs of texts, in characters or in words.
#pragma once

#include <cstdint>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// (pairs, 3): the distance, units of the prediction, units of the reference; units are words that
// white space separates, or characters.
void distance_pairs(Texts& texts, bool words, Run run, std::int64_t* rows);

}  // namespace sacreval
