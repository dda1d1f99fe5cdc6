// Different and repeated n-grams of outputs.
#pragma once

#include "tokens.hpp"

namespace sacreval {

struct DiversityOptions {
    bool characters = false;  // else blank-separated tokens
    bool lowercase = false;
    std::vector<std::size_t> orders;
};

// Texts of one instance. (orders, 2): different n-grams of all its texts, and all n-grams.
void distinct_ngrams(Texts& texts, const DiversityOptions& options, Run run, std::int64_t* rows);

// (n, 2 * orders) by instance: n-grams that occur earlier in the prediction, and all of them.
void repeated_ngrams(Texts& texts, const DiversityOptions& options, Run run, std::int64_t* rows);

}  // namespace sacreval
