// Matches one prediction with one reference: exact words, stems, WordNet synonyms.
//
// Source: nltk/translate/meteor_score.py. Every stage walks the prediction from its end and takes
// the last reference word still free; a stage sees what the earlier ones left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "meteor_words.hpp"
#include "wordnet.hpp"

namespace sacreval {

inline std::string_view utf8(Span<Byte> word, std::string&) {
    return {reinterpret_cast<const char*>(word.data), word.size};
}

inline std::string_view utf8(Span<char32_t> word, std::string& out) {
    out.clear();
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    for (const char32_t c : word) {
        if (c < 0x80) {
            put(c);
            continue;
        }
        if (c < 0x800) {
            put(0xC0 | c >> 6);
        } else {
            if (c < 0x10000) {
                put(0xE0 | c >> 12);
            } else {
                put(0xF0 | c >> 18);
                put(0x80 | (c >> 12 & 0x3F));
            }
            put(0x80 | (c >> 6 & 0x3F));
        }
        put(0x80 | (c & 0x3F));
    }
    return out;
}

template <class Char>
class MeteorAligner {
  public:
    MeteorAligner(bool stem, const WordNet* wordnet) : stem_(stem), wordnet_(wordnet) {}

    struct Counts {
        std::int64_t matches, chunks;
    };

    Counts align(MeteorWords<Char>& words, std::size_t reference) {
        prediction_ = words.ids(0);
        reference_ = words.ids(reference);
        matched_.assign(prediction_.size(), -1);
        previous_.resize(reference_.size());
        match_equal(words.count());
        if (stem_ && anything_left()) {
            // From here on NLTK compares stems, in the next stage too.
            to_stems(words, prediction_);
            to_stems(words, reference_);
            match_equal(words.count());
        }
        if (wordnet_ != nullptr && anything_left())
            match_synonyms(stem_ ? words.stems() : words.words());
        return count();
    }

  private:
    static constexpr std::uint32_t kTaken = kNone;

    // Chains the free positions of each reference word, last first.
    void match_equal(std::size_t ids) {
        last_.assign(ids, -1);
        for (std::size_t j = 0; j < reference_.size(); ++j) {
            if (reference_[j] == kTaken) continue;
            previous_[j] = last_[reference_[j]];
            last_[reference_[j]] = static_cast<std::int32_t>(j);
        }
        for (std::size_t i = prediction_.size(); i-- > 0;)
            if (prediction_[i] != kTaken && last_[prediction_[i]] >= 0) match(i, prediction_[i]);
    }

    // The last free position of reference word `id` goes to position i of the prediction.
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

    static void to_stems(MeteorWords<Char>& words, std::vector<std::uint32_t>& ids) {
        for (auto& id : ids)
            if (id != kTaken) id = words.stem(id);
    }

    // A word is no synonym of itself here: equal ones have met in an earlier stage.
    void match_synonyms(const std::vector<Span<Char>>& text) {
        index_reference(text);
        for (std::size_t i = prediction_.size(); i-- > 0;) {
            if (prediction_[i] == kTaken) continue;
            const auto& synonyms =
                wordnet_->synonyms(utf8(text[prediction_[i]], spare_text_), spare_);
            std::int32_t best = -1;
            std::uint32_t best_id = kTaken;
            synonyms.each([&](std::uint32_t hash, std::string_view word) {
                if (!(present_ >> (hash % 64) & 1)) return;
                const std::uint32_t id = find(hash, word);
                if (id == kTaken || last_[id] <= best) return;
                best = last_[id];
                best_id = id;
            });
            if (best >= 0) match(i, best_id);
        }
    }

    struct Indexed {
        std::uint32_t hash, id;
        std::size_t start, size;
    };

    // The distinct words left in the reference, by hash.
    void index_reference(const std::vector<Span<Char>>& text) {
        index_.clear();
        index_text_.clear();
        present_ = 0;
        for (std::size_t j = 0; j < reference_.size(); ++j) {
            const std::uint32_t id = reference_[j];
            if (id == kTaken || last_[id] != static_cast<std::int32_t>(j)) continue;
            const auto word = utf8(text[id], spare_text_);
            const std::uint32_t hash = Synonyms::hash(word);
            index_.push_back({hash, id, index_text_.size(), word.size()});
            index_text_.append(word);
            present_ |= std::uint64_t{1} << (hash % 64);
        }
        std::sort(index_.begin(), index_.end(),
                  [](const Indexed& a, const Indexed& b) { return a.hash < b.hash; });
    }

    std::uint32_t find(std::uint32_t hash, std::string_view word) const {
        auto at = std::lower_bound(index_.begin(), index_.end(), hash,
                                   [](const Indexed& e, std::uint32_t h) { return e.hash < h; });
        const std::string_view text = index_text_;
        for (; at != index_.end() && at->hash == hash; ++at)
            if (text.substr(at->start, at->size) == word) return at->id;
        return kTaken;
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

    bool stem_;
    const WordNet* wordnet_;
    std::vector<std::uint32_t> prediction_, reference_;  // ids, or kTaken once matched
    std::vector<std::int32_t> matched_;                  // reference position of each word, or -1
    std::vector<std::int32_t> last_, previous_;          // free positions by id; -1 ends
    std::vector<Indexed> index_;
    std::string index_text_, spare_text_;
    std::uint64_t present_ = 0;  // a bit for each hash in the index: most look-ups end here
    Synonyms spare_;
};

}  // namespace sacreval
