// BLEU of each text of a set against all others, in time proportional to the set.
#pragma once

#include "bleu.hpp"

namespace sacreval {

// Texts of one instance, the k texts; (k, 2 + 2 * order): the rows of bleu() of each text with all
// others as its references.
void bleu_of_others(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows);

}  // namespace sacreval
