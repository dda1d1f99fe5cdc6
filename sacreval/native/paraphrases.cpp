// Opens a table of paraphrases and searches it.
#include "paraphrases.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <unordered_map>

namespace sacreval {
namespace {

struct Header {
    char magic[8];
    std::uint32_t version, longest;
    std::uint64_t words, text_bytes, nodes, entries;
    unsigned char source[32];
    std::uint32_t content_sum, header_sum;
};
static_assert(sizeof(Header) == 88, "the header has no padding");

constexpr char kMagic[8] = {'s', 'a', 'c', 'r', 'p', 'a', 'r', 'a'};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kMost = UINT32_MAX - 1;  // ids have 32 bits

}  // namespace

ParaphraseTable::ParaphraseTable(const std::string& path) {
    const auto refuse = [&path](const char* why) {
        throw std::invalid_argument(path + " " + why);
    };
    auto file = MappedFile::open(path);
    if (!file) refuse("cannot be read");
    file_ = *std::move(file);
    const std::string_view bytes = file_.view();
    Header header;
    if (bytes.size() < sizeof header) refuse("is not a table of paraphrases");
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0)
        refuse("is not a table of paraphrases");
    if (header.version != kVersion) refuse("was written by another version of sacreval");
    if (header.nodes == 0 || std::max({header.words, header.text_bytes, header.nodes,
                                       header.entries}) > kMost)
        refuse("is damaged");
    const std::uint64_t numbers = 4 * header.nodes + 2 + header.entries + header.words + 1;
    if (sizeof header + 4 * numbers + header.text_bytes != bytes.size()) refuse("is damaged");

    words_ = header.words, text_bytes_ = header.text_bytes, nodes_ = header.nodes;
    entry_count_ = header.entries, longest_ = header.longest;
    words_of_ = reinterpret_cast<const std::uint32_t*>(bytes.data() + sizeof header);
    children_ = words_of_ + nodes_;
    parents_ = children_ + nodes_ + 1;
    starts_ = parents_ + nodes_;
    entries_ = starts_ + nodes_ + 1;
    text_starts_ = entries_ + entry_count_;
    text_ = reinterpret_cast<const char*>(text_starts_ + words_ + 1);
}

std::string_view ParaphraseTable::text(std::uint32_t word) const {
    if (word >= words_) return {};
    const std::size_t start = text_starts_[word], end = text_starts_[word + 1];
    if (start > end || end > text_bytes_) return {};
    return {text_ + start, end - start};
}

std::uint32_t ParaphraseTable::word(std::string_view searched) const {
    std::uint32_t low = 0, high = static_cast<std::uint32_t>(words_);
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const int order = text(middle).compare(searched);
        if (order == 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return kNoParaphrase;
}

std::uint32_t ParaphraseTable::longer(std::uint32_t node, std::uint32_t word) const {
    if (node >= nodes_) return kNoParaphrase;
    const std::size_t first = children_[node], last = children_[node + 1];
    if (first > last || last > nodes_) return kNoParaphrase;
    const auto* end = words_of_ + last;
    const auto* found = std::lower_bound(words_of_ + first, end, word);
    if (found == end || *found != word) return kNoParaphrase;
    return static_cast<std::uint32_t>(found - words_of_);
}

Span<std::uint32_t> ParaphraseTable::paraphrases(std::uint32_t node) const {
    if (node >= nodes_) return {};
    const std::size_t first = starts_[node], last = starts_[node + 1];
    if (first > last || last > entry_count_) return {};
    return {entries_ + first, last - first};
}

std::vector<std::string> paraphrases_of(const ParaphraseTable& table, std::string_view phrase) {
    std::uint32_t node = 0;
    while (!phrase.empty() && node != kNoParaphrase) {
        const std::size_t end = std::min(phrase.find(' '), phrase.size());
        node = table.longer(node, table.word(phrase.substr(0, end)));
        phrase.remove_prefix(std::min(end + 1, phrase.size()));
    }
    std::vector<std::string> found;
    for (const std::uint32_t other : table.paraphrases(node)) {
        std::string text;
        for (std::uint32_t at = other; at != 0; at = table.shorter(at))
            text = std::string(table.text(table.last_word(at))) + (text.empty() ? "" : " ") + text;
        found.push_back(text);
    }
    return found;
}

std::shared_ptr<const ParaphraseTable> paraphrase_table(const std::string& path) {
    static std::mutex lock;
    // Never destroyed: a kernel may still be running when the process exits.
    static auto& known =
        *new std::unordered_map<std::string, std::shared_ptr<const ParaphraseTable>>;
    const std::lock_guard<std::mutex> hold(lock);
    auto& table = known[path];
    if (!table) table = std::make_shared<const ParaphraseTable>(path);
    return table;
}

}  // namespace sacreval
