// A batch of texts: views of every text, and a reader that passes one instance to a kernel.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "unicode.hpp"

namespace sacreval {

// UTF-8 that is owned elsewhere (CPython keeps it as long as the str exists).
struct Utf8 {
    const char* data = nullptr;
    std::size_t bytes = 0;
    std::size_t length = 0;  // code points
    bool ascii() const { return bytes == length; }
};

template <class Char>
struct Span {
    const Char* data = nullptr;
    std::size_t size = 0;
    const Char* begin() const { return data; }
    const Char* end() const { return data + size; }
    Char operator[](std::size_t i) const { return data[i]; }
    Span sub(std::size_t from, std::size_t to) const { return {data + from, to - from}; }
};

using Byte = unsigned char;
class Tokens;
struct NgramMatches;

// Texts in the order prediction 0, its references, prediction 1, ...; immutable except the caches.
struct Texts {
    std::vector<Utf8> texts;
    // Parallel to texts: str.lower() of those that cannot be lower-cased character by character,
    // empty views for all others; an empty vector until lower case is requested.
    std::vector<Utf8> lowered;
    std::vector<std::size_t> starts;  // (n + 1,): pairs before each instance
    std::size_t limit = std::numeric_limits<std::int32_t>::max();

    std::mutex lock;  // guards both caches; never wait for the GIL while holding it
    std::vector<std::shared_ptr<const Tokens>> cache;
    std::vector<std::shared_ptr<const NgramMatches>> matches;

    std::size_t size() const { return starts.size() - 1; }
    std::size_t pairs() const { return starts.back(); }
    std::size_t references(std::size_t i) const { return starts[i + 1] - starts[i]; }
    std::size_t first(std::size_t i) const { return starts[i] + i; }
    std::size_t count(std::size_t i) const { return references(i) + 1; }

    // Number of instances that a worker processes at a time; also the unit of cached tokens.
    std::size_t chunk() const {
        const std::size_t n = size() / 64;
        return n < 1 ? 1 : n > 256 ? 256 : n;
    }
    std::size_t chunks() const { return (size() + chunk() - 1) / chunk(); }
};

// Texts that kernels read are followed by this many characters that may be read and are ignored.
constexpr std::size_t kPadding = 8;

// Converts the texts of an instance to one width: bytes if all are ASCII, else UTF-32.
class InstanceReader {
  public:
    InstanceReader(const Texts& texts, bool lowercase) : texts_(texts), lowercase_(lowercase) {}

    // Calls use(const std::vector<Span<Byte>>&) or use(const std::vector<Span<char32_t>>&).
    template <class Use>
    void read(std::size_t instance, Use&& use) {
        const std::size_t first = texts_.first(instance), count = texts_.count(instance);
        std::size_t total = 0;
        bool ascii = true;
        for (std::size_t t = first; t < first + count; ++t) {
            const Utf8& text = source(t);
            ascii = ascii && text.ascii();
            total += text.length;
        }
        if (total > texts_.limit)
            throw std::overflow_error("the texts of one instance exceed 2**31 - 1 characters");
        if (ascii)
            use(bytes(first, count, total));
        else
            use(wide(first, count, total));
    }

  private:
    const Utf8& source(std::size_t t) const {
        return lowercase_ && texts_.lowered[t].data ? texts_.lowered[t] : texts_.texts[t];
    }
    const std::vector<Span<Byte>>& bytes(std::size_t first, std::size_t count, std::size_t total);
    const std::vector<Span<char32_t>>& wide(std::size_t first, std::size_t count,
                                            std::size_t total);

    const Texts& texts_;
    bool lowercase_;
    std::vector<Byte> narrow_;
    std::vector<char32_t> wide_;
    std::vector<Span<Byte>> byte_spans_;
    std::vector<Span<char32_t>> wide_spans_;
};

}  // namespace sacreval
