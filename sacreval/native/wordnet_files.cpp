// Maps WordNet's index, data and exception files and hashes their words.
#include "wordnet_files.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

#include "ids.hpp"

namespace sacreval {
namespace {

constexpr const char* kPartNames[] = {"noun", "verb", "adj", "adv"};
// WordNet 3.0 has 147,306 lemmas. A hash chooses the slot by its top bits, and slots carry the rest
// of it, so that hardly a word is compared in vain.
constexpr unsigned kSlotBits = 18;
constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

std::string_view WordNetFields::next() {
    std::size_t start = 0;
    while (start < rest_.size() && is_blank(rest_[start])) ++start;
    std::size_t end = start;
    while (end < rest_.size() && !is_blank(rest_[end]) && rest_[end] != '\n') ++end;
    const auto field = rest_.substr(start, end - start);
    rest_.remove_prefix(end);
    return field;
}

void WordNetFields::skip(std::int64_t fields) {
    for (; fields > 0; --fields) next();
}

std::int64_t WordNetFields::number(int base) {
    const auto field = next();
    if (field.empty() || field.size() > 8) return -1;
    std::int64_t value = 0;
    for (const char c : field) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : 16;
        if (digit >= base) return -1;
        value = value * base + digit;
    }
    return value;
}

std::uint32_t WordNetFiles::hash(std::string_view word) {
    return static_cast<std::uint32_t>(hash_bytes(word.data(), word.size()) >> 32);
}

std::string_view WordNetFiles::File::line(std::size_t at) const {
    const auto rest = view().substr(at);
    return rest.substr(0, rest.find('\n'));
}

void WordNetFiles::File::damaged(std::size_t at) const {
    throw std::invalid_argument("WordNet's " + name +
                                " is damaged at: " + std::string(line(at).substr(0, 60)));
}

WordNetFiles::File WordNetFiles::read(const std::string& folder, const std::string& name) {
    auto bytes = MappedFile::open(folder + "/" + name);
    if (!bytes || bytes->view().size() >= UINT32_MAX)
        throw std::invalid_argument("cannot read WordNet's " + name + " in " + folder);
    return {name, std::move(*bytes)};
}

WordNetFiles::WordNetFiles(const std::string& folder) : lemmas_(1), slots_(kSlots) {
    lemmas_.reserve(kSlots * 5 / 8);
    for (std::size_t p = 0; p < kWordNetParts; ++p) {
        const std::string name = kPartNames[p];
        parts_[p] = {read(folder, "index." + name), read(folder, "data." + name)};
        exceptions_.push_back(read(folder, name + ".exc"));
        read_index(p);
        read_exceptions(p, exceptions_.back());
    }
}

void WordNetFiles::read_index(std::size_t part) {
    const auto text = parts_[part].index.view();
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
        const std::size_t space = text.find(' ', at);
        const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
        end = found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data())
                    : text.size();
        if (space == at) continue;  // the licence is indented
        if (space > end) parts_[part].index.damaged(at);
        add(part, text.substr(at, space - at), at);
    }
}

void WordNetFiles::add(std::size_t part, std::string_view word, std::size_t at) {
    const std::uint32_t code = hash(word);
    std::uint32_t& slot = slots_[this->slot(word, code)];
    if (slot == 0) {
        if (lemmas_.size() > kSlots / 4 * 3)
            throw std::invalid_argument("this WordNet has too many lemmas");
        slot = code << kSlotBits | static_cast<std::uint32_t>(lemmas_.size());
        lemmas_.emplace_back();
    }
    lemmas_[number(slot)][part] = static_cast<std::uint32_t>(at) + 1;
}

// A form that comes twice keeps its last line, as in NLTK.
void WordNetFiles::read_exceptions(std::size_t part, const File& exceptions) {
    const auto text = exceptions.view();
    for (std::size_t at = 0; at < text.size();) {
        const auto line = exceptions.line(at);
        const auto form = WordNetFields(line).next();
        if (!form.empty())
            irregular_[form][part] = line.substr(line.find(form) + form.size());
        at += line.size() + 1;
    }
}

const WordNetFiles::Irregular* WordNetFiles::irregular(std::string_view form) const {
    const auto found = irregular_.find(form);
    return found == irregular_.end() ? nullptr : &found->second;
}

bool WordNetFiles::is(const Lemma& lemma, std::string_view word) const {
    for (std::size_t p = 0; p < kWordNetParts; ++p) {
        if (lemma[p] == 0) continue;
        const auto rest = parts_[p].index.view().substr(lemma[p] - 1);
        return rest.size() > word.size() && rest[word.size()] == ' ' &&
               rest.substr(0, word.size()) == word;
    }
    return false;
}

std::size_t WordNetFiles::number(std::uint32_t slot) { return slot & (kSlots - 1); }

// Where the lemma of this spelling is, or the empty slot where it would be.
std::size_t WordNetFiles::slot(std::string_view word, std::uint32_t code) const {
    for (std::size_t at = code >> (32 - kSlotBits);; at = (at + 1) & (kSlots - 1)) {
        const std::uint32_t slot = slots_[at];
        if (slot == 0) return at;
        if (slot >> kSlotBits == (code << kSlotBits) >> kSlotBits && is(lemmas_[number(slot)], word))
            return at;
    }
}

}  // namespace sacreval
