// Values in JSON of fields that are not read here: whether another decoder accepts them for sure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "json_text.hpp"

namespace sacreval {

// Checks values of one line; every `false` means that they are not plainly common ones.
class JsonValues {
  public:
    explicit JsonValues(JsonText& texts) : texts_(texts) {}

    static void skip_blanks(const char*& p, const char* end) {
        while (p < end && (*p == ' ' || *p == '\t' || *p == '\r')) ++p;
    }
    static bool take(const char*& p, const char* end, char c) {
        skip_blanks(p, end);
        if (p == end || *p != c) return false;
        ++p;
        return true;
    }

    bool text(const char*& p, const char* end, Utf8& out) {
        return take(p, end, '"') && texts_.read(p, end, out);
    }

    // A number without an exponent, of which no more digits than a double or int64 holds.
    static bool number(const char*& p, const char* end, bool whole) {
        if (p < end && *p == '-') ++p;
        if (p == end) return false;
        const std::size_t before = *p == '0' ? zero(p) : digits(p, end);
        if (before == 0 || before > 15) return false;
        if (!whole && p < end && *p == '.') {
            ++p;
            const std::size_t after = digits(p, end);
            if (after == 0 || after > 30) return false;
        }
        return p == end || *p == ',' || *p == '}' || *p == ']' || *p == ' ';
    }

    // Any value of the fields that hold anything.
    bool any(const char*& p, const char* end, int depth = 0) {
        skip_blanks(p, end);
        if (p == end || depth > kDeepest) return false;
        if (*p == '{') return object(p, end, [&] { return any(p, end, depth + 1); });
        if (*p == '[') return list(p, end, [&] { return any(p, end, depth + 1); });
        return word(p, end, "null") || flat(p, end);
    }

    // A text, a number or a boolean.
    bool flat(const char*& p, const char* end) {
        Utf8 ignored;
        skip_blanks(p, end);
        if (p == end) return false;
        if (*p == '"') return text(p, end, ignored);
        return word(p, end, "true") || word(p, end, "false") || number(p, end, false);
    }

    static bool word(const char*& p, const char* end, std::string_view name) {
        skip_blanks(p, end);
        if (static_cast<std::size_t>(end - p) < name.size() ||
            std::string_view(p, name.size()) != name)
            return false;
        p += name.size();
        return true;
    }

    // An object whose keys differ and have no escapes; value() checks each value, from `p`.
    template <class Value>
    bool object(const char*& p, const char* end, Value&& value) {
        if (!take(p, end, '{')) return false;
        std::vector<std::string_view> keys;
        if (take(p, end, '}')) return true;
        do {
            Utf8 key;
            if (!take(p, end, '"') || !texts_.key(p, end, key) || !take(p, end, ':')) return false;
            const std::string_view name(key.data, key.bytes);
            if (keys.size() == kMostKeys || std::find(keys.begin(), keys.end(), name) != keys.end())
                return false;
            keys.push_back(name);
            if (!value()) return false;
        } while (take(p, end, ','));
        return take(p, end, '}');
    }

    template <class Value>
    static bool list(const char*& p, const char* end, Value&& value) {
        if (!take(p, end, '[')) return false;
        if (take(p, end, ']')) return true;
        do {
            if (!value()) return false;
        } while (take(p, end, ','));
        return take(p, end, ']');
    }

  private:
    static constexpr int kDeepest = 16;
    static constexpr std::size_t kMostKeys = 32;

    static std::size_t zero(const char*& p) {
        ++p;
        return 1;
    }
    static std::size_t digits(const char*& p, const char* end) {
        const char* start = p;
        while (p < end && *p >= '0' && *p <= '9') ++p;
        return static_cast<std::size_t>(p - start);
    }

    JsonText& texts_;
};

}  // namespace sacreval
