#include "runtime/equations/group_pattern.hpp"

#include <algorithm>
#include <utility>

#include "runtime/contact/group.hpp"
#include "runtime/contact/jacobian.hpp"
#include "runtime/equations/jacobian.hpp"
#include "runtime/equations/jacobian_emission.hpp"

namespace mbs {

namespace {

using emission::JacobianPoint;

struct Recorder {
  std::vector<std::pair<int, int>>& writes;  // column, row
  void operator()(int row, int column, double) { writes.emplace_back(column, row); }
};

struct Writer {
  double* values;
  const std::int64_t* place;
  void operator()(int, int, double value) { values[*place++] += value; }
};

// All that a pair's force touches: the momentum of both bodies and the work of their group. Not
// `turns`: how the bodies are turned and how they spin does not matter.
template <class Sink>
void emit_pair(const JacobianPoint& p, const ContactModel& c, bool turns, int work_row,
               const ContactBlock& block, Sink sink) {
  const Layout& l = p.l();
  const int each = 2 * l.per_motion;
  const auto counts = [&](int local) {
    return !emission::is_ground(l, c, local) && (turns || !l.turns(local % l.per_motion));
  };
  for (int j = 0; j < 2 * each; ++j) {
    if (!counts(j % each)) continue;
    const int motion = emission::motion_column(l, c, j % each);
    const auto put = [&](int row, double value) {
      if (j < each)
        emission::by_place(p, row, motion, value, sink);
      else
        sink(row, l.v + motion, value);
    };
    for (int k = 0; k < each; ++k)
      if (counts(k)) put(l.v + emission::motion_column(l, c, k), -block.columns[j].force[k]);
    put(work_row, -block.columns[j].power);
  }
}

}  // namespace

GroupPattern::GroupPattern(const Model& model, Workspace& workspace)
    : model_(model),
      workspace_(workspace),
      blocks_(model.groups.size()),
      fixed_(model.groups.empty() ? 0 : jacobian_pattern(model).rows.size()),
      block_(empty_block(4 * model.layout.per_motion + 1, 0)) {}

void GroupPattern::set_pairs(int group, std::span<const NearPair> pairs) {
  blocks_[group].clear();
  for (const NearPair& pair : pairs) {
    const ContactModel c = pair_model(model_.groups[group], pair.first, pair.second);
    blocks_[group].push_back({pair, !slides_freely(model_, c), 0});
  }
  stale_ = true;
}

const SparsePattern& GroupPattern::renew() {
  stale_ = false;
  const SparsePattern& fixed = jacobian_pattern(model_);
  std::vector<std::pair<int, int>> writes;  // column, row
  for (int c = 0; c < model_.layout.size; ++c)
    for (auto i = fixed.column_starts[c]; i < fixed.column_starts[c + 1]; ++i)
      writes.emplace_back(c, static_cast<int>(fixed.rows[i]));
  const Mode mode;
  const Instant any{0, nullptr, nullptr, &mode};
  const JacobianPoint p{model_, any, 1, workspace_, true, true};
  for (std::size_t g = 0; g < blocks_.size(); ++g)
    for (Block& block : blocks_[g]) {
      block.first = writes.size();
      const ContactModel c = pair_model(model_.groups[g], block.pair.first, block.pair.second);
      emit_pair(p, c, block.turns, model_.layout.group + static_cast<int>(g), block_,
                Recorder{writes});
    }
  compress(writes, model_.layout.size, map_);
  return map_.pattern;
}

bool GroupPattern::add(int group, const PairMode& pair, const Instant& now, double* values) {
  const ContactModel c = pair_model(model_.groups[group], pair.first, pair.second);
  const LiveContact live = live_pair(group, c, pair, workspace_);
  ContactForce force;
  if (!contact_force(model_, live, now.t, workspace_, force)) return false;
  if (!force.acting) return true;
  auto& blocks = blocks_[group];
  const NearPair key{pair.first, pair.second};
  const auto block = std::lower_bound(blocks.begin(), blocks.end(), key,
                                      [](const Block& b, const NearPair& p) { return b.pair < p; });
  if (block == blocks.end() || block->pair != key) return true;  // a step ahead of the list
  contact_block(model_, live, now.t, force, workspace_, block_);
  const JacobianPoint p{model_, now, 1, workspace_, false, true};
  emit_pair(p, c, block->turns, model_.layout.group + group, block_,
            Writer{values, map_.positions.data() + block->first});
  return true;
}

bool GroupPattern::fill(const Instant& now, double cj, double* values) {
  std::fill_n(values, map_.pattern.rows.size(), 0.0);
  if (!jacobian(model_, now, cj, fixed_.data(), workspace_)) return false;
  for (std::size_t i = 0; i < fixed_.size(); ++i) values[map_.positions[i]] = fixed_[i];
  for (std::size_t g = 0; g < blocks_.size(); ++g)
    for (const PairMode& pair : now.mode->groups[g].pairs)
      if (!add(static_cast<int>(g), pair, now, values)) return false;
  return true;
}

}  // namespace mbs
