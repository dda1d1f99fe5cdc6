// WordNet's own files (wndb(5WN)): lemmas by hash, their synsets, irregular forms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "mapped.hpp"
#include "wordnet_table.hpp"

namespace sacreval {

// The fields of a line, separated by spaces; fields past the last are empty.
class WordNetFields {
  public:
    explicit WordNetFields(std::string_view rest_of_file)
        : at_(rest_of_file.data()), end_(at_ + rest_of_file.size()) {}

    std::string_view next() {
        while (at_ < end_ && is_blank(*at_)) ++at_;
        const char* start = at_;
        while (at_ < end_ && !is_blank(*at_) && *at_ != '\n') ++at_;
        return {start, static_cast<std::size_t>(at_ - start)};
    }
    void skip(std::int64_t fields) {
        for (; fields > 0; --fields) next();
    }
    std::int64_t number(int base);  // with at most eight digits; else -1
    std::int64_t offset();          // with exactly eight decimal digits; else -1

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

    const char *at_, *end_;
};

// A synset: its part of speech, and the 8-digit offset of its line in that part's data file.
class Synset {
  public:
    Synset() = default;
    Synset(std::size_t part, std::int64_t offset)
        : code_(static_cast<std::uint32_t>(static_cast<std::size_t>(offset) * kWordNetParts + part)) {}
    std::size_t part() const { return code_ % kWordNetParts; }
    std::size_t offset() const { return code_ / kWordNetParts; }
    std::uint32_t code() const { return code_; }

  private:
    std::uint32_t code_ = 0;
};

// Throws std::invalid_argument if the files do not follow their documentation.
class WordNetFiles {
  public:
    using Lemma = WordNetTable::Places;

    explicit WordNetFiles(const std::string& folder);

    const Lemma& lemma(std::string_view word) const { return lemmas_[word]; }
    // Returns the offsets of a form's lines in the exception lists; see bases.
    const WordNetTable::Places& irregular(std::string_view form) const { return irregular_[form]; }
    // Returns the bases of an irregular form in a part that lists it.
    WordNetFields bases(const WordNetTable::Places& irregular, std::size_t part) const {
        WordNetFields line(parts_[part].exceptions.view().substr(irregular[part] - 1));
        line.next();  // the form itself
        return line;
    }

    // Calls use(synset) for every synset that the part's index lists for the lemma.
    template <class Use>
    void each_synset(const Lemma& lemma, std::size_t part, Use&& use) const;

    // Calls use(word) for every word of the synset, as spelled in the data file.
    template <class Use>
    void each_word(Synset synset, Use&& use) const;

  private:
    struct File {
        std::string name;
        MappedFile bytes;
        std::string_view view() const { return bytes.view(); }
        std::string_view line(std::size_t at) const;
        [[noreturn]] void damaged(std::size_t at) const;
    };
    struct Part {
        File index, data, exceptions;
    };

    static File read(const std::string& folder, const std::string& name);
    void read_index(std::size_t part);
    void read_exceptions(std::size_t part);
    std::array<Part, kWordNetParts> parts_;
    WordNetTable lemmas_{18}, irregular_{16};  // WordNet 3.0 has 147,306 lemmas, 5,940 forms
};

// An index line: lemma pos synsets pointers [pointer]... senses tagged offset...
template <class Use>
void WordNetFiles::each_synset(const Lemma& lemma, std::size_t part, Use&& use) const {
    if (lemma[part] == 0) return;
    const File& index = parts_[part].index;
    const std::size_t at = lemma[part] - 1;
    WordNetFields fields(index.view().substr(at));
    fields.skip(2);
    std::int64_t synsets = fields.number(10);
    const std::int64_t pointers = fields.number(10);
    if (synsets < 1 || pointers < 0) index.damaged(at);
    fields.skip(pointers + 2);
    for (; synsets > 0; --synsets) {
        const std::int64_t offset = fields.offset();
        if (offset < 0) index.damaged(at);
        use(Synset(part, offset));
    }
}

// A data line: offset lexicographer type words [word id]...
template <class Use>
void WordNetFiles::each_word(Synset synset, Use&& use) const {
    const File& data = parts_[synset.part()].data;
    const std::size_t at = std::min(synset.offset(), data.view().size());
    WordNetFields fields(data.view().substr(at));
    if (fields.offset() != static_cast<std::int64_t>(synset.offset())) data.damaged(at);
    fields.skip(2);
    const std::int64_t words = fields.number(16);
    if (words < 0) data.damaged(at);
    for (std::int64_t w = 0; w < words; ++w) {
        const auto word = fields.next();
        if (word.empty() || fields.next().empty()) data.damaged(at);
        use(word);
    }
}

}  // namespace sacreval
