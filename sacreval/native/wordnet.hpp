// Synonyms from WordNet's own files (Fellbaum 1998), as NLTK's corpus reader finds them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mapped.hpp"

namespace sacreval {

// The words of some synsets, each once. The text belongs to the WordNet.
class Synonyms {
  public:
    static std::uint32_t hash(std::string_view word);

    void clear() { entries_.clear(); }
    void add(std::string_view word) { entries_.push_back({hash(word), word}); }
    void close();  // after the last `add`
    template <class Use>
    void each(Use&& use) const {  // use(hash, word)
        for (const Entry& entry : entries_) use(entry.hash, entry.word);
    }

  private:
    struct Entry {
        std::uint32_t hash;
        std::string_view word;
    };
    std::vector<Entry> entries_;
};

// Files are read at construction; look-ups are safe from any thread. They throw
// std::invalid_argument where the files are not what WordNet's documentation says.
class WordNet {
  public:
    explicit WordNet(const std::string& folder);
    ~WordNet();
    WordNet(const WordNet&) = delete;
    WordNet& operator=(const WordNet&) = delete;

    // Adds the lemmas without "_" of all synsets of `word` (lower case, UTF-8).
    void collect(std::string_view word, Synonyms& out) const;
    std::vector<std::string> lemmas(std::string_view word) const;  // the same, sorted, each once

    // The same, remembered; once the memory is full the result lies in `spare`.
    const Synonyms& synonyms(std::string_view word, Synonyms& spare) const;

  private:
    static constexpr std::size_t kParts = 4;  // noun, verb, adjective, adverb: NLTK's order

    struct File {
        std::string name;
        MappedFile bytes;
        std::string_view view() const { return bytes.view(); }
        std::string_view line(std::size_t at) const;
    };
    struct Part {
        File index, data, exceptions;
        std::unordered_map<std::string_view, std::string_view> irregular;  // form -> bases
    };
    struct Lemma {
        std::uint32_t hash = 0;
        std::array<std::uint32_t, kParts> line{};  // 1 + where its line starts in each index, or 0
    };
    struct Memo {
        std::string word;
        Synonyms synonyms;
        Memo* next;
    };

    static File read(const std::string& folder, const std::string& name);
    void read_index(std::size_t part);
    static void read_exceptions(Part& part);
    std::string_view word_of(const Lemma& lemma) const;
    std::size_t slot(std::string_view word) const;
    template <class Use>
    void each_lemma(std::string_view word, Use&& use) const;
    template <class Use>
    void each_synset(std::size_t part, std::string_view form, Use&& use) const;
    template <class Use>
    static void each_name(const File& data, std::string_view offset, Use&& use);

    std::array<Part, kParts> parts_;
    std::vector<Lemma> lemmas_;  // open addressing
    std::size_t lemma_count_ = 0;
    mutable std::vector<std::atomic<Memo*>> memos_;  // chains by hash; memos are never removed
    mutable std::atomic<std::size_t> remembered_{0};
};

// The WordNet in this folder: read on first use, then kept.
std::shared_ptr<const WordNet> wordnet_in(const std::string& folder);

}  // namespace sacreval
