// The phrases of a batch that have paraphrases of which all words occur in the batch too.
#pragma once

#include <cstdint>
#include <vector>

#include "meteor15_vocabulary.hpp"
#include "parallel.hpp"
#include "paraphrases.hpp"

namespace sacreval {

class MeteorPhrases {
  public:
    MeteorPhrases(const MeteorVocabulary& words, const ParaphraseTable& table);

    // Adds the phrases of a text; call for all texts before any `starting_at`.
    void add(Span<std::uint32_t> text, Pace& pace);

    // Calls use(number of words, paraphrase) for the phrases at the start of a text, by length; the
    // paraphrases of a phrase, ids of words, are in the order of the table.
    template <class Use>
    void starting_at(Span<std::uint32_t> text, Use&& use) const {
        std::uint32_t node = 0;
        for (std::size_t length = 1; length <= text.size; ++length) {
            node = nodes_.lookup(node, words_.equality(text[length - 1]));
            if (node == kNone || !phrases_[node].exists) return;
            for (std::uint32_t k = phrases_[node].first; k < phrases_[node].last; ++k)
                use(length, paraphrases_[k]);
        }
    }

  private:
    struct Phrase {
        bool exists = true;  // in the table, at least as the beginning of another
        std::uint32_t place = 0;              // node of the table
        std::uint32_t first = 0, last = 0;    // its paraphrases
    };
    void add_phrase(std::uint32_t place, Pace& pace);
    bool has_all_words(std::uint32_t place);

    const MeteorVocabulary& words_;
    const ParaphraseTable& table_;
    std::vector<std::uint32_t> in_table_;  // the table's word for each class of equal words
    std::vector<std::uint32_t> in_batch_;  // a word of the batch for each word of the table
    ChainIds nodes_;                       // from a phrase and one more word to the longer phrase
    std::vector<Phrase> phrases_;
    Slices<std::uint32_t> paraphrases_;
    std::vector<std::uint32_t> backwards_;
};

}  // namespace sacreval
