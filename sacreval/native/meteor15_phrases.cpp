// Looks up each phrase of a batch once in the table of paraphrases.
#include "meteor15_phrases.hpp"

namespace sacreval {

MeteorPhrases::MeteorPhrases(const MeteorVocabulary& words, const ParaphraseTable& table)
    : words_(words),
      table_(table),
      in_table_(words.class_count(), kNoParaphrase),
      in_batch_(table.words(), kNone) {
    for (std::uint32_t k = 0; k < words.size(); ++k) {
        const std::uint32_t word = table.word(words.text(k));
        if (word == kNoParaphrase) continue;
        in_table_[words.equality(k)] = word;
        in_batch_[word] = k;
    }
    nodes_.reset(1 << 12);
    nodes_.intern(kNone, kNone);  // the empty phrase is node 0
    phrases_.resize(1);
}

void MeteorPhrases::add(Span<std::uint32_t> text, Pace& pace) {
    for (std::uint32_t start = 0; start < text.size; ++start) {
        std::uint32_t node = 0;
        for (std::uint32_t k = start; k < text.size && phrases_[node].exists; ++k) {
            pace(1);
            const std::uint32_t word = words_.equality(text[k]);
            const std::uint32_t longer = nodes_.intern(node, word);
            if (longer == phrases_.size()) {
                const std::uint32_t found = in_table_[word];
                add_phrase(found == kNoParaphrase ? found : table_.longer(phrases_[node].place, found),
                           pace);
            }
            node = longer;
            if (phrases_[node].first < phrases_[node].last)
                places_.items.push_back({start, k - start + 1, node});
        }
    }
    places_.close();
}

void MeteorPhrases::add_phrase(std::uint32_t place, Pace& pace) {
    Phrase phrase;
    phrase.exists = place != kNoParaphrase;
    phrase.place = place;
    phrase.first = static_cast<std::uint32_t>(paraphrases_.starts.size() - 1);
    if (phrase.exists) {
        for (const std::uint32_t paraphrase : table_.paraphrases(place)) {
            pace(4);
            if (!has_all_words(paraphrase)) continue;
            paraphrases_.items.insert(paraphrases_.items.end(), backwards_.rbegin(),
                                      backwards_.rend());
            paraphrases_.close();
        }
    }
    phrase.last = static_cast<std::uint32_t>(paraphrases_.starts.size() - 1);
    phrases_.push_back(phrase);
}

// Fills `backwards_` with the words of a phrase, the last first.
bool MeteorPhrases::has_all_words(std::uint32_t place) {
    backwards_.clear();
    for (; place != 0; place = table_.shorter(place)) {
        const std::uint32_t word = table_.last_word(place);
        if (word >= in_batch_.size() || in_batch_[word] == kNone) return false;
        backwards_.push_back(in_batch_[word]);
    }
    return !backwards_.empty();
}

}  // namespace sacreval
