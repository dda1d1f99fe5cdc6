// Reads WordNet's index, data and exception files and looks words up in them.
//
// Sources: wndb(5WN), and nltk/corpus/reader/wordnet.py for what NLTK makes of it.
#include "wordnet.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <mutex>
#include <stdexcept>

namespace sacreval {
namespace {

constexpr const char* kPartNames[] = {"noun", "verb", "adj", "adv"};
constexpr std::size_t kLemmaSlots = std::size_t{1} << 18;  // WordNet 3.0 has 147,306 lemmas
constexpr std::size_t kMemoChains = std::size_t{1} << 15;
constexpr std::size_t kMaxMemos = std::size_t{1} << 17;  // bounds memory for any input

struct Ending {
    const char *old, *replacement;
};
// NLTK's MORPHOLOGICAL_SUBSTITUTIONS; each applies once, to the word as it stands.
const std::vector<Ending> kEndings[] = {
    {{"s", ""},
     {"ses", "s"},
     {"ves", "f"},
     {"xes", "x"},
     {"zes", "z"},
     {"ches", "ch"},
     {"shes", "sh"},
     {"men", "man"},
     {"ies", "y"}},
    {{"s", ""},
     {"ies", "y"},
     {"es", "e"},
     {"es", ""},
     {"ed", "e"},
     {"ed", ""},
     {"ing", "e"},
     {"ing", ""}},
    {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}},
    {},
};

[[noreturn]] void malformed(const std::string& name, std::string_view line) {
    throw std::invalid_argument("WordNet's " + name +
                                " is damaged at: " + std::string(line.substr(0, 60)));
}

// The fields of a line, which blanks separate; past the last they are empty.
class Fields {
  public:
    explicit Fields(std::string_view line) : rest_(line) {}

    std::string_view next() {
        const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
        std::size_t start = 0;
        while (start < rest_.size() && is_blank(rest_[start])) ++start;
        std::size_t end = start;
        while (end < rest_.size() && !is_blank(rest_[end])) ++end;
        const auto field = rest_.substr(start, end - start);
        rest_.remove_prefix(end);
        return field;
    }

    // A number of at most eight digits, or -1.
    std::int64_t number(int base) {
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

  private:
    std::string_view rest_;
};

bool ends_with(std::string_view word, std::string_view ending) {
    return word.size() >= ending.size() && word.substr(word.size() - ending.size()) == ending;
}

// Without the syntactic marker, as in "galore(ip)".
std::string_view without_marker(std::string_view name) {
    if (!ends_with(name, ")")) return name;
    const std::size_t open = name.rfind('(');
    if (open == std::string_view::npos) return name;
    const auto inside = name.substr(open + 1, name.size() - open - 2);
    return inside.find(')') == std::string_view::npos ? name.substr(0, open) : name;
}

}  // namespace

std::uint32_t Synonyms::hash(std::string_view word) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(word));
}

void Synonyms::close() {
    const auto less = [](const Entry& a, const Entry& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.word < b.word;
    };
    const auto same = [](const Entry& a, const Entry& b) { return a.word == b.word; };
    std::sort(entries_.begin(), entries_.end(), less);
    entries_.erase(std::unique(entries_.begin(), entries_.end(), same), entries_.end());
}

std::string_view WordNet::File::line(std::size_t at) const {
    const auto rest = view().substr(at);
    return rest.substr(0, rest.find('\n'));
}

WordNet::File WordNet::read(const std::string& folder, const std::string& name) {
    auto bytes = MappedFile::open(folder + "/" + name);
    if (!bytes || bytes->view().size() >= UINT32_MAX)
        throw std::invalid_argument("cannot read WordNet's " + name + " in " + folder);
    return {name, std::move(*bytes)};
}

WordNet::WordNet(const std::string& folder) : lemmas_(kLemmaSlots), memos_(kMemoChains) {
    for (std::size_t p = 0; p < kParts; ++p) {
        const std::string name = kPartNames[p];
        parts_[p].index = read(folder, "index." + name);
        parts_[p].data = read(folder, "data." + name);
        parts_[p].exceptions = read(folder, name + ".exc");
        read_index(p);
        read_exceptions(parts_[p]);
    }
}

WordNet::~WordNet() {
    for (auto& chain : memos_) {
        for (Memo* memo = chain.load(); memo != nullptr;) {
            Memo* next = memo->next;
            delete memo;
            memo = next;
        }
    }
}

void WordNet::read_index(std::size_t part) {
    const auto text = parts_[part].index.view();
    for (std::size_t at = 0; at < text.size();) {
        const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
        const std::size_t end =
            found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data())
                  : text.size();
        if (text[at] != ' ') {  // the licence is indented
            const auto line = text.substr(at, end - at);
            const auto word = line.substr(0, line.find(' '));
            if (word.size() == line.size()) malformed(parts_[part].index.name, line);
            Lemma& lemma = lemmas_[slot(word)];
            const bool fresh = std::all_of(lemma.line.begin(), lemma.line.end(),
                                           [](std::uint32_t l) { return l == 0; });
            if (fresh && ++lemma_count_ > kLemmaSlots / 4 * 3)
                throw std::invalid_argument("this WordNet has too many lemmas");
            lemma.hash = Synonyms::hash(word);
            lemma.line[part] = static_cast<std::uint32_t>(at) + 1;
        }
        at = end + 1;
    }
}

// A form that comes twice keeps its last line, as in NLTK.
void WordNet::read_exceptions(Part& part) {
    const auto text = part.exceptions.view();
    for (std::size_t at = 0; at < text.size();) {
        const auto line = part.exceptions.line(at);
        const auto form = Fields(line).next();
        if (!form.empty()) part.irregular[form] = line.substr(line.find(form) + form.size());
        at += line.size() + 1;
    }
}

std::string_view WordNet::word_of(const Lemma& lemma) const {
    for (std::size_t p = 0; p < kParts; ++p) {
        if (lemma.line[p] == 0) continue;
        const auto rest = parts_[p].index.view().substr(lemma.line[p] - 1);
        return rest.substr(0, rest.find(' '));
    }
    return {};
}

// Where the lemma of this spelling is, or the empty slot where it would be.
std::size_t WordNet::slot(std::string_view word) const {
    const std::uint32_t hash = Synonyms::hash(word);
    std::size_t at = hash & (kLemmaSlots - 1);
    for (;; at = (at + 1) & (kLemmaSlots - 1)) {
        const Lemma& lemma = lemmas_[at];
        if (lemma.hash == hash && word_of(lemma) == word) return at;
        if (lemma.hash == 0 && lemma.line == decltype(lemma.line){}) return at;
    }
}

template <class Use>
void WordNet::each_name(const File& data, std::string_view offset, Use&& use) {
    std::size_t at = 0;
    for (const char c : offset) at = at * 10 + static_cast<std::size_t>(c - '0');
    if (at >= data.view().size()) malformed(data.name, offset);
    const auto line = data.line(at);
    if (line.substr(0, 8) != offset) malformed(data.name, line);
    Fields fields(line);
    for (int skipped = 0; skipped < 3; ++skipped) fields.next();  // offset, lexicographer, type
    const std::int64_t words = fields.number(16);
    if (words < 0) malformed(data.name, line);
    for (std::int64_t w = 0; w < words; ++w) {
        const auto name = fields.next();
        if (name.empty() || fields.next().empty()) malformed(data.name, line);
        use(without_marker(name));
    }
}

// lemma pos synsets pointers [pointer]... senses tagged offset...
template <class Use>
void WordNet::each_synset(std::size_t part, std::string_view form, Use&& use) const {
    const Lemma& lemma = lemmas_[slot(form)];
    if (lemma.line[part] == 0) return;
    const auto line = parts_[part].index.line(lemma.line[part] - 1);
    Fields fields(line);
    fields.next();
    fields.next();
    const std::int64_t synsets = fields.number(10), pointers = fields.number(10);
    if (synsets < 1 || pointers < 0) malformed(parts_[part].index.name, line);
    for (std::int64_t skipped = 0; skipped < pointers + 2; ++skipped) fields.next();
    for (std::int64_t s = 0; s < synsets; ++s) {
        const auto offset = fields.next();
        if (offset.size() != 8 || offset.find_first_not_of("0123456789") != offset.npos)
            malformed(parts_[part].index.name, line);
        each_name(parts_[part].data, offset, use);
    }
}

template <class Use>
void WordNet::each_lemma(std::string_view word, Use&& use) const {
    std::string base;
    for (std::size_t p = 0; p < kParts; ++p) {
        each_synset(p, word, use);
        const auto irregular = parts_[p].irregular.find(word);
        if (irregular != parts_[p].irregular.end()) {
            // Irregular forms follow no rule, even if the list names no base in WordNet.
            Fields bases(irregular->second);
            for (auto form = bases.next(); !form.empty(); form = bases.next())
                each_synset(p, form, use);
            continue;
        }
        for (const Ending& ending : kEndings[p]) {
            if (!ends_with(word, ending.old)) continue;
            base.assign(word.substr(0, word.size() - std::strlen(ending.old)));
            base += ending.replacement;
            each_synset(p, base, use);
        }
    }
}

void WordNet::collect(std::string_view word, Synonyms& out) const {
    out.clear();
    each_lemma(word, [&](std::string_view name) {
        if (name.find('_') == name.npos) out.add(name);
    });
    out.close();
}

std::vector<std::string> WordNet::lemmas(std::string_view word) const {
    std::vector<std::string> names;
    each_lemma(word, [&](std::string_view name) {
        if (name.find('_') == name.npos) names.emplace_back(name);
    });
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

const Synonyms& WordNet::synonyms(std::string_view word, Synonyms& spare) const {
    auto& chain = memos_[Synonyms::hash(word) & (kMemoChains - 1)];
    for (const Memo* memo = chain.load(std::memory_order_acquire); memo; memo = memo->next)
        if (memo->word == word) return memo->synonyms;
    collect(word, spare);
    if (word.size() > 64 || remembered_.fetch_add(1, std::memory_order_relaxed) >= kMaxMemos) {
        remembered_.store(kMaxMemos, std::memory_order_relaxed);
        return spare;
    }
    auto* memo = new Memo{std::string(word), spare, chain.load(std::memory_order_relaxed)};
    while (!chain.compare_exchange_weak(memo->next, memo, std::memory_order_release,
                                        std::memory_order_relaxed)) {
    }
    return memo->synonyms;
}

std::shared_ptr<const WordNet> wordnet_in(const std::string& folder) {
    static std::mutex lock;
    static std::unordered_map<std::string, std::shared_ptr<const WordNet>> known;
    const std::lock_guard<std::mutex> hold(lock);
    auto& wordnet = known[folder];
    if (!wordnet) wordnet = std::make_shared<const WordNet>(folder);
    return wordnet;
}

}  // namespace sacreval
