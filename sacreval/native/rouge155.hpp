// ROUGE-1.5.5 (Lin 2004): the counts of every measure for each pair of a peer and a model.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// Which basic elements are compared, and how many of their fields.
enum class Elements155 { none, h, hm, hmr, hm1, hmr1, hmr2 };

struct Rouge155Options {
    std::size_t max_ngram = 0;
    bool rouge_l = false;
    double weight = 0;                         // exponent of ROUGE-W; 0 for none
    bool skip = false, skip_unigrams = false;  // ROUGE-S, ROUGE-SU
    std::int64_t gap = -1;                     // words between those of a skip-bigram; -1 for any
    Elements155 elements = Elements155::none;  // instead of all others
    bool stem_peers = false, stem_models = false;
    std::size_t max_words = 0, max_bytes = 0;  // 0 for no limit
    std::string stop, irregular;               // a word on each line; a form, a tab and its base

    std::size_t measures() const {
        if (elements != Elements155::none) return 1;
        return max_ngram + rouge_l + (weight > 0) + skip + skip_unigrams;
    }
    auto fields() const {
        return std::tie(max_ngram, rouge_l, weight, skip, skip_unigrams, gap, elements, stem_peers,
                        stem_models, max_words, max_bytes, stop, irregular);
    }
};

// (pairs, 3 * measures): hits, units of the model, units of the peer. All but ROUGE-W's are whole.
void rouge155_pairs(const Texts& texts, const Rouge155Options& options, Run run, double* rows);

}  // namespace sacreval
