#include "runtime/equations/group_pattern.hpp"

#include <algorithm>
#include <utility>

#include "runtime/contact/group.hpp"
#include "runtime/contact/jacobian.hpp"
#include "runtime/equations/jacobian.hpp"

namespace mbs {

namespace {

constexpr int columns = 12;  // q of both bodies, then v of both

}  // namespace

GroupPattern::GroupPattern(const Model& model, Workspace& workspace)
    : model_(model),
      workspace_(workspace),
      blocks_(model.groups.size()),
      fixed_(model.groups.empty() ? 0 : jacobian_pattern(model).rows.size()),
      block_(empty_block(ContactBlock::fixed_columns, 0)) {}

void GroupPattern::set_pairs(int group, std::span<const NearPair> pairs) {
  blocks_[group].clear();
  for (const NearPair& pair : pairs) {
    const ContactModel c = pair_model(model_.groups[group], pair.first, pair.second);
    blocks_[group].push_back({pair, !slides_freely(model_, c), 0});
  }
  stale_ = true;
}

// visit(row, column, local row (6: power), local column) of everything that a pair's force touches.
template <class Visit>
void GroupPattern::for_each_entry(const ContactModel& c, bool turns, int work_row,
                                  Visit visit) const {
  const Layout& l = model_.layout;
  for (int j = 0; j < columns; ++j) {
    const int column = contact_column(l, c, 0, j);
    if (column < 0 || (!turns && j % 3 == 2)) continue;
    for (int k = 0; k < 6; ++k) {
      const int body = k < 3 ? c.a : c.b;
      if (body != 0 && (turns || k % 3 != 2)) visit(l.v + column_of(body) + k % 3, column, k, j);
    }
    visit(work_row, column, 6, j);
  }
}

const SparsePattern& GroupPattern::renew() {
  stale_ = false;
  const SparsePattern& fixed = jacobian_pattern(model_);
  std::vector<std::pair<int, int>> writes;  // column, row
  for (int c = 0; c < model_.layout.size; ++c)
    for (auto i = fixed.column_starts[c]; i < fixed.column_starts[c + 1]; ++i)
      writes.emplace_back(c, static_cast<int>(fixed.rows[i]));
  for (std::size_t g = 0; g < blocks_.size(); ++g)
    for (Block& block : blocks_[g]) {
      block.first = writes.size();
      const ContactModel c = pair_model(model_.groups[g], block.pair.first, block.pair.second);
      for_each_entry(c, block.turns, model_.layout.group + static_cast<int>(g),
                     [&](int row, int column, int, int) { writes.emplace_back(column, row); });
    }
  compress(writes, model_.layout.size, map_);
  return map_.pattern;
}

bool GroupPattern::add(int group, const PairMode& pair, double t, double* values) {
  const ContactModel c = pair_model(model_.groups[group], pair.first, pair.second);
  const LiveContact live = live_pair(model_, group, c, pair, workspace_);
  ContactForce force;
  if (!contact_force(model_, live, t, workspace_, force)) return false;
  if (!force.acting) return true;
  auto& blocks = blocks_[group];
  const NearPair key{pair.first, pair.second};
  const auto block = std::lower_bound(blocks.begin(), blocks.end(), key,
                                      [](const Block& b, const NearPair& p) { return b.pair < p; });
  if (block == blocks.end() || block->pair != key) return true;  // a step ahead of the list
  contact_block(model_, live, t, force, workspace_, block_);
  const std::int64_t* place = map_.positions.data() + block->first;
  for_each_entry(c, block->turns, model_.layout.group + group, [&](int, int, int k, int j) {
    const ContactColumn& column = block_.columns[j];
    values[*place++] -= k == 6 ? column.power : column.force[k];
  });
  return true;
}

bool GroupPattern::fill(const Instant& now, double cj, double* values) {
  std::fill_n(values, map_.pattern.rows.size(), 0.0);
  if (!jacobian(model_, now, cj, fixed_.data(), workspace_)) return false;
  for (std::size_t i = 0; i < fixed_.size(); ++i) values[map_.positions[i]] = fixed_[i];
  for (std::size_t g = 0; g < blocks_.size(); ++g)
    for (const PairMode& pair : now.mode->groups[g].pairs)
      if (!add(static_cast<int>(g), pair, now.t, values)) return false;
  return true;
}

}  // namespace mbs
