// output.cpp - pieces of the output buffer.
#include "base/output.hpp"

#include <algorithm>
#include <charconv>
#include <new>

namespace laconic {

struct Output::Piece {
  Piece* previous;
  std::size_t used;
};

namespace {
constexpr std::size_t first_piece = std::size_t{16} << 10;
constexpr std::size_t largest_piece = std::size_t{4} << 20;
}  // namespace

Output::~Output() {
  while (pieces_ != nullptr) {
    Piece* previous = pieces_->previous;
    ::operator delete(pieces_);
    pieces_ = previous;
  }
}

char* Output::reserve_slow(std::size_t size) noexcept {
  const std::uint64_t written = this->size();
  if (failure_ == nullptr && written > max_bytes_) failure_ = "the limit is passed";
  const std::size_t wanted = size + slack;
  if ((counting_ || failure_ != nullptr) && static_cast<std::size_t>(end_ - start_) >= wanted) {
    full_bytes_ = written;
    return next_ = start_;  // the last piece, over and over
  }
  std::size_t room = pieces_ == nullptr
                         ? first_piece
                         : std::min(largest_piece, static_cast<std::size_t>(end_ - start_) * 2);
  room = std::max(room, wanted);
  void* memory = ::operator new(sizeof(Piece) + room, std::nothrow);
  if (memory == nullptr) {
    out_of_memory_ = true;
    failure_ = "memory is out";
    if (static_cast<std::size_t>(end_ - start_) >= wanted) return next_ = start_;
    memory = ::operator new(sizeof(Piece) + room);  // nothing can go on without a place
  }
  auto* piece = static_cast<Piece*>(memory);
  if (pieces_ != nullptr) pieces_->used = static_cast<std::size_t>(next_ - start_);
  full_bytes_ = written;
  piece->previous = pieces_;
  piece->used = 0;
  pieces_ = piece;
  start_ = next_ = reinterpret_cast<char*>(piece + 1);
  end_ = start_ + room;
  return next_;
}

void Output::put_unsigned(std::uint64_t value) noexcept {
  char* p = reserve(20);
  next_ = std::to_chars(p, p + 20, value).ptr;
}

Result<std::string> Output::finish() {
  if (out_of_memory_) return Error{Errc::out_of_memory, 0, "no memory for the encoded text"};
  if (failure_ != nullptr || size() > max_bytes_) {
    return Error{Errc::size_exceeded, 0,
                 "the encoded text is longer than the limit of " + std::to_string(max_bytes_) +
                     " bytes; raise max_bytes or write less"};
  }
  std::string text;
  if (pieces_ == nullptr) return text;
  text.reserve(static_cast<std::size_t>(size()));
  pieces_->used = static_cast<std::size_t>(next_ - start_);
  // Oldest first: turn the list round, which also frees it in that order.
  Piece* oldest = nullptr;
  while (pieces_ != nullptr) {
    Piece* previous = pieces_->previous;
    pieces_->previous = oldest;
    oldest = pieces_;
    pieces_ = previous;
  }
  while (oldest != nullptr) {
    text.append(reinterpret_cast<const char*>(oldest + 1), oldest->used);
    Piece* next = oldest->previous;
    ::operator delete(oldest);
    oldest = next;
  }
  start_ = next_ = end_ = nullptr;
  full_bytes_ = 0;
  return text;
}

}  // namespace laconic
