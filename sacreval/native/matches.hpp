// Matching n-grams of every (prediction, reference), cached in the batch by the first kernel that
// counts them: GLEU after BLEU, or BLEU with one reference after GLEU, reuses the counts.
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

    // Counts of orders 1 to `order`.
    std::uint32_t* of(std::size_t pair) { return counts.data() + pair * order; }
    const std::uint32_t* of(std::size_t pair) const { return counts.data() + pair * order; }
};

// The cached counts, or counts for the kernel to store; neither if they would be too large.
class SharedMatches {
  public:
    SharedMatches(Texts& texts, Tokenizer tokenizer, bool lowercase, std::size_t order) {
        const std::lock_guard<std::mutex> hold(texts.lock);
        for (const auto& kept : texts.matches) {
            if (kept->tokenizer != tokenizer || kept->lowercase != lowercase) continue;
            if (kept->order >= order) known = kept;
        }
        if (known || order > kMostOrders) return;
        fresh = std::make_shared<NgramMatches>();
        *fresh = {tokenizer, lowercase, order, {}};
        fresh->counts.resize(texts.pairs() * order);
    }

    void keep(Texts& texts) const {
        const std::lock_guard<std::mutex> hold(texts.lock);
        if (fresh) texts.matches.push_back(fresh);
    }

    std::shared_ptr<const NgramMatches> known;
    std::shared_ptr<NgramMatches> fresh;

  private:
    static constexpr std::size_t kMostOrders = 9;
};

}  // namespace sacreval
