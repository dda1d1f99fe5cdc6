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

    // A phrase that has paraphrases: its first position in a text, and its number of words.
    struct Place {
        std::uint32_t start, length, phrase;
    };

    // Adds the phrases of a text; call for all texts, in the order of their numbers.
    void add(Span<std::uint32_t> text, Pace& pace);

    // Returns the phrases of a text by position, and for each position by length.
    Span<Place> of(std::size_t text) const { return places_[text]; }

    // Calls use(paraphrase) for the paraphrases, ids of words, in the order of the table.
    template <class Use>
    void paraphrases(const Place& place, Use&& use) const {
        const Phrase& phrase = phrases_[place.phrase];
        for (std::uint32_t k = phrase.first; k < phrase.last; ++k) use(paraphrases_[k]);
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
    Slices<Place> places_;
    std::vector<std::uint32_t> backwards_;
};

}  // namespace sacreval
