// The accepted steps of a run in memory: y and y' of each, in blocks that copies of a run share.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace mbs {

class Recording {
 public:
  explicit Recording(int unknowns = 0);
  void add(const double* y, const double* yp);
  void amend_rates(const double* yp);  // of the last sample, if there is one
  std::size_t size() const { return size_; }
  // Only while the recording is whole, and of the last sample in any case. Valid until the next
  // add.
  std::span<const double> y(std::size_t sample) const;
  std::span<const double> yp(std::size_t sample) const;
  // Unknowns that are not kept read as 0.
  void read(std::size_t sample, std::span<double> y, std::span<double> yp) const;

  // Drops all unknowns but these, of the samples so far and of those to come. The last sample stays
  // whole, for a run to go on from. `unknowns`: increasing; none at all where nobody asks for any.
  void keep_only(std::vector<int> unknowns);
  bool whole() const { return whole_; }
  bool keeps(std::span<const int> unknowns) const;
  int unknowns() const { return unknowns_; }
  int kept() const { return whole() ? unknowns_ : static_cast<int>(kept_.size()); }
  std::size_t bytes() const;       // of the samples, with the room for those to come
  std::size_t used_bytes() const;  // of the samples alone

 private:
  using Block = std::shared_ptr<double[]>;
  std::size_t width() const { return 2 * static_cast<std::size_t>(kept()); }
  void set_block();
  double* next_row();
  const double* row(std::size_t sample) const;

  int unknowns_;
  bool whole_ = true;      // all unknowns are kept
  std::vector<int> kept_;  // these, if not
  int shift_ = 0;          // a block has 2^shift_ samples
  std::size_t size_ = 0;
  std::vector<Block> blocks_;
  std::vector<double> last_;  // y, y' of the last sample; only if not whole
};

}  // namespace mbs
