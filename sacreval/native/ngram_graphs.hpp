// AutoSummENG and MeMoG: similarity of graphs of character n-grams.
#pragma once

#include <cstdint>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

struct GraphOptions {
    std::size_t min_n = 3, max_n = 3;  // characters of an n-gram, in UTF-16 units
    std::size_t window = 3;            // how far apart two n-grams of an edge may start
    bool released = true;              // several references as the released program has them
    bool leave_one_out = false;        // a row for each reference, without it
};

// (instances, 2) of double, or (pairs, 2): mean similarity with the references, similarity with
// their merged graph. The Python definition is sacreval/text/ngram_graphs.py.
void graph_similarities(const Texts& texts, const GraphOptions& options, Run run, double* rows);

}  // namespace sacreval
