// Lines, limits and words of a text.
#include "rouge155_text.hpp"

#include <algorithm>

namespace sacreval {
namespace {

bool letter(Byte c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool blank(Byte c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The words that Perl's split(/\s+/) returns: a leading blank adds an empty one before others.
// Returns their number, at most `most`, and the end of the last of these.
struct Counted {
    std::size_t words, end;
};
Counted count_words(Span<Byte> line, std::size_t most) {
    std::size_t i = 0, words = 0, end = 0;
    while (words < most) {
        const std::size_t from = i;
        while (i < line.size && blank(line[i])) ++i;
        if (i == line.size) break;
        if (from == 0 && i > 0 && ++words == most) break;
        while (i < line.size && !blank(line[i])) ++i;
        end = i;
        ++words;
    }
    return {words, end};
}

}  // namespace

// Copies the text in lower case. A byte that is not UTF-8 is a character from U+10FF80 on
// (text/unseen_characters.py), which becomes one byte again.
void Reader155::load(const Utf8& text) {
    bytes_.resize(text.bytes + kPadding);
    const auto* in = reinterpret_cast<const Byte*>(text.data);
    Byte* out = bytes_.data();
    for (std::size_t i = 0; i < text.bytes; ++i) {
        Byte c = in[i];
        if (c == 0xF4 && i + 3 < text.bytes && in[i + 1] == 0x8F && in[i + 2] >= 0xBE) {
            c = static_cast<Byte>(in[i + 3] + (in[i + 2] == 0xBF ? 0x40 : 0));
            i += 3;
        }
        *out++ = c >= 'A' && c <= 'Z' ? static_cast<Byte>(c + 32) : c;
    }
    const Byte* end = out;
    lines_.clear();
    for (const Byte* from = bytes_.data(); from < end;) {
        const Byte* to = std::find(from, end, Byte{'\n'});
        if (to > from) lines_.push_back({from, static_cast<std::size_t>(to - from)});
        from = to + 1;
    }
}

// Cuts the text after max_words words.
void Reader155::limit_words() {
    std::size_t left = options_.max_words;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
        const Counted found = count_words(lines_[k], left);
        if (found.words >= left) {
            lines_[k].size = found.end;
            lines_.resize(k + 1);
            return;
        }
        left -= found.words;
    }
}

// The lines up to max_bytes bytes, or the lines of which the first with so many ends the text.
std::vector<Span<Byte>> Reader155::cut(bool each_alone) const {
    std::vector<Span<Byte>> kept;
    std::size_t left = options_.max_bytes;
    for (Span<Byte> line : lines_) {
        const bool last = line.size >= left;
        if (last) line.size = left;
        kept.push_back(line);
        if (last) break;
        if (!each_alone) left -= line.size;
    }
    return kept;
}

void Reader155::add(Span<Byte> line, std::vector<std::uint32_t>& out) {
    std::size_t i = 0;
    while (true) {
        while (i < line.size && !letter(line[i])) ++i;
        if (i == line.size) return;
        const std::size_t from = i;
        while (i < line.size && letter(line[i])) ++i;
        const std::uint32_t id = words_.id(line.sub(from, i));
        if (!words_.is_stop(id)) out.push_back(id);
    }
}

Text155 Reader155::read(const Utf8& text, bool is_model) {
    load(text);
    if (options_.max_words > 0) limit_words();
    Text155 found;
    const std::vector<Span<Byte>> lines = options_.max_bytes > 0 ? cut(true) : lines_;
    for (const Span<Byte> line : lines) {
        add(line, found.lines.words);
        found.lines.ends.push_back(found.lines.words.size());
    }
    if (options_.max_bytes > 0)
        for (const Span<Byte> line : cut(false)) add(line, found.whole);
    else
        found.whole = found.lines.words;
    const auto stem = [&](std::vector<std::uint32_t>& ids) {
        for (std::uint32_t& id : ids) id = words_.stem(id);
    };
    if (is_model && options_.stem_models && !options_.stem_peers) {
        found.stems = found.whole;
        found.line_stems = found.lines.words;
        stem(found.stems);
        stem(found.line_stems);
    } else if (options_.stem_peers) {
        stem(found.whole);
        stem(found.lines.words);
    }
    return found;
}

// Appends a field to `element_`: a longer one with the stems of its parts that have a letter.
void Reader155::append_field(Span<Byte> field, bool stem) {
    if (!stem || field.size <= 3) {
        element_.insert(element_.end(), field.begin(), field.end());
        return;
    }
    for (std::size_t from = 0; from <= field.size;) {
        std::size_t to = from;
        while (to < field.size && field[to] != ' ') ++to;
        Span<Byte> part = field.sub(from, to);
        if (std::any_of(part.begin(), part.end(), letter))
            part = words_.spelled(words_.stem(words_.id(part)));
        element_.insert(element_.end(), part.begin(), part.end());
        if (to < field.size) element_.push_back(' ');
        from = to + 1;
    }
}

std::vector<std::uint32_t> Reader155::elements(const Utf8& text, bool is_model) {
    static constexpr Byte nil[] = {'n', 'i', 'l'};
    const bool stem = options_.stem_peers || (is_model && options_.stem_models);
    const Elements155 kind = options_.elements;
    std::vector<std::uint32_t> found;
    load(text);
    for (const Span<Byte> line : lines_) {
        Span<Byte> parts[3];
        std::size_t from = 0;
        for (Span<Byte>& part : parts) {
            std::size_t to = from;
            while (to < line.size && line[to] != '|') ++to;
            part = line.sub(std::min(from, line.size), to);
            from = std::min(to + 1, line.size);
        }
        // "nil" is three bytes, too short to be stemmed.
        const auto is_nil = [&](Span<Byte> part) {
            return part.size == 3 && std::equal(part.begin(), part.end(), nil);
        };
        const bool modified = !is_nil(parts[1]), related = !is_nil(parts[2]);
        if (kind == Elements155::h && modified) continue;
        if ((kind == Elements155::hm || kind == Elements155::hmr1) && !modified) continue;
        if (kind == Elements155::hmr && !related) continue;
        const std::size_t count = kind == Elements155::h                                     ? 1
                                  : kind == Elements155::hm || kind == Elements155::hm1 ? 2
                                                                                             : 3;
        element_.assign({'|'});  // so that no element is spelled as a word
        for (std::size_t k = 0; k < count; ++k) {
            append_field(parts[k], stem);
            element_.push_back('|');
        }
        const std::size_t size = element_.size();
        element_.resize(size + kPadding);
        found.push_back(words_.id({element_.data(), size}));
    }
    return found;
}

}  // namespace sacreval
