// Porter's steps, as ROUGE-1.5.5 applies them.
#include "rouge155_stems.hpp"

namespace sacreval {
namespace {

struct Literal {
    const char* text;
    std::size_t size;
    template <std::size_t N>
    constexpr Literal(const char (&literal)[N]) : text(literal), size(N - 1) {}
};

struct Rule {
    Literal suffix, replacement;
};

bool vowel(Byte c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }

class Stemmer {
  public:
    Stemmer(Byte* word, std::size_t n) : word_(word), size_(n) {}

    std::size_t run() {
        step1a();
        step1b();
        if (ends("y") && has_vowel(size_ - 1)) word_[size_ - 1] = 'i';
        step2();
        step3();
        step4();
        step5();
        return size_;
    }

  private:
    bool ends(Literal suffix) const {
        if (suffix.size > size_) return false;
        const Byte* end = word_ + size_ - suffix.size;
        for (std::size_t k = suffix.size; k > 0; --k)
            if (end[k - 1] != static_cast<Byte>(suffix.text[k - 1])) return false;
        return true;
    }
    void replace(std::size_t drop, Literal with) {
        size_ -= drop;
        for (std::size_t k = 0; k < with.size; ++k)
            word_[size_++] = static_cast<Byte>(with.text[k]);
    }

    // y is a consonant at the start and after a vowel.
    int measure(std::size_t n) const {
        int m = 0;
        bool before = true;  // the letter before was a consonant
        for (std::size_t i = 0; i < n; ++i) {
            const bool now = word_[i] == 'y' ? (i == 0 || !before) : !vowel(word_[i]);
            m += now && !before;
            before = now;
        }
        return m;
    }
    bool has_vowel(std::size_t n) const {
        for (std::size_t i = 0; i < n; ++i)
            if (vowel(word_[i]) || (i > 0 && word_[i] == 'y')) return true;
        return false;
    }
    // Consonants, one vowel, and one consonant that is not w, x or y.
    bool is_short(std::size_t n) const {
        if (n < 3 || vowel(word_[0])) return false;
        for (std::size_t i = 1; i < n - 2; ++i)
            if (vowel(word_[i]) || word_[i] == 'y') return false;
        const Byte last = word_[n - 1];
        return (vowel(word_[n - 2]) || word_[n - 2] == 'y') && !vowel(last) && last != 'w' &&
               last != 'x' && last != 'y';
    }

    template <std::size_t N>
    const Rule* longest(const Rule (&rules)[N]) const {
        const Rule* found = nullptr;
        for (const Rule& rule : rules)
            if (ends(rule.suffix) && (!found || rule.suffix.size > found->suffix.size))
                found = &rule;
        return found;
    }
    template <std::size_t N>
    void apply(const Rule (&rules)[N], int least) {
        const Rule* rule = longest(rules);
        if (rule && measure(size_ - rule->suffix.size) >= least)
            replace(rule->suffix.size, rule->replacement);
    }
    void drop(std::size_t n) {
        if (measure(size_ - n) > 1) size_ -= n;
    }

    void step1a() {
        if (ends("sses") || ends("ies"))
            size_ -= 2;
        else if (ends("s") && !ends("ss"))
            size_ -= 1;
    }

    void step1b() {
        if (ends("eed")) {
            if (measure(size_ - 3) > 0) size_ -= 1;
            return;
        }
        if (ends("ed") && has_vowel(size_ - 2))
            size_ -= 2;
        else if (ends("ing") && has_vowel(size_ - 3))
            size_ -= 3;
        else
            return;
        if (ends("at") || ends("bl") || ends("iz")) return replace(0, "e");
        if (doubled())
            size_ -= 1;
        else if (is_short(size_))
            replace(0, "e");
    }
    bool doubled() const {
        if (size_ < 2 || word_[size_ - 1] != word_[size_ - 2]) return false;
        const Byte last = word_[size_ - 1];
        return !vowel(last) && last != 'y' && last != 'l' && last != 's' && last != 'z';
    }

    void step2() {
        static constexpr Rule rules[] = {
            {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
            {"izer", "ize"},    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},
            {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
            {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"},
            {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"},
            {"logi", "log"},
        };
        apply(rules, 1);
    }

    void step3() {
        static constexpr Rule rules[] = {
            {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
            {"ical", "ic"},  {"ful", ""},   {"ness", ""},
        };
        apply(rules, 1);
    }

    // Each list is tried on the result of the one before.
    void step4() {
        static constexpr Rule rules[] = {
            {"al", ""},  {"ance", ""}, {"ence", ""}, {"er", ""},    {"ic", ""}, {"able", ""},
            {"ible", ""}, {"ant", ""}, {"ement", ""}, {"ou", ""},   {"ism", ""}, {"ate", ""},
            {"iti", ""}, {"ous", ""},  {"ive", ""},  {"ize", ""},
        };
        apply(rules, 2);
        if (ends("ment")) drop(4);
        if (ends("ent"))
            drop(3);
        else if (ends("sion") || ends("tion"))
            drop(3);
    }

    void step5() {
        if (ends("e")) {
            const int m = measure(size_ - 1);
            if (m > 1 || (m == 1 && !is_short(size_ - 1))) size_ -= 1;
        }
        if (ends("ll") && measure(size_) > 1) size_ -= 1;
    }

    Byte* word_;
    std::size_t size_;
};

}  // namespace

std::size_t rouge155_stem(Byte* word, std::size_t n) { return Stemmer(word, n).run(); }

}  // namespace sacreval
