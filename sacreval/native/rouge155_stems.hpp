// The stemmer of ROUGE-1.5.5: Porter (1980) with bli and logi, and a step 4 of its own.
#pragma once

#include <cstddef>

#include "text.hpp"

namespace sacreval {

// Stems a lower-cased word of more than two letters in place and returns its new length, which
// never exceeds `n`.
std::size_t rouge155_stem(Byte* word, std::size_t n);

}  // namespace sacreval
