// Word and character error counts as jiwer 4 reports them.
#pragma once

#include <cstdint>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// (pairs, 4): hits, substitutions, deletions, insertions that turn the reference into the
// prediction; by words or by characters.
void edit_pairs(Texts& texts, bool words, Run run, std::int64_t* rows);

}  // namespace sacreval
