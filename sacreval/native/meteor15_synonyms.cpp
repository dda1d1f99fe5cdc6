// Reads METEOR 1.5's tables `english.synsets` and `english.exceptions`.
#include "meteor15_synonyms.hpp"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <stdexcept>

#include "ids.hpp"

namespace sacreval {
namespace {

struct Ending {
    std::string_view from, to;
};
// Of nouns, verbs and adjectives, in this order.
constexpr Ending kEndings[] = {
    {"s", ""},    {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"},
    {"men", "man"}, {"ies", "y"}, {"s", ""},  {"ies", "y"}, {"es", "e"},    {"es", ""},
    {"ed", "e"},  {"ed", ""},   {"ing", "e"}, {"ing", ""},  {"er", ""},     {"est", ""},
    {"er", "e"},  {"est", "e"}};

bool ends_with(std::string_view word, std::string_view ending) {
    return word.size() >= ending.size() &&
           word.compare(word.size() - ending.size(), ending.size(), ending) == 0;
}

MappedFile opened(const std::string& path) {
    auto file = MappedFile::open(path);
    if (!file) throw std::invalid_argument(path + " cannot be read");
    return *file;
}

// Calls use(first line, second line) for each pair of lines.
template <class Use>
void for_pairs(std::string_view text, const std::string& path, Use&& use) {
    const auto line = [&text] {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view found = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
        return found;
    };
    while (!text.empty()) {
        const std::string_view first = line();
        if (text.empty()) throw std::invalid_argument(path + " ends within an entry");
        use(first, line());
    }
}

template <class Use>
void for_words(std::string_view line, Use&& use) {
    while (true) {
        const std::size_t start = line.find_first_not_of(' ');
        if (start == line.npos) return;
        line.remove_prefix(start);
        const std::size_t end = std::min(line.find(' '), line.size());
        use(line.substr(0, end));
        line.remove_prefix(end);
    }
}

// Characters, not bytes.
std::size_t length(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

MeteorSynonyms::MeteorSynonyms(const std::string& folder)
    : path_(folder + "/english.synsets"),
      synsets_file_(opened(path_)),
      exceptions_file_(opened(folder + "/english.exceptions")) {
    index();
    for_pairs(exceptions_file_.view(), folder + "/english.exceptions",
              [&](std::string_view base, std::string_view forms) {
                  for_words(forms, [&](std::string_view form) { bases_[form].push_back(base); });
              });
}

void MeteorSynonyms::index() {
    const std::string_view file = synsets_file_.view();
    if (file.size() > UINT32_MAX) throw std::invalid_argument(path_ + " is too large");
    const auto lines = static_cast<std::size_t>(std::count(file.begin(), file.end(), '\n'));
    slots_.resize(64);
    while (slots_.size() < 2 * lines) slots_.resize(2 * slots_.size());
    const auto place = [&file](const char* at) {
        return static_cast<std::uint32_t>(at - file.data());
    };
    for_pairs(file, path_, [&](std::string_view word, std::string_view numbers) {
        const std::uint32_t end = place(word.data() + word.size());
        slots_[slot_of(word)] = {place(word.data()), end, place(numbers.data() + numbers.size())};
    });
}

std::size_t MeteorSynonyms::slot_of(std::string_view word) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_bytes(word.data(), word.size()) & mask;
    while (slots_[at].word_end != 0 && text(slots_[at].start, slots_[at].word_end) != word)
        at = (at + 1) & mask;
    return at;
}

bool MeteorSynonyms::append(std::string_view word, std::vector<std::uint32_t>& found) const {
    const Entry& entry = slots_[slot_of(word)];
    if (entry.word_end == 0) return false;
    const std::string_view line = text(entry.word_end, entry.numbers_end);
    if (line.find_first_not_of("0123456789 \r\n") != line.npos)
        throw std::invalid_argument(path_ + " is damaged at the word " + std::string(word));
    for_words(line.substr(std::min(line.find('\n'), line.size() - 1) + 1), [&](std::string_view number) {
        std::uint32_t value = 0;
        std::from_chars(number.data(), number.data() + number.size(), value);
        found.push_back(value);
    });
    return true;
}

void MeteorSynonyms::append_regular(std::string word, std::vector<std::uint32_t>& found) const {
    const std::string_view full = ends_with(word, "ful") ? "ful" : "";
    word.resize(word.size() - full.size());
    if (ends_with(word, "ss") || length(word) <= 2) {
        append(word.append(full), found);
        return;
    }
    for (const auto& [from, to] : kEndings) {
        if (!ends_with(word, from)) continue;
        std::string base = word.substr(0, word.size() - from.size());
        if (append(base.append(to).append(full), found)) return;
    }
}

void MeteorSynonyms::synsets(std::string_view word, std::vector<std::uint32_t>& found) const {
    const std::size_t before = found.size();
    append(word, found);
    const auto bases = bases_.find(word);
    if (bases != bases_.end())
        for (const std::string_view base : bases->second) append(base, found);
    else
        append_regular(std::string(word), found);
    const auto start = found.begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(start, found.end());
    found.erase(std::unique(start, found.end()), found.end());
}

std::shared_ptr<const MeteorSynonyms> meteor_synonyms(const std::string& folder) {
    static std::mutex lock;
    // Never destroyed: a kernel may still be running when the process exits.
    static auto& known =
        *new std::unordered_map<std::string, std::shared_ptr<const MeteorSynonyms>>;
    const std::lock_guard<std::mutex> hold(lock);
    auto& tables = known[folder];
    if (!tables) tables = std::make_shared<const MeteorSynonyms>(folder);
    return tables;
}

}  // namespace sacreval
