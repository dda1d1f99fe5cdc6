// The units that ROUGE-1.5.5 counts in a text: n-grams, skip-bigrams, words, basic elements.
#pragma once

#include <cstdint>
#include <vector>

#include "ids.hpp"
#include "rouge155_text.hpp"

namespace sacreval {

class Units155 {
  public:
    explicit Units155(const Rouge155Options& options);

    // Fills the bags of a text: one for each order of n-grams, then skip-bigrams, the words that
    // count with them, and all words, where these are used.
    void count(Text155& text);
    Bag155 bag(const std::vector<std::uint32_t>& ids);
    // Above the ids of all n-grams of two words and more, and of all skip-bigrams.
    std::uint32_t size() const { return size_; }

  private:
    void ngrams(Text155& text);
    std::vector<std::uint32_t> skip_bigrams(const std::vector<std::uint32_t>& words);

    const Rouge155Options& options_;
    std::vector<ChainIds> tables_;  // of orders 2, 3, ...; the first one has skip-bigrams too
    std::vector<std::uint32_t> places_;  // by id: its place in the bag that is filled; else 0
    std::uint32_t size_ = 0;
};

}  // namespace sacreval
