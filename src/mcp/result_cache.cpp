// result_cache.cpp - a bounded list with an index.
#include "mcp/result_cache.hpp"

#include <utility>

namespace laconic::mcp {

const std::string* ResultCache::find(const std::string& key, Clock::time_point now) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  if (found->second->until <= now) {
    drop(found->second);
    return nullptr;
  }
  return &found->second->result;
}

void ResultCache::put(std::string key, std::string result, Clock::time_point until) {
  if (const auto found = by_key_.find(key); found != by_key_.end()) drop(found->second);
  const std::size_t size = key.size() + result.size();
  if (size > max_bytes_) return;
  while (bytes_ + size > max_bytes_)
    drop(entries_.begin());
  entries_.push_back({std::move(key), std::move(result), until});
  by_key_.emplace(entries_.back().key, std::prev(entries_.end()));
  bytes_ += size;
}

void ResultCache::drop(std::list<Entry>::iterator entry) {
  bytes_ -= entry->key.size() + entry->result.size();
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

void ResultCache::clear() noexcept {
  by_key_.clear();
  entries_.clear();
  bytes_ = 0;
}

}  // namespace laconic::mcp
