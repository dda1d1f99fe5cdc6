// WordNet's own files (wndb(5WN)): lemmas by hash, their synsets, irregular forms.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mapped.hpp"

namespace sacreval {

constexpr std::size_t kWordNetParts = 4;  // noun, verb, adjective, adverb: NLTK's order

// The fields of a line, which blanks separate; past the last they are empty.
class WordNetFields {
  public:
    explicit WordNetFields(std::string_view rest_of_file) : rest_(rest_of_file) {}

    std::string_view next();
    void skip(std::int64_t fields);
    std::int64_t number(int base);  // of at most eight digits, or -1

  private:
    std::string_view rest_;
};

// Throws std::invalid_argument where the files are not what their documentation says.
class WordNetFiles {
  public:
    // Where the word's line starts in each part's index, plus 1; 0 if the part is without it.
    using Lemma = std::array<std::uint32_t, kWordNetParts>;
    // By part, the rest of an exception line: blanks and bases. No data: not in the list.
    using Irregular = std::array<std::string_view, kWordNetParts>;

    explicit WordNetFiles(const std::string& folder);

    const Lemma& lemma(std::string_view word) const {  // of zeros only if there is none
        return lemmas_[number(slots_[slot(word, hash(word))])];
    }
    const Irregular* irregular(std::string_view form) const;

    // Calls use(name) for every word of every synset that the part has for the lemma.
    template <class Use>
    void each_name(const Lemma& lemma, std::size_t part, Use&& use) const;

    static std::uint32_t hash(std::string_view word);

  private:
    struct File {
        std::string name;
        MappedFile bytes;
        std::string_view view() const { return bytes.view(); }
        std::string_view line(std::size_t at) const;
        [[noreturn]] void damaged(std::size_t at) const;
    };
    struct Part {
        File index, data;
    };

    static File read(const std::string& folder, const std::string& name);
    void read_index(std::size_t part);
    void read_exceptions(std::size_t part, const File& exceptions);
    void add(std::size_t part, std::string_view word, std::size_t at);
    bool is(const Lemma& lemma, std::string_view word) const;
    std::size_t slot(std::string_view word, std::uint32_t hash) const;
    static std::size_t number(std::uint32_t slot);
    template <class Use>
    void each_name_of_synset(const File& data, std::string_view offset, Use&& use) const;

    std::array<Part, kWordNetParts> parts_;
    std::vector<File> exceptions_;  // the map below looks into them
    std::unordered_map<std::string_view, Irregular> irregular_;
    std::vector<Lemma> lemmas_;         // the first stands for words that are none
    std::vector<std::uint32_t> slots_;  // open addressing: bits of the hash, number of the lemma
};

// An index line: lemma pos synsets pointers [pointer]... senses tagged offset...
template <class Use>
void WordNetFiles::each_name(const Lemma& lemma, std::size_t part, Use&& use) const {
    if (lemma[part] == 0) return;
    const File& index = parts_[part].index;
    const std::size_t at = lemma[part] - 1;
    WordNetFields fields(index.view().substr(at));
    fields.skip(2);
    const std::int64_t synsets = fields.number(10), pointers = fields.number(10);
    if (synsets < 1 || pointers < 0) index.damaged(at);
    fields.skip(pointers + 2);
    for (std::int64_t s = 0; s < synsets; ++s) {
        const auto offset = fields.next();
        if (offset.size() != 8 || offset.find_first_not_of("0123456789") != offset.npos)
            index.damaged(at);
        each_name_of_synset(parts_[part].data, offset, use);
    }
}

// A data line: offset lexicographer type words [word id]...
template <class Use>
void WordNetFiles::each_name_of_synset(const File& data, std::string_view offset,
                                       Use&& use) const {
    std::size_t at = 0;
    for (const char c : offset) at = at * 10 + static_cast<std::size_t>(c - '0');
    if (at >= data.view().size()) data.damaged(data.view().size());
    WordNetFields fields(data.view().substr(at));
    if (fields.next() != offset) data.damaged(at);
    fields.skip(2);
    const std::int64_t words = fields.number(16);
    if (words < 0) data.damaged(at);
    for (std::int64_t w = 0; w < words; ++w) {
        const auto name = fields.next();
        if (name.empty() || fields.next().empty()) data.damaged(at);
        use(name);
    }
}

}  // namespace sacreval
