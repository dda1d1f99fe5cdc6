// Memories of finished runs are kept for the next ones.
#include "rouge155_memory.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace sacreval {
namespace {

constexpr std::size_t kLargest = 4 << 20;  // units and bytes of text
constexpr std::size_t kMostKept = 16;

std::mutex lock;
std::vector<std::unique_ptr<Memory155>>& pool() {
    static auto* kept = new std::vector<std::unique_ptr<Memory155>>();  // threads may outlive it
    return *kept;
}

}  // namespace

Memory155::Memory155(const Rouge155Options& options) : options_(options) { clear(); }

void Memory155::clear() {
    for (auto& texts : texts_) texts.clear();
    words_ = std::make_unique<Words155>(options_.stop, options_.irregular);
    units_ = std::make_unique<Units155>(options_);
    reader_ = std::make_unique<Reader155>(options_, *words_);
    size_ = 0;
}

void Memory155::trim() {
    if (size_ > kLargest) clear();
}

const Text155& Memory155::text(const Utf8& text, bool is_model) {
    const bool apart = options_.stem_models && !options_.stem_peers;
    std::unique_ptr<Text155>& known =
        texts_[apart && is_model][std::string(text.data, text.bytes)];
    if (known) return *known;
    auto found = std::make_unique<Text155>();
    if (options_.elements != Elements155::none) {
        found->bags.push_back(units_->bag(reader_->elements(text, is_model)));
    } else {
        *found = reader_->read(text, is_model);
        units_->count(*found);
    }
    size_ += text.bytes + found->whole.size();
    for (const Bag155& bag : found->bags) size_ += bag.units.size();
    known = std::move(found);
    return *known;
}

std::unique_ptr<Memory155> borrow_memory(const Rouge155Options& options) {
    {
        const std::lock_guard<std::mutex> hold(lock);
        for (auto& kept : pool()) {
            if (kept->options().fields() != options.fields()) continue;
            std::swap(kept, pool().back());
            auto found = std::move(pool().back());
            pool().pop_back();
            return found;
        }
    }
    return std::make_unique<Memory155>(options);
}

void give_back(std::unique_ptr<Memory155> memory) {
    const std::lock_guard<std::mutex> hold(lock);
    if (pool().size() >= kMostKept) pool().erase(pool().begin());
    pool().push_back(std::move(memory));
}

}  // namespace sacreval
