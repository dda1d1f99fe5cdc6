// The rules of Snowball's English stemmer, https://snowballstem.org/algorithms/english/stemmer.html
#include "english_stemmer.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace sacreval {
namespace {

using View = std::u32string_view;
using Pair = std::pair<View, View>;  // an ending, and what replaces it

bool is_one_of(View letters, char32_t c) { return letters.find(c) != View::npos; }
bool is_vowel(char32_t c) { return is_one_of(U"aeiouy", c); }

constexpr Pair kIrregular[] = {
    {U"skis", U"ski"},   {U"skies", U"sky"},   {U"dying", U"die"},    {U"lying", U"lie"},
    {U"tying", U"tie"},  {U"idly", U"idl"},    {U"gently", U"gentl"}, {U"ugly", U"ugli"},
    {U"early", U"earli"}, {U"only", U"onli"},  {U"singly", U"singl"}, {U"sky", U"sky"},
    {U"news", U"news"},  {U"howe", U"howe"},   {U"atlas", U"atlas"},  {U"cosmos", U"cosmos"},
    {U"bias", U"bias"},  {U"andes", U"andes"}};
constexpr View kUnchanged[] = {U"inning",  U"outing",  U"canning", U"herring",
                               U"earring", U"proceed", U"exceed",  U"succeed"};

// Longer endings come before those that they end with.
constexpr Pair kStep2[] = {
    {U"ational", U"ate"}, {U"ization", U"ize"}, {U"fulness", U"ful"}, {U"ousness", U"ous"},
    {U"iveness", U"ive"}, {U"tional", U"tion"}, {U"biliti", U"ble"},  {U"lessli", U"less"},
    {U"entli", U"ent"},   {U"ation", U"ate"},   {U"alism", U"al"},    {U"aliti", U"al"},
    {U"ousli", U"ous"},   {U"iviti", U"ive"},   {U"fulli", U"ful"},   {U"enci", U"ence"},
    {U"anci", U"ance"},   {U"abli", U"able"},   {U"izer", U"ize"},    {U"ator", U"ate"},
    {U"alli", U"al"},     {U"bli", U"ble"},     {U"ogi", U"og"},      {U"li", U""}};
constexpr Pair kStep3[] = {{U"ational", U"ate"}, {U"tional", U"tion"}, {U"alize", U"al"},
                           {U"icate", U"ic"},    {U"iciti", U"ic"},    {U"ative", U""},
                           {U"ical", U"ic"},     {U"ness", U""},       {U"ful", U""}};
constexpr View kStep4[] = {U"ement", U"ance", U"ence", U"able", U"ible", U"ment",
                           U"ant",   U"ent",  U"ism",  U"ate",  U"iti",  U"ous",
                           U"ive",   U"ize",  U"ion",  U"al",   U"er",   U"ic"};

class Word {
  public:
    Word(char32_t* letters, std::size_t size) : letters_(letters), size_(size) {}

    std::size_t stem() {
        for (const auto& [word, stem] : kIrregular)
            if (view() == word) return become(stem);
        if (size_ < 3) return size_;
        mark_consonant_y();
        mark_regions();
        step_0();
        step_1a();
        const bool unchanged =
            std::any_of(std::begin(kUnchanged), std::end(kUnchanged),
                        [this](View word) { return view() == word; });
        if (!unchanged) {
            step_1b();
            step_1c();
            step_2();
            step_3();
            step_4();
            step_5();
        }
        if (has_consonant_y_) std::replace(letters_, letters_ + size_, U'Y', U'y');
        return size_;
    }

  private:
    View view() const { return {letters_, size_}; }
    std::size_t become(View text) {
        std::copy(text.begin(), text.end(), letters_);
        return size_ = text.size();
    }
    bool ends(View ending) const {
        return size_ >= ending.size() && view().substr(size_ - ending.size()) == ending;
    }
    void replace(View ending, View by) {
        size_ -= ending.size();
        std::copy(by.begin(), by.end(), letters_ + size_);
        size_ += by.size();
    }
    bool has_vowel(std::size_t end) const { return std::any_of(letters_, letters_ + end, is_vowel); }
    // The letter before an ending, or 0.
    char32_t before(View ending) const {
        return size_ > ending.size() ? letters_[size_ - ending.size() - 1] : 0;
    }
    bool in_r1(View ending) const { return size_ - ending.size() >= r1_; }
    bool in_r2(View ending) const { return size_ - ending.size() >= r2_; }

    void mark_consonant_y() {
        if (letters_[0] == U'\'') {
            std::copy(letters_ + 1, letters_ + size_, letters_);
            --size_;
        }
        for (std::size_t k = 0; k < size_; ++k)
            if (letters_[k] == U'y' && (k == 0 || is_vowel(letters_[k - 1]))) {
                letters_[k] = U'Y';
                has_consonant_y_ = true;
            }
    }

    void mark_regions() {
        r1_ = after_syllable(0);
        for (const View start : {View(U"gener"), View(U"commun"), View(U"arsen")})
            if (view().substr(0, start.size()) == start) r1_ = start.size();
        r2_ = after_syllable(r1_);
    }

    // Behind the first consonant that follows a vowel.
    std::size_t after_syllable(std::size_t at) const {
        while (at < size_ && !is_vowel(letters_[at])) ++at;
        while (at < size_ && is_vowel(letters_[at])) ++at;
        return std::min(at + 1, size_);
    }

    // The part before `end` ends with a short syllable.
    bool is_short(std::size_t end) const {
        if (end < 2 || is_vowel(letters_[end - 1]) || !is_vowel(letters_[end - 2])) return false;
        if (end == 2) return true;
        return !is_vowel(letters_[end - 3]) && !is_one_of(U"wxY", letters_[end - 1]);
    }

    void step_0() {
        for (const View ending : {View(U"'s'"), View(U"'s"), View(U"'")})
            if (ends(ending)) return replace(ending, U"");
    }

    void step_1a() {
        if (ends(U"sses")) return replace(U"sses", U"ss");
        if (ends(U"ied") || ends(U"ies")) return replace(U"ies", size_ > 4 ? U"i" : U"ie");
        if (ends(U"us") || ends(U"ss") || !ends(U"s")) return;
        if (size_ > 2 && has_vowel(size_ - 2)) --size_;
    }

    void step_1b() {
        for (const View ending : {View(U"eedly"), View(U"eed")})
            if (ends(ending)) {
                if (in_r1(ending)) replace(ending, U"ee");
                return;
            }
        for (const View ending : {View(U"ingly"), View(U"edly"), View(U"ing"), View(U"ed")})
            if (ends(ending)) {
                if (has_vowel(size_ - ending.size())) {
                    replace(ending, U"");
                    repair();
                }
                return;
            }
    }

    // Restores what was lost before -ed and -ing.
    void repair() {
        for (const View ending : {View(U"at"), View(U"bl"), View(U"iz")})
            if (ends(ending)) return append_e();
        const bool is_double = size_ > 1 && letters_[size_ - 1] == letters_[size_ - 2];
        if (is_double && is_one_of(U"bdfgmnprt", letters_[size_ - 1]))
            --size_;
        else if (size_ == r1_ && is_short(size_))
            append_e();
    }
    void append_e() { letters_[size_++] = U'e'; }

    void step_1c() {
        if (size_ > 2 && is_one_of(U"yY", letters_[size_ - 1]) && !is_vowel(letters_[size_ - 2]))
            letters_[size_ - 1] = U'i';
    }

    void step_2() {
        for (const auto& [ending, by] : kStep2) {
            if (!ends(ending)) continue;
            const bool valid = ending == U"ogi"  ? before(ending) == U'l'
                               : ending == U"li" ? is_one_of(U"cdeghkmnrt", before(ending))
                                                 : true;
            if (in_r1(ending) && valid) replace(ending, by);
            return;
        }
    }

    void step_3() {
        for (const auto& [ending, by] : kStep3) {
            if (!ends(ending)) continue;
            if (ending == U"ative" ? in_r2(ending) : in_r1(ending)) replace(ending, by);
            return;
        }
    }

    void step_4() {
        for (const View ending : kStep4) {
            if (!ends(ending)) continue;
            if (in_r2(ending) && (ending != U"ion" || is_one_of(U"st", before(ending))))
                replace(ending, U"");
            return;
        }
    }

    void step_5() {
        if (ends(U"e") && (in_r2(U"e") || (in_r1(U"e") && !is_short(size_ - 1))))
            --size_;
        else if (ends(U"ll") && in_r2(U"l"))
            --size_;
    }

    char32_t* letters_;
    std::size_t size_, r1_ = 0, r2_ = 0;
    bool has_consonant_y_ = false;
};

}  // namespace

std::size_t english_stem(char32_t* word, std::size_t size) { return Word(word, size).stem(); }

}  // namespace sacreval
