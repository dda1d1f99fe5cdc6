// chrF (Popovic 2015) and chrF++ (Popovic 2017) as sacrebleu counts them.
#pragma once

#include <cstdint>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

struct ChrfOptions {
    std::size_t char_order = 6, word_order = 0;
    bool lowercase = false, whitespace = false;
};

// (pairs, 3 * (char_order + word_order)): prediction, reference and matching n-grams per order,
// characters first. Needs Texts::lowered if options.lowercase.
void chrf_pairs(const Texts& texts, const ChrfOptions& options, Run run, std::int64_t* rows);

}  // namespace sacreval
