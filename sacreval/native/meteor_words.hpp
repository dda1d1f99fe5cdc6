// Every word a worker has seen, numbered, with its stem and its synonyms: what METEOR compares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ids.hpp"
#include "porter.hpp"
#include "text.hpp"
#include "wordnet.hpp"

namespace sacreval {

// Copies of slices that stay where they are until `clear`.
template <class Char>
class Keeper {
  public:
    Span<Char> operator()(Span<Char> s) {
        if (left_ < s.size) add_block(std::max<std::size_t>(s.size, 1 << 14));
        const Span<Char> copy{next_, s.size};
        next_ = std::copy(s.begin(), s.end(), next_);
        left_ -= s.size;
        return copy;
    }
    void clear() {
        blocks_.clear();
        left_ = bytes_ = 0;
    }
    std::size_t bytes() const { return bytes_; }

  private:
    void add_block(std::size_t size) {
        std::unique_ptr<Char[]> block(new Char[size]);
        blocks_.push_back(std::move(block));  // may throw, and has changed nothing then
        next_ = blocks_.back().get();
        left_ = size;
        bytes_ += size * sizeof(Char);
    }

    std::vector<std::unique_ptr<Char[]>> blocks_;
    Char* next_ = nullptr;
    std::size_t left_ = 0, bytes_ = 0;
};

template <class Char>
class MeteorWords {
  public:
    explicit MeteorWords(const WordNet* wordnet) : wordnet_(wordnet) { ids_.reset(kFew); }

    bool too_many() const {
        return words_.size() >= kMany || texts_.bytes() + bytes_.bytes() >= kManyBytes;
    }

    // Between instances: bounds memory for any input. Ids given before are void.
    void forget_if_many() {
        if (!too_many()) return;
        ids_ = {};  // with their room, which one huge text may have made large
        ids_.reset(kFew);
        words_ = {};
        texts_.clear();
        bytes_.clear();
    }

    std::size_t count() const { return words_.size(); }

    std::uint32_t id(Span<Char> word) {
        const auto keep = [this](Span<Char> s) {
            words_.push_back({texts_(s)});
            return words_.back().text;
        };
        return ids_.intern(word, keep);
    }

    // The id of its stem.
    std::uint32_t stem(std::uint32_t word) {
        if (words_[word].stem == kNone) {
            const Span<Char> text = words_[word].text;
            stem_.resize(text.size + kPadding);
            std::copy(text.begin(), text.end(), stem_.begin());
            const std::size_t size = porter_stem(stem_.data(), text.size);
            const std::uint32_t stem = id({stem_.data(), size});
            words_[word].stem = stem;
        }
        return words_[word].stem;
    }

    struct Name {
        std::uint32_t hash;
        std::string_view utf8;
    };

    Name name(std::uint32_t word) {
        Word& own = words_[word];
        if (own.utf8.empty()) {
            own.utf8 = utf8(own.text);
            own.hash = Synonyms::hash(own.utf8);
        }
        return {own.hash, own.utf8};
    }

    const Synonyms& synonyms(std::uint32_t word) {
        Word& own = words_[word];
        if (own.synonyms != nullptr) return *own.synonyms;
        const Synonyms& found = wordnet_->synonyms(name(word).utf8, spare_);
        if (&found != &spare_) own.synonyms = &found;
        return found;
    }

  private:
    static constexpr std::size_t kFew = 1 << 12, kMany = 1 << 16;
    // Text without blanks is one long word: sentences of Chinese, say.
    static constexpr std::size_t kManyBytes = std::size_t{1} << 23;

    struct Word {
        Span<Char> text;
        std::uint32_t stem = kNone, hash = 0;
        std::string_view utf8 = {};
        const Synonyms* synonyms = nullptr;
    };

    std::string_view utf8(Span<Byte> word) {
        return {reinterpret_cast<const char*>(word.data), word.size};
    }
    std::string_view utf8(Span<char32_t> word) {
        coded_.clear();
        for (const char32_t c : word) append_utf8(c, coded_);
        const auto kept = bytes_({coded_.data(), coded_.size()});
        return {kept.data, kept.size};
    }

    const WordNet* wordnet_;
    SliceIds<Char> ids_;
    std::vector<Word> words_;
    Keeper<Char> texts_;
    Keeper<char> bytes_;
    std::vector<Char> stem_;
    std::vector<char> coded_;
    Synonyms spare_;
};

}  // namespace sacreval
