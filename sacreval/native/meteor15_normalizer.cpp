// The rules of METEOR 1.5's normaliser; each is one pass over the text without overlaps.
#include "meteor15_normalizer.hpp"

#include <algorithm>
#include <string_view>

#include "meteor15_characters.hpp"

namespace sacreval {
namespace {

using View = std::u32string_view;
constexpr View kDots = U"DOTMULTI", kMoreDots = U"DOTDOTMULTI";

bool no_digit(char32_t c) { return !is_digit(c); }
bool no_alpha(char32_t c) { return !is_meteor_alpha(c); }
bool no_alnum(char32_t c) { return !is_meteor_alnum(c); }
bool alnum_or_dot(char32_t c) { return c == U'.' || is_meteor_alnum(c); }
bool is_s(char32_t c) { return c == U's'; }
bool is_quote(char32_t c) { return c == U'`' || c == 0x2018 || c == 0x2019; }

bool is_mark(char32_t c) {
    return !(is_meteor_alnum(c) || is_java_space(c) || c == U'.' || c == U'\'' || c == U',' ||
             c == U'-' || is_quote(c));
}

bool starts_within(View word, char32_t first, char32_t last) {
    return !word.empty() && word[0] >= first && word[0] <= last;
}

}  // namespace

template <class Left, class Right>
void MeteorNormalizer::between(Left left, char32_t mark, Right right, View by) {
    std::size_t found = text_.find(mark, 1), done = 0;
    if (found == text_.npos) return;
    next_.clear();
    while (found < text_.size() - 1) {  // npos is greater
        if (!left(text_[found - 1]) || !right(text_[found + 1])) {
            found = text_.find(mark, found + 1);
            continue;
        }
        next_.append(text_, done, found - done).append(by).push_back(text_[found + 1]);
        done = found + 2;
        found = text_.find(mark, done + 1);
    }
    next_.append(text_, done, text_.npos);
    text_.swap(next_);
}

void MeteorNormalizer::replace(View what, View by) {
    std::size_t found = text_.find(what), done = 0;
    if (found == text_.npos) return;
    next_.clear();
    for (; found != text_.npos; found = text_.find(what, done)) {
        next_.append(text_, done, found - done).append(by);
        done = found + what.size();
    }
    next_.append(text_, done, text_.npos);
    text_.swap(next_);
}

void MeteorNormalizer::normalize() {
    separate_marks();
    mark_ellipses();
    commas_and_quotes();
    hyphens();
    apostrophes();
    full_stops();
    restore_ellipses();
    if (options_.kind == MeteorTokenizerOptions::Kind::no_punctuation) remove_punctuation();
    std::replace_if(text_.begin(), text_.end(), is_meteor_space, U' ');
    trim();
}

// As Java does, control characters too.
void MeteorNormalizer::trim() {
    const auto stays = [](char32_t c) { return c > U' '; };
    text_.erase(std::find_if(text_.rbegin(), text_.rend(), stays).base(), text_.end());
    text_.erase(text_.begin(), std::find_if(text_.begin(), text_.end(), stays));
}

void MeteorNormalizer::separate_marks() {
    next_.clear();
    for (auto at = text_.begin(); at != text_.end();) {
        const auto mark = std::find_if(at, text_.end(), is_mark);
        next_.append(at, mark);
        at = mark;
        if (mark != text_.end()) next_.append({U' ', *at++, U' '});
    }
    text_.swap(next_);
}

// "..." becomes " DOTDOTMULTI", with one DOT less than there are dots.
void MeteorNormalizer::mark_ellipses() {
    std::size_t done = 0;
    next_.clear();
    for (std::size_t at = text_.find(U".."); at != text_.npos; at = text_.find(U"..", done)) {
        next_.append(text_, done, at - done).append(U" ").append(kDots);
        done = std::min(text_.find_first_not_of(U'.', at), text_.size());
        next_.append(done - at - 1, U'.');
    }
    next_.append(text_, done, text_.npos);
    text_.swap(next_);
    const std::u32string dot = std::u32string(kDots) + U'.';
    while (text_.find(dot) != text_.npos) {
        next_.clear();
        done = 0;
        for (std::size_t at = text_.find(dot); at != text_.npos; at = text_.find(dot, at)) {
            const std::size_t end = at + dot.size();
            if (end == text_.size() || text_[end] == U'.') {
                ++at;
                continue;
            }
            next_.append(text_, done, at - done).append(kMoreDots).push_back(U' ');
            next_.push_back(text_[end]);
            done = at = end + 1;
        }
        next_.append(text_, done, text_.npos);
        text_.swap(next_);
        replace(dot, kMoreDots);
    }
}

void MeteorNormalizer::commas_and_quotes() {
    between(no_digit, U',', no_digit, U" , ");
    between(is_digit, U',', no_digit, U" , ");
    between(no_digit, U',', is_digit, U" , ");
    std::replace_if(text_.begin(), text_.end(), is_quote, U'\'');
    // Runs of two apostrophes and curly double quotes, from left to right.
    if (std::none_of(text_.begin(), text_.end(),
                     [](char32_t c) { return c == U'\'' || c == 0x201C || c == 0x201D; }))
        return;
    next_.clear();
    for (std::size_t i = 0; i < text_.size(); ++i) {
        const char32_t c = text_[i];
        const bool two = c == U'\'' && i + 1 < text_.size() && text_[i + 1] == c;
        if (two || c == 0x201C || c == 0x201D) {
            next_.append(U" \" ");
            i += two;
        } else {
            next_.push_back(c);
        }
    }
    text_.swap(next_);
}

void MeteorNormalizer::hyphens() {
    std::replace(text_.begin(), text_.end(), char32_t{0x2013}, U'-');
    replace(U"--", U"-");
    between(alnum_or_dot, U'-', is_meteor_alnum, U" ");
}

void MeteorNormalizer::apostrophes() {
    using Kind = MeteorTokenizerOptions::Apostrophes;
    if (options_.apostrophes == Kind::other) return replace(U"'", U" ' ");
    const bool english = options_.apostrophes == Kind::english;
    between(no_alpha, U'\'', no_alpha, U" ' ");
    if (english)
        between(no_alnum, U'\'', is_meteor_alpha, U" ' ");
    else
        between(no_alpha, U'\'', is_meteor_alpha, U" ' ");
    between(is_meteor_alpha, U'\'', no_alpha, U" ' ");
    between(is_meteor_alpha, U'\'', is_meteor_alpha, english ? U" '" : U"' ");
    if (english) between(is_digit, U'\'', is_s, U" '");
}

void MeteorNormalizer::full_stops() {
    next_.clear();
    const View text = text_;
    const auto word_from = [text](std::size_t at) {
        while (at < text.size() && is_java_separator(text[at])) ++at;
        std::size_t end = at;
        while (end < text.size() && !is_java_separator(text[end])) ++end;
        return text.substr(at, end - at);
    };
    for (View word = word_from(0), next; !word.empty(); word = next) {
        next = word_from(static_cast<std::size_t>(word.data() + word.size() - text.data()));
        full_stop(word, next);
        next_.push_back(U' ');
    }
    text_.swap(next_);
}

void MeteorNormalizer::full_stop(View word, View next) {
    if (word.size() < 2 || word.back() != U'.') {
        next_.append(word);
        return;
    }
    const View stem = word.substr(0, word.size() - 1);
    if (stem.find(U'.') != stem.npos && std::any_of(stem.begin(), stem.end(), is_meteor_alpha)) {
        std::copy_if(stem.begin(), stem.end(), std::back_inserter(next_),
                     [](char32_t c) { return c != U'.'; });
        return;
    }
    const std::u32string key(stem);
    const bool keep =
        options_.prefixes.count(key) != 0 || starts_within(next, U'a', U'z') ||
        (options_.numeric_prefixes.count(key) != 0 && starts_within(next, U'0', U'9'));
    next_.append(keep ? word : stem);
    if (!keep) next_.append(U" .");
}

void MeteorNormalizer::restore_ellipses() {
    while (text_.find(kMoreDots) != text_.npos) replace(kMoreDots, U"DOTMULTI.");
    replace(kDots, U".");
}

void MeteorNormalizer::remove_punctuation() {
    std::replace_if(text_.begin(), text_.end(), no_alnum, U' ');
}

}  // namespace sacreval
