// Writes records as msgspec writes them, and hashes what is written.
#include "text_hashes.hpp"

#include <atomic>
#include <charconv>
#include <string>

#include "blake2b.hpp"
#include "instances.hpp"
#include "json_text.hpp"

namespace sacreval {
namespace {

// UTF-8 of CPython that may hold lone surrogates, which begin with this byte.
bool has_surrogate(const Utf8& text) {
    if (text.ascii()) return false;
    for (std::size_t i = 0; i + 1 < text.bytes; ++i)
        if (text.data[i] == '\xED' && static_cast<unsigned char>(text.data[i + 1]) >= 0xA0)
            return true;
    return false;
}

class Hasher {
  public:
    Hasher(const Texts& texts, const Ids& ids) : texts_(texts), ids_(ids) {}

    std::uint64_t context(std::size_t i) {
        begin(i);
        const std::size_t first = texts_.first(i);
        line_.push_back('[');
        for (std::size_t k = 1; k < texts_.count(i); ++k) {
            if (k > 1) line_.push_back(',');
            append(texts_.texts[first + k]);
        }
        line_.push_back(']');
        return end();
    }

    std::uint64_t output(std::size_t i) {
        begin(i);
        append(texts_.texts[texts_.first(i)]);
        return end();
    }

  private:
    void begin(std::size_t i) {
        line_.assign("[");
        if (ids_.names.empty()) {
            char digits[24];
            const auto done = std::to_chars(digits, digits + sizeof digits, ids_.first + i);
            append({digits, static_cast<std::size_t>(done.ptr - digits),
                    static_cast<std::size_t>(done.ptr - digits)});
        } else {
            append(ids_.names[i]);
        }
        line_.push_back(',');
    }
    std::uint64_t end() {
        line_.push_back(']');
        return blake2b_64(line_.data(), line_.size());
    }
    void append(const Utf8& text) {
        if (has_surrogate(text)) throw std::invalid_argument("a text has half of a surrogate pair");
        append_json(line_, text.data, text.bytes);
    }

    const Texts& texts_;
    const Ids& ids_;
    std::string line_;
};

}  // namespace

HashSums text_hashes(const Texts& texts, const Ids& ids, Run run, std::uint64_t* contexts) {
    std::atomic<std::uint64_t> all{0}, outputs{0};
    for_each_instance(texts, run, [&] {
        return [&, hasher = Hasher(texts, ids)](std::size_t i) mutable {
            contexts[i] = hasher.context(i);
            all.fetch_add(contexts[i], std::memory_order_relaxed);
            outputs.fetch_add(hasher.output(i), std::memory_order_relaxed);
        };
    });
    return {all.load(), outputs.load()};
}

}  // namespace sacreval
