#include "runtime/numerics/cone_span.hpp"

#include <doctest/doctest.h>

using namespace mbs;
using Eigen::MatrixXd;

namespace {

constexpr double nothing = 1e-9;

// Whether both have the same columns to sum up.
bool same_span(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd both(a.rows(), a.cols() + b.cols());
  both << a, b;
  const auto rank = [](const MatrixXd& m) { return m.cols() == 0 ? 0 : m.fullPivLu().rank(); };
  return rank(a) == rank(b) && rank(both) == rank(a);
}

}  // namespace

TEST_CASE("a cone with an inside spans all") {
  MatrixXd rows(3, 2);
  rows << 1, 0, 0, 1, 1, 1;
  CHECK(same_span(span_of_cone(rows, nothing), MatrixXd::Identity(2, 2)));
  CHECK(same_span(span_of_cone(MatrixXd(0, 2), nothing), MatrixXd::Identity(2, 2)));
  CHECK(same_span(span_of_cone(MatrixXd::Zero(1, 2), nothing), MatrixXd::Identity(2, 2)));
}

// x <= 0 and -x <= 0 are an equation, y <= 0 beside them is none: y and z are spanned.
TEST_CASE("rows that hold as equations leave the others their inside") {
  MatrixXd rows(3, 3), yz(3, 2);
  rows << 1, 0, 0, -1, 0, 0, 0, 1, 0;
  yz << 0, 0, 1, 0, 0, 1;
  CHECK(same_span(span_of_cone(rows, nothing), yz));
  CHECK(same_span(span_of_cone(1e6 * rows, nothing), yz));
}

// x + y <= 0, -x + y <= 0 and -y <= 0 leave 0 alone in the plane, three rows that sum up to
// nothing.
TEST_CASE("a cone that is a point spans nothing, one that is a ray its line") {
  MatrixXd rows(3, 2);
  rows << 1, 1, -1, 1, 0, -1;
  CHECK(span_of_cone(rows, nothing).cols() == 0);
  MatrixXd ray(3, 2);
  ray << 0, 1, 0, -1, 1, 0;
  CHECK(same_span(span_of_cone(ray, nothing), Eigen::Vector2d(1, 0)));
}
