// Matches of a prediction's n-grams with each of its references, order by order.
//
// n-gram ids are chained: (id of the first n-1 symbols, last symbol) -> id. A position goes on to
// order n only if the n-1-grams that begin there and one further right occur on the other side,
// since no other can match. Exact for any alphabet, order and length.
#pragma once

#include <vector>

#include "ids.hpp"
#include "tokens.hpp"

namespace sacreval {

// What one order found; a consumer asks for what it needs right after NgramMatcher::order().
class NgramMatcher {
  public:
    // `symbols` of all texts are < vocabulary.
    void start(Ids prediction, const std::vector<Ids>& references, std::uint32_t vocabulary);

    // Advances to the next order: fills matches() and, if `per_ngram`, clipped sums.
    void next(bool per_ngram);

    // Per reference: sum over n-grams of min(count in prediction, count in reference).
    const std::vector<std::int64_t>& matches() const { return matches_; }
    // The same against the n-gram-wise maximum over all references (BLEU's clipping) ...
    std::int64_t clipped() const { return clipped_; }
    // ... and what that loses when one reference is left out.
    const std::vector<std::int64_t>& lost() const { return lost_; }

  private:
    struct Node {
        std::uint32_t count = 0;    // in the prediction
        std::uint32_t stamp = 0;    // last reference that had it, 1-based; 0 = none
        std::uint32_t left = 0;     // still unmatched in that reference
        std::uint32_t best = 0, second = 0, owner = 0;  // clipped counts over references
    };
    struct Alive {
        std::uint32_t at, id;  // position, and the n-gram that begins there
    };

    void match(std::size_t reference, bool per_ngram);
    void settle(std::uint32_t reference);
    void keep_prediction();

    std::uint32_t order_ = 0;
    Ids prediction_;
    std::vector<Ids> references_;
    std::vector<Alive> ours_;
    std::vector<std::vector<Alive>> theirs_;
    std::vector<Node> nodes_;
    ChainIds chain_;
    std::vector<std::int64_t> matches_, lost_;
    std::int64_t clipped_ = 0;
};

// How many n-grams of this order a text of `length` symbols has.
inline std::int64_t ngram_total(std::size_t length, std::size_t order) {
    return length < order ? 0 : static_cast<std::int64_t>(length - order + 1);
}

}  // namespace sacreval
