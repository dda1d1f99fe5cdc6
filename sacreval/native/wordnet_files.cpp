// Maps WordNet's index, data and exception files and hashes their words.
#include "wordnet_files.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace sacreval {
namespace {

constexpr const char* kPartNames[] = {"noun", "verb", "adj", "adv"};

}  // namespace

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

std::int64_t WordNetFields::offset() {
    const auto field = next();
    if (field.size() != 8) return -1;
    std::int64_t value = 0;
    for (const char c : field) {
        if (c < '0' || c > '9') return -1;
        value = value * 10 + (c - '0');
    }
    return value;
}

std::string_view WordNetFiles::File::line(std::size_t at) const {
    const auto rest = view().substr(at);
    return rest.substr(0, rest.find('\n'));
}

void WordNetFiles::File::damaged(std::size_t at) const {
    const std::string start(line(at).substr(0, 60));
    throw std::invalid_argument("WordNet's " + name + " is damaged at byte " + std::to_string(at) +
                                (start.empty() ? start : ": " + start));
}

WordNetFiles::File WordNetFiles::read(const std::string& folder, const std::string& name) {
    auto bytes = MappedFile::open(folder + "/" + name);
    if (!bytes || bytes->view().size() >= UINT32_MAX)
        throw std::invalid_argument("cannot read WordNet's " + name + " in " + folder);
    return {name, std::move(*bytes)};
}

WordNetFiles::WordNetFiles(const std::string& folder) {
    for (std::size_t p = 0; p < kWordNetParts; ++p) {
        const std::string name = kPartNames[p];
        parts_[p] = {read(folder, "index." + name), read(folder, "data." + name),
                     read(folder, name + ".exc")};
        lemmas_.set_list(p, parts_[p].index.view());
        irregular_.set_list(p, parts_[p].exceptions.view());
        read_index(p);
        read_exceptions(p);
    }
    lemmas_.flush();
    irregular_.flush();
}

void WordNetFiles::read_index(std::size_t part) {
    const auto text = parts_[part].index.view();
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
        const std::size_t space = text.find(' ', at);
        const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
        end = found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data())
                    : text.size();
        if (space == at) continue;  // an indented line of the licence
        if (space > end) parts_[part].index.damaged(at);
        lemmas_.add(part, text.substr(at, space - at), at);
    }
}

// Of a repeated form the last line is kept, as in NLTK.
void WordNetFiles::read_exceptions(std::size_t part) {
    const File& exceptions = parts_[part].exceptions;
    const auto text = exceptions.view();
    for (std::size_t at = 0; at < text.size();) {
        const auto line = exceptions.line(at);
        const auto form = WordNetFields(line).next();
        if (!form.empty())
            irregular_.add(part, form, static_cast<std::size_t>(form.data() - text.data()));
        at += line.size() + 1;
    }
}

}  // namespace sacreval
