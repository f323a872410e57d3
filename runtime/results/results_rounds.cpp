// Loops and rules over what a run fills.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "runtime/results/quantity_text.hpp"
#include "runtime/results/results.hpp"

namespace mbs {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr double longest = 100000;  // values of a range
constexpr double rounding = 1e-9;

bool whole(double x) {
  return std::abs(x - std::round(x)) <= rounding;
}

}  // namespace

void Results::set_item(std::int32_t item, double value) {
  if (!uses_) {
    uses_.emplace(scenario_);
    items_.assign(static_cast<std::size_t>(scenario_.loop_items), missing);
  }
  items_[item] = value;
  for (const std::int32_t r : uses_->reductions[item]) reductions_[r].reset();
  for (const std::int32_t l : uses_->lists[item]) lists_[l].reset();
}

std::vector<std::vector<double>> Results::rounds(const std::vector<ir::Rounds>& over) {
  std::vector<std::vector<double>> columns;
  for (const ir::Rounds& one : over) {
    columns.push_back(rows(one.rows, one.list));
    if (made_of_faults(one.rows, one.list)) ++faults_;
  }
  return columns;
}

// `[f(x) for x in l]`. What is not there in one round has been complained of, and would be again.
std::vector<double> Results::ruled(const ir::ListSource& source) {
  const auto columns = rounds(source.rounds);
  std::vector<double> values(columns.front().size(), missing);
  const std::size_t faults = faults_, told = diagnostics_.list().size();
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (poll_) poll_();
    for (std::size_t i = 0; i < columns.size(); ++i) set_item(source.rounds[i].item, columns[i][k]);
    values[k] = point(source.items.front());
    if (faults_ == faults && diagnostics_.list().size() == told) continue;
    ++faults_;
    break;
  }
  return values;
}

namespace {

// Why there is no such range; empty if there is one.
std::string no_range(double from, double to, const double* by) {
  if (!std::isfinite(from) || !std::isfinite(to) || (by && !std::isfinite(*by)))
    return "which are finite numbers";
  if (!by && (!whole(from) || !whole(to))) return "where whole numbers are counted";
  if (by && (*by == 0 || (to - from) / *by < 0)) return "and with this step it never ends";
  return {};
}

}  // namespace

// `a .. b` and `a .. b by h`.
std::vector<double> Results::counted(const ir::ListSource& source) {
  const double from = point(source.items[0]), to = point(source.items[1]);
  const bool stepped = source.items.size() > 2;
  const double by = stepped ? point(source.items[2]) : 1;
  const std::string reason = no_range(from, to, stepped ? &by : nullptr);
  const double count = std::floor((to - from) / by * (1 + rounding) + rounding) + 1;
  if (reason.empty() && count <= longest) {
    std::vector<double> values;
    for (double k = 0; k < count; ++k) values.push_back(from + k * by);
    if (!values.empty() && std::abs(values.back() - to) <= rounding * std::abs(by))
      values.back() = to;
    return values;
  }
  ++faults_;
  const auto text = [&](double x) { return number_text(x, digits_); };
  diagnostics_.add(Code::E0310, source.origin,
                   reason.empty()
                       ? fmt::format("a range has at most {:.0f} values", longest)
                       : fmt::format("`{}` goes from {} to {}{}, {}", source.text, text(from),
                                     text(to), stepped ? " by " + text(by) : "", reason));
  return {};
}

}  // namespace mbs
