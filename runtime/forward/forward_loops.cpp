#include "runtime/forward/forward_loops.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

ForwardLoops::ForwardLoops(const Model& model, const ForwardPlan& plan)
    : m_(model), plan_(plan), first_column_(model.masses.size(), -1) {
  for (std::size_t i = 0; i < plan.bodies.size(); ++i)
    first_column_[plan.bodies[i].body] = static_cast<int>(i);
  std::vector<char> varies(plan.inertia.size(), 0);
  for (const ForwardProduct& p : plan.products) varies[p.to] = 1;
  bare_.resize(plan.free.size());
  for (const ForwardBlock& block : plan.blocks)
    for (int i = 0; i < block.size; ++i) {
      const int diagonal = block.entries + i * (block.size + 1);
      bare_[block.first + i] = plan.inertia[diagonal] == 0 && !varies[diagonal];
    }
}

void ForwardLoops::choose(const Mode& mode) {
  next_.clear();
  for (std::size_t k = 0; k < m_.rows.size(); ++k)
    if (!m_.rows[k].tree && row_acts(&mode, k)) next_.push_back(static_cast<int>(k));
  if (next_ == acting_) return;
  acting_ = next_;
  rows_.clear(), terms_.clear(), given_terms_.clear(), pieces_.clear(), givens_.clear();
  values_.clear(), places_.clear(), lenders_.clear();
  for (const int row : acting_) add(row);
  for (const Row& row : rows_) find_lender(row);
  find_shared();
  square_.resize(rows_.size() * rows_.size());
  most_.assign(rows_.size(), 0.0);
  for (auto* of_rows : {&gamma_, &lambda_, &errors_, &rates_}) of_rows->resize(rows_.size());
}

// Where a row has its entry of a column: in values_.
int ForwardLoops::place_of_column(Row& row, int column) {
  const int place = plan_.place[plan_.columns[column]];
  const int block = plan_.block_of[place], within = place - plan_.blocks[block].first;
  for (int i = row.first_piece; i < row.first_piece + row.pieces; ++i)
    if (pieces_[i].block == block) return pieces_[i].first + within;
  ++row.pieces;
  const ForwardBlock& of = plan_.blocks[block];
  pieces_.push_back({block, static_cast<int>(values_.size()), of.entries, of.size});
  row.values += of.size;
  values_.resize(values_.size() + of.size);
  for (int i = 0; i < of.size; ++i) places_.push_back(of.first + i);
  return pieces_.back().first + within;
}

void ForwardLoops::add(int index) {
  const ConstraintRow& of = m_.rows[index];
  Row row;
  row.row = index;
  const FunctionKind kind = of.terms[0].function.kind;
  row.in_world =
      of.term_count == 1 && (kind == FunctionKind::world_x || kind == FunctionKind::world_y);
  row.first_term = static_cast<int>(terms_.size());
  row.first_given = static_cast<int>(given_terms_.size());
  row.first_piece = static_cast<int>(pieces_.size());
  row.first_value = static_cast<int>(values_.size());
  const int one = 2 * static_cast<int>(plan_.columns.size());
  for (int e = of.first_entry; e < of.first_entry + of.entry_count; ++e) {
    const int column = m_.entries[e].column, part = column % 3;
    const ForwardBody& body = plan_.bodies[first_column_[column / 3 + 1]];
    for (int c = body.first_column; c < body.first_column + body.columns; ++c) {
      if (part == 2 ? plan_.columns[c] != body.node : !(plan_.along[c] >> part & 1)) continue;
      const int coefficient = part == 2 ? one : 2 * c + part;
      if (plan_.place[plan_.columns[c]] >= 0) {
        terms_.push_back({e, coefficient, place_of_column(row, c)});
        ++row.terms;
      } else {
        given_terms_.push_back({e, coefficient, static_cast<int>(givens_.size())});
        givens_.push_back({plan_.columns[c], 0});
        ++row.givens;
      }
    }
  }
  rows_.push_back(row);
}

void ForwardLoops::find_lender(const Row& row) {
  int place = -1;
  for (int i = row.first_term; i < row.first_term + row.terms; ++i)
    for (int p = row.first_piece; p < row.first_piece + row.pieces; ++p) {
      const ForwardBlock& block = plan_.blocks[pieces_[p].block];
      const int within = terms_[i].to - pieces_[p].first;
      if (within < 0 || within >= block.size) continue;
      if (place >= 0 && place != block.first + within) return;
      place = block.first + within;
    }
  if (place >= 0 && bare_[place])
    lenders_.push_back({static_cast<int>(&row - rows_.data()), place, terms_[row.first_term].to});
}

void ForwardLoops::lend_inertia(std::span<double> inertia, std::span<double> force) const {
  for (const Lender& l : lenders_) {
    const ForwardBlock& block = plan_.blocks[plan_.block_of[l.place]];
    const double g = values_[l.value];
    inertia[block.entries + (l.place - block.first) * (block.size + 1)] += g * g;
    force[l.place] += g * gamma_[l.row];
  }
}

void ForwardLoops::find_shared() {
  shared_.clear();
  const int n = static_cast<int>(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (std::size_t k = 0; k <= i; ++k)
      for (int p = rows_[i].first_piece; p < rows_[i].first_piece + rows_[i].pieces; ++p)
        for (int q = rows_[k].first_piece; q < rows_[k].first_piece + rows_[k].pieces; ++q)
          if (pieces_[p].block == pieces_[q].block)
            shared_.push_back({static_cast<int>(i) * n + static_cast<int>(k), pieces_[p].first,
                               pieces_[q].first, pieces_[p].size});
}

namespace {

// Rows along an axis of the world, which are most of those that close loops: what they are of all
// functions is asked for at every stage.
void fill_in_world(const RowTerm& term, const Placement& at, double* g) {
  const PairFunction& f = term.function;
  const Arm &a = at.arms[f.pa], &b = at.arms[f.pb];
  const bool x = f.kind == FunctionKind::world_x;
  const double along[] = {x ? -1.0 : 0.0, x ? 0.0 : -1.0, x ? a.y : -a.x,
                          x ? 1.0 : 0.0,  x ? 0.0 : 1.0,  x ? -b.y : b.x};
  f.for_each_used([&](int i) { *g++ = term.factor * along[i]; });
}

double bias_in_world(const RowTerm& term, const Placement& at) {
  const PairFunction& f = term.function;
  const Arm &a = at.arms[f.pa], &b = at.arms[f.pb];
  const double spin_a = at.poses[f.a].spin, spin_b = at.poses[f.b].spin;
  const bool x = f.kind == FunctionKind::world_x;
  return term.factor * (spin_a * (x ? a.x : a.y) * spin_a - spin_b * (x ? b.x : b.y) * spin_b);
}

}  // namespace

void ForwardLoops::fill_one(const ForwardMotion& motion, const Row& row, double* g) {
  double* const values = values_.data();
  const double* const coefficients = motion.coefficients.data();
  std::fill_n(values + row.first_value, row.values, 0.0);
  for (const Term *t = terms_.data() + row.first_term, *end = t + row.terms; t != end; ++t)
    values[t->to] += g[t->entry] * coefficients[t->coefficient];
  for (int i = row.first_given; i < row.first_given + row.givens; ++i) {
    const Term& t = given_terms_[i];
    givens_[t.to].value = g[t.entry] * coefficients[t.coefficient];
  }
}

void ForwardLoops::fill(const ForwardMotion& motion, Workspace& workspace) {
  Workspace::Impl& w = workspace.impl();
  double* const g = w.g.data();
  const double* const bias = motion.bias.data();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ConstraintRow& row = m_.rows[rows_[i].row];
    if (rows_[i].in_world)
      fill_in_world(row.terms[0], w.at, g + row.first_entry);
    else
      fill_row(row, w.at, g + row.first_entry);
    fill_one(motion, rows_[i], g);
    double gamma = drive_value(m_, row, w, 2);
    gamma -=
        rows_[i].in_world ? bias_in_world(row.terms[0], w.at) : row_acceleration_bias(row, w.at);
    for (int e = row.first_entry; e < row.first_entry + row.entry_count; ++e)
      gamma -= g[e] * bias[m_.entries[e].column];
    gamma_[i] = gamma;
  }
}

bool ForwardLoops::factor(const std::vector<double>& factors, double least) {
  double* const values = values_.data();
  for (const Piece& piece : pieces_) {
    const double* const l = factors.data() + piece.entries;
    double* const x = values + piece.first;
    if (piece.size > 2) {
      solve_lower(l, piece.size, x);
      continue;
    }
    x[0] /= l[0];
    if (piece.size == 2) x[1] = (x[1] - l[2] * x[0]) / l[3];
  }
  const int n = static_cast<int>(rows_.size());
  double* const square = square_.data();
  std::ranges::fill(square_, 0.0);
  for (const Shared& s : shared_) {
    const double *a = values + s.first, *b = values + s.second;
    double sum = a[0] * b[0];
    for (int i = 1; i < s.size; ++i) sum += a[i] * b[i];
    square[s.to] += sum;
  }
  for (int i = 0; i < n; ++i) most_[i] = std::max(most_[i], square_[i * n + i]);
  return factor_cholesky(square_.data(), n, least);
}

double ForwardLoops::independence() const {
  return least_part_of_pivots(square_.data(), most_);
}

// to -= W multipliers
void ForwardLoops::spread(std::span<const double> multipliers, std::span<double> to) const {
  const double* value = values_.data();
  const int* place = places_.data();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (const double* const end = value + rows_[i].values; value != end; ++value)
      to[*place++] -= *value * multipliers[i];
}

void ForwardLoops::solve(std::span<double> force) {
  const double* value = values_.data();
  const int* place = places_.data();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    double sum = -gamma_[i];
    for (const double* const end = value + rows_[i].values; value != end; ++value)
      sum += *value * force[*place++];
    lambda_[i] = sum;
  }
  const int n = static_cast<int>(rows_.size());
  solve_lower(square_.data(), n, lambda_.data());
  solve_upper(square_.data(), n, lambda_.data());
  spread(lambda_, force);
}

double ForwardLoops::pull_on_given(int coordinate) const {
  double sum = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (int g = rows_[i].first_given; g < rows_[i].first_given + rows_[i].givens; ++g) {
      const Given& given = givens_[given_terms_[g].to];
      if (given.coordinate == coordinate) sum += given.value * lambda_[i];
    }
  return sum;
}

bool ForwardLoops::correction(double allowed, const Mode& mode, const double* v,
                              Workspace& workspace, Correction& out) {
  Workspace::Impl& w = workspace.impl();
  double largest = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ConstraintRow& row = m_.rows[rows_[i].row];
    errors_[i] = row.position ? row_error(m_, rows_[i].row, &mode, w) : 0;
    rates_[i] = -drive_value(m_, row, w, 1);
    for (int e = row.first_entry; e < row.first_entry + row.entry_count; ++e)
      rates_[i] += w.g[e] * v[m_.entries[e].column];
    largest = std::max(largest, std::abs(errors_[i]) * (is_angle(row) ? m_.size : 1));
  }
  if (!(largest > allowed)) return false;
  const int n = static_cast<int>(rows_.size());
  for (auto* off : {&errors_, &rates_}) {
    solve_lower(square_.data(), n, off->data());
    solve_upper(square_.data(), n, off->data());
  }
  out.places.assign(plan_.free.size(), 0.0);
  out.rates.assign(plan_.free.size(), 0.0);
  spread(errors_, out.places);
  spread(rates_, out.rates);
  return true;
}

}  // namespace mbs
