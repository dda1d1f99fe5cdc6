// Widening and lower-casing of one instance's texts.
#include "text.hpp"

#include <algorithm>

#include "lowercase.hpp"

namespace sacreval {

std::atomic<char32_t> lower_table[0x110000];

const std::vector<Span<Byte>>& InstanceReader::bytes(std::size_t first, std::size_t count,
                                                     std::size_t total) {
    byte_spans_.clear();
    if (narrow_.size() < total + kPadding) narrow_.resize(total + kPadding);
    Byte* out = narrow_.data();
    for (std::size_t t = first; t < first + count; ++t) {
        const Utf8& text = source(t);
        const auto* data = reinterpret_cast<const Byte*>(text.data);
        if (lowercase_)
            std::transform(data, data + text.bytes, out, ascii_lower);
        else
            std::copy(data, data + text.bytes, out);
        byte_spans_.push_back({out, text.bytes});
        out += text.bytes;
    }
    return byte_spans_;
}

const std::vector<Span<char32_t>>& InstanceReader::wide(std::size_t first, std::size_t count,
                                                        std::size_t total) {
    wide_spans_.clear();
    if (wide_.size() < total + kPadding) wide_.resize(total + kPadding);
    char32_t* out = wide_.data();
    for (std::size_t t = first; t < first + count; ++t) {
        const Utf8& text = source(t);
        decode_utf8(text.data, text.bytes, out);
        if (lowercase_ && &text == &texts_.texts[t])
            std::transform(out, out + text.length, out, lower_of);
        wide_spans_.push_back({out, text.length});
        out += text.length;
    }
    return wide_spans_;
}

}  // namespace sacreval
