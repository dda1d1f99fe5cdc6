// A table of paraphrases, memory-mapped: a trie of phrases, and for each phrase its paraphrases.
// `sacreval/io/paraphrase_table.py` describes the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mapped.hpp"
#include "text.hpp"

namespace sacreval {

constexpr std::uint32_t kNoParaphrase = UINT32_MAX;

// Nodes are phrases and their beginnings; node 0 is the empty phrase. Whatever the bytes of the file
// are, no function reads outside it, and walks to the root end.
class ParaphraseTable {
  public:
    // Throws std::invalid_argument that names the file if it cannot be read or is no such table.
    explicit ParaphraseTable(const std::string& path);

    // Returns the id of a word in UTF-8, or kNoParaphrase. Takes a binary search over all words.
    std::uint32_t word(std::string_view text) const;
    std::string_view text(std::uint32_t word) const;

    // Returns the phrase that is one word longer, or kNoParaphrase if no phrase begins so.
    std::uint32_t longer(std::uint32_t node, std::uint32_t word) const;

    // Returns the paraphrases of a phrase as nodes, in the order of the source file.
    Span<std::uint32_t> paraphrases(std::uint32_t node) const;

    // Returns the phrase without its last word, and that word; the node must not be 0.
    std::uint32_t shorter(std::uint32_t node) const {
        return node < nodes_ && parents_[node] < node ? parents_[node] : 0;
    }
    std::uint32_t last_word(std::uint32_t node) const { return node < nodes_ ? words_of_[node] : 0; }

    std::size_t words() const { return words_; }
    std::size_t nodes() const { return nodes_; }
    std::size_t entries() const { return entry_count_; }
    std::size_t longest() const { return longest_; }  // words of the longest phrase

  private:
    MappedFile file_;
    std::size_t words_ = 0, text_bytes_ = 0, nodes_ = 0, entry_count_ = 0, longest_ = 0;
    const std::uint32_t *words_of_ = nullptr, *children_ = nullptr, *parents_ = nullptr,
                        *starts_ = nullptr, *entries_ = nullptr, *text_starts_ = nullptr;
    const char* text_ = nullptr;
};

// Returns the paraphrases of a phrase; there are blanks between words on both sides.
std::vector<std::string> paraphrases_of(const ParaphraseTable& table, std::string_view phrase);

// Returns the table of this path, which is opened once per process.
std::shared_ptr<const ParaphraseTable> paraphrase_table(const std::string& path);

}  // namespace sacreval
