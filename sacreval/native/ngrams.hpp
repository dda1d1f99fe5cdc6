// Matches of a prediction's n-grams with each of its references, order by order.
//
// n-gram ids are chained: (id of the first n-1 symbols, last symbol) -> id, exact for any alphabet,
// order and length. A position is alive while its n-gram occurs in the other text, since a longer
// n-gram cannot match otherwise. If the product (ids x symbols) is small, it indexes an array,
// else a hash table is used.
#pragma once

#include <cstdint>
#include <vector>

#include "ids.hpp"
#include "parallel.hpp"
#include "tokens.hpp"

namespace sacreval {

class NgramMatcher {
  public:
    explicit NgramMatcher(Cancel& cancel) : pace_(cancel) {}

    // All symbols are < vocabulary; `references` must outlive the calls of next().
    void start(Ids prediction, const std::vector<Ids>& references, std::uint32_t vocabulary);

    // Advances to the next order: fills matches() and, if `per_ngram`, clipped() and decrease().
    void next(bool per_ngram);

    // Per reference: sum over n-grams of min(count in prediction, count in reference).
    const std::vector<std::int64_t>& matches() const { return matches_; }
    // The same against the n-gram-wise maximum over all references (BLEU's clipping) ...
    std::int64_t clipped() const { return clipped_; }
    // ... and by how much it decreases if one reference is left out.
    const std::vector<std::int64_t>& decrease() const { return decrease_; }

  private:
    struct Alive {
        std::uint32_t at, id;  // position, and id of the n-gram that starts there
    };
    // Clipped counts of one n-gram of the prediction over the references.
    struct Clip {
        std::uint32_t best, second, owner;
    };

    void first_order();
    template <class Intern>
    void extend(Intern intern);
    template <class Find>
    void match(std::size_t reference, Find find);
    void fold(std::size_t reference, bool per_ngram);
    void sum_clips();
    template <class Seen>
    void keep(Seen seen);
    template <class Step>
    void walk(const std::vector<Alive>& alive, std::size_t length, Step step);

    Pace pace_;
    std::uint32_t order_ = 0, vocabulary_ = 0;
    std::uint32_t known_ = 0;  // upper bound of the prediction's symbols
    Ids prediction_;
    const std::vector<Ids>* references_ = nullptr;
    std::vector<Alive> alive_;                         // alive positions of the prediction
    std::vector<std::vector<Alive>> reference_alive_;  // alive positions of each reference
    // Indexed by id, from 1; id 0 is for n-grams that are not in the prediction.
    std::vector<std::uint32_t> count_, remaining_;
    std::vector<Byte> in_reference_;
    std::vector<Clip> clips_;
    std::vector<std::uint16_t> direct_;  // (id, symbol) -> id; all zero between orders
    std::vector<std::uint32_t> keys_;    // its entries in use
    ChainIds chain_;
    std::vector<std::int64_t> matches_, decrease_;
    std::int64_t clipped_ = 0;
};

// Returns the number of n-grams of this order in a text of `length` symbols.
inline std::int64_t ngram_total(std::size_t length, std::size_t order) {
    return length < order ? 0 : static_cast<std::int64_t>(length - order + 1);
}

}  // namespace sacreval
