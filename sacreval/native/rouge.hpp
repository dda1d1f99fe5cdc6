// ROUGE-N, ROUGE-L and ROUGE-Lsum (Lin 2004) as rouge-score counts them.
#pragma once

#include <cstdint>
#include <vector>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// 1 to 9 mean ROUGE-N.
constexpr int kRougeL = 10, kRougeLsum = 11;

struct RougeOptions {
    std::vector<int> types;
    bool stemmer = false;
};

// (pairs, 3 * types): matches, total of the prediction, total of the reference.
void rouge_pairs(Texts& texts, const RougeOptions& options, Run run, std::int64_t* rows);

}  // namespace sacreval
