// The phrases of a batch that have paraphrases of which all words occur in the batch too.
#pragma once

#include <cstdint>
#include <vector>

#include "meteor15_vocabulary.hpp"

namespace sacreval {

class MeteorPhrases {
  public:
    // Calls use(words of a phrase, its paraphrase) for phrases at the start of a text, by length;
    // paraphrases are in the order of their table.
    template <class Use>
    void starting_at(Span<std::uint32_t> text, Use&& use) const {
        std::uint32_t node = 0;
        for (std::size_t length = 1; length <= text.size; ++length) {
            node = nodes_.lookup(node, words_.equality(text[length - 1]));
            if (node == kNone) return;
            const Phrase& phrase = phrases_[node];
            for (std::uint32_t k = phrase.first; k < phrase.last; ++k) use(length, paraphrases_[k]);
        }
    }

    explicit MeteorPhrases(const MeteorVocabulary& words) : words_(words) {
        nodes_.reset(1 << 10);
        nodes_.intern(kNone, kNone);  // the empty phrase is node 0
        phrases_.resize(1);
    }

  private:
    struct Phrase {
        std::uint32_t first = 0, last = 0;
    };
    const MeteorVocabulary& words_;
    ChainIds nodes_;  // from a phrase and one more word to the longer phrase
    std::vector<Phrase> phrases_;
    Slices<std::uint32_t> paraphrases_;
};

}  // namespace sacreval
