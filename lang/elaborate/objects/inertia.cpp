#include "lang/elaborate/objects/inertia.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

constexpr double rounding = 1e-9;  // of the largest moment: what tables of numbers are good for

std::string moments_text(const std::array<double, 3>& moments) {
  return fmt::format("{:.6g}, {:.6g} and {:.6g} kg*m^2", moments[0], moments[1], moments[2]);
}

bool check_possible(Reports& reports, const Object& body, const ir::InertiaMatrix& inertia,
                    const ast::Expr& expr, bool with_products) {
  const std::array<double, 3> moments = principal_moments(inertia);
  if (moments[0] < -rounding * std::abs(moments[2])) {
    Diagnostic& d = report(reports, Code::E0423, expr.span,
                           fmt::format("no body has the inertia of `{}`", body.name));
    d.notes.push_back("its principal moments are " + moments_text(moments));
    d.hint = with_products ? "the products Ixy, Ixz, Iyz are too large for these moments"
                           : "moments of inertia are not negative";
    return false;
  }
  if (moments[0] + moments[1] >= (1 - rounding) * moments[2]) return true;
  Diagnostic& d = report(reports, Code::W0207, expr.span,
                         fmt::format("no body has the inertia of `{}`", body.name));
  d.notes.push_back("its principal moments are " + moments_text(moments));
  d.notes.push_back("of any mass the two smaller ones together are at least the largest");
  return true;
}

// The parts, in kg m^2; empty after an error.
std::optional<std::vector<Scalar>> entries(Reports& reports, const VectorValue& vector,
                                           const ast::Expr& expr) {
  const auto* written = std::get_if<ast::Vector>(&expr.node);
  std::vector<Scalar> result;
  for (std::size_t i = 0; i < vector.parts.size(); ++i) {
    const bool apart = written && !written->unit && i < written->parts.size();
    const ast::Expr& part = apart ? *written->parts[i] : expr;
    const auto number = elaborate::number(reports, Value(vector.parts[i]),
                                          {"`inertia`", dim::inertia, part.span}, &part);
    if (!number || !require_constant(reports, *number, part.span) ||
        !require_finite(reports, *number, "`inertia`", part.span))
      return std::nullopt;
    result.push_back(constant_scalar(number->value, dim::inertia));
    result.back().unit = number->unit;
  }
  return result;
}

}  // namespace

// Roots of the characteristic polynomial by the angle of its cubic (Smith 1961).
std::array<double, 3> principal_moments(const ir::InertiaMatrix& m) {
  const double mean = (m.xx + m.yy + m.zz) / 3;
  const double a = m.xx - mean, b = m.yy - mean, c = m.zz - mean;
  const double off = m.xy * m.xy + m.xz * m.xz + m.yz * m.yz;
  if (off == 0) {
    std::array<double, 3> moments{m.xx, m.yy, m.zz};
    std::sort(moments.begin(), moments.end());
    return moments;
  }
  const double spread = std::sqrt((a * a + b * b + c * c + 2 * off) / 6);
  if (!(spread > 0)) return {mean, mean, mean};
  const double det =
      a * (b * c - m.yz * m.yz) - m.xy * (m.xy * c - m.yz * m.xz) + m.xz * (m.xy * m.yz - b * m.xz);
  const double angle = std::acos(std::clamp(det / (2 * spread * spread * spread), -1.0, 1.0)) / 3;
  const double third = 2 * std::numbers::pi / 3;
  const double large = mean + 2 * spread * std::cos(angle);
  const double small = mean + 2 * spread * std::cos(angle + third);
  return {small, 3 * mean - large - small, large};
}

Value fitted_inertia(Reports& reports, const Value& value, const Object& body,
                     const ast::Expr& expr) {
  if (value.poisoned()) return Poison{};
  VectorValue given;
  if (const auto* scalar = value.get<Scalar>(); scalar && !scalar->boolean)
    given.parts = {*scalar, *scalar, *scalar};
  else if (const auto* vector = value.get<VectorValue>())
    given = *vector;
  const auto* written = std::get_if<ast::Vector>(&expr.node);
  if (written && written->parts.size() == 2) given.parts.resize(2);  // no vector that can be lifted
  if (given.parts.size() != 3 && given.parts.size() != 6) {
    report(reports, Code::E0308, expr.span,
           fmt::format("`inertia` must be one, three or six numbers, but this is {}",
                       given.parts.empty() ? describe(value)
                                           : fmt::format("a vector of {}", given.parts.size())))
        .hint =
        "`(Ixx, Iyy, Izz) kg*m^2`, or all of `(Ixx, Iyy, Izz, Ixy, Ixz, Iyz)` with Ixy = "
        "-integral of x*y dm";
    return Poison{};
  }
  const auto parts = entries(reports, given, expr);
  if (!parts) return Poison{};
  const auto entry = [&](std::size_t i) { return i < parts->size() ? (*parts)[i].value : 0; };
  const ir::InertiaMatrix inertia{entry(0), entry(1), entry(2), entry(3), entry(4), entry(5)};
  if (!check_possible(reports, body, inertia, expr, parts->size() == 6)) return Poison{};
  return VectorValue{*parts};
}

}  // namespace mbs::elaborate
