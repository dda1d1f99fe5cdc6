// NIST (Doddington 2002): the information of n-grams of references, and what outputs share of it.
#pragma once

#include <memory>

#include "parallel.hpp"
#include "text.hpp"
#include "tokens.hpp"

namespace sacreval {

struct NistOptions {
    Tokenizer tokenizer = Tokenizer::v13a;
    bool lowercase = false;  // before texts are split
    bool ascii_lowercase = false;  // A to Z of tokens
    std::size_t order = 5;
    bool mteval = false;
};

class NistTable;

// Counts the n-grams of all texts: the information of the references of a run.
std::shared_ptr<const NistTable> nist_table(const Texts& texts, const NistOptions& options, Run run);

// (n, 3 * order + 1) doubles by instance: information by order, number of n-grams of the output by
// order, length of the references by order, and length of the output; with leave_one_out the
// same without each reference, (pairs, ...), into `left_out`, unless it is null. Returns false if a
// reference has an n-gram that the table lacks; rows are then incomplete.
bool nist_rows(const Texts& texts, const NistTable& table, Run run, double* rows, double* left_out);

}  // namespace sacreval
