// n-grams that every (prediction, reference) has in common: kept with the batch by the first metric
// that counts them, so that BLEU and GLEU together take one pass.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tokens.hpp"

namespace sacreval {

struct NgramMatches {
    Tokenizer tokenizer;
    bool lowercase;
    std::size_t order;
    std::vector<std::uint32_t> counts;  // (pairs, order)

    NgramMatches(Tokenizer tokenizer, bool lowercase, std::size_t order, const Texts& texts)
        : tokenizer(tokenizer),
          lowercase(lowercase),
          order(order),
          counts(texts.pairs() * order) {}

    // Of orders 1 to `order`.
    std::uint32_t* of(std::size_t pair) { return counts.data() + pair * order; }
    const std::uint32_t* of(std::size_t pair) const { return counts.data() + pair * order; }
};

// Those of at least this order, or null.
inline std::shared_ptr<const NgramMatches> kept_matches(Texts& texts, Tokenizer tokenizer,
                                                        bool lowercase, std::size_t order) {
    const std::lock_guard<std::mutex> hold(texts.lock);
    for (const auto& kept : texts.matches)
        if (kept->tokenizer == tokenizer && kept->lowercase == lowercase && kept->order >= order)
            return kept;
    return nullptr;
}

inline void keep_matches(Texts& texts, std::shared_ptr<const NgramMatches> matches) {
    const std::lock_guard<std::mutex> hold(texts.lock);
    texts.matches.push_back(std::move(matches));
}

}  // namespace sacreval
