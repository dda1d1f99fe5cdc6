// Aligns one prediction with one reference: exact words, stems, WordNet synonyms.
//
// Source: nltk/translate/meteor_score.py. Every stage walks the prediction from its end and matches
// the last free reference word; a stage matches only words that earlier stages left free.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "meteor_words.hpp"
#include "parallel.hpp"

namespace sacreval {

class MeteorAligner {
  public:
    MeteorAligner(MeteorWords& words, bool stem, bool synonyms, Cancel& cancel)
        : words_(words), stem_(stem), synonyms_(synonyms), pace_(cancel) {}

    struct Counts {
        std::int64_t matches, chunks;
    };

    // Arguments are ids of `words`.
    Counts align(const std::vector<std::uint32_t>& prediction,
                 const std::vector<std::uint32_t>& reference) {
        prediction_ = prediction;
        reference_ = reference;
        matched_.assign(prediction_.size(), -1);
        previous_.resize(reference_.size());
        chain();
        match_equal();
        if (stem_ && anything_left()) {
            // NLTK compares stems from here on, in the next stage too.
            unchain();
            to_stems(prediction_);
            to_stems(reference_);
            chain();
            match_equal();
        }
        if (synonyms_ && anything_left()) match_synonyms();
        unchain();
        return count();
    }

  private:
    static constexpr std::uint32_t kTaken = kNone;
    static constexpr std::size_t kPerWord = 16;  // a new word costs about a microsecond

    // Links the free positions of each reference word, last first.
    void chain() {
        last_.resize(words_.count(), -1);
        for (std::size_t j = 0; j < reference_.size(); ++j) {
            if (reference_[j] == kTaken) continue;
            previous_[j] = last_[reference_[j]];
            last_[reference_[j]] = static_cast<std::int32_t>(j);
        }
    }

    // Resets `last_` to -1; words without a free position are -1 already.
    void unchain() {
        for (const std::uint32_t id : reference_)
            if (id != kTaken) last_[id] = -1;
    }

    void match_equal() {
        for (std::size_t i = prediction_.size(); i-- > 0;)
            if (prediction_[i] != kTaken && last_[prediction_[i]] >= 0) match(i, prediction_[i]);
    }

    // Matches position i of the prediction with the last free position of reference word `id`.
    void match(std::size_t i, std::uint32_t id) {
        const auto j = static_cast<std::size_t>(last_[id]);
        last_[id] = previous_[j];
        matched_[i] = static_cast<std::int32_t>(j);
        prediction_[i] = reference_[j] = kTaken;
    }

    bool anything_left() const {
        const auto left = [](const std::vector<std::uint32_t>& ids) {
            return std::any_of(ids.begin(), ids.end(), [](auto id) { return id != kTaken; });
        };
        return left(prediction_) && left(reference_);
    }

    void to_stems(std::vector<std::uint32_t>& ids) {
        for (auto& id : ids) {
            if (id == kTaken) continue;
            id = words_.stem(id);
            pace_(kPerWord);
        }
    }

    // A reference word is a synonym if it is a lemma of a synset of the other word. WordNet's index
    // lists every such synset under the word, so only synsets of both words need to be checked.
    // (Equal words were matched in an earlier stage.)
    void match_synonyms() {
        index_reference();
        for (std::size_t i = prediction_.size(); i-- > 0;) {
            if (prediction_[i] == kTaken) continue;
            pace_(kPerWord);
            std::int32_t best = -1;
            std::uint32_t best_id = kTaken;
            for (const Synset synset : words_.synsets(prediction_[i])) {
                const std::uint32_t number = listed_.lookup(0, synset.code());
                if (number == kNone) continue;
                for (std::uint32_t k = first_[number]; k != kNone; k = listings_[k].next) {
                    const std::uint32_t id = listings_[k].id;
                    if (last_[id] <= best || !words_.is_lemma(id, synset)) continue;
                    best = last_[id];
                    best_id = id;
                }
            }
            if (best >= 0) match(i, best_id);
        }
    }

    // Indexes the free words of the reference by the synsets that may have them as lemmas.
    void index_reference() {
        listed_.reset(2 * reference_.size() + 64);
        first_.clear();
        listings_.clear();
        for (std::size_t j = 0; j < reference_.size(); ++j) {
            const std::uint32_t id = reference_[j];
            if (id == kTaken || last_[id] != static_cast<std::int32_t>(j)) continue;  // each word once
            pace_(kPerWord);
            for (const Synset synset : words_.own_synsets(id)) {
                const std::uint32_t number = listed_.intern(0, synset.code());
                if (number == first_.size()) first_.push_back(kNone);
                listings_.push_back({id, first_[number]});
                first_[number] = static_cast<std::uint32_t>(listings_.size() - 1);
            }
        }
    }

    // Chunks: runs of matches that are adjacent and in the same order on both sides.
    Counts count() const {
        Counts counts{0, 0};
        std::int32_t expected = -2;
        for (const std::int32_t j : matched_) {
            if (j >= 0) {
                ++counts.matches;
                counts.chunks += j != expected;
            }
            expected = j >= 0 ? j + 1 : -2;
        }
        return counts;
    }

    MeteorWords& words_;
    bool stem_, synonyms_;
    Pace pace_;
    std::vector<std::uint32_t> prediction_, reference_;  // ids, or kTaken once matched
    std::vector<std::int32_t> matched_;                  // reference position of each word, or -1
    std::vector<std::int32_t> last_, previous_;          // free positions by id; -1 ends
    ChainIds listed_;                                    // synsets of reference words, numbered
    struct Listing {
        std::uint32_t id, next;
    };
    std::vector<std::uint32_t> first_;  // listing of each synset
    std::vector<Listing> listings_;
};

}  // namespace sacreval
