// Words are stored once, followed by the padding that the tables of ids may read.
#include "rouge155_words.hpp"

#include <algorithm>

#include "rouge155_stems.hpp"

namespace sacreval {
namespace {

constexpr std::size_t kBlock = 1 << 16;
constexpr std::size_t kLongestUnstemmed = 3;

template <class Use>
void for_lines(std::string_view text, Use&& use) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) use(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string_view view(Span<Byte> s) {
    return {reinterpret_cast<const char*>(s.data), s.size};
}

}  // namespace

Words155::Words155(std::string_view stop, std::string_view irregular) {
    table_.reset(kBlock);
    for_lines(stop, [&](std::string_view word) { stop_.insert(word); });
    for_lines(irregular, [&](std::string_view line) {
        const std::size_t tab = line.find('\t');
        if (tab != line.npos) irregular_[line.substr(0, tab)] = line.substr(tab + 1);
    });
}

std::uint32_t Words155::id(Span<Byte> word) {
    const std::uint32_t id = table_.intern(word, [&](Span<Byte> fresh) {
        spelled_.push_back(store(fresh));
        stems_.push_back(kNone);
        stop_ids_.push_back(stop_.count(view(fresh)) > 0);
        return spelled_.back();
    });
    return id;
}

std::uint32_t Words155::stem(std::uint32_t id) {
    if (stems_[id] != kNone) return stems_[id];
    const Span<Byte> word = spelled_[id];
    std::uint32_t found = id;
    if (word.size > kLongestUnstemmed) {
        const auto known = irregular_.find(view(word));
        std::vector<Byte> buffer;
        if (known != irregular_.end()) {
            buffer.assign(known->second.begin(), known->second.end());
        } else {
            buffer.assign(word.begin(), word.end());
            buffer.resize(rouge155_stem(buffer.data(), buffer.size()));
        }
        const std::size_t size = buffer.size();
        buffer.resize(size + kPadding);
        if (size > 0) found = this->id({buffer.data(), size});
    }
    return stems_[id] = found;
}

Span<Byte> Words155::store(Span<Byte> word) {
    const std::size_t need = word.size + kPadding;
    if (used_ + need > room_) {
        room_ = std::max(kBlock, need);
        blocks_.push_back(std::make_unique<Byte[]>(room_));
        used_ = 0;
    }
    Byte* out = blocks_.back().get() + used_;
    std::copy(word.begin(), word.end(), out);
    used_ += need;
    return {out, word.size};
}

}  // namespace sacreval
