// The nodes below one of the concrete tree. Nearly all have few, which need no memory of their own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mbs::grammar {

class Children {
 public:
  void push_back(std::uint32_t node) {
    if (size_ == few_.size() && many_.empty()) many_.assign(few_.begin(), few_.end());
    if (size_ < few_.size())
      few_[size_] = node;
    else
      many_.push_back(node);
    ++size_;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const std::uint32_t* begin() const { return many_.empty() ? few_.data() : many_.data(); }
  const std::uint32_t* end() const { return begin() + size_; }
  std::uint32_t operator[](std::size_t i) const { return begin()[i]; }
  std::uint32_t back() const { return begin()[size_ - 1]; }

 private:
  std::array<std::uint32_t, 8> few_;
  std::vector<std::uint32_t> many_;
  std::size_t size_ = 0;
};

}  // namespace mbs::grammar
