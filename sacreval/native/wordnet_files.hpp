// WordNet's own files (wndb(5WN)): lemmas by hash, their synsets, irregular forms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bits.hpp"
#include "mapped.hpp"
#include "wordnet_table.hpp"

namespace sacreval {

// The fields of a line, which blanks separate; past the last they are empty.
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
    std::int64_t number(int base);  // of at most eight digits, or -1

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

    const char *at_, *end_;
};

// Throws std::invalid_argument where the files are not what their documentation says.
class WordNetFiles {
  public:
    using Lemma = WordNetTable::Places;

    explicit WordNetFiles(const std::string& folder);

    const Lemma& lemma(std::string_view word) const { return lemmas_[word]; }
    // Where its exceptions stand; see bases.
    const WordNetTable::Places& irregular(std::string_view form) const { return irregular_[form]; }
    // The bases of an irregular form in a part that has it.
    WordNetFields bases(const WordNetTable::Places& irregular, std::size_t part) const {
        WordNetFields line(parts_[part].exceptions.view().substr(irregular[part] - 1));
        line.next();  // the form itself
        return line;
    }

    // Calls use(name) for every word of every synset that the part has for the lemma.
    template <class Use>
    void each_name(const Lemma& lemma, std::size_t part, Use&& use) const;

  private:
    struct File {
        std::string name;
        MappedFile bytes;
        std::string_view view() const { return bytes.view(); }
        std::string_view line(std::size_t at) const;
        // What follows a place, given by digits and nothing else; nothing if the file ends before.
        std::string_view from(std::string_view digits) const {
            std::size_t at = 0;
            for (const char c : digits) at = at * 10 + static_cast<std::size_t>(c - '0');
            return view().substr(std::min(at, view().size()));
        }
        [[noreturn]] void damaged(std::size_t at) const;
    };
    struct Part {
        File index, data, exceptions;
    };

    static File read(const std::string& folder, const std::string& name);
    void read_index(std::size_t part);
    void read_exceptions(std::size_t part);
    template <class Use>
    void each_name_of_synset(const File& data, std::string_view offset, Use&& use) const;

    std::array<Part, kWordNetParts> parts_;
    WordNetTable lemmas_{18}, irregular_{16};  // WordNet 3.0 has 147,306 lemmas, 5,940 forms
};

// An index line: lemma pos synsets pointers [pointer]... senses tagged offset...
template <class Use>
void WordNetFiles::each_name(const Lemma& lemma, std::size_t part, Use&& use) const {
    if (lemma[part] == 0) return;
    const File& index = parts_[part].index;
    const std::size_t at = lemma[part] - 1;
    WordNetFields fields(index.view().substr(at));
    fields.skip(2);
    std::int64_t synsets = fields.number(10);
    const std::int64_t pointers = fields.number(10);
    if (synsets < 1 || pointers < 0) index.damaged(at);
    fields.skip(pointers + 2);
    const File& data = parts_[part].data;
    std::array<std::string_view, 16> offsets;
    while (synsets > 0) {
        // Synsets lie far apart: asked for together, they come in the time that one takes.
        std::size_t n = 0;
        for (; n < offsets.size() && synsets > 0; ++n, --synsets) {
            const auto offset = offsets[n] = fields.next();
            if (offset.size() != 8 || offset.find_first_not_of("0123456789") != offset.npos)
                index.damaged(at);
            prefetch(data.from(offset).data());
        }
        for (std::size_t k = 0; k < n; ++k) each_name_of_synset(data, offsets[k], use);
    }
}

// A data line: offset lexicographer type words [word id]...
template <class Use>
void WordNetFiles::each_name_of_synset(const File& data, std::string_view offset,
                                       Use&& use) const {
    const auto line = data.from(offset);
    WordNetFields fields(line);
    const auto damaged = [&] { data.damaged(data.view().size() - line.size()); };
    if (fields.next() != offset) damaged();
    fields.skip(2);
    const std::int64_t words = fields.number(16);
    if (words < 0) damaged();
    for (std::int64_t w = 0; w < words; ++w) {
        const auto name = fields.next();
        if (name.empty() || fields.next().empty()) damaged();
        use(name);
    }
}

}  // namespace sacreval
