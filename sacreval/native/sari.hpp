// SARI (Xu et al. 2016): what a simplification adds, keeps and deletes.
#pragma once

#include "tokens.hpp"

namespace sacreval {

struct SariOptions {
    Tokenizer tokenizer = Tokenizer::v13a;
    bool lowercase = true;
    bool leave_one_out = false;
    bool documents = false;  // D-SARI (Sun et al. 2021) before its penalties

    std::size_t width() const { return documents ? 6 : 4; }
};

// The first reference of each instance is its source. (n, width) doubles by instance: the mean, and
// its parts added, kept and deleted; 0 to 100. Of documents: the parts, and the numbers of tokens of
// output, source and all references. With leave_one_out (pairs, width): the row of all references in
// the place of the source, then those without each reference.
void sari(Texts& texts, const SariOptions& options, Run run, double* rows);

}  // namespace sacreval
