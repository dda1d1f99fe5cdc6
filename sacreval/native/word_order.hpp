// Word order: the rank alignment of RIBES and the position differences of LEPOR and hLEPOR.
#pragma once

#include <cstdint>

#include "parallel.hpp"
#include "text.hpp"
#include "tokens.hpp"

namespace sacreval {

struct OrderOptions {
    Tokenizer tokenizer = Tokenizer::none;
    bool lowercase = false;
    std::size_t context = 1;  // words on each side that tell repeated words apart; RIBES ignores it
};

// (pairs, 4): pairs of aligned words in the order of the reference, aligned words, words of the
// prediction, words of the reference.
void ribes_pairs(Texts& texts, const OrderOptions& options, Run run, std::int64_t* rows);

// (pairs, 4): matched words, the sum of |(i + 1) * reference - (j + 1) * prediction| over aligned
// positions i and j, words of the prediction, words of the reference.
void lepor_pairs(Texts& texts, const OrderOptions& options, Run run, std::int64_t* rows);
void hlepor_pairs(Texts& texts, const OrderOptions& options, Run run, std::int64_t* rows);

}  // namespace sacreval
