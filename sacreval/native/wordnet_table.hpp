// Hash table of WordNet's words: which lists contain a word, and at which offset.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bits.hpp"
#include "ids.hpp"

namespace sacreval {

constexpr std::size_t kWordNetParts = 4;  // noun, verb, adjective, adverb: NLTK's order

class WordNetTable {
  public:
    // Offset of the word in each part's list, plus 1; 0 if the part does not list it.
    using Places = std::array<std::uint32_t, kWordNetParts>;

    // Has room for at most 3/4 * 2**bits words.
    explicit WordNetTable(unsigned bits) : bits_(bits), words_(1), slots_(std::size_t{1} << bits) {
        words_.reserve(slots_.size() * 5 / 8);
    }

    static std::uint32_t hash(std::string_view word) {
        return static_cast<std::uint32_t>(hash_bytes(word.data(), word.size()) >> 32);
    }

    // Sets the text that offsets of this part refer to, which must outlive the table.
    void set_list(std::size_t part, std::string_view text) { lists_[part] = text; }

    // Call `flush` afterwards. Throws std::invalid_argument if there are too many words. Of a
    // repeated word the last offset is kept.
    void add(std::size_t part, std::string_view word, std::size_t at) {
        Pending& pending = pending_[next_++ % pending_.size()];
        insert(pending);
        pending = {word, hash(word), static_cast<std::uint32_t>(at), part};
        prefetch(&slots_[home(pending.code)]);
    }

    void flush() {
        for (std::size_t i = 0; i < pending_.size(); ++i) {
            Pending& pending = pending_[next_++ % pending_.size()];
            insert(pending);
            pending = {};
        }
    }

    // Returns the offsets of a word; all zero if no list has it.
    const Places& operator[](std::string_view word) const {
        return words_[number(slots_[find(word, hash(word))])];
    }

  private:
    // An insertion that waits for its slot to be prefetched; none if `word` is empty.
    struct Pending {
        std::string_view word;
        std::uint32_t code = 0, at = 0;
        std::size_t part = 0;
    };

    void insert(const Pending& pending) {
        if (pending.word.empty()) return;
        std::uint32_t& slot = slots_[find(pending.word, pending.code)];
        if (slot == 0) {
            if (words_.size() > slots_.size() / 4 * 3)
                throw std::invalid_argument("this WordNet has too many words");
            slot = pending.code << bits_ | static_cast<std::uint32_t>(words_.size());
            words_.emplace_back();
        }
        words_[number(slot)][pending.part] = pending.at + 1;
    }

    std::size_t home(std::uint32_t code) const { return code >> (32 - bits_); }
    std::size_t number(std::uint32_t slot) const { return slot & (slots_.size() - 1); }

    // The top bits of the hash choose the slot, which stores the other bits, so that few unequal
    // words are compared.
    std::size_t find(std::string_view word, std::uint32_t code) const {
        for (std::size_t at = home(code);; at = (at + 1) & (slots_.size() - 1)) {
            const std::uint32_t slot = slots_[at];
            if (slot == 0 || ((slot ^ code << bits_) >> bits_ == 0 && is(number(slot), word)))
                return at;
        }
    }

    bool is(std::size_t number, std::string_view word) const {
        const Places& places = words_[number];
        for (std::size_t p = 0; p < kWordNetParts; ++p) {
            if (places[p] == 0) continue;
            const auto rest = lists_[p].substr(places[p] - 1);
            return rest.size() >= word.size() && rest.substr(0, word.size()) == word &&
                   (rest.size() == word.size() || ends_word(rest[word.size()]));
        }
        return false;
    }

    static bool ends_word(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

    unsigned bits_;
    std::array<Pending, 16> pending_;
    std::size_t next_ = 0;
    std::array<std::string_view, kWordNetParts> lists_;
    std::vector<Places> words_;         // the first is for words in no list
    std::vector<std::uint32_t> slots_;  // open addressing: bits of the hash, number of the word
};

}  // namespace sacreval
