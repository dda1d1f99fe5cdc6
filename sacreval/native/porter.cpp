// NLTK's Porter steps (nltk/stem/porter.py), with its extensions and its literal quirks.
#include "porter.hpp"

namespace sacreval {
namespace {

// A literal that knows its length: strlen at run time took a third of the stemmer's time.
struct Literal {
    const char* text;
    std::size_t size;
    template <std::size_t N>
    constexpr Literal(const char (&literal)[N]) : text(literal), size(N - 1) {}
};

struct Rule {
    Literal suffix, replacement;
};

template <class Char>
bool vowel(Char c) {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

template <class Char>
class Stemmer {
  public:
    Stemmer(Char* word, std::size_t n) : word_(word), size_(n) {}

    std::size_t run() {
        if (irregular() || size_ <= 2) return size_;
        step1a();
        step1b();
        step1c();
        step2();
        step3();
        step4();
        step5a();
        step5b();
        return size_;
    }

  private:
    bool ends(Literal suffix) const {
        if (suffix.size > size_) return false;
        const Char* end = word_ + size_ - suffix.size;
        for (std::size_t k = suffix.size; k > 0; --k)
            if (end[k - 1] != Char(Byte(suffix.text[k - 1]))) return false;
        return true;
    }
    bool is(Literal word) const { return word.size == size_ && ends(word); }
    void append(Literal tail) {
        for (std::size_t k = 0; k < tail.size; ++k) word_[size_++] = Char(Byte(tail.text[k]));
    }
    void replace(std::size_t drop, Literal with) {
        size_ -= drop;
        append(with);
    }

    // y is a consonant unless a consonant precedes it.
    bool consonant(std::size_t i) const {
        bool negate = false;
        while (i > 0 && word_[i] == 'y') {
            negate = !negate;
            --i;
        }
        return !vowel(word_[i]) != negate;
    }
    // m: how often a vowel is followed by a consonant in the first n letters.
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
            if (vowel(word_[i]) || (word_[i] == 'y' && !consonant(i))) return true;
        return false;
    }
    bool ends_cvc(std::size_t n) const {
        if (n == 2) return !consonant(0) && consonant(1);  // NLTK's addition
        if (n < 3) return false;
        const Char last = word_[n - 1];
        return consonant(n - 3) && !consonant(n - 2) && consonant(n - 1) && last != 'w' &&
               last != 'x' && last != 'y';
    }

    // Only the first rule with a matching suffix is tried, even if its stem is too short.
    template <std::size_t N>
    void first_of(const Rule (&rules)[N], int least) {
        for (const Rule& rule : rules) {
            const std::size_t n = rule.suffix.size;
            if (!ends(rule.suffix)) continue;
            if (measure(size_ - n) >= least) replace(n, rule.replacement);
            return;
        }
    }

    bool irregular() {  // "a table of irregular forms ... errors drawn to Porter's attention"
        static constexpr Rule forms[] = {
            {"sky", "sky"},         {"skies", "sky"},        {"dying", "die"},
            {"lying", "lie"},       {"tying", "tie"},        {"news", "news"},
            {"innings", "inning"},  {"inning", "inning"},    {"outings", "outing"},
            {"outing", "outing"},   {"cannings", "canning"}, {"canning", "canning"},
            {"howe", "howe"},       {"proceed", "proceed"},  {"exceed", "exceed"},
            {"succeed", "succeed"},
        };
        for (const Rule& form : forms) {
            if (!is(form.suffix)) continue;
            replace(size_, form.replacement);
            return true;
        }
        return false;
    }

    void step1a() {
        if (size_ == 0 || word_[size_ - 1] != 's') return;
        if (ends("ies") && size_ == 4)
            replace(3, "ie");  // NLTK: dies -> die
        else if (ends("sses") || ends("ies"))
            size_ -= 2;
        else if (!ends("ss"))
            size_ -= 1;
    }

    void step1b() {
        if (ends("ied")) return size_ == 4 ? replace(3, "ie") : replace(3, "i");  // NLTK: died -> die
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
        restore_ending();
    }

    // Applied after -ed or -ing has been removed.
    void restore_ending() {
        if (ends("at") || ends("bl") || ends("iz")) return append("e");
        const Char last = word_[size_ - 1];
        if (size_ >= 2 && last == word_[size_ - 2] && consonant(size_ - 1)) {
            if (last != 'l' && last != 's' && last != 'z') size_ -= 1;
            return;
        }
        // NLTK's rule list also takes its own marker "*d" for a suffix of the word.
        if (ends("*d")) return replace(2, "d");
        if (measure(size_) == 1 && ends_cvc(size_)) append("e");
    }

    void step1c() {  // NLTK: after a consonant that is not the first letter
        if (ends("y") && size_ > 2 && consonant(size_ - 2)) replace(1, "i");
    }

    void step2() {
        static constexpr Rule rules[] = {
            {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
            {"izer", "ize"},    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},
            {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
            {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"},
            {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"},
            {"fulli", "ful"},
        };
        // NLTK: alli -> al comes first, and the result goes through step 2 again.
        if (ends("alli") && measure(size_ - 4) > 0) size_ -= 2;
        // NLTK: logi -> log counts the l with the stem. No other suffix ends in logi.
        if (ends("logi")) {
            if (measure(size_ - 3) > 0) size_ -= 1;
            return;
        }
        first_of(rules, 1);
    }

    void step3() {
        static constexpr Rule rules[] = {
            {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
            {"ical", "ic"},  {"ful", ""},   {"ness", ""},
        };
        first_of(rules, 1);
    }

    void step4() {
        static constexpr Rule rules[] = {
            {"al", ""},   {"ance", ""},  {"ence", ""}, {"er", ""},  {"ic", ""}, {"able", ""},
            {"ible", ""}, {"ant", ""}, {"ement", ""}, {"ment", ""}, {"ent", ""}, {"ou", ""},
            {"ism", ""},  {"ate", ""}, {"iti", ""},   {"ous", ""},  {"ive", ""}, {"ize", ""},
        };
        if (ends("ion")) {  // no other suffix of this step ends in ion
            const std::size_t n = size_ - 3;
            if (measure(n) > 1 && (word_[n - 1] == 's' || word_[n - 1] == 't')) size_ = n;
            return;
        }
        first_of(rules, 2);
    }

    void step5a() {
        if (!ends("e")) return;
        const int m = measure(size_ - 1);
        if (m > 1 || (m == 1 && !ends_cvc(size_ - 1))) size_ -= 1;
    }

    void step5b() {
        if (ends("ll") && measure(size_ - 1) > 1) size_ -= 1;
    }

    Char* word_;
    std::size_t size_;
};

}  // namespace

template <class Char>
std::size_t porter_stem(Char* word, std::size_t n) {
    return Stemmer<Char>(word, n).run();
}

template std::size_t porter_stem(Byte*, std::size_t);
template std::size_t porter_stem(char32_t*, std::size_t);

}  // namespace sacreval
