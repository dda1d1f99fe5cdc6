// CIDEr-D (Vedantam et al. 2015), as coco-caption computes it.
#pragma once

#include "tokens.hpp"

namespace sacreval {

struct CiderOptions {
    Tokenizer tokenizer = Tokenizer::none;
    bool lowercase = false;
    double width = 72.0;  // 2 sigma^2
};

// Texts of one instance: an output and its references, the next output and its references, ...
// `sizes`, (n,), has the number of texts of each record, the output included, at least 2; they add
// up to the number of texts. (n,) doubles: the score of each record.
void cider(Texts& texts, const CiderOptions& options, const std::vector<std::size_t>& sizes,
           Run run, double* scores);

}  // namespace sacreval
