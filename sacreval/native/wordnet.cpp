// Looks words up in WordNet.
//
// Source: nltk/corpus/reader/wordnet.py, which defines the forms of a word that NLTK looks up.
#include "wordnet.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace sacreval {
namespace {

struct Ending {
    std::string_view old, replacement;
};
// NLTK's MORPHOLOGICAL_SUBSTITUTIONS; each is applied once, to the word itself.
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

std::size_t WordNet::synsets(std::string_view word, std::vector<Synset>& out) const {
    const auto append = [&out](Synset synset) { out.push_back(synset); };
    const std::size_t before = out.size();
    const auto& lemma = files_.lemma(word);
    for (std::size_t p = 0; p < kWordNetParts; ++p) files_.each_synset(lemma, p, append);
    const std::size_t own = out.size() - before;

    const auto& irregular = files_.irregular(word);
    std::string base;
    for (std::size_t p = 0; p < kWordNetParts; ++p) {
        if (irregular[p] != 0) {
            // No rule is applied to irregular forms, even if their base is not in WordNet.
            WordNetFields bases = files_.bases(irregular, p);
            for (auto form = bases.next(); !form.empty(); form = bases.next())
                files_.each_synset(files_.lemma(form), p, append);
            continue;
        }
        for (const Ending& ending : kEndings[p]) {
            if (!ends_with(word, ending.old)) continue;
            base.assign(word.substr(0, word.size() - ending.old.size()));
            base += ending.replacement;
            files_.each_synset(files_.lemma(base), p, append);
        }
    }
    return own;
}

template <class Use>
void WordNet::each_lemma(Synset synset, Use&& use) const {
    files_.each_word(synset, [&](std::string_view word) {
        const auto lemma = without_marker(word);
        if (lemma.find('_') == lemma.npos) use(lemma);
    });
}

bool WordNet::has_lemma(Synset synset, std::string_view word) const {
    bool found = false;
    each_lemma(synset, [&](std::string_view lemma) { found = found || lemma == word; });
    return found;
}

std::vector<std::string_view> WordNet::synonyms(std::string_view word) const {
    std::vector<Synset> synsets;
    this->synsets(word, synsets);
    std::vector<std::string_view> found;
    for (const Synset synset : synsets)
        each_lemma(synset, [&](std::string_view lemma) { found.push_back(lemma); });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
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
