// Looks words up in WordNet and remembers what it found.
//
// Source: nltk/corpus/reader/wordnet.py, for which forms of a word NLTK looks up.
#include "wordnet.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace sacreval {
namespace {

constexpr std::size_t kMaxMemos = std::size_t{1} << 17;  // bounds memory for any input

struct Ending {
    std::string_view old, replacement;
};
// NLTK's MORPHOLOGICAL_SUBSTITUTIONS; each applies once, to the word as it stands.
const std::vector<Ending> kEndings[kWordNetParts] = {
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

bool ends_with(std::string_view word, std::string_view ending) {
    return word.size() >= ending.size() && word.back() == ending.back() &&
           word.substr(word.size() - ending.size()) == ending;
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

void Synonyms::assign(const std::vector<std::string_view>& words) {
    std::vector<std::pair<std::uint32_t, std::string_view>> sorted;  // by hash: cheap to compare
    for (const auto word : words) sorted.emplace_back(hash(word), word);
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    hashes_.clear();
    words_.clear();
    for (const auto& [code, word] : sorted) {
        hashes_.push_back(code);
        words_.push_back(word);
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

template <class Use>
void WordNet::each_name(std::string_view word, Use&& use) const {
    const auto& lemma = files_.lemma(word);
    const auto& irregular = files_.irregular(word);
    std::string base;
    for (std::size_t p = 0; p < kWordNetParts; ++p) {
        files_.each_name(lemma, p, use);
        if (irregular[p] != 0) {
            // Irregular forms follow no rule, even if the list names no base in WordNet.
            WordNetFields bases = files_.bases(irregular, p);
            for (auto form = bases.next(); !form.empty(); form = bases.next())
                files_.each_name(files_.lemma(form), p, use);
            continue;
        }
        for (const Ending& ending : kEndings[p]) {
            if (!ends_with(word, ending.old)) continue;
            base.assign(word.substr(0, word.size() - ending.old.size()));
            base += ending.replacement;
            files_.each_name(files_.lemma(base), p, use);
        }
    }
}

void WordNet::collect(std::string_view word, Synonyms& out) const {
    std::vector<std::string_view> names;
    each_name(word, [&](std::string_view name) {
        const auto plain = without_marker(name);
        if (plain.find('_') == plain.npos) names.push_back(plain);
    });
    out.assign(names);
}

const Synonyms& WordNet::synonyms(std::string_view word, Synonyms& spare) const {
    auto& chain = memos_[Synonyms::hash(word) & (kMemoChains - 1)];
    for (const Memo* memo = chain.load(std::memory_order_acquire); memo; memo = memo->next)
        if (memo->word == word) return memo->synonyms;
    collect(word, spare);
    if (spare.words().empty()) return nothing_;  // most words there are, and worth no memory
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
    static auto& known = *new std::unordered_map<std::string, std::shared_ptr<const WordNet>>;
    const std::lock_guard<std::mutex> hold(lock);
    auto& wordnet = known[folder];
    if (!wordnet) wordnet = std::make_shared<const WordNet>(folder);
    return wordnet;
}

}  // namespace sacreval
