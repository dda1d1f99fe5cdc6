// Synonyms from WordNet (Fellbaum 1998), as NLTK's corpus reader finds them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "wordnet_files.hpp"

namespace sacreval {

// The words of some synsets, each once. The text belongs to the WordNet.
class Synonyms {
  public:
    static std::uint32_t hash(std::string_view word) { return WordNetTable::hash(word); }

    void assign(const std::vector<std::string_view>& words);
    // Hashes and words, in the same order, which means nothing.
    const std::vector<std::uint32_t>& hashes() const { return hashes_; }
    const std::vector<std::string_view>& words() const { return words_; }

  private:
    std::vector<std::uint32_t> hashes_;
    std::vector<std::string_view> words_;
};

// Files are read at construction; look-ups are safe from any thread. They throw
// std::invalid_argument where the files are damaged.
class WordNet {
  public:
    explicit WordNet(const std::string& folder) : files_(folder), memos_(kMemoChains) {}
    ~WordNet();
    WordNet(const WordNet&) = delete;
    WordNet& operator=(const WordNet&) = delete;

    // The lemmas without "_" of all synsets of `word` (lower case, UTF-8), each once.
    void collect(std::string_view word, Synonyms& out) const;

    // The same, remembered; once the memory is full the result lies in `spare`.
    const Synonyms& synonyms(std::string_view word, Synonyms& spare) const;

  private:
    static constexpr std::size_t kMemoChains = std::size_t{1} << 15;
    struct Memo {
        std::string word;
        Synonyms synonyms;
        Memo* next;
    };

    template <class Use>
    void each_name(std::string_view word, Use&& use) const;

    WordNetFiles files_;
    const Synonyms nothing_{};
    mutable std::vector<std::atomic<Memo*>> memos_;  // chains by hash; memos are never removed
    mutable std::atomic<std::size_t> remembered_{0};
};

// The WordNet in this folder: read on first use, then kept.
std::shared_ptr<const WordNet> wordnet_in(const std::string& folder);

}  // namespace sacreval
